/** A range of time as SQL, over cells as moments (`cell-values.ts`). */
import type { Filter } from '#shared/contract/view.ts';
import { calendarOf } from './calendar.ts';
import { isDayOf, microsOf } from './cell-values.ts';
import type { Statement } from './database.ts';
import type { LaidColumn } from './layout.ts';

/** Milliseconds since 1970; `end` is exclusive. Null: no bound. */
interface Span {
  start: number | null;
  end: number | null;
}

const dayMs = 86_400_000;

type DateFilter = Extract<Filter, { kind: 'date' }>;

/**
 * Both bounds are inclusive; a day counts as a whole, in the filter's time zone. Texts that are days
 * without a time stand for the start of that day in UTC.
 */
export function dateCondition(column: LaidColumn, filter: DateFilter): Statement {
  const span = spanOf(filter, filter.timeZone);
  const days = spanOf(filter, 'UTC');
  const moments = within(column, span);
  const ofDays = within(column, days);
  const isSame = days.start === span.start && days.end === span.end;
  if (isSame) return moments;
  return {
    sql: `CASE WHEN ${isDayOf(column)} THEN ${ofDays.sql} ELSE ${moments.sql} END`,
    values: [...ofDays.values, ...moments.values],
  };
}

function spanOf({ from, to }: Pick<DateFilter, 'from' | 'to'>, timeZone: string): Span {
  const calendar = calendarOf(timeZone);
  /** The start of the day this many milliseconds later; for a moment, the moment itself. */
  const bound = (moment: string, later: number): number =>
    isDay(moment) ? calendar.startOfDay(Date.parse(moment) + later) : Date.parse(moment);
  // Moments are precise to the microsecond, bounds to the millisecond.
  const after = (moment: string): number => bound(moment, dayMs) + (isDay(moment) ? 0 : 1);
  return { start: from === null ? null : bound(from, 0), end: to === null ? null : after(to) };
}

const isDay = (moment: string): boolean => moment.length === 10;

/** As microseconds, both of which are inside. An open end is beyond all moments. */
function within(column: LaidColumn, { start, end }: Span): Statement {
  const low = start === null ? -(2n ** 62n) : BigInt(start) * 1000n;
  const high = end === null ? 2n ** 62n : BigInt(end) * 1000n - 1n;
  return { sql: `(${microsOf(column)}) BETWEEN ?::BIGINT AND ?::BIGINT`, values: [low, high] };
}
