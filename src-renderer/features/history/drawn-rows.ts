/** Which rows of a long list are drawn, and where: heights are known, so nothing is measured. */
import type { ListRow } from './run-rows.ts';
import { rowHeight } from './run-rows.ts';

/** Tops in px of every row, and below the last one the height of all. */
export function rowTops(rows: readonly ListRow[]): readonly number[] {
  const tops = [0];
  let top = 0;
  for (const { kind } of rows) tops.push((top += rowHeight[kind]));
  return tops;
}

/** The last row that begins at or above `y` px. */
export function rowAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = tops.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

/** Px drawn above and below what is seen: a turn of the wheel finds rows there. */
const around = 600;

/** Rows to draw, in order, with the row where Tab stops wherever it is. */
export function drawnRows(
  tops: readonly number[],
  scrollTop: number,
  height: number,
  stop: number | undefined,
): readonly number[] {
  const first = rowAt(tops, scrollTop - around);
  const last = rowAt(tops, scrollTop + height + around);
  const seen = Array.from({ length: last - first + 1 }, (_, step) => first + step);
  if (stop === undefined || (stop >= first && stop <= last)) return seen;
  return stop < first ? [stop, ...seen] : [...seen, stop];
}
