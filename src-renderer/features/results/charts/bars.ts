/** Bars of a chart over time or of numbers, their words, and the labels below them. Pure. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { Column } from '#shared/contract/run.ts';
import { grouping, upperFirst } from '#renderer/components/words.ts';
import type { DateUnit, NumberBucket, NumberScale } from '#shared/contract/summary.ts';
import { offsetsOf } from '#shared/time-zone.ts';
import { valueWords } from '../values/cell-view.ts';
import { axisWords, unitWords } from '../values/moments.ts';
import { timeNumbers, type ChartNumbers } from './chart-numbers.ts';
import { notFetched, type DrawnWhen, type NotFetched } from './coverage.ts';
import type { Bar } from '#renderer/components/chart/bars.ts';
import type { Span, Spread, Tick } from './draw/layout.ts';
import { timeFilter, numberFilter } from './keep-rows.ts';
import { bucketEnds, axisNumbers, rangeWords } from '../values/figures.ts';

type Time = Pick<DrawnOf<'time'>, 'unit' | 'timeZone'> & {
  buckets: readonly { from: string; to: string; counts: readonly number[] }[];
};

/** `time`: the counts of a column of dates. */
export function timeSpread(column: Column, time: Time): Spread {
  const { buckets, timeZone } = time;
  return {
    key: `${column.field} ${time.unit} ${buckets[0]?.from}`,
    bars: timeBars(time),
    ticks: (slot) => timeTicks(time, slot),
    words: (chosen) => timeSpanWords(time, chosen),
    filter: ({ from, to }) =>
      timeFilter(column, { from: buckets[from]!.from, to: buckets[to]!.to }, timeZone),
  };
}

const timeBars = ({ unit, timeZone, buckets }: Time): Bar[] =>
  buckets.map(({ from, counts }) => ({
    key: from,
    label: unitWords(unit, from, timeZone),
    parts: counts,
  }));

const dayMs = 86_400_000;
/** 1970 began on a Thursday. */
const firstMonday = 4 * dayMs;
const inMonth = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();

/** Numbers minutes, hours, days… by what clocks and calendars show. */
const unitNumbers: Record<DateUnit, (wall: number) => number> = {
  minute: (wall) => wall / 60_000,
  hour: (wall) => wall / 3_600_000,
  day: (wall) => wall / dayMs,
  week: (wall) => (wall - firstMonday) / (7 * dayMs),
  month: (wall) => inMonth(new Date(wall)),
  quarter: (wall) => inMonth(new Date(wall)) / 3,
  year: (wall) => inMonth(new Date(wall)) / 12,
};

/** Steps between labels: every so many of a unit. A step of years begins with a round one. */
const steps = (
  [
    ['minute', [1, 2, 5, 10, 15, 30]],
    ['hour', [1, 2, 3, 6, 12, 24]],
    ['day', [1, 2, 3]],
    ['week', [1, 2]],
    ['month', [1, 2, 3, 6]],
    ['quarter', [1, 2]],
    ['year', [1, 2, 5, 10, 20, 50, 100]],
  ] as const
).flatMap(([unit, sizes]) => sizes.map((every) => ({ unit, every })));
type Step = (typeof steps)[number];

/** In px: the width of a letter; the space between labels, between names, and from label to label. */
const letter = 6;
const labelGap = 16;
const nameGap = 6;
const minDistance = 34;

/**
 * Returns labels at even steps: for every bar if there is room, else for every second one, each day, each
 * month… The second line names every day, month or year that has labels. `slot` in px.
 */
