/**
 * Continuing a run whose cursor is lost: it belongs to one session (specification, Limits), but
 * dates outlive it. Where rows come newest first, the question is asked again until the day of the
 * last row. That day’s rows come once more, because a day is the smallest step (specification,
 * Parameter conventions): they are kept like all rows, and the window hides duplicates.
 */
import { runStates } from '#shared/contract/run-states.ts';
import type { JsonValue } from '../json/index.ts';
import { asRow } from './as-row.ts';
import { become } from './live-run.ts';
import type { LiveRun } from './live-run.ts';

/**
 * Returns the time of a page's last row, where the question can be continued from it by date; null
 * where it can't. Rows in another order than newest first would leave a gap behind them.
 */
export function stoppedAt(live: LiveRun, items: readonly JsonValue[]): string | null {
  const field = timeField(live);
  if (field === null) return null;
  const times = items.map((item) => momentOf(asRow(item)?.[field]));
  const isInOrder = times.every((time, at) => {
    const before = at === 0 ? time : times[at - 1];
    return time !== null && before != null && time <= before;
  });
  const last = times.at(-1);
  return isInOrder && last != null ? new Date(last).toISOString() : null;
}

/** The same of a run from disk. */
export async function readStoppedAt(live: LiveRun): Promise<string | null> {
  const { stored } = live;
  const last = stored.pages.findLast(({ rows }) => rows > 0);
  if (last === undefined || timeField(live) === null) return null;
  const rows = await stored.rows(last.firstRow, last.rows);
  return stoppedAt(
    live,
    rows.map((row) => row ?? null),
  );
}

/** The field that rows are ordered by, where *Until* can be set and duplicates can be told. */
function timeField({ endpoint, list, query, resource }: LiveRun): string | null {
  const { newestFirst, parameters, kind } = endpoint;
  if (newestFirst === null || kind !== 'live' || list !== null) return null;
  const { field, unless } = newestFirst;
  const hasUntil = parameters.some(({ key, type }) => key === 'until' && type.kind === 'date');
  const isOtherwise = unless !== null && unless.values.includes(query.values[unless.key] ?? '');
  const has = (name: string): boolean => query.fields.length === 0 || query.fields.includes(name);
  return hasUntil && !isOtherwise && has(field) && has(resource.identity) ? field : null;
}

/** Milliseconds since 1970; null for what is no moment, or one of nobody knows which time zone. */
function momentOf(value: JsonValue | undefined): number | null {
  if (typeof value !== 'string' || !/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

export const canContinueByDate = ({ state, stored, stoppedAt: at }: LiveRun): boolean =>
  at !== null && runStates[state.kind].byDate === true && !stored.readOnly;

/** From now on the run's pages are asked until the day of its last row; days are those of UTC. */
export function continueByDate(live: LiveRun): void {
  live.followed.clear();
  become(live, { until: live.stoppedAt?.slice(0, 10) ?? null, cursor: { kind: 'first' } });
}
