/** How numbers and dates are spread: ends, middle, buckets of sizes that people count in. */
import { assertNever } from '#shared/assert-never.ts';
import type {
  ColumnSummary,
  DateBucket,
  DateUnit,
  NumberBucket,
} from '#shared/contract/summary.ts';
import type { ColumnRows } from './column-rows.ts';
import { extreme, valueOf } from './column-rows.ts';
import { double, readRows } from './database.ts';
import { keyType } from './layout.ts';

const mostNumberBuckets = 20;
const mostDateBuckets = 60;

type Numbers = ColumnSummary['numbers'];
type Dates = ColumnSummary['dates'];

/** Of a column that holds nothing but numbers, and at least one. */
export async function summariseNumbers(of: ColumnRows): Promise<Numbers> {
  const { column } = of;
  const number = keyType(column) === 'DOUBLE' ? `c${column.n}k` : `CAST(c${column.n} AS DOUBLE)`;
  const [min, max] = [await extreme(of, 'ascending'), await extreme(of, 'descending')];
  if (min === null || max === null) return null;
  const median = await valueOf(of, `median(${number}) FILTER (isfinite(${number}))`);
  const buckets = await numberBuckets(of, number);
  return { min, max, median: typeof median === 'number' ? tidy(median) : null, buckets };
}

async function numberBuckets(
  { rows, subject }: ColumnRows,
  number: string,
): Promise<NumberBucket[]> {
  const finite = `${rows.sql} AND isfinite(${number})`;
  const { connection } = subject;
  const [ends = []] = await readRows(
    connection,
    `SELECT min(${number}), max(${number}) FROM ${finite}`,
    rows.values,
  );
  const [low, high] = ends;
  if (typeof low !== 'number' || typeof high !== 'number') return [];
  const step = niceStep(high / mostNumberBuckets - low / mostNumberBuckets);
  const first = Math.floor(low / step);
  // With one bucket less than steps, the greatest value may be the end of the last bucket.
  const last = Math.max(first, Math.ceil(high / step) - 1);
  const found = await readRows(
    connection,
    // A binary fraction may lie a little below the edge that it is written as: 0.3 / 0.1 < 3.
    `SELECT CAST(least(greatest(floor(${number} / ?::DOUBLE + 1e-9), ?::DOUBLE), ?::DOUBLE) ` +
      `- ?::DOUBLE AS INTEGER) AS bucket, count(*) FROM ${finite} GROUP BY bucket`,
    [...[step, first, last, first].map(double), ...rows.values],
  );
  const counts = new Map(found.map(([bucket, count]) => [Number(bucket), Number(count)]));
  return Array.from({ length: last - first + 1 }, (_, bucket) => ({
    from: tidy((first + bucket) * step),
    to: tidy((first + bucket + 1) * step),
    count: counts.get(bucket) ?? 0,
  }));
}

/** 1, 2 or 5 times a power of ten, at least `least`; 1 where all numbers are the same. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  if (!(power > 0)) return 1;
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10;
  return factor * power;
}

/** Without the digits that binary fractions add: 0.45 and not 0.44999999999999996. */
function tidy(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

/** Of a column whose texts are dates; null when none of them is in the calendar. */
export async function summariseDates(of: ColumnRows, moment: string): Promise<Dates> {
  const { rows, subject } = of;
  const { connection } = subject;
  const [ends = []] = await readRows(
    connection,
    `SELECT epoch_ms(min(m)), epoch_ms(max(m)), quantile_disc(epoch_ms(m), 0.5) ` +
      `FROM (SELECT ${timeOf(moment)} AS m FROM ${rows.sql}) WHERE m IS NOT NULL`,
    rows.values,
  );
  if (ends.length === 0 || ends.includes(null)) return null;
  const [first, last, middle] = ends.map(Number);
  if (first === undefined || last === undefined || middle === undefined) return null;
  const unit = unitFor(first, last);
  const found = await readRows(
    connection,
    `SELECT epoch_ms(date_trunc('${unit}', m)) AS start, count(*) ` +
      `FROM (SELECT ${timeOf(moment)} AS m FROM ${rows.sql}) WHERE m IS NOT NULL GROUP BY start`,
    rows.values,
  );
  const counts = new Map(found.map(([start, count]) => [Number(start), Number(count)]));
  return {
    min: new Date(first).toISOString(),
    max: new Date(last).toISOString(),
    median: new Date(middle).toISOString(),
    unit,
    buckets: dateBuckets(unit, first, last, counts),
  };
}

/** Without a zone: with one, dates before 1582 would be cut by another calendar. */
function timeOf(moment: string): string {
  return `make_timestamp(epoch_us(${moment}))`;
}

/** How many there are in a day, the smallest first. */
const perDay: readonly (readonly [unit: DateUnit, count: number])[] = [
  ['minute', 1440],
  ['hour', 24],
  ['day', 1],
  ['week', 1 / 7],
  ['month', 1 / 30.5],
  ['quarter', 1 / 91.5],
];

/** The smallest unit that gives no more than some sixty buckets; years may be more. */
function unitFor(first: number, last: number): DateUnit {
  const days = (last - first) / 86_400_000;
  return perDay.find(([, count]) => days * count < mostDateBuckets)?.[0] ?? 'year';
}

function dateBuckets(
  unit: DateUnit,
  first: number,
  last: number,
  counts: ReadonlyMap<number, number>,
): DateBucket[] {
  const buckets: DateBucket[] = [];
  for (let start = startOf(unit, first); start <= last; start = nextOf(unit, start)) {
    buckets.push({ from: new Date(start).toISOString(), count: counts.get(start) ?? 0 });
  }
  return buckets;
}

const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
/** 1970 began on a Thursday. */
const firstMonday = 4 * 86_400_000;
const months = { month: 1, quarter: 3, year: 12 };

/** Where the unit begins in which a moment lies, in UTC, as `date_trunc` has it. */
function startOf(unit: DateUnit, at: number): number {
  switch (unit) {
    case 'minute':
    case 'hour':
    case 'day':
      return Math.floor(at / lengths[unit]) * lengths[unit];
    case 'week':
      return Math.floor((at - firstMonday) / lengths.week) * lengths.week + firstMonday;
    case 'month':
    case 'quarter':
    case 'year': {
      const date = new Date(at);
      const month = date.getUTCMonth();
      return monthStart(date.getUTCFullYear(), month - (month % months[unit]));
    }
    default:
      return assertNever(unit);
  }
}

function nextOf(unit: DateUnit, start: number): number {
  switch (unit) {
    case 'minute':
    case 'hour':
    case 'day':
    case 'week':
      return start + lengths[unit];
    case 'month':
    case 'quarter':
    case 'year': {
      const date = new Date(start);
      return monthStart(date.getUTCFullYear(), date.getUTCMonth() + months[unit]);
    }
    default:
      return assertNever(unit);
  }
}

/** `Date.UTC` would take the years 0 to 99 for 1900 to 1999. */
function monthStart(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}