export function timeTicks(time: Time, slot: number): Tick[] {
  const { unit, timeZone, buckets } = time;
  const [first] = buckets;
  if (first === undefined) return [];
  const offsetAt = offsetsOf(timeZone);
  const starts = buckets.map(({ from }) => Date.parse(from));
  // A moment of the bar before the first one shows whether that one begins a step.
  const length = Math.min(Date.parse(first.to) - starts[0]!, 28 * dayMs);
  const walls = [starts[0]! - length, ...starts].map((at) => at + offsetAt(at));
  for (const step of steps.slice(steps.findIndex((one) => one.unit === unit))) {
    if (step.unit === 'quarter' && unit !== 'quarter') continue;
    const ticks = ticksAt(time, step, walls, slot);
    if (ticks !== null && ticks.length > 0) return ticks;
  }
  return [{ at: 0.5, ...axisWords(unit, first.from, timeZone) }];
}

/**
 * Returns null if labels would overlap, or names be left out.
 * @param walls what clocks show in the bar before the first one, and at the start of each bar.
 */
function ticksAt(
  { unit, timeZone, buckets }: Time,
  step: Step,
  walls: readonly number[],
  slot: number,
): Tick[] | null {
  const isClock = unit === 'minute' || unit === 'hour';
  const isOfDays = step.unit === 'day' || step.unit === 'week';
  const words = isClock && isOfDays ? 'weekday' : step.unit;
  /** Where a text begins and ends: in the chart, also below its last bar. */
  const extent = (at: number, { length }: string): [start: number, end: number] => {
    const half = (length * letter) / 2;
    const middle = Math.min(at * slot, buckets.length * slot - half);
    return [middle - half, middle + half];
  };

  const ticks: (Required<Tick> & { isAfterChange: boolean })[] = [];
  for (const [index, { from, to }] of buckets.entries()) {
    const [last, wall] = [walls[index]!, walls[index + 1]!];
    if (stepNumber(step, last) === stepNumber(step, wall)) continue;
    const at = index + 0.5;
    const { main, around } = axisWords(words, from, timeZone);
    const before = ticks.at(-1);
    if (
      before !== undefined &&
      ((at - before.at) * slot < minDistance ||
        extent(at, main)[0] - extent(before.at, before.main)[1] < labelGap)
    ) {
      if (index === buckets.length - 1 && ticks.length > 1) break;
      // Clocks that skip two o’clock show three instead, which is too near four.
      if (!before.isAfterChange) return null;
      ticks.pop();
    }
    const isAfterChange = isClock && !isOfDays && wall - last !== Date.parse(to) - Date.parse(from);
    ticks.push({ at, main, around, isAfterChange });
  }

  // Where a name would overlap the one before, a later label of the same day or month has it.
  let said = '';
  let wanted = '';
  let end = Number.NEGATIVE_INFINITY;
  const named: Tick[] = [];
  for (const { at, main, around } of ticks) {
    if (around !== wanted && wanted !== said) return null;
    wanted = around;
    const [from, to] = extent(at, around);
    const isNamed = around !== said && from - end >= nameGap;
    named.push(isNamed ? { at, main, around } : { at, main });
    if (isNamed) [said, end] = [around, to];
  }
  return named;
}

/** The first bar with another number than the one before begins a step. */
const stepNumber = ({ unit, every }: Step, wall: number): number =>
  Math.floor(Math.floor(unitNumbers[unit](wall)) / every);

/** "Tue 17 Nov 2026", "16 Nov 2026 – 18 Nov 2026". */
export function timeSpanWords({ unit, timeZone, buckets }: Time, { from, to }: Span): string {
  const words = [from, to].map((index) => unitWords(unit, buckets[index]?.from ?? '', timeZone));
  return from === to ? words[0]! : words.join(' – ');
}

interface TimeStory {
  /** Names of the series; empty if there is only one. */
  series: readonly string[];
  gap: NotFetched;
  /** Blank ones say nothing. */
  notes: readonly string[];
  numbers: ChartNumbers;
}

interface About extends DrawnWhen {
  run: Parameters<typeof notFetched>[0];
  date: Column;
  splitBy: Column | null;
  /** "posts". */
  many: string;
  /** Number of rows in the view. */
  count: number;
}

