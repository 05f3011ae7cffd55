/** How numbers and dates are spread: ends, middle, buckets of sizes that people count in. */
import type { ColumnSummary, NumberBucket, NumberScale } from '#shared/contract/summary.ts';
import { countBetween } from './buckets.ts';
import type { ColumnRows } from './column-rows.ts';
import { extreme } from './column-rows.ts';
import { readRows } from './database.ts';
import { columnType } from './layout.ts';
import { numberOf } from './measures.ts';
import { linearEdges, logEdges, scaleFor, tidy } from './number-edges.ts';
import { countOverTime, timeSpan, unitsFor } from './time-buckets.ts';

const mostDateBuckets = 60;

type Numbers = ColumnSummary['numbers'];
type Dates = ColumnSummary['dates'];

/** Of a column that holds nothing but numbers, and at least one. */
export async function summariseNumbers(of: ColumnRows): Promise<Numbers> {
  const [min, max] = [await extreme(of, 'ascending'), await extreme(of, 'descending')];
  if (min === null || max === null) return null;
  const { median, scale, buckets } = await spread(of, null);
  return { min, max, median, scale, buckets };
}

export interface Spread {
  /** Least finite number; null when there is none. */
  low: number | null;
  median: number | null;
  scale: NumberScale;
  buckets: NumberBucket[];
}

/** How the numbers among a column's values are spread. `scale` null: the one that shows more. */
export async function spread(of: ColumnRows, scale: NumberScale | null): Promise<Spread> {
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
  subject.throwIfCancelled();
  const counts = await countBetween(subject.connection, {
    value: numberOf(column),
    type: 'DOUBLE',
    edges: edges.slice(0, -1),
    rows,
  });
  const buckets = edges.slice(0, -1).map((from, place) => ({
    from,
    to: edges[place + 1]!,
    count: counts.get(0)?.[place] ?? 0,
  }));
  return { low, median: tidy(median), scale: used, buckets };
}

const nothing: Spread = { low: null, median: null, scale: 'linear', buckets: [] };

/** Of a column whose texts are dates; null when none of them is in the calendar. */
export async function summariseDates(of: ColumnRows, asked: string): Promise<Dates> {
  const span = await timeSpan(of);
  if (span === null) return null;
  const [unit = 'year'] = unitsFor(span, mostDateBuckets);
  of.subject.throwIfCancelled();
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
