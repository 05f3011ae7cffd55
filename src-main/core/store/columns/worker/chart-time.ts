/** Rows over time, by hours, days or months of a time zone’s calendar, and the order they arrived in. */
import type { ChartQuestion, DrawnOf } from '#shared/contract/chart.ts';
import type { DateUnit } from '#shared/contract/summary.ts';
import { dateUnits } from '#shared/contract/summary.ts';
import { calendarOf } from './calendar.ts';
import { isDayOf, microsOf } from './layout.ts';
import { readRows } from './database.ts';
import type { Statement } from './database.ts';
import { countBetween, topValues } from './measures.ts';
import type { ColumnRows } from './measures.ts';

type Time = DrawnOf<'time'>;
type Question = Omit<Extract<ChartQuestion, { kind: 'time' }>, 'splitBy'> & {
  splitBy: ColumnRows | null;
  /** Also those that the view leaves out: only they show what has arrived. */
  everyRow: ColumnRows;
};

/** With more bars than this, a chart is unreadable. */
export const mostBars = 400;
/** Number of values of `splitBy` with their own series; all others share one. */
const mostSeries = 3;
/** Up to this many bars are easy to distinguish. */
const comfortableBars = 60;
/** Share of the steps between rows that may go in the opposite direction. */
const strayShare = 0.05;
/** Fewer steps may all go in one direction by chance. */
const leastSteps = 5;

export async function drawTime(of: ColumnRows, question: Question): Promise<Time> {
  const { splitBy } = question;
  const span = await timeSpan(of);
  if (span === null) return none;
  const timeZone = span.areDays ? 'UTC' : question.timeZone;
  const units = unitsFor(span, mostBars);
  const [fitting = 'year'] = unitsFor(span, comfortableBars);
  const unit = units.find((one) => one === question.unit) ?? fitting;
  const { series, group } = splitBy === null ? whole : await split(of, splitBy);
  const buckets = await countOverTime(of, span, { unit, timeZone, group, groups: series.length });
  // The group of all other values may be empty.
  const isEmpty = series.at(-1) === null && buckets.every(({ counts }) => counts.at(-1) === 0);
  const used = isEmpty && series.length > 1 ? series.slice(0, -1) : series;
  return {
    kind: 'time',
    dated: span.count,
    unit,
    units,
    timeZone,
    areDays: span.areDays,
    series: used,
    buckets: buckets.map(({ from, to, counts }) => ({
      from,
      to,
      counts: counts.slice(0, used.length),
    })),
    ...(await arrival(question.everyRow)),
  };
}

const none: Time = {
  kind: 'time',
  dated: 0,
  unit: 'day',
  units: [],
  timeZone: 'UTC',
  areDays: false,
  series: [null],
  buckets: [],
  earliest: null,
  latest: null,
  arrived: 'mixed',
};

interface Split {
  series: (string | null)[];
  /** As in `Edged`: the number of a row's series. */
  group: Statement;
}

const whole: Split = { series: [null], group: { sql: '0', values: [] } };

/** The commonest values of the dated rows, and a group of all others. */
async function split(of: ColumnRows, by: ColumnRows): Promise<Split> {
  const dated = `${of.rows.sql} AND (${microsOf(of.column)}) IS NOT NULL`;
  const rows = { sql: dated, values: of.rows.values };
  const { values } = await topValues({ ...by, rows }, mostSeries + 1);
  const series = values
    .filter(({ cut }) => !cut)
    .slice(0, mostSeries)
    .map(({ value }) => value);
  if (series.length === 0) return whole;
  const text = `CAST(c${by.column.n} AS VARCHAR)`;
  const cases = series.map((_, at) => `WHEN ${text} = ? THEN ${at}`);
  const group = { sql: `CASE ${cases.join(' ')} ELSE ${series.length} END`, values: series };
  return { series: [...series, null], group };
}

/**
 * Rows in order of time end at the last one that arrived: a pinned post, years older than the next
 * row, reaches no further back than they do.
 */
async function arrival({
  column,
  rows,
  subject,
}: ColumnRows): Promise<Pick<Time, 'earliest' | 'latest' | 'arrived'>> {
  const [found = []] = await readRows(
    subject.connection,
    `SELECT count(*) FILTER (m < before), count(*) FILTER (m > before), min(m), max(m), arg_max(m, seq) FROM (` +
      `SELECT seq, m, lag(m) OVER (ORDER BY seq) AS before FROM (` +
      `SELECT seq, ${microsOf(column)} AS m FROM ${rows.sql}) WHERE m IS NOT NULL)`,
    rows.values,
  );
  const [falls, rises, first, last, reached] = found;
  const arrived = orderOf(Number(falls), Number(rises));
  return {
    earliest: isoOf(arrived === 'newestFirst' ? reached : first),
    latest: isoOf(arrived === 'oldestFirst' ? reached : last),
    arrived,
  };
}

