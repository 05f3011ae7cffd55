/** What sorting and filtering add to the grid's header. */
import { Text } from '@mantine/core';
import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import { useMemo } from 'react';
import { mostFilters, mostSorts, type Sort, type View } from '#shared/contract/view.ts';
import { isRightAligned } from '../grid/columns.ts';
import type { PlacedColumn } from '../grid/use-grid-columns.ts';
import { plainHeader, type HeaderExtras } from '../grid/GridHeader.tsx';

const directions = [
  { direction: 'ascending', icon: ArrowUp },
  { direction: 'descending', icon: ArrowDown },
] as const;

/** `view` null: rows are shown in the order of arrival and can't be sorted. */
export function useSortHeader(
  view: View | null,
  onChange: (change: Partial<View>) => void,
  onFilter: (field: string) => void,
): HeaderExtras {
  const sort = view?.sort;
  const isFull = (view?.filters.length ?? 0) >= mostFilters;
  return useMemo(() => {
    if (sort === undefined) return plainHeader;
    const indexOf = (field: string): number => sort.findIndex((one) => one.field === field);
    return {
      ...plainHeader,
      onName: (column, adds) => onChange({ sort: sortBy(sort, firstSort(column), adds) }),
      sortOf: ({ field }) => sort[indexOf(field)]?.direction,
      menuItems: ({ field }) => [
        // The current sort isn't offered: the menu only has possible actions.
        ...directions
          .filter(
            ({ direction }) => sort.length !== 1 || sort[indexOf(field)]?.direction !== direction,
          )
          .map(({ direction, icon }) => ({
            label: `Sort ${direction}`,
            icon,
            act: () => onChange({ sort: [{ field, direction }] }),
          })),
        { label: 'Filter…', icon: ListFilter, isDisabled: isFull, act: () => onFilter(field) },
      ],
      mark: ({ field }) => {
        const index = indexOf(field);
        const one = sort[index];
        if (one === undefined) return null;
        return <SortMark direction={one.direction} position={sort.length > 1 ? index + 1 : null} />;
      },
    };
  }, [sort, isFull, onChange, onFilter]);
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