export function timeStory(drawn: DrawnOf<'time'>, about: About): TimeStory {
  const { run, date, splitBy, many, count } = about;
  const series =
    splitBy === null || drawn.series.length < 2
      ? []
      : drawn.series.map((value) =>
          value === null ? 'All others' : valueWords(splitBy, { value, cut: false }),
        );
  const gap = notFetched(run, drawn, about);
  const undated = count - drawn.dated;
  const notes = [
    ...gap.words,
    undated > 0 ? `${upperFirst(many)} without a date are left out (${grouping(undated)}).` : '',
  ];
  const numbers = timeNumbers(drawn, { date: date.label, many: upperFirst(many), series });
  return { series, gap, notes, numbers };
}

interface Numbers {
  buckets: readonly NumberBucket[];
  scale: NumberScale;
  /** Whether all are whole numbers: buckets are named by the numbers in them. */
  isWhole: boolean;
}

/** `of`: the counts of a column of numbers. */
export function numberSpread(column: Column, of: Omit<Numbers, 'isWhole'>): Spread {
  const numbers = { ...of, isWhole: column.type === 'integer' };
  return {
    key: `${column.field} ${of.scale} ${of.buckets.map(({ from }) => from).join()}`,
    bars: numberBars(numbers),
    ticks: (slot) => numberTicks(numbers, slot),
    words: (chosen) => rangeWords(numberSpan(numbers, chosen)),
    filter: (chosen) =>
      numberFilter(
        column,
        numberSpan(numbers, chosen),
        !numbers.isWhole && chosen.to < of.buckets.length - 1,
      ),
  };
}

export const numberBars = ({ buckets, isWhole }: Numbers): Bar[] =>
  buckets.map((bucket, index) => ({
    key: String(bucket.from),
    label: rangeWords(bucketEnds(bucket, { isWhole, isLast: index === buckets.length - 1 })),
    parts: [bucket.count],
  }));

/** Minimum distance of labels, in px. */
const minNumberGap = 44;
/** Width of a digit with its share of the space between labels, in px. */
const digitWidth = 7;

/** Returns labels at edges between bars; on a logarithmic scale, only at powers of ten. */
export function numberTicks(numbers: Numbers, slot: number): Tick[] {
  const ticks = ticksApart(numbers, slot, minNumberGap);
  const widest = Math.max(...ticks.map(({ main }) => main.length)) * digitWidth;
  return widest > minNumberGap ? ticksApart(numbers, slot, widest) : ticks;
}

function ticksApart({ buckets, scale, isWhole }: Numbers, slot: number, gap: number): Tick[] {
  const last = buckets.at(-1);
  if (last === undefined) return [];
  // One bar per whole number: its label is below the bar, not below its edge.
  if (isWhole && buckets.every(({ from, to }) => to - from === 1)) {
    const step = Math.max(1, Math.ceil(gap / slot));
    const shown = buckets.filter((_, index) => index % step === 0);
    const labels = axisNumbers(shown.map(({ from }) => from));
    return labels.map((main, index) => ({ at: index * step + 0.5, main }));
  }
  const edges = [...buckets.map(({ from }) => from), last.to];
  const hasWords = (edge: number): boolean =>
    scale === 'linear' || edge === 0 || Number.isInteger(Math.log10(edge));
  const shown: { at: number; edge: number }[] = [];
  for (const [at, edge] of edges.entries()) {
    const isFar = shown.length === 0 || (at - shown.at(-1)!.at) * slot >= gap;
    if (hasWords(edge) && isFar) shown.push({ at, edge });
  }
  const labels = axisNumbers(shown.map(({ edge }) => edge));
  return labels.map((main, index) => ({ at: shown[index]!.at, main }));
}

/** Returns a range with both ends included. */
export function numberSpan(
  { buckets, isWhole }: Numbers,
  { from, to }: Span,
): { from: number; to: number } {
  const [first, last] = [buckets[from], buckets[to]];
  const isLast = to === buckets.length - 1;
  return {
    from: first?.from ?? 0,
    to: last === undefined ? 0 : bucketEnds(last, { isWhole, isLast }).to,
  };
}
