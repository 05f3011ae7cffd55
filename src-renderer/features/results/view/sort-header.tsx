/** What sorting and filtering put into the grid's header. */
import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import { useMemo } from 'react';
import type { View } from '#shared/contract/view.ts';
import { plainHeader, type HeaderExtras } from '../grid/header-extras.ts';
import { mostFilters } from './conditions.ts';
import { sortBy } from './sort.ts';
import { SortMark } from './SortMark.tsx';

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
      onName: ({ field }, adds) => onChange({ sort: sortBy(sort, field, adds) }),
      sortOf: ({ field }) => sort[placeOf(field)]?.direction,
      menuItems: ({ field }) => [
        ...directions.map(({ direction, icon }) => ({
          label: `Sort ${direction}`,
          icon,
          isDisabled: sort.length === 1 && sort[placeOf(field)]?.direction === direction,
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
