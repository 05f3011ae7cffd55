/**
 * When things were posted. A timeline is an endless sequence of cells, each with a fixed moment: as the
 * clock advances, new cells appear at the top and earlier posts don't change. Any cell is found without
 * walking through the others.
 */
import { createDice } from './dice.ts';

const daySeconds = 86_400;
/** Cycles of activity: the hour, the weekday and a longer one. The weights add up to less than 1. */
const waves = [
  { seconds: daySeconds, weight: 0.4 },
  { seconds: 7 * daySeconds, weight: 0.2 },
  { seconds: 37 * daySeconds, weight: 0.25 },
];

export interface Timeline {
  /** The moment in a cell, in seconds since 1970. A later cell has a later second. */
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
  const edge = (cell: number): number => {
    let second = cell * gap;
    for (const swing of swings) {
      second += swing.height * Math.sin(cell * swing.perCell + swing.phase);
    }
    return second;
  };
  const secondAt = (cell: number): number => {
    const start = edge(cell);
    const within = 0.1 + 0.8 * createDice(key, cell).float();
    return Math.floor(start + within * (edge(cell + 1) - start));
  };
  const reach = swings.reduce((total, swing) => total + swing.height, 0) / gap + 2;
  const lastCellAt = (second: number): number => {
    let low = Math.floor(second / gap - reach);
    let high = Math.ceil(second / gap + reach);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (secondAt(middle) <= second) low = middle;
      else high = middle;
    }
    return low;
  };
  return { secondAt, lastCellAt };
}

// Moments as the service writes them. Seconds are counted since 1970.

export const isoMoment = (second: number): string => new Date(second * 1000).toISOString();
export const isoDay = (second: number): string => isoMoment(second).slice(0, 10);

/** The first and the last second of a day written YYYY-MM-DD. */
export const firstSecond = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
export const lastSecond = (day: string): number => firstSecond(day) + 86_399;

/** The three members that every dated item of photoshare, forum and shortvideo has. */
export const creation = (second: number) => ({
  createdAt: isoMoment(second),
  createdAtTimestamp: second,
  createdAtDate: isoDay(second),
});
