/** Where bars, their scale, the lines of an axis and what is not fetched yet stand, in px. Pure. */
import type { Filter } from '#shared/contract/view.ts';
import { countTicks } from '#renderer/components/chart/BarChart.tsx';
import type { NumberScale } from '#shared/contract/summary.ts';

export interface Bar {
  key: string;
  /** In full, for pointing at it and for screen readers. */
  label: string;
  /** From the bottom up; as many as there are series. */
  parts: readonly number[];
}

/** How many bars there would be room for on each side; nothing is known of them. */
export interface Unknown {
  before: number;
  after: number;
}

interface LayoutOptions {
  bars: readonly Bar[];
  unknown: Unknown;
  width: number;
  height: number;
  /** Without a scale at the side. */
  isSmall: boolean;
  /** Room for the words below. */
  bottom: number;
}

export interface BarsLayout {
  left: number;
  /** Of one bar with its share of the gaps. */
  slot: number;
  barWidth: number;
  /** Of the base line. */
  base: number;
  /** Of the highest tick. */
  top: number;
  ticks: readonly number[];
  /** From a count to px from the top. */
  y: (count: number) => number;
  /** From a bar's place to px from the left. */
  x: (place: number) => number;
}

const scaleWidth = 44;
const topRoom = 18;
const widestBar = 64;

export const sumOf = ({ parts }: Pick<Bar, 'parts'>): number =>
  parts.reduce((sum, part) => sum + part, 0);

/** All that the bars of a span have. */
export const sumIn = (bars: readonly Bar[], { from, to }: Span): number =>
  bars.slice(from, to + 1).reduce((sum, bar) => sum + sumOf(bar), 0);

export function layOut(options: LayoutOptions): BarsLayout {
  const { bars, unknown, width, height, isSmall, bottom } = options;
  const highest = Math.max(0, ...bars.map(sumOf));
  const ticks = isSmall ? [0, Math.max(1, highest)] : countTicks(highest);
  const left = isSmall ? 0 : scaleWidth;
  const [top, base] = [isSmall ? 2 : topRoom, height - bottom];
  const count = Math.max(1, bars.length + unknown.before + unknown.after);
  const slot = (width - left) / count;
  const most = ticks.at(-1) ?? 1;
  return {
    left,
    slot,
    barWidth: Math.min(widestBar, Math.max(0.5, slot - gapOf(slot))),
    base,
    top,
    ticks,
    y: (value) => base - (value / most) * (base - top),
    x: (place) => left + (unknown.before + place) * slot,
  };
}

/** A hair between narrow bars, a breath between wide ones. */
const gapOf = (slot: number): number => (slot < 3 ? slot * 0.2 : Math.max(1, slot * 0.1));

/** The bar at px from the left; the nearest one beside them. */
export function barAt(layout: BarsLayout, count: number, left: number): number {
  const place = Math.floor((left - layout.x(0)) / layout.slot);
  return Math.min(count - 1, Math.max(0, place));
}

/** Places of the first and the last one. */
export interface Span {
  from: number;
  to: number;
}

export interface Tick {
  /** In slots from the first bar's left edge. */
  at: number;
  main: string;
  /** In a second line; blank for none. */
  around?: string;
}

/** How the values of a column are spread over bars, and what choosing some of them means. */
export interface Spread {
  bars: readonly Bar[];
  /** Words below, by the width of a bar's slot. */
  ticks: (slot: number) => readonly Tick[];
  words: (chosen: Span) => string;
  filter: (chosen: Span) => Filter;
}

/** Where the choosing began, and the end that moves. */
export interface Choosing {
  anchor: number;
  moving: number;
}

export const spanOf = ({ anchor, moving }: Choosing): Span => ({
  from: Math.min(anchor, moving),
  to: Math.max(anchor, moving),
});

export const isIn = (span: Span | null, place: number): boolean =>
  span !== null && place >= span.from && place <= span.to;

/** What a key makes of it; null when the key means nothing here. */
export function choosingAfter(
  before: Choosing | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  count: number,
): Choosing | null {
  const moving = placeAfter(before?.moving ?? null, key, count);
  if (moving === null) return null;
  return { anchor: shiftKey && before !== null ? before.anchor : moving, moving };
}

function placeAfter(place: number | null, key: string, count: number): number | null {
  const within = (wanted: number): number => Math.min(count - 1, Math.max(0, wanted));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return place === null ? 0 : within(place + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return place === null ? count - 1 : within(place - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** A range of an axis that covers its numbers, and its lines. */
export interface Axis {
  from: number;
  to: number;
  ticks: readonly number[];
  scale: NumberScale;
}

/** `most` lines at most, the outer ones at or beyond the numbers. */
export function linearAxis(min: number, max: number, most: number): Axis {
  // Numbers have some 16 digits: lines closer than that to each other would be the same line.
  const closest = Math.max(Math.abs(min), Math.abs(max)) * 1e-10;
  const step = niceStep(Math.max((max - min) / Math.max(1, most - 1), closest)) || 1;
  const first = Math.floor(min / step);
  const last = Math.max(first + 1, Math.ceil(max / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, place) =>
    tidy((first + place) * step),
  );
  return { from: ticks[0]!, to: ticks.at(-1)!, ticks, scale: 'linear' };
}

/** Powers of ten, and 0 where it is among the numbers; places go by log(1 + number). */
export function logAxis(min: number, max: number): Axis {
  const last = Math.max(0, Math.ceil(Math.log10(Math.max(max, 1))));
  const powers = Array.from({ length: last + 1 }, (_, power) => 10 ** power);
  const from = min < 1 ? 0 : (powers.findLast((power) => power <= min) ?? 0);
  const to = powers.at(-1)!;
  const ticks = [...(from === 0 ? [0] : []), ...powers.filter((power) => power >= from)];
  return { from, to: to > from ? to : from + 1, ticks, scale: 'log' };
}

/** Where a number lies on an axis: 0 at its beginning, 1 at its end. */
export function placeOn({ from, to, scale }: Axis, value: number): number {
  const place = scale === 'log' ? Math.log1p : (number: number) => number;
  return (place(value) - place(from)) / (place(to) - place(from));
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  if (!(power > 0)) return 0;
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

const tidy = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(12));
