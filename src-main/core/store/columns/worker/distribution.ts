/** The distribution of numbers and dates: extremes, median, and buckets with round edges. */
import type { ColumnSummary, NumberBucket, NumberScale } from '#shared/contract/summary.ts';
import type { DrawnOf } from '#shared/contract/chart.ts';
import { countOverTime, timeSpan, unitsFor } from './chart-time.ts';
import { readRows } from './database.ts';
import { columnType, numberOf } from './layout.ts';
import { countBetween, extreme } from './measures.ts';
import type { ColumnRows } from './measures.ts';

const maxDateBuckets = 60;

type Numbers = ColumnSummary['numbers'];
type Dates = ColumnSummary['dates'];

/** For a column with only numbers, and at least one. */
export async function summariseNumbers(of: ColumnRows): Promise<Numbers> {
  const [min, max] = [await extreme(of, 'ascending'), await extreme(of, 'descending')];
  if (min === null || max === null) return null;
  const { median, scale, buckets } = await spread(of, null);
  return { min, max, median, scale, buckets };
}

interface Spread {
  /** Smallest finite number; null when there is none. */
  low: number | null;
  median: number | null;
  scale: NumberScale;
  buckets: NumberBucket[];
}

/** The distribution of the numbers among a column's values. `scale` null: the one that shows more. */
async function spread(of: ColumnRows, scale: NumberScale | null): Promise<Spread> {
  const { column, rows, subject } = of;
  const [found = []] = await readRows(
    subject.connection,
    `SELECT min(v), max(v), median(v), min(v) FILTER (v > 0) ` +
      `FROM (SELECT ${numberOf(column)} AS v FROM ${rows.sql})`,
    rows.values,
  );
  const [low, high, median, leastPositive] = found;
  if (typeof low !== 'number' || typeof high !== 'number' || typeof median !== 'number') {
    return nothing;
  }
  const areWhole = columnType(column) === 'integer';
  const ends = { low, high, median, leastPositive: Number(leastPositive ?? 0), areWhole };
  const used = scaleFor(ends, scale);
  const edges = used === 'log' ? logEdges(ends) : linearEdges(ends);
  const counts = await countBetween(subject.connection, {
    value: numberOf(column),
    type: 'DOUBLE',
    edges: edges.slice(0, -1),
    rows,
  });
  const buckets = edges.slice(0, -1).map((from, at) => ({
    from,
    to: edges[at + 1]!,
    count: counts.get(0)?.[at] ?? 0,
  }));
  return { low, median: tidy(median), scale: used, buckets };
}

const nothing: Spread = { low: null, median: null, scale: 'linear', buckets: [] };

/** For a column of dates; null when none of them is a moment. */
export async function summariseDates(of: ColumnRows, asked: string): Promise<Dates> {
  const span = await timeSpan(of);
  if (span === null) return null;
  const [unit = 'year'] = unitsFor(span, maxDateBuckets);
  const timeZone = span.areDays ? 'UTC' : asked;
  const buckets = await countOverTime(of, span, { unit, timeZone });
  const iso = (at: number): string => new Date(at).toISOString();
  return {
    min: iso(span.first),
    max: iso(span.last),
    median: iso(span.middle),
    unit,
    timeZone,
    buckets: buckets.map(({ from, to, counts: [count = 0] }) => ({ from, to, count })),
  };
}

/** All are finite numbers. */
interface Ends {
  low: number;
  high: number;
  median: number;
  /** 0 when there is no positive number. */
  leastPositive: number;
  /** All are whole numbers, for which a step below 1 is pointless. */
  areWhole: boolean;
}

const maxBuckets = 20;

/** For counts such as likes and followers: most are small, and a few so large that they hide the others. */
export function scaleFor(
  { low, high, median }: Pick<Ends, 'low' | 'high' | 'median'>,
  wanted: NumberScale | null,
): NumberScale {
  if (low < 0 || high <= 0) return 'linear';
  if (wanted !== null) return wanted;
  return high >= 100 && high / Math.max(median, 1) >= 20 ? 'log' : 'linear';
}

/** Ascending; the first is at or below `low`, the last at or above `high`. At least two. */
function linearEdges({ low, high, areWhole }: Ends): number[] {
  const nice = niceStep(high / maxBuckets - low / maxBuckets);
  const step = areWhole ? Math.max(1, nice) : nice;
  const first = Math.floor(low / step);
  // The greatest value may be the end of the last bucket, except where each whole number has its own.
  const last = areWhole && step === 1 ? high : Math.max(first, Math.ceil(high / step) - 1);
  return Array.from({ length: last - first + 2 }, (_, bucket) => tidy((first + bucket) * step));
}

/** The same in powers of ten and steps between them, after one bucket for zero. */
function logEdges({ low, high, leastPositive, areWhole }: Ends): number[] {
  const firstPower = Math.floor(Math.log10(leastPositive));
  const powers = Math.floor(Math.log10(high)) - firstPower + 1;
  const factors = powers * 3 <= maxBuckets ? [1, 2, 5] : [1];
  const step = Math.ceil(powers / maxBuckets);
  const edges: number[] = [];
  // Past the greatest value, so that it starts a bucket if there is no other value.
  for (let power = firstPower; power <= 308 && (edges.at(-1) ?? 0) <= high; power += step) {
    for (const factor of factors) edges.push(tidy(Number(`${factor}e${power}`)));
  }
  const from = Math.max(
    0,
    edges.findLastIndex((edge) => edge <= leastPositive),
  );
  // If all numbers are the same, they still need a bucket.
  const to = Math.max(
    from + 1,
    // The same exception: up to 2, there are two whole numbers from 1 on.
    edges.findIndex((edge) => (areWhole && edge <= 2 ? edge > high : edge >= high)),
  );
  const used = edges.slice(from, to + 1);
  return low === 0 ? [0, ...used] : used;
}

/** 1, 2 or 5 times a power of ten, at least `least`; 1 when all numbers are the same. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  if (!(power > 0)) return 1;
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10;
  return factor * power;
}

/** Removes the digits that binary fractions add: 0.45 instead of 0.44999999999999996. */
function tidy(value: number): number {
  const finite = Math.min(value, Number.MAX_VALUE);
  return Number.isInteger(finite) ? finite : Number(finite.toPrecision(15));
}

export async function drawNumbers(
  of: ColumnRows,
  scale: NumberScale | null,
): Promise<DrawnOf<'numbers'>> {
  const { low, ...found } = await spread(of, scale);
  return {
    kind: 'numbers',
    counted: found.buckets.reduce((sum, { count }) => sum + count, 0),
    scales: low !== null && low >= 0 ? ['linear', 'log'] : ['linear'],
    ...found,
  };
}
