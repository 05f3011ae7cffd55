/** Where bars and the lines of their scale are, in px: one geometry for all of them. Pure. */
import { grouping } from '../words.ts';

export interface Bar {
  key: string;
  /** The full label, for the tooltip and for screen readers. */
  label: string;
  /** From the bottom up, one for each series. */
  parts: readonly number[];
}

/** How many bars would fit on each side, about which nothing is known. */
export interface Unknown {
  before: number;
  after: number;
}

interface LayoutOptions {
  bars: readonly Pick<Bar, 'parts'>[];
  unknown?: Unknown;
  width: number;
  height: number;
  /** Without a scale at the side: as high as its highest bar. */
  isSmall: boolean;
  /** Space for the scale, for counts above bars, and for the labels below. */
  room: { left: number; top: number; bottom: number };
  widest?: number;
}

export interface BarsLayout {
  left: number;
  /** Width of one bar including its share of the gaps. */
  slot: number;
  barWidth: number;
  /** Position of the base line. */
  base: number;
  /** Position of the highest tick. */
  top: number;
  ticks: readonly number[];
  /** Converts a count to px from the top. */
  y: (count: number) => number;
  /** Converts a bar's index to px from the left. */
  x: (index: number) => number;
}

const nothingUnknown: Unknown = { before: 0, after: 0 };

export const sumOf = ({ parts }: Pick<Bar, 'parts'>): number =>
  parts.reduce((sum, part) => sum + part, 0);

/** "English 40, Spanish 32". */
export const partsWords = ({ parts }: Pick<Bar, 'parts'>, series: readonly string[]): string =>
  parts
    .flatMap((count, part) => (count > 0 ? [`${series[part] ?? ''} ${grouping(count)}`] : []))
    .join(', ');

export function layOut(options: LayoutOptions): BarsLayout {
  const { bars, unknown = nothingUnknown, width, height, isSmall, room, widest = 64 } = options;
  const highest = Math.max(0, ...bars.map(sumOf));
  const ticks = isSmall ? [0, Math.max(1, highest)] : countTicks(highest);
  const { left, top } = room;
  const base = height - room.bottom;
  const count = Math.max(1, bars.length + unknown.before + unknown.after);
  const slot = (width - left) / count;
  const most = ticks.at(-1) ?? 1;
  return {
    left,
    slot,
    barWidth: Math.min(widest, Math.max(0.5, slot - gapOf(slot))),
    base,
    top,
    ticks,
    y: (value) => base - (value / most) * (base - top),
    x: (index) => left + (unknown.before + index) * slot,
  };
}

/** Returns the gap between bars: tiny for narrow ones, larger for wide ones. */
const gapOf = (slot: number): number => (slot < 3 ? slot * 0.2 : Math.max(1, slot * 0.1));

export interface BarRect {
  /** Index of its series. */
  part: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns the visible parts of a bar, stacked. Even the smallest is visible; a gap of 1 px separates
 * parts of similar colours.
 */
export function rectsOf(
  { parts }: Pick<Bar, 'parts'>,
  index: number,
  layout: BarsLayout,
): BarRect[] {
  const { slot, barWidth: width, y } = layout;
  const x = layout.x(index) + (slot - width) / 2;
  let sum = 0;
  return parts.flatMap((value, part) => {
    const [bottom, top] = [y(sum), y(sum + value)];
    const height = Math.max(bottom - top - (sum > 0 ? 1 : 0), 1);
    sum += value;
    return value > 0 ? [{ part, x, y: top, width, height }] : [];
  });
}

/** Returns the ticks of a scale: a few whole numbers, the highest at or above the largest bar. */
export function countTicks(largest: number): readonly number[] {
  const step = wholeStep(Math.max(largest, 1) / 3);
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < Math.max(largest, 1)) ticks.push(step * ticks.length);
  return ticks;
}

/** Returns the next of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30… at or above `least`. */
function wholeStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(least, 1))));
  const factor = [1, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}
