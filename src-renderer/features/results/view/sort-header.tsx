/** What sorting adds to the grid's header. */
import { Text } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { mostSorts, type Sort } from '#shared/contract/view.ts';
import { isRightAligned } from '../grid/columns.ts';
import type { PlacedColumn } from '../grid/use-grid-columns.ts';
import type { HeaderExtras } from '../grid/GridHeader.tsx';

export function sortHeader(
  sort: readonly Sort[],
  onSort: (sort: Sort[]) => void,
): Pick<HeaderExtras, 'onName' | 'sortOf' | 'mark'> {
  const indexOf = (field: string): number => sort.findIndex((one) => one.field === field);
  return {
    onName: (column, adds) => onSort(sortBy(sort, firstSort(column), adds)),
    sortOf: ({ field }) => sort[indexOf(field)]?.direction,
    mark: ({ field }) => {
      const index = indexOf(field);
      const one = sort[index];
      if (one === undefined) return null;
      return <SortMark direction={one.direction} position={sort.length > 1 ? index + 1 : null} />;
    },
  };
}

interface SortMarkProps {
  direction: Sort['direction'];
  /** From 1; null if rows are sorted by one column only. */
  position: number | null;
}

/** An arrow beside a name, with its position if there are several. Screen readers get `aria-sort`. */
function SortMark({ direction, position }: SortMarkProps) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <Text
      component="span"
      display="inline-flex"
      flex="none"
      fz={11}
      lh="20px"
      fw={600}
      c="var(--accent-text)"
      style={{ alignItems: 'center' }}
      aria-hidden
    >
      <Arrow size={14} />
      {position}
    </Text>
  );
}

/**
 * The sort of the first click on a header: numbers in descending order, texts and dates in ascending
 * order.
 */
export const firstSort = ({ field, meaning }: Pick<PlacedColumn, 'field' | 'meaning'>): Sort => ({
  field,
  direction: isRightAligned(meaning) ? 'descending' : 'ascending',
});

/**
 * Returns the sort after a click on a header: first `first`, then reversed, then none. Replaces other
 * sorts, or with `adds` keeps them and its own position.
 */
export function sortBy(sort: readonly Sort[], first: Sort, adds: boolean): Sort[] {
  const known = sort.find(({ field }) => field === first.field);
  const next = known?.direction === first.direction ? [reversedSort(first)] : [];
  if (!adds) return known !== undefined && sort.length === 1 ? next : [first];
  if (known !== undefined) return sort.flatMap((one) => (one === known ? next : [one]));
  return sort.length === mostSorts ? [...sort] : [...sort, first];
}

export const reversed = (sort: readonly Sort[], field: string): Sort[] =>
  sort.map((one) => (one.field === field ? reversedSort(one) : one));

const reversedSort = ({ field, direction }: Sort): Sort => ({
  field,
  direction: direction === 'ascending' ? 'descending' : 'ascending',
});
