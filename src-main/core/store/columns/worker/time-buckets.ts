/** How moments are spread: over hours, days or months as a time zone's calendar has them. */
import type { DateUnit } from '#shared/contract/summary.ts';
import { dateUnits } from '#shared/contract/summary.ts';
import { countBetween } from './buckets.ts';
import { calendarOf } from './calendar.ts';
import type { ColumnRows } from './column-rows.ts';
import type { Statement } from './database.ts';
import { readRows } from './database.ts';
import { isDate, valueType } from './layout.ts';
import type { LaidColumn } from './layout.ts';
import { microsOf } from './measures.ts';

/** How many there are in a day. */
const perDay: Readonly<Record<DateUnit, number>> = {
  minute: 1440,
  hour: 24,
  day: 1,
  week: 1 / 7,
  month: 1 / 30.5,
  quarter: 1 / 91.5,
  year: 1 / 366,
};

/** Ends and middle, in milliseconds since 1970. */
export interface TimeSpan {
  first: number;
  last: number;
  middle: number;
  /** Rows that have a moment. */
  count: number;
  /** All of them are days without a time, which are the same day everywhere. */
  areDays: boolean;
}

/** Units with fewer than `most` buckets in it, the smallest first; years always. */
export function unitsFor({ first, last, areDays }: TimeSpan, most: number): DateUnit[] {
  const days = (last - first) / 86_400_000;
  return dateUnits.filter(
    (unit) => unit === 'year' || (days * perDay[unit] < most && (perDay[unit] <= 1 || !areDays)),
  );
}

/** Whether a value that is a moment is a day: `2026-05-01`. Among other texts, numbers are not. */
function isDay(column: LaidColumn): string {
  const c = `c${column.n}`;
  if (isDate(column)) return `length(${c}) = 10`;
  return valueType(column) === 'VARCHAR'
    ? `regexp_full_match(${c}, '\\d{4}-\\d\\d-\\d\\d')`
    : 'false';
}

/** Null when no value is a moment. */
export async function timeSpan({ column, rows, subject }: ColumnRows): Promise<TimeSpan | null> {
  const [found = []] = await readRows(
    subject.connection,
    `SELECT min(m), max(m), quantile_disc(m, 0.5), count(m), bool_and(day OR m IS NULL) ` +
      `FROM (SELECT ${microsOf(column)} AS m, ${isDay(column)} AS day FROM ${rows.sql})`,
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

export interface TimeBucket {
  /** Where the unit begins, and where the next one does: ISO 8601, UTC. */
  from: string;
  to: string;
  /** One for each group. */
  counts: number[];
}

export interface Grouping {
  /** As in `Edged`. */
  group: Statement;
  groups: number;
}

/** Without gaps: units in which nothing lies have counts of 0. */
export async function countOverTime(
  { column, rows, subject }: ColumnRows,
  { first, last }: TimeSpan,
  { unit, timeZone, grouping }: { unit: DateUnit; timeZone: string; grouping?: Grouping },
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
    ...(grouping === undefined ? {} : { group: grouping.group }),
  });
  const groups = Array.from({ length: grouping?.groups ?? 1 }, (_, group) => group);
  return edges.map((from, place) => ({
    from: new Date(from).toISOString(),
    to: new Date(edges[place + 1] ?? end).toISOString(),
    counts: groups.map((group) => counts.get(group)?.[place] ?? 0),
  }));
}

function toMilliseconds(micros: bigint): number {
  // Division of a BigInt goes towards zero.
  return Number((micros - (((micros % 1000n) + 1000n) % 1000n)) / 1000n);
}
