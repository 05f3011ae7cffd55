/** Where buckets of numbers begin and end: at numbers that people count in. */
import type { NumberScale } from '#shared/contract/summary.ts';

/** Of finite numbers. */
export interface Ends {
  low: number;
  high: number;
  median: number;
  /** 0 when there is none above zero. */
  leastPositive: number;
  /** All of them are whole numbers, which half a step would be nothing to. */
  areWhole: boolean;
}

const mostBuckets = 20;

/** Counts of likes and followers: most are small, and a few are so large that nothing else shows. */
export function scaleFor(
  { low, high, median }: Pick<Ends, 'low' | 'high' | 'median'>,
  wanted: NumberScale | null,
): NumberScale {
  if (low < 0 || high <= 0) return 'linear';
  if (wanted !== null) return wanted;
  return high >= 100 && high / Math.max(median, 1) >= 20 ? 'log' : 'linear';
}

/** Ascending; the first is at or below `low`, the last at or above `high`. At least two. */
export function linearEdges({ low, high, areWhole }: Ends): number[] {
  const nice = niceStep(high / mostBuckets - low / mostBuckets);
  const step = areWhole ? Math.max(1, nice) : nice;
  const first = Math.floor(low / step);
  // With one bucket less than steps, the greatest value may be the end of the last bucket.
  const last = Math.max(first, Math.ceil(high / step) - 1);
  return Array.from({ length: last - first + 2 }, (_, bucket) => tidy((first + bucket) * step));
}

/** The same in powers of ten and steps between them, after one bucket for zero. */
export function logEdges({ low, high, leastPositive }: Ends): number[] {
  const firstPower = Math.floor(Math.log10(leastPositive));
  const powers = Math.floor(Math.log10(high)) - firstPower + 1;
  const factors = powers * 3 <= mostBuckets ? [1, 2, 5] : [1];
  const step = Math.ceil(powers / mostBuckets);
  const edges: number[] = [];
  // Beyond the greatest, so that it begins a bucket where there is none but it.
  for (let power = firstPower; power <= 308 && (edges.at(-1) ?? 0) <= high; power += step) {
    for (const factor of factors) edges.push(tidy(Number(`${factor}e${power}`)));
  }
  const from = Math.max(
    0,
    edges.findLastIndex((edge) => edge <= leastPositive),
  );
  // All the same number: it needs a bucket all the same.
  const to = Math.max(
    from + 1,
    edges.findIndex((edge) => edge >= high),
  );
  const used = edges.slice(from, to + 1);
  return low === 0 ? [0, ...used] : used;
}

/** 1, 2 or 5 times a power of ten, at least `least`; 1 where all numbers are the same. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  if (!(power > 0)) return 1;
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10;
  return factor * power;
}

/** Without the digits that binary fractions add: 0.45 and not 0.44999999999999996. */
export function tidy(value: number): number {
  const finite = Math.min(value, Number.MAX_VALUE);
  return Number.isInteger(finite) ? finite : Number(finite.toPrecision(15));
}
