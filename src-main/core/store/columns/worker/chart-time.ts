/** Rows over time, and in which order they came. */
import type { ChartQuestion, DrawnOf } from '#shared/contract/chart.ts';
import { mostBars, mostSeries } from '#shared/contract/chart.ts';
import type { ColumnRows } from './column-rows.ts';
import { readRows } from './database.ts';
import { microsOf } from './measures.ts';
import type { Grouping } from './time-buckets.ts';
import { countOverTime, timeSpan, unitsFor } from './time-buckets.ts';
import { topValues } from './chart-values.ts';

type Time = DrawnOf<'time'>;
type Question = Omit<Extract<ChartQuestion, { kind: 'time' }>, 'splitBy'> & {
  splitBy: ColumnRows | null;
};

/** With so many bars at most, each can still be seen. */
const mostUsualBars = 60;
/** So many of the steps from row to row may go the other way. */
const strayShare = 0.05;

export async function drawTime(of: ColumnRows, question: Question): Promise<Time> {
  const { splitBy } = question;
  const span = await timeSpan(of);
  if (span === null) return none;
  const timeZone = span.areDays ? 'UTC' : question.timeZone;
  const units = unitsFor(span, mostBars);
  const [usual = 'year'] = unitsFor(span, mostUsualBars);
  const wanted = question.unit ?? usual;
  const unit = units.includes(wanted) ? wanted : (units[0] ?? 'year');
  of.subject.throwIfCancelled();
  const { series, grouping } = splitBy === null ? whole : await split(of, splitBy);
  of.subject.throwIfCancelled();
  const buckets = await countOverTime(of, span, { unit, timeZone, grouping });
  of.subject.throwIfCancelled();
  // All others may be none.
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
    earliest: new Date(span.first).toISOString(),
    latest: new Date(span.last).toISOString(),
    arrived: await orderOfArrival(of),
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
  grouping: Grouping;
}

const whole: Split = {
  series: [null],
  grouping: { group: { sql: '0', values: [] }, groups: 1 },
};

/** The commonest values of the dated rows, and all else. */
async function split(of: ColumnRows, by: ColumnRows): Promise<Split> {
  const dated = `${of.rows.sql} AND (${microsOf(of.column)}) IS NOT NULL`;
  const rows = { sql: dated, values: of.rows.values };
  const { values } = await topValues({ ...by, rows }, mostSeries + 1);
  const series = values
    .filter(({ value, cut }) => !cut && value !== '')
    .slice(0, mostSeries)
    .map(({ value }) => value);
  if (series.length === 0) return whole;
  const text = `CAST(c${by.column.n} AS VARCHAR)`;
  const cases = series.map((_, place) => `WHEN ${text} = ? THEN ${place}`);
  const group = { sql: `CASE ${cases.join(' ')} ELSE ${series.length} END`, values: series };
  return { series: [...series, null], grouping: { group, groups: series.length + 1 } };
}

async function orderOfArrival({ column, rows, subject }: ColumnRows): Promise<Time['arrived']> {
  const [found = []] = await readRows(
    subject.connection,
    `SELECT count(*) FILTER (m < before), count(*) FILTER (m > before) FROM (` +
      `SELECT m, lag(m) OVER (ORDER BY seq) AS before FROM (` +
      `SELECT seq, ${microsOf(column)} AS m FROM ${rows.sql}) WHERE m IS NOT NULL)`,
    rows.values,
  );
  const [falls = 0, rises = 0] = found.map(Number);
  const strays = (falls + rises) * strayShare;
  if (falls > 0 && rises <= strays) return 'newestFirst';
  return rises > 0 && falls <= strays ? 'oldestFirst' : 'mixed';
}
