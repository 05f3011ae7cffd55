/**
 * When things were posted. A timeline is an endless sequence of cells, each with a fixed moment: as the
 * clock advances, new cells appear at the top and earlier posts don't change. Any cell is found without
 * walking through the others. Moments are seconds since 1970.
 */
import { createDice } from './dice.ts';
import type { List } from './dice.ts';

export const daySeconds = 86_400;
/** Cycles of activity: the hour, the weekday and a longer one. The weights add up to less than 1. */
const waves = [
  { seconds: daySeconds, weight: 0.4 },
  { seconds: 7 * daySeconds, weight: 0.2 },
  { seconds: 37 * daySeconds, weight: 0.25 },
];

export interface Timeline {
  /** The moment in a cell. A later cell has a later second. */
  secondAt: (cell: number) => number;
  /** The last cell whose moment is not after the given second. */
  lastCellAt: (second: number) => number;
}

/** A timeline with one post every `gap` seconds on average (40 at least). */
export function createTimeline(key: string, gap: number): Timeline {
  const dice = createDice(key, 'waves');
  const swings = waves.map(({ seconds, weight }) => {
    const period = Math.max(seconds / gap, 2);
    return {
      perCell: (2 * Math.PI) / period,
      phase: dice.float() * 2 * Math.PI,
      height: (weight * gap * period) / (2 * Math.PI),
    };
  });
  const edge = (cell: number): number =>
    swings.reduce(
      (second, { height, perCell, phase }) => second + height * Math.sin(cell * perCell + phase),
      cell * gap,
    );
  const secondAt = (cell: number): number => {
    const start = edge(cell);
    const within = 0.1 + 0.8 * createDice(key, cell).float();
    return Math.floor(start + within * (edge(cell + 1) - start));
  };
  const reach = swings.reduce((total, swing) => total + swing.height, 0) / gap + 2;
  const lastCellAt = (second: number): number => {
    const [low, high] = [Math.floor(second / gap - reach), Math.ceil(second / gap + reach)];
    return low - 1 + countWhile(high - low, (index) => secondAt(low + index) <= second);
  };
  return { secondAt, lastCellAt };
}

/** How many of the first numbers below `limit` satisfy a condition that no number after them does. */
export function countWhile(limit: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const isoMoment = (second: number): string => new Date(second * 1000).toISOString();

/** The first and the last second of a day written YYYY-MM-DD. */
const firstSecond = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
const lastSecond = (day: string): number => firstSecond(day) + daySeconds - 1;

/** The cells from one moment to another, newest first. */
export function cellsBetween({ lastCellAt }: Timeline, opened: number, now: number): List<number> {
  const top = lastCellAt(now);
  return { total: Math.max(0, top - lastCellAt(opened - 1)), at: (index) => top - index };
}

/** Restricts a list, newest first, to days; both are included, and all if none is given. */
export function withinDays<One>(
  list: List<One>,
  secondOf: (one: One) => number,
  { since, until }: { since?: string | undefined; until?: string | undefined },
): List<One> {
  const { at, total } = list;
  const after = (last: number): number => countWhile(total, (index) => secondOf(at(index)) > last);
  const first = until === undefined ? 0 : after(lastSecond(until));
  const end = since === undefined ? total : after(firstSecond(since) - 1);
  return { total: Math.max(0, end - first), at: (index) => at(first + index) };
}
