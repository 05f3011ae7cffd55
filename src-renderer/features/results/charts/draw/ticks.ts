/** Where an axis of numbers has its lines: few of them, at numbers that people count in. */
import type { NumberScale } from '#shared/contract/summary.ts';

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
