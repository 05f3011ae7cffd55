/**
 * Questions about the rows of runs. Slow ones are asked a few at a time. None of them ever calls the
 * service.
 */
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { ColumnSummary, Summary } from '#shared/contract/summary.ts';
import { ownPrefix } from '#shared/contract/list.ts';
import type { Duplicates, View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { type Asked, Lane, type RunRows, useAsked } from './asked.ts';

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
