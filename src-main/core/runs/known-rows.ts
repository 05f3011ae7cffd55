/** Detects rows that an earlier run has, or that are older, to stop where nothing new follows. */
import type { Resource } from '#shared/catalogue/types.ts';
import { newestFirstField } from '#shared/query/newest-first.ts';
import type { Query } from '#shared/query/types.ts';
import type { JsonObject } from '../json/index.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { IdTable } from '../store/id-table.ts';
import { asRow, identityOf, momentOf } from './as-row.ts';
import { shownSeqs } from './live-run.ts';
import type { KeptRows, KnownRows, LiveRun } from './live-run.ts';

/** Whether rows of a question have IDs. */
export const hasIds = ({ fields }: Query, { identity }: Pick<Resource, 'identity'>): boolean =>
  fields.length === 0 || fields.includes(identity);

/**
 * Reads all rows of a run.
 * @throws ProblemError if the items of either have no IDs: none would be known, and all pages fetched.
 */
export async function knownRowsOf(earlier: LiveRun, query: Query): Promise<KnownRows> {
  const { identity } = earlier.resource;
  const timeField = newestFirstField(earlier.endpoint, query);
  const timeOf = (row: JsonObject | null): number | null => {
    const value = timeField === null ? undefined : row?.[timeField];
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
      const id = identityOf(asRow(item), identity);
      return id !== null && ids.get(id) !== null;
    },
    isOld: (item) => (timeOf(asRow(item)) ?? Infinity) <= newest,
  };
}

/**
 * Returns whether nothing new follows a page: its last row is no newer than those that are known, all its
 * rows are known, or a later page begins with one. On the first page a single known row may just be pinned
 * at the top. An earlier run may be shorter than a page, and some of its rows may be gone, so that no page
 * ever consists of its rows alone or begins with one.
 */
export function isNothingNewAfter({ knownRows: known, list }: LiveRun, kept: KeptRows): boolean {
  const [first, ...others] = kept?.items ?? [];
  if (known === null || kept === null || first === undefined) return false;
  // Times of a list's earlier run are of all its inputs.
  if (list === null && known.isOld(others.at(-1) ?? first)) return true;
  if (!known.has(first)) return false;
  const isLaterPage = list === null && kept.firstRow > 0;
  return isLaterPage || others.every(known.has);
}
