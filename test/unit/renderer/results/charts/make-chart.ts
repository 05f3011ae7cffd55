/** Answers of main for charts and summaries, small ones. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';

export const makeColumn = (change: Partial<Column> = {}): Column => ({
  field: 'likeCount',
  label: 'Likes',
  meaning: 'count',
  type: 'integer',
  usual: true,
  ...change,
});

const day = 86_400_000;

/** `counts` by day, from 3 November 2026 on. */
export function makeTime(
  counts: readonly number[],
  change: Partial<DrawnOf<'time'>> = {},
): DrawnOf<'time'> {
  const first = Date.UTC(2026, 10, 3);
  const iso = (at: number): string => new Date(at).toISOString();
  return {
    kind: 'time',
    dated: counts.reduce((sum, count) => sum + count, 0),
    unit: 'day',
    units: ['hour', 'day', 'week'],
    timeZone: 'UTC',
    areDays: false,
    series: [null],
    buckets: counts.map((count, place) => ({
      from: iso(first + place * day),
      to: iso(first + (place + 1) * day),
      counts: [count],
    })),
    earliest: iso(first + day / 2),
    latest: iso(first + (counts.length - 0.5) * day),
    arrived: 'newestFirst',
    ...change,
  };
}

export const makeColumnSummary = (change: Partial<ColumnSummary> = {}): ColumnSummary => ({
  field: 'likeCount',
  type: 'integer',
  filled: 50,
  distinct: { count: 48, exact: true },
  top: [],
  text: null,
  numbers: null,
  dates: null,
  ...change,
});

export const values = (...counted: [string, number][]) =>
  counted.map(([value, count]) => ({ value, cut: false, count }));
export const buckets = (...counts: [number, number]) =>
  counts.map((count, at) => ({ from: at * 5, to: at * 5 + 5, count }));

/** The summary of a column of languages. */
export const languages = makeColumnSummary({
  field: 'lang',
  type: 'text',
  filled: 40,
  distinct: { count: 9, exact: true },
  top: values(['en', 22], ['es', 4], ['de', 3], ['fr', 3], ['hi', 3], ['ja', 2], ['ar', 1]),
});
