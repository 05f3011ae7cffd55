/**
 * The system clock, for times that are written down. It may be set at any moment, by seconds or by
 * years (time servers, sleep, an empty battery), so durations are never the difference of two of its
 * times: they are measured with `performance.now()`.
 */

/** The latest time that all our formats can hold: four-digit years, starting at the Unix epoch. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Returns the current time, or the nearest one that can be written down. */
export const now = (): Date => dateOf(Date.now());

/** Returns a time as ISO 8601 in UTC with a four-digit year. `milliseconds`: since 1970; default now. */
export const isoTime = (milliseconds: number = Date.now()): string =>
  dateOf(milliseconds).toISOString();

const dateOf = (milliseconds: number): Date =>
  new Date(Math.min(Math.max(milliseconds, 0), latest));