function orderOf(falls: number, rises: number): Time['arrived'] {
  if (falls + rises < leastSteps) return 'mixed';
  const strays = (falls + rises) * strayShare;
  if (falls > 0 && rises <= strays) return 'newestFirst';
  return rises > 0 && falls <= strays ? 'oldestFirst' : 'mixed';
}

const isoOf = (micros: unknown): string | null =>
  typeof micros === 'bigint' ? new Date(toMilliseconds(micros)).toISOString() : null;

/** Number of units per day. */
const perDay: Readonly<Record<DateUnit, number>> = {
  minute: 1440,
  hour: 24,
  day: 1,
  week: 1 / 7,
  month: 1 / 30.5,
  quarter: 1 / 91.5,
  year: 1 / 366,
};

/** Ends and median, in milliseconds since 1970. */
interface TimeSpan {
  first: number;
  last: number;
  middle: number;
  /** Rows with a moment. */
  count: number;
  /** All values are days without a time, which are the same day everywhere. */
  areDays: boolean;
}

/**
 * Units with fewer than `maxBuckets` buckets in the span, the smallest first, up to one that is longer than
 * it; years if there is no other.
 */
export function unitsFor({ first, last, areDays }: TimeSpan, maxBuckets: number): DateUnit[] {
  const days = (last - first) / 86_400_000;
  const having = dateUnits.filter((unit) => perDay[unit] <= 1 || !areDays);
  const longer = having.findIndex((unit) => days * perDay[unit] < 1);
  const fitting = having
    .slice(0, longer === -1 ? having.length : longer + 1)
    .filter((unit) => days * perDay[unit] < maxBuckets);
  return fitting.length > 0 ? fitting : ['year'];
}

/** Returns null when no value is a moment. */
export async function timeSpan({ column, rows, subject }: ColumnRows): Promise<TimeSpan | null> {
  const [found = []] = await readRows(
    subject.connection,
    `SELECT min(m), max(m), quantile_disc(m, 0.5), count(m), bool_and(day OR m IS NULL) ` +
      `FROM (SELECT ${microsOf(column)} AS m, ${isDayOf(column)} AS day FROM ${rows.sql})`,
    rows.values,
  );
  const [first, last, middle, count, areDays] = found;
  if (typeof first !== 'bigint' || typeof last !== 'bigint' || typeof middle !== 'bigint') {
    return null;
  }
  return {
    first: toMilliseconds(first),
    last: toMilliseconds(last),
    middle: toMilliseconds(middle),
    count: Number(count),
    areDays: areDays === true,
  };
}

interface TimeBucket {
  /** Start of the unit, and of the next one: ISO 8601, UTC. */
  from: string;
  to: string;
  /** One count per group. */
  counts: number[];
}

/** Counts without gaps: units without rows have counts of 0. */
export async function countOverTime(
  { column, rows, subject }: ColumnRows,
  { first, last }: TimeSpan,
  {
    unit,
    timeZone,
    group,
    groups = 1,
  }: { unit: DateUnit; timeZone: string; group?: Statement; groups?: number },
): Promise<TimeBucket[]> {
  const calendar = calendarOf(timeZone);
  const edges = [calendar.startOf(unit, first)];
  let end = calendar.nextOf(unit, edges[0]!);
  while (end <= last) {
    edges.push(end);
    end = calendar.nextOf(unit, end);
  }
  const counts = await countBetween(subject.connection, {
    value: microsOf(column),
    type: 'BIGINT',
    edges: edges.map((edge) => BigInt(edge) * 1000n),
    rows,
    group,
  });
  return edges.map((from, at) => ({
    from: new Date(from).toISOString(),
    to: new Date(edges[at + 1] ?? end).toISOString(),
    counts: Array.from({ length: groups }, (_, one) => counts.get(one)?.[at] ?? 0),
  }));
}

function toMilliseconds(micros: bigint): number {
  // Division of a BigInt rounds towards zero.
  return Number((micros - (((micros % 1000n) + 1000n) % 1000n)) / 1000n);
}
