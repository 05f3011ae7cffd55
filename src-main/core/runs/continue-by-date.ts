/**
 * Continues a run whose cursor is lost. A cursor is valid for one session (specification, Limits), but
 * dates outlive it. If rows are newest first, the question is asked again up to the day of the last
 * row. That day’s rows arrive twice, because a day is the smallest unit (specification, Parameter
 * conventions): they are stored like all rows, and the window hides duplicates.
 */
import { memberOf } from '#shared/catalogue/types.ts';
import { runStates } from '#shared/contract/run-states.ts';
import { newestFirstField } from '#shared/query/newest-first.ts';
import type { JsonValue } from '../json/index.ts';
import { asRow, envelopeOf, momentOf } from './as-row.ts';
import { hasIds } from './known-rows.ts';
import { become } from './live-run.ts';
import type { LiveRun } from './live-run.ts';

/**
 * Returns the time of a page's last row if the run can be continued from it by date, else null. Rows
 * in another order than newest first would leave a gap.
 */
export function stoppedAt(live: LiveRun, items: readonly JsonValue[]): string | null {
  const field = timeField(live);
  if (field === null) return null;
  const times = items.map((item) => momentOf(memberOf(asRow(item) ?? undefined, field)));
  const isInOrder = times.every((time, at) => {
    const before = at === 0 ? time : times[at - 1];
    return time !== null && before != null && time <= before;
  });
  const last = times.at(-1);
  return isInOrder && last != null ? new Date(last).toISOString() : null;
}

/** The earlier of two: a run that is continued by date gets rows once more that are newer. */
export const oldest = (...times: (string | null)[]): string | null =>
  times.filter((time) => time !== null).toSorted()[0] ?? null;

/**
 * Does the same for a run from disk: how far it came at its end, and each time before it was continued by
 * date. Reads the last page of each such part only: a run may have a gigabyte of others.
 */
export async function readStoppedAt(live: LiveRun): Promise<string | null> {
  const { stored } = live;
  if (timeField(live) === null) return null;
  const withRows = stored.pages.filter(({ rows }) => rows > 0);
  let at: string | null = null;
  for (const [index, page] of withRows.entries()) {
    const next = withRows[index + 1];
    if (next !== undefined && next.until === null) continue;
    // Not by the numbers of its rows, which are found last in a long run that is opened.
    const reached = stoppedAt(live, (await envelopeOf(stored, page))?.items ?? []);
    if (next === undefined && reached === null) return null;
    at = oldest(at, reached);
  }
  return at;
}

/** Returns the field that rows are ordered by, if *Until* can be set and duplicates recognised. */
function timeField({ endpoint, list, query, resource }: LiveRun): string | null {
  const field = newestFirstField(endpoint, query);
  if (field === null || list !== null) return null;
  const hasUntil = endpoint.parameters.some(
    ({ key, type }) => key === 'until' && type.kind === 'date',
  );
  const hasTime = query.fields.length === 0 || query.fields.includes(field);
  return hasUntil && hasTime && hasIds(query, resource) ? field : null;
}

export const canContinueByDate = ({ state, stored, stoppedAt: at }: LiveRun): boolean =>
  at !== null && runStates[state.kind].byDate === true && !stored.readOnly;

/** Limits the run's next pages to the day of its last row and earlier; days are UTC. */
export function continueByDate(live: LiveRun): void {
  live.followed.clear();
  become(live, { until: live.stoppedAt?.slice(0, 10) ?? null, cursor: { kind: 'first' } });
}
