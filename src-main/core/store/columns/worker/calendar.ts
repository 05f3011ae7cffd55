/**
 * Hours, days and months in a time zone's calendar: a day may have 23 or 25 hours, and the window uses the
 * person's own zone. Moments are milliseconds since 1970.
 */
import { assertNever } from '#shared/assert-never.ts';
import type { DateUnit } from '#shared/contract/summary.ts';
import { offsetsOf } from '#shared/time-zone.ts';

const dayMs = 86_400_000;
const lengths = { minute: 60_000, hour: 3_600_000, day: dayMs, week: 7 * dayMs };
/** 1970 began on a Thursday. */
const firstMonday = 4 * dayMs;
const months = { month: 1, quarter: 3, year: 12 };

/** @param timeZone a name that `Intl` recognises, such as `Europe/Berlin`. */
export function calendarOf(timeZone: string) {
  const offsetAt = offsetsOf(timeZone);
  /** The first moment at which clocks show `wall` or, if they skip it, a later time. */
  const momentOf = (wall: number): number => {
    const candidates = [wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)];
    const [early, late] = [Math.min(...candidates), Math.max(...candidates)];
    return early + offsetAt(early) >= wall ? early : late;
  };
  return {
    /** Start of the unit that contains a moment; weeks start on Monday. */
    startOf(unit: DateUnit, at: number): number {
      const offset = offsetAt(at);
      const wall = wallStart(unit, at + offset);
      // An hour that clocks show twice is two hours.
      return unit === 'minute' || unit === 'hour' ? wall - offset : momentOf(wall);
    },
    /** Start of the next unit. */
    nextOf(unit: DateUnit, start: number): number {
      if (unit === 'minute' || unit === 'hour') return start + lengths[unit];
      // A day may start at one o’clock: its calendar position is its nominal start.
      return momentOf(wallNext(unit, wallStart(unit, start + offsetAt(start))));
    },

    /** Start of a day, given as its start in UTC. */
    startOfDay: momentOf,
  };
}

/** Start of a unit as clocks show it, in milliseconds since they showed the start of 1970. */
function wallStart(unit: DateUnit, wall: number): number {
  switch (unit) {
    case 'minute':
    case 'hour':
    case 'day':
      return Math.floor(wall / lengths[unit]) * lengths[unit];
    case 'week':
      return Math.floor((wall - firstMonday) / lengths.week) * lengths.week + firstMonday;
    case 'month':
    case 'quarter':
    case 'year': {
      const date = new Date(wall);
      const month = date.getUTCMonth();
      return monthStart(date.getUTCFullYear(), month - (month % months[unit]));
    }
    default:
      return assertNever(unit);
  }
}

function wallNext(unit: Exclude<DateUnit, 'minute' | 'hour'>, start: number): number {
  if (unit === 'day' || unit === 'week') return start + lengths[unit];
  const date = new Date(start);
  return monthStart(date.getUTCFullYear(), date.getUTCMonth() + months[unit]);
}

/** `Date.UTC` would treat the years 0 to 99 as 1900 to 1999. */
const monthStart = (year: number, month: number): number =>
  new Date(0).setUTCFullYear(year, month, 1);
