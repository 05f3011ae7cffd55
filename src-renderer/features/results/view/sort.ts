/** Sorting by clicks and keys on headers. Pure. */
import type { Sort } from '#shared/contract/view.ts';

/** The contract's limit. */
export const mostSorts = 8;

/**
 * The sort after a click on a field: ascending, then descending, then off. Alone, or with `adds`
 * beside the others, where it keeps its place.
 */
export function sortBy(sort: readonly Sort[], field: string, adds: boolean): Sort[] {
  const known = sort.find((one) => one.field === field);
  if (!adds) {
    const isAlone = known !== undefined && sort.length === 1;
    return isAlone ? next(known) : [{ field, direction: 'ascending' }];
  }
  if (known !== undefined) return sort.flatMap((one) => (one === known ? next(one) : [one]));
  return sort.length === mostSorts ? [...sort] : [...sort, { field, direction: 'ascending' }];
}

const next = ({ field, direction }: Sort): Sort[] =>
  direction === 'ascending' ? [{ field, direction: 'descending' }] : [];

export function reversed(sort: readonly Sort[], field: string): Sort[] {
  return sort.map((one) =>
    one.field === field
      ? { field, direction: one.direction === 'ascending' ? 'descending' : 'ascending' }
      : one,
  );
}
