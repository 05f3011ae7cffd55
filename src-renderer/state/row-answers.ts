/**
 * Questions about the rows of runs. Slow ones are asked a few at a time. None of them ever calls the
 * service.
 */
import type { Resource } from '#shared/catalogue/types.ts';
import type { Network } from '#shared/catalogue/networks.ts';
import type { Chart, ChartQuestion, NetworkChart } from '#shared/contract/chart.ts';
import type { ColumnSummary, Summary } from '#shared/contract/summary.ts';
import type { Result } from '#shared/contract/result.ts';
import { ownPrefix } from '#shared/contract/list.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { Duplicates, ThreadRows, View } from '#shared/contract/view.ts';
import type { Row } from '#shared/contract/run.ts';
import type { Use } from '#shared/query/use-value.ts';
import { host } from '../host/index.ts';
import { useSnapshot } from './app.ts';
import { useRunsNow } from './history.ts';
import { type Asked, Lane, type RunRows, useAsked } from './asked.ts';
import type { RowView } from './rows.ts';

/** Main computes answers with two threads. */
const lane = new Lane(2);

/** Rows of a run's view. */
interface RowsOf {
  run: RunRows;
  view: View;
}

/**
 * Returns a summary of the values of one column. `timeZone`: that of the days that dates are counted
 * by. `isWanted` false: it is not on screen, and not asked for.
 */
export function useSummary(
  { run, view }: RowsOf,
  { field, timeZone }: { field: string; timeZone: string },
  isWanted: boolean,
): Asked<Summary> {
  const asked = { runId: run.id, view: unsorted(view), fields: [field], timeZone };
  return useAsked({
    key: [run.id, 'summary', asked],
    version: notedOf(run, asked),
    ask: isWanted ? () => host.call('view.summary', asked) : null,
    grows: run,
    lane,
  });
}

/** Returns the data for a chart. */
export function useChart(
  { run, view }: RowsOf,
  question: ChartQuestion,
  isWanted: boolean,
): Asked<Chart> {
  const asked = { runId: run.id, view: unsorted(view), question };
  return useAsked({
    key: [run.id, 'chart', asked],
    version: notedOf(run, asked),
    ask: isWanted ? () => host.call('view.chart', asked) : null,
    grows: run,
    lane,
  });
}

/** Returns the strongest edges of the network in a view's rows. */
export function useNetwork({ run, view }: RowsOf, network: Network): Asked<NetworkChart> {
  const asked = { runId: run.id, view: unsorted(view), network };
  return useAsked({
    key: [run.id, 'network', asked],
    version: notedOf(run, asked),
    ask: () => host.call('view.network', asked),
    grows: run,
    lane,
  });
}

/** What people noted of items changes only what is asked about it; a search looks everywhere. */
const notedOf = ({ noted }: RunRows, asked: { view: View }): number =>
  asked.view.search !== '' || JSON.stringify(asked).includes(`"${ownPrefix}`) ? noted : 0;

/** The sort order doesn't affect the answer. */
export const unsorted = (view: View): View => ({ ...view, sort: [] });

/**
 * Returns a run's repeated rows; null until known, and for inputs, which are all different. The person didn't
 * ask: a failure isn't reported.
 */
export const useDuplicates = (run: RunRows): Duplicates | null =>
  useAsked({
    key: [run.id, 'duplicates'],
    ask:
      run.rowCount > 1 && run.changes === undefined
        ? () => host.call('view.duplicates', { runId: run.id })
        : null,
    grows: run,
    lane,
  }).value;

/** How the rows of a view answer each other, and the view: an earlier one until main has answered. */
export interface ViewThreads extends ThreadRows {
  of: RowView;
}

/** Returns how the rows of a view as conversations answer each other; asks nothing about another view. */
export function useThreads(of: RowView): Asked<ViewThreads> {
  const { runId, view, rows } = of;
  const ask = async (): Promise<Result<ViewThreads>> => {
    const found = await host.call('view.threads', { runId, view, rows });
    return found.ok ? { ok: true, value: { ...found.value, of } } : found;
  };
  const isAsked = view.thread !== undefined;
  return useAsked({
    key: [runId, 'threads'],
    version: of,
    ask: isAsked ? ask : null,
    keep: 60_000,
  });
}

/** An item that an ID in a question stands for. */
interface Wanted {
  resource: Pick<Resource, 'platform' | 'identity'>;
  value: string;
  /** The question that gets it; null: there is none. */
  use: Pick<Use, 'endpoint' | 'values'> | null;
}

/** Returns an item as a run has it that is known to: one that asked for it, or one whose rows named a tab. */
export function useItem(of: string, wanted: Wanted | null): Row | null {
  const runs = useRunsNow() ?? [];
  const subjects = useSnapshot(({ workspace }) => workspace.subjects);
  const { resource, value = '', use } = wanted ?? {};
  const asked = runs.find(({ query, list, rows }) => {
    const isSame = query !== null && query.endpointId === use?.endpoint.id;
    return isSame && list === null && rows > 0 && areIn(query.values, use?.values ?? {});
  });
  const subject = subjects.find(
    ({ id, platform }) => id === value && platform === resource?.platform,
  );
  const field = resource?.identity ?? '';
  const places = [
    ...(asked ? [{ runId: asked.id, view: everyRow }] : []),
    ...(subject
      ? [
          {
            runId: subject.runId,
            view: { ...everyRow, filters: [{ kind: 'is' as const, field, value }] },
          },
        ]
      : []),
  ];
  const ask = async (): Promise<Result<Row | null>> => {
    for (const place of places) {
      const found = await host.call('rows.window', { ...place, rows: null, offset: 0, count: 1 });
      const row = found.ok ? found.value.rows[0] : undefined;
      if (row !== undefined) return { ok: true, value: row };
    }
    return { ok: true, value: null };
  };
  const isKnown = wanted !== null && places.length > 0;
  return useAsked({ key: [of, 'item', value], version: places, ask: isKnown ? ask : null }).value;
}

const areIn = (
  values: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): boolean => Object.entries(wanted).every(([key, value]) => values[key] === value);

export interface FieldSummary {
  /** Number of rows in the view. */
  count: number;
  column: ColumnSummary;
}

/**
 * Returns a summary of the values of one field, for a filter. Asked for again when the view changes, and
 * not when the run grows: it is what a person is choosing from.
 * @param of what it is for: each shows the latest of the same field until then.
 */
export function useFieldSummary(runId: string, view: View, field: string): Asked<FieldSummary> {
  const { value, ...asked } = useAsked({
    key: [runId, 'condition', field],
    version: view,
    ask: () => host.call('view.summary', { runId, view, fields: [field] }),
  });
  const column = value?.columns.find((one) => one.field === field);
  return { ...asked, value: value && column ? { count: value.count, column } : null };
}
