/** Why the rows shown are these, in this order: each reason with the view that is left without it. */
import type { Duplicates, View } from '#shared/contract/view.ts';
import { countOf } from '../../../components/words.ts';
import type { AskedColumn } from './conditions.ts';
import { reversed } from './sort.ts';
import { filterWords, labelOf, quoted } from './view-words.ts';

export interface ViewChip {
  key: string;
  text: string;
  /** Name of the button that takes it off. */
  remove: string;
  /** The view without it. */
  without: View;
  /** What a click on it does: edits that filter, or turns the order round. */
  onText:
    | { kind: 'edit'; filter: number }
    | { kind: 'reverse'; direction: 'ascending' | 'descending'; view: View }
    | null;
}

/**
 * In the order in which they take effect.
 * @param clock the time zone that dates are shown in.
 */
export function viewChips(
  view: View,
  columns: readonly AskedColumn[],
  duplicates: Duplicates | null,
  clock: string,
): ViewChip[] {
  const chips: ViewChip[] = view.filters.map((filter, place) => {
    const column = columns.find(({ field }) => field === filter.field) ?? null;
    const text = filterWords(filter, column, clock);
    return {
      key: `filter ${place}`,
      text,
      remove: `Remove the filter: ${text}`,
      without: { ...view, filters: view.filters.toSpliced(place, 1) },
      onText: { kind: 'edit', filter: place },
    };
  });
  if (view.search !== '') {
    chips.push({
      key: 'search',
      text: `Any cell contains ${quoted(view.search)}`,
      remove: 'Remove the search',
      without: { ...view, search: '' },
      onText: null,
    });
  }
  if (view.hideDuplicatesBy !== null) {
    chips.push({
      key: 'duplicates',
      text:
        duplicates === null
          ? 'Duplicates hidden'
          : `${countOf(duplicates.count, 'duplicate')} hidden`,
      remove: 'Show duplicates',
      without: { ...view, hideDuplicatesBy: null },
      onText: null,
    });
  }
  view.sort.forEach(({ field, direction }, place) => {
    const label = labelOf(columns, field);
    chips.push({
      key: `sort ${field}`,
      text: place === 0 ? `Sorted by ${label}` : `then by ${label}`,
      remove: `Don’t sort by ${label}`,
      without: { ...view, sort: view.sort.filter((one) => one.field !== field) },
      onText: { kind: 'reverse', direction, view: { ...view, sort: reversed(view.sort, field) } },
    });
  });
  return chips;
}

/** Without anything that leaves rows out; the order stays. */
export const withoutFilters = (view: View): View => ({ ...view, filters: [], search: '' });
