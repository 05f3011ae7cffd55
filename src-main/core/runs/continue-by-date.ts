/**
 * Continues a run whose cursor is lost. A cursor is valid for one session (specification, Limits), but
 * dates outlive it. If rows are newest first, the question is asked again up to the day of the last
 * row. That day’s rows arrive twice, because a day is the smallest unit (specification, Parameter
 * conventions): they are stored like all rows, and the window hides duplicates.
 */
import { memberOf, newestFirstField } from '#shared/catalogue/types.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import { runStates } from '#shared/contract/run-states.ts';
import type { Query } from '#shared/query/types.ts';
import { asObject } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { IdTable } from '../store/id-table.ts';
import { become, momentOf, shownSeqs } from './live-run.ts';
import { identityOf } from '../store/own-values.ts';
import type { KnownRows, LiveRun } from './live-run.ts';

/**
 * Returns the time of a page's last row if the run can be continued from it by date, else null. Rows
 * in another order than newest first would leave a gap.
 */
export function reachedWith(live: LiveRun, items: readonly JsonValue[]): string | null {
  const field = timeField(live);
  if (field === null) return null;
  const times = items.map((item) => momentOf(memberOf(asObject(item), field)));
  const isInOrder = times.every((time, at) => {
    const before = at === 0 ? time : times[at - 1];
    return time !== null && before != null && time <= before;
  });
  const last = times.at(-1);
  const reached = isInOrder && last != null ? new Date(last).toISOString() : null;
  // Records have years of four digits.
  return reached !== null && /^\d/.test(reached) ? reached : null;
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

export const canContinueByDate = ({ state, stored }: LiveRun): boolean =>
  stored.contents.reached !== null && runStates[state.kind].byDate === true && !stored.readOnly;

/** Limits the run's next pages to the day of its last row and earlier; days are UTC. */
export function continueByDate(live: LiveRun): void {
  live.followed.clear();
  become(live, {
    until: live.stored.contents.reached?.slice(0, 10) ?? null,
    cursor: { kind: 'first' },
  });
}

// Detects rows that an earlier run has, or that are older, to stop where nothing new follows.

/** Whether rows of a question have IDs. */
export const hasIds = ({ fields }: Query, { identity }: Pick<Resource, 'identity'>): boolean =>
  fields.length === 0 || fields.includes(identity);

/**
 * Reads all rows of a run.
 * @throws ProblemError if the items of either have no IDs: none would be known, and all pages fetched.
 */
export async function knownRowsOf(earlier: LiveRun, query: Query): Promise<KnownRows> {
  const { identity } = earlier.resource;
  const field = newestFirstField(earlier.endpoint, query);
  const timeOf = (row: JsonObject | null | undefined): number | null => {
    const value = field === null ? undefined : row?.[field];
    return typeof value === 'number' ? value : momentOf(value);
  };
  let newest = -Infinity;
  if (!hasIds(query, earlier.resource) || !hasIds(earlier.query, earlier.resource)) {
    const sentence = 'To stop at rows you already have, both questions must include the ID field.';
    throw new ProblemError(invalidInput(sentence, 'fields'));
  }
  const ids = new IdTable(earlier.stored.rowCount);
  for await (const batch of earlier.stored.rowBatches(shownSeqs(earlier))) {
    for (const { row } of batch) {
      const id = identityOf(row, identity);
      if (id !== null) ids.add(id, 0);
      newest = Math.max(newest, timeOf(row) ?? -Infinity);
    }
  }
  return {
    has: (item) => {
      const id = identityOf(asObject(item), identity);
      return id !== null && ids.get(id) !== null;
    },
    isOld: (item) => (timeOf(asObject(item)) ?? Infinity) <= newest,
  };
}

/**
 * Returns whether nothing new follows a page: its last row is no newer than those that are known, all its
 * rows are known, or a later page begins with one. On the first page a single known row may just be pinned
 * at the top. An earlier run may be shorter than a page, and some of its rows may be gone, so that no page
 * ever consists of its rows alone or begins with one.
 */
export function isNothingNewAfter(
  { knownRows: known, stored }: Pick<LiveRun, 'knownRows'> & { stored: { rowCount: number } },
  items: readonly JsonObject[],
): boolean {
  const [first, ...others] = items;
  if (known === null || first === undefined) return false;
  if (known.isOld(others.at(-1) ?? first)) return true;
  if (!known.has(first)) return false;
  const isLaterPage = stored.rowCount > 0;
  return isLaterPage || others.every(known.has);
}
