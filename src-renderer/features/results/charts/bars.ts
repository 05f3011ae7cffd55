/** Bars of a chart over time or of numbers, their words, and the labels below them. Pure. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { Column } from '#shared/contract/run.ts';
import { grouping, upperFirst } from '#renderer/components/words.ts';
import type { NumberBucket, NumberScale } from '#shared/contract/summary.ts';
import { valueWords } from '../values/cell-view.ts';
import { axisWords, unitWords } from '../values/moments.ts';
import { timeNumbers, type ChartNumbers } from './chart-numbers.ts';
import { notFetched, type NotFetched } from './coverage.ts';
import type { Bar, Span, Spread, Tick } from './draw/layout.ts';
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

function timeBars({ unit, timeZone, buckets }: Time): Bar[] {
  return buckets.map(({ from, counts }) => ({
    key: from,
    label: unitWords(unit, from, timeZone),
    parts: counts,
  }));
}

/** Minimum distance of labels, in px. */
const minGap = 46;
const minDayGap = 34;

/** Returns a label for every bar if there is room, else for every second, third…; `slot` in px. */
export function timeTicks({ unit, timeZone, buckets }: Time, slot: number): Tick[] {
  const room = unit === 'day' || unit === 'week' ? minDayGap : minGap;
  const step = Math.max(1, Math.ceil(room / slot));
  const ticks: Tick[] = [];
  let said = '';
  let end = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < buckets.length; index += step) {
    const { main, around } = axisWords(unit, buckets[index]!.from, timeZone);
    const at = index + 0.5;
    // The second line is longer: where it would overlap the one before, a later label has it.
    const half = (around.length * 6) / 2 / slot;
    const isSaid = around === said || at - half < end;
    ticks.push(isSaid ? { at, main } : { at, main, around });
    if (isSaid) continue;
    said = around;
    end = at + half;
  }
  return ticks;
}

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

interface About {
  run: Parameters<typeof notFetched>[0];
  /** The run has other rows by now than those drawn. */
  isBehind: boolean;
  date: Column;
  splitBy: Column | null;
  /** "posts". */
  many: string;
  /** Number of rows in the view. */
  count: number;
  now: Date;
}

export function timeStory(drawn: DrawnOf<'time'>, about: About): TimeStory {
  const { run, isBehind, date, splitBy, many, count, now } = about;
  const series =
    splitBy === null || drawn.series.length < 2
      ? []
      : drawn.series.map((value) =>
          value === null ? 'All others' : valueWords(splitBy, { value, cut: false }),
        );
  const gap = notFetched(run, drawn, now, isBehind);
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

export function numberBars({ buckets, isWhole }: Numbers): Bar[] {
  return buckets.map((bucket, index) => ({
    key: String(bucket.from),
    label: rangeWords(bucketEnds(bucket, { isWhole, isLast: index === buckets.length - 1 })),
    parts: [bucket.count],
  }));
}

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
