/** What bars stand for, which are selected, and the lines of an axis. Pure. */
import type { Filter } from '#shared/contract/view.ts';
import { sumOf, type Bar, type BarsLayout } from '#renderer/components/chart/bars.ts';
import type { NumberScale } from '#shared/contract/summary.ts';

/** Returns the bar at `left`, in px; beside the bars, the nearest one. */
export function barAt(layout: BarsLayout, count: number, left: number): number {
  const index = Math.floor((left - layout.x(0)) / layout.slot);
  return Math.min(count - 1, Math.max(0, index));
}

/** Returns the sum of the bars of a span. */
export const sumIn = (bars: readonly Bar[], { from, to }: Span): number =>
  bars.slice(from, to + 1).reduce((sum, bar) => sum + sumOf(bar), 0);

/** Indices of the first and the last bar. */
export interface Span {
  from: number;
  to: number;
}

export interface Tick {
  /** In slots from the first bar's left edge. */
  at: number;
  main: string;
  /** Second line; blank for none. */
  around?: string;
}

/** The spread of a column's values over bars, and the meaning of selected ones. */
export interface Spread {
  /** Changes with what the bars stand for. */
  key: string;
  bars: readonly Bar[];
  /** Labels below, by the width of a bar's slot. */
  ticks: (slot: number) => readonly Tick[];
  words: (chosen: Span) => string;
  filter: (chosen: Span) => Filter;
}

/** The start of a selection, and the end that moves. */
export interface Choosing {
  anchor: number;
  moving: number;
}

export const spanOf = ({ anchor, moving }: Choosing): Span => ({
  from: Math.min(anchor, moving),
  to: Math.max(anchor, moving),
});

export const isIn = (span: Span | null, index: number): boolean =>
  span !== null && index >= span.from && index <= span.to;

/** Returns the selection after a key; null if the key does nothing here. */
export function choosingAfter(
  before: Choosing | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  count: number,
): Choosing | null {
  const last = count - 1;
  const [next, previous] =
    before === null
      ? [0, last]
      : [Math.min(last, before.moving + 1), Math.max(0, before.moving - 1)];
  const moving = new Map([
    ['ArrowRight', next],
    ['ArrowDown', next],
    ['ArrowLeft', previous],
    ['ArrowUp', previous],
    ['Home', 0],
    ['End', last],
  ]).get(key);
  if (moving === undefined) return null;
  return { anchor: shiftKey && before !== null ? before.anchor : moving, moving };
}

/** The range of an axis that covers its numbers, and its lines. */
export interface Axis {
  from: number;
  to: number;
  ticks: readonly number[];
  scale: NumberScale;
}

/** Returns an axis with at most `most` lines, the outer ones at or beyond the numbers. */
export function linearAxis(min: number, max: number, most: number): Axis {
  // Numbers have some 16 digits: closer lines would coincide.
  const closest = Math.max(Math.abs(min), Math.abs(max)) * 1e-10;
  const step = niceStep(Math.max((max - min) / Math.max(1, most - 1), closest)) || 1;
  const first = Math.floor(min / step);
  const last = Math.max(first + 1, Math.ceil(max / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    tidy((first + index) * step),
  );
  return { from: ticks[0]!, to: ticks.at(-1)!, ticks, scale: 'linear' };
}

/**
 * Returns an axis with powers of ten, and 0 if the numbers include it; positions follow log(1 +
 * number).
 */
export function logAxis(min: number, max: number): Axis {
  const last = Math.max(0, Math.ceil(Math.log10(Math.max(max, 1))));
  const powers = Array.from({ length: last + 1 }, (_, power) => 10 ** power);
  const from = min < 1 ? 0 : (powers.findLast((power) => power <= min) ?? 0);
  const to = powers.at(-1)!;
  const ticks = [...(from === 0 ? [0] : []), ...powers.filter((power) => power >= from)];
  return { from, to: to > from ? to : from + 1, ticks, scale: 'log' };
}

/** Returns the position of a number on an axis: 0 at its start, 1 at its end. */
export function positionOn({ from, to, scale }: Axis, value: number): number {
  const project = scale === 'log' ? Math.log1p : (number: number) => number;
  return (project(value) - project(from)) / (project(to) - project(from));
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  if (!(power > 0)) return 0;
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

const tidy = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(12));
