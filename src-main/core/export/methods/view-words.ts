/** A view in sentences, for the methods sheet. */
import { assertNever } from '#shared/assert-never.ts';
import type { Filter, View } from '#shared/contract/view.ts';

export function viewWords(view: View): string[] {
  return [
    ...view.filters.map((filter) => `Only rows in which ${filterWords(filter)}.`),
    ...(view.search === ''
      ? []
      : [`Only rows in which any column contains “${view.search}”, whatever the case.`]),
    ...(view.hideDuplicatesBy === null
      ? []
      : [
          `Of rows with the same ${view.hideDuplicatesBy}, only the first that came; of several runs, that of the first.`,
        ]),
    view.sort.length === 0
      ? 'In the order in which they came.'
      : `Sorted by ${view.sort.map(({ field, direction }) => `${field}, ${direction}`).join('; then by ')}. Empty cells come last, what is equal in the order in which it came.`,
  ];
}

function filterWords(filter: Filter): string {
  const { field } = filter;
  switch (filter.kind) {
    case 'contains':
      return `${field} contains “${filter.text}”, whatever the case`;
    case 'is':
      return `${field} is “${filter.value}”`;
    case 'isNot':
      return `${field} is not “${filter.value}”`;
    case 'isEmpty':
      return `${field} is missing, null or empty`;
    case 'isNotEmpty':
      return `${field} is neither missing, null nor empty`;
    case 'number':
      return `${field} is a number ${between(filter.min, filter.max)}`;
    case 'date':
      return `${field} is a date ${between(filter.from, filter.to)} (${filter.timeZone})`;
    case 'oneOf':
      return `${field} is one of ${filter.values.map((value) => `“${value}”`).join(', ')}`;
    default:
      return assertNever(filter);
  }
}

function between(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `from ${from} to ${to}, both included`;
  if (from !== null) return `from ${from} on`;
  return to === null ? 'of any size' : `up to ${to}, included`;
}
