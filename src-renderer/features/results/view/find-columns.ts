/** Columns by a part of their word or their name. Pure. */
import type { AskedColumn } from './conditions.ts';

/** Those that begin so come first, else in the order given: “posted” means *Posted*. */
export function findColumns(columns: readonly AskedColumn[], search: string): AskedColumn[] {
  const sought = search.trim().toLowerCase();
  const rank = ({ label, field }: AskedColumn): number => {
    const names = [label.toLowerCase(), field.toLowerCase()];
    if (names.some((name) => name.startsWith(sought))) return 0;
    return names.some((name) => name.includes(sought)) ? 1 : 2;
  };
  return [0, 1].flatMap((wanted) => columns.filter((column) => rank(column) === wanted));
}
