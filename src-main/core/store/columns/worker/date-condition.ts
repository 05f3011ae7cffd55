/** A range of time as SQL: for texts in ISO 8601, and for numbers since 1970. */
import type { Filter } from '#shared/contract/view.ts';
import { calendarOf } from './calendar.ts';
import { datePattern, kind, numberKinds } from './cells.ts';
import type { Statement } from './database.ts';
import { double } from './database.ts';
import type { LaidColumn } from './layout.ts';
import { isDate, isNumeric, valueType } from './layout.ts';

/** Milliseconds since 1970; `end` is exclusive. */
interface Span {
  start: number | null;
  end: number | null;
}

/** Units of numbers since 1970, recognised by their size: up to the year 5138 they don't overlap. */
export const scales = [
  { atLeast: 0, below: 1e11, perMillisecond: 0.001 },
  { atLeast: 1e11, below: 1e14, perMillisecond: 1 },
  { atLeast: 1e14, below: 1e17, perMillisecond: 1000 },
] as const;

const dayMs = 86_400_000;
/** Years of four digits. */
const firstMoment = Date.parse('0001-01-01T00:00:00Z');
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z') + 1;
/** Days by which a text's own date may differ from that in UTC: an offset has two digits for hours. */
const offsetDays = 5;

type DateFilter = Extract<Filter, { kind: 'date' }>;

/** Both bounds are inclusive; a day counts as a whole, in the filter's time zone. */
export function dateCondition(column: LaidColumn, filter: DateFilter): Statement {
  const span = spanOf(filter, filter.timeZone);
  const c = `c${column.n}`;
  switch (valueType(column)) {
    case 'NONE':
    case 'BOOLEAN':
      return { sql: 'false', values: [] };
    case 'BIGINT':
      return numberSpan(`CAST(${c} AS DOUBLE)`, span);
    case 'VARCHAR':
      break;
  }
  if (isNumeric(column)) return numberSpan(`${c}k`, span);
  const texts = textsSpan(column, filter, span);
  if (isDate(column)) return prefiltered(c, span, texts);
  if ((column.kinds & numberKinds) === 0) return texts;
  // Numbers among texts. A text of digits counts as a number, as the two can't be distinguished.
  const numbers = numberSpan(`TRY_CAST(${c} AS DOUBLE)`, span);
  return {
    sql:
      `CASE WHEN regexp_full_match(${c}, '-?\\d+(\\.\\d+)?') THEN ${numbers.sql} ` +
      `ELSE ${texts.sql} END`,
    values: [...numbers.values, ...texts.values],
  };
}

function spanOf({ from, to }: Pick<DateFilter, 'from' | 'to'>, timeZone: string): Span {
  const calendar = calendarOf(timeZone);
  /** The start of the day this many milliseconds later; for a moment, the moment itself. */
  const bound = (moment: string, later: number): number =>
    isDay(moment) ? calendar.startOfDay(Date.parse(moment) + later) : Date.parse(moment);
  // Moments are precise to the microsecond, bounds to the millisecond.
  const after = (moment: string): number => bound(moment, dayMs) + (isDay(moment) ? 0 : 1);
  return {
    start: from === null ? null : Math.max(bound(from, 0), firstMoment),
    end: to === null ? null : Math.min(after(to), endOfTime),
  };
}

/** Texts that are days without a time stand for the start of that day in UTC. */
function textsSpan(column: LaidColumn, filter: DateFilter, span: Span): Statement {
  const moment = momentOf(column);
  const days = spanOf(filter, 'UTC');
  const others = textSpan(moment, span);
  if (days.start === span.start && days.end === span.end) return others;
  const ofDays = textSpan(moment, days);
  return {
    sql: `CASE WHEN length(c${column.n}) = 10 THEN ${ofDays.sql} ELSE ${others.sql} END`,
    values: [...ofDays.values, ...others.values],
  };
}

/** SQL for the moment of a text as TIMESTAMPTZ; null when it is none. */
export function momentOf(column: LaidColumn): string {
  const c = `c${column.n}`;
  const moment = `TRY_CAST(${c} AS TIMESTAMPTZ)`;
  if (isDate(column) && (column.kinds & kind.blank) === 0) return moment;
  return isDate(column)
    ? `TRY_CAST(nullif(${c}, '') AS TIMESTAMPTZ)`
    : `CASE WHEN regexp_full_match(${c}, '${datePattern}') THEN ${moment} END`;
}

/**
 * The same for a column of dates only, whose texts sort by day: most are too far away to have to be parsed
 * as moments, which takes fifteen times as long as comparing them.
 */
function prefiltered(c: string, { start, end }: Span, texts: Statement): Statement {
  const first = start === null ? null : dayOf(start - offsetDays * dayMs);
  const after = end === null ? null : dayOf(end + (offsetDays + 1) * dayMs);
  const parts: Statement[] = [];
  if (first !== null) parts.push({ sql: `${c} >= ?`, values: [first] });
  if (after !== null) parts.push({ sql: `${c} < ?`, values: [after] });
  parts.push(texts);
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

/** `2025-06-30`; null outside the years of four digits, where texts no longer sort by day. */
function dayOf(moment: number): string | null {
  const day = new Date(moment).toISOString().slice(0, 10);
  return /^\d{4}-/.test(day) ? day : null;
}

function isDay(moment: string): boolean {
  return moment.length === 10;
}

function textSpan(moment: string, { start, end }: Span): Statement {
  const values: string[] = [];
  if (start !== null) values.push(new Date(start).toISOString());
  // The last microsecond before the end.
  if (end !== null) values.push(new Date(end - 1).toISOString().replace('Z', '999Z'));
  const bound = '?::TIMESTAMPTZ';
  if (values.length === 2) return { sql: `(${moment} BETWEEN ${bound} AND ${bound})`, values };
  if (values.length === 0) return { sql: `(${moment} IS NOT NULL)`, values };
  return { sql: `(${moment} ${start === null ? '<=' : '>='} ${bound})`, values };
}

function numberSpan(number: string, { start, end }: Span): Statement {
  const values: string[] = [];
  const parts = scales.map(({ atLeast, below, perMillisecond }) => {
    const conditions = [`abs(${number}) >= ${atLeast}`, `abs(${number}) < ${below}`];
    if (start !== null) {
      conditions.push(`${number} >= ?::DOUBLE`);
      values.push(double(start * perMillisecond));
    }
    if (end !== null) {
      conditions.push(`${number} < ?::DOUBLE`);
      values.push(double(end * perMillisecond));
    }
    return `(${conditions.join(' AND ')})`;
  });
  return { sql: `(${parts.join(' OR ')})`, values };
}
