/** The picture of a column: how its numbers or dates are spread. Part of it can be chosen. */
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { Filter } from '#shared/contract/view.ts';
import { Bars } from '../charts/draw/Bars.tsx';
import { sumOf, type Bar } from '../charts/draw/bars-layout.ts';
import type { Tick } from '../charts/draw/Axis.tsx';
import type { Span } from '../charts/draw/selection.ts';
import { numberBars, numberSpan, numberTicks } from '../charts/number-bars.ts';
import { rangeWords } from '../charts/number-words.ts';
import { timeBars, timeSpanWords, timeTicks } from '../charts/time-bars.ts';
import { numberFilter, timeFilter } from './row-filters.ts';

/** Bars of a column, and what choosing some of them means. */
export interface Spread {
  bars: readonly Bar[];
  ticks: (slot: number) => readonly Tick[];
  words: (span: Span) => string;
  filter: (span: Span) => Filter;
  count: (span: Span) => number;
}

/** Null where there are no bars. */
export function spreadOf(column: Column, { numbers, dates }: ColumnSummary): Spread | null {
  const count =
    (bars: readonly Bar[]) =>
    ({ from, to }: Span): number =>
      bars.slice(from, to + 1).reduce((sum, bar) => sum + sumOf(bar), 0);
  if (dates !== null) {
    const time = {
      ...dates,
      buckets: dates.buckets.map((bucket) => ({
        from: bucket.from,
        to: bucket.to,
        counts: [bucket.count],
      })),
    };
    const bars = timeBars(time);
    return {
      bars,
      ticks: (slot) => timeTicks(time, slot).map(({ at, main }) => ({ at, main })),
      words: (span) => timeSpanWords(time, span),
      filter: ({ from, to }) =>
        timeFilter(
          column,
          {
            from: time.buckets[from]?.from ?? dates.min,
            to: time.buckets[to]?.to ?? dates.max,
          },
          dates.timeZone,
        ),
      count: count(bars),
    };
  }
  // An identifier is no amount, whatever its digits.
  if (numbers === null || numbers.buckets.length === 0 || column.meaning === 'id') return null;
  const spread = { ...numbers, isWhole: column.type === 'integer' };
  const bars = numberBars(spread);
  return {
    bars,
    ticks: (slot) => numberTicks(spread, slot),
    words: (span) => rangeWords(numberSpan(spread, span)),
    filter: (span) => numberFilter(column, numberSpan(spread, span)),
    count: count(bars),
  };
}

interface ColumnChartProps {
  column: Column;
  spread: Spread;
  chosen: Span | null;
  onChoose: (span: Span | null) => void;
  onKeep: (filter: Filter) => void;
  height: number;
}

export function ColumnChart({
  column,
  spread,
  chosen,
  onChoose,
  onKeep,
  height,
}: ColumnChartProps) {
  return (
    <Bars
      name={`${column.label}: how values are spread`}
      bars={spread.bars}
      ticks={spread.ticks}
      height={height}
      isSmall
      chosen={chosen}
      onChoose={onChoose}
      onKeep={() => {
        if (chosen !== null) onKeep(spread.filter(chosen));
      }}
    />
  );
}
