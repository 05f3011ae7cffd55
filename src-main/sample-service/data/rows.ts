/** Rows of an answer, generated one by one when a page needs them. */
import type { Item, Json } from '../answers.ts';
import { firstSecond, lastSecond } from './timeline.ts';
import type { Timeline } from './timeline.ts';
import type { World } from './memory.ts';

export interface Rows {
  kind: 'rows';
  total: number;
  at: (index: number) => Item;
  /** Members of the envelope beside the rows, such as `parent_comment`. */
  extra?: Readonly<Record<string, Json>>;
}

/** The requested item does not exist: 404 with the message. */
export interface Missing {
  kind: 'missing';
  message: string;
}

/** A valid question: values by canonical key, blank ones left out. */
export interface Ask {
  world: World;
  /** Seconds since 1970 at the first page: later pages show the same moment. */
  now: number;
  values: Readonly<Record<string, string>>;
}

export type Question = (ask: Ask) => Rows | Missing;

export const noRows: Rows = { kind: 'rows', total: 0, at: () => ({}) };
export const missing = (message: string): Missing => ({ kind: 'missing', message });
export const oneRow = (item: Item): Rows => ({ kind: 'rows', total: 1, at: () => item });

export interface Stretch {
  /** The newest cell. */
  top: number;
  total: number;
}

interface StretchLimits {
  /** The moment of the request. */
  now: number;
  /** Nothing is older than this. */
  opened: number;
  most: number;
  /** Days, both included. */
  since?: string | undefined;
  until?: string | undefined;
}

/** The cells of a timeline that a question covers, newest first. */
export function stretchOf(timeline: Timeline, limits: StretchLimits): Stretch {
  const { now, opened, most, since, until } = limits;
  const newest = until === undefined ? now : Math.min(now, lastSecond(until));
  const oldest = since === undefined ? opened : Math.max(opened, firstSecond(since));
  const top = timeline.lastCellAt(newest);
  const below = timeline.lastCellAt(oldest - 1);
  return { top, total: Math.max(0, Math.min(most, top - below)) };
}

/**
 * Restricts rows listed newest first to those between two days, both included; all if no day is given.
 * `secondAt` returns when a row was posted.
 */
export function withinDays(
  rows: Rows,
  secondAt: (index: number) => number,
  { since, until }: { since?: string | undefined; until?: string | undefined },
): Rows {
  const firstBefore = (second: number): number => {
    let [low, high] = [0, rows.total];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (secondAt(middle) < second) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const first = until === undefined ? 0 : firstBefore(lastSecond(until) + 1);
  const end = since === undefined ? rows.total : firstBefore(firstSecond(since));
  return { ...rows, total: Math.max(0, end - first), at: (index) => rows.at(first + index) };
}

/**
 * Any order other than by time, at any depth for the cost of one block: within each block of rows, those
 * with a higher score are first.
 */
export function byScore(
  total: number,
  blockSize: number,
  scoreOf: (index: number) => number,
): (index: number) => number {
  const blocks = new Map<number, number[]>();
  return (index) => {
    const block = Math.floor(index / blockSize);
    let order = blocks.get(block);
    if (order === undefined) {
      const start = block * blockSize;
      const scores = Array.from({ length: Math.min(blockSize, total - start) }, (_, offset) => ({
        index: start + offset,
        score: scoreOf(start + offset),
      }));
      order = scores.toSorted((one, other) => other.score - one.score).map((row) => row.index);
      blocks.set(block, order);
    }
    return order[index - block * blockSize] ?? index;
  };
}
