/** What sorting and filtering put into the grid's header. */
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

/** Null: the rows are shown as they arrived, and nothing sorts them. */
export function useSortHeader(
  view: View | null,
  onChange: (change: Partial<View>) => void,
  onFilter: (field: string) => void,
): HeaderExtras {
  const sort = view?.sort;
  const isFull = (view?.filters.length ?? 0) >= mostFilters;
  return useMemo(() => {
    if (sort === undefined) return plainHeader;
    const placeOf = (field: string): number => sort.findIndex((one) => one.field === field);
    return {
      ...plainHeader,
      onName: (column, adds) => onChange({ sort: sortBy(sort, firstSort(column), adds) }),
      sortOf: ({ field }) => sort[placeOf(field)]?.direction,
      menuItems: ({ field }) => [
        // What is so already is not offered: the menu begins with what can be done.
        ...directions
          .filter(
            ({ direction }) => sort.length !== 1 || sort[placeOf(field)]?.direction !== direction,
          )
          .map(({ direction, icon }) => ({
            label: `Sort ${direction}`,
            icon,
            act: () => onChange({ sort: [{ field, direction }] }),
          })),
        { label: 'Filter…', icon: ListFilter, isDisabled: isFull, act: () => onFilter(field) },
      ],
      mark: ({ field }) => {
        const place = placeOf(field);
        const one = sort[place];
        if (one === undefined) return null;
        return <SortMark direction={one.direction} place={sort.length > 1 ? place + 1 : null} />;
      },
    };
  }, [sort, isFull, onChange, onFilter]);
}

interface SortMarkProps {
  direction: Sort['direction'];
  /** From 1; null where only one column is sorted by. */
  place: number | null;
}

/** An arrow beside a name, and which of several it is. `aria-sort` says it to those who listen. */
function SortMark({ direction, place }: SortMarkProps) {
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
      {place}
    </Text>
  );
}

/** How the first click on a header sorts: numbers largest first, texts and dates from the start. */
export const firstSort = ({ field, meaning }: Pick<PlacedColumn, 'field' | 'meaning'>): Sort => ({
  field,
  direction: isRightAligned(meaning) ? 'descending' : 'ascending',
});

/**
 * The sort after a click on a header: as `first` says, then the other way round, then off. Alone,
 * or with `adds` beside the others, where it keeps its place.
 */
export function sortBy(sort: readonly Sort[], first: Sort, adds: boolean): Sort[] {
  const known = sort.find(({ field }) => field === first.field);
  const next = known?.direction === first.direction ? [turned(first)] : [];
  if (!adds) return known !== undefined && sort.length === 1 ? next : [first];
  if (known !== undefined) return sort.flatMap((one) => (one === known ? next : [one]));
  return sort.length === mostSorts ? [...sort] : [...sort, first];
}

export const reversed = (sort: readonly Sort[], field: string): Sort[] =>
  sort.map((one) => (one.field === field ? turned(one) : one));

const turned = ({ field, direction }: Sort): Sort => ({
  field,
  direction: direction === 'ascending' ? 'descending' : 'ascending',
});
