/** Bars of a chart of numbers, their words, and where the axis below has words. Pure. */
import type { Column } from '#shared/contract/run.ts';
import type { NumberBucket, NumberScale } from '#shared/contract/summary.ts';
import { bucketEnds, rangeWords, shortNumber } from '../values/number-words.ts';
import type { Bar, Span, Spread, Tick } from './draw/bars-layout.ts';
import { numberFilter } from './keep-rows.ts';

interface Numbers {
  buckets: readonly NumberBucket[];
  scale: NumberScale;
  /** All are whole numbers: buckets are named by the numbers in them. */
  isWhole: boolean;
}

/** `of`: counted bars of a column of numbers. */
export function numberSpread(column: Column, of: Omit<Numbers, 'isWhole'>): Spread {
  const numbers = { ...of, isWhole: column.type === 'integer' };
  return {
    bars: numberBars(numbers),
    ticks: (slot) => numberTicks(numbers, slot),
    words: (chosen) => rangeWords(numberSpan(numbers, chosen)),
    filter: (chosen) => numberFilter(column, numberSpan(numbers, chosen)),
  };
}

export function numberBars({ buckets, isWhole }: Numbers): Bar[] {
  return buckets.map((bucket, place) => ({
    key: String(bucket.from),
    label: rangeWords(bucketEnds(bucket, { isWhole, isLast: place === buckets.length - 1 })),
    parts: [bucket.count],
  }));
}

/** Px that words below need. */
const leastGap = 44;

/** At edges between bars, those of powers of ten first where buckets grow by them. */
export function numberTicks({ buckets, scale, isWhole }: Numbers, slot: number): Tick[] {
  const last = buckets.at(-1);
  if (last === undefined) return [];
  // A bar for each whole number: its label is under it, not under its edge.
  if (isWhole && buckets.every(({ from, to }) => to - from === 1)) {
    const step = Math.max(1, Math.ceil(leastGap / slot));
    return buckets.flatMap(({ from }, place) =>
      place % step === 0 ? [{ at: place + 0.5, main: shortNumber(from) }] : [],
    );
  }
  const edges = [...buckets.map(({ from }) => from), last.to];
  const hasWords = (edge: number): boolean =>
    scale === 'linear' || edge === 0 || Number.isInteger(Math.log10(edge));
  const ticks: Tick[] = [];
  for (const [at, edge] of edges.entries()) {
    const isFar = ticks.length === 0 || (at - ticks.at(-1)!.at) * slot >= leastGap;
    if (hasWords(edge) && isFar) ticks.push({ at, main: shortNumber(edge) });
  }
  return ticks;
}

/** Both ends included. */
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
