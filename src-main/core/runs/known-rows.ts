/** Detects by their IDs rows that an earlier run has, to stop where nothing new follows. */
import type { Resource } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import type { JsonValue } from '../json/index.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { IdTable } from '../store/id-table.ts';
import { asRow, identityOf } from './as-row.ts';
import { shownSeqs } from './live-run.ts';
import type { KeptRows, LiveRun } from './live-run.ts';

/** Whether rows of a question have IDs. */
export const hasIds = ({ fields }: Query, { identity }: Pick<Resource, 'identity'>): boolean =>
  fields.length === 0 || fields.includes(identity);

/**
 * Reads all rows of a run. Returns a function that tests whether an item of the same question is among
 * them.
 * @throws ProblemError if the items of either have no IDs: none would be known, and all pages fetched.
 */
export async function knownRowsOf(
  earlier: LiveRun,
  query: Query,
): Promise<(item: JsonValue) => boolean> {
  const { identity } = earlier.resource;
  if (!hasIds(query, earlier.resource) || !hasIds(earlier.query, earlier.resource)) {
    const sentence = 'To stop at rows you already have, both questions must include the ID field.';
    throw new ProblemError(invalidInput(sentence, 'fields'));
  }
  const ids = new IdTable(earlier.stored.rowCount);
  for await (const batch of earlier.stored.rowBatches(shownSeqs(earlier))) {
    for (const { row } of batch) {
      const id = identityOf(row, identity);
      if (id !== null) ids.add(id, 0);
    }
  }
  return (item) => {
    const id = identityOf(asRow(item), identity);
    return id !== null && ids.get(id) !== null;
  };
}

/**
 * Returns whether nothing new follows a page: all its rows are known, or a later page begins with one. On
 * the first page a single known row may just be pinned at the top. An earlier run may be shorter than a
 * page, so that no page ever consists of its rows alone.
 */
export function isNothingNewAfter({ isKnown, list }: LiveRun, kept: KeptRows): boolean {
  const [first, ...others] = kept?.items ?? [];
  if (isKnown === null || kept === null || first === undefined || !isKnown(first)) return false;
  const isLaterPage = list === null && kept.firstRow > 0;
  return isLaterPage || others.every(isKnown);
}
