/** Views compared by what they mean. */
import type { View } from '#shared/contract/view.ts';

/** The same text for the same view, however its members are arranged. */
export function canonicalView({ filters, search, sort, hideDuplicatesBy }: View): string {
  const sorted = [...filters, ...sort].map((part) => Object.entries(part).toSorted(byName));
  return JSON.stringify([sorted, search, hideDuplicatesBy]);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
