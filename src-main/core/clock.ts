/**
 * The computer's clock, as it is written down. It may be set at any moment, by seconds or by years
 * (time servers, sleep, an empty battery), so a duration is never the difference of two of its
 * times: those come from `performance.now()`.
 */

/** What all our formats can hold: years of four digits, from the beginning of Unix time. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The time now, or the nearest that can be written down. */
export const now = (): Date => dateOf(Date.now());

/** ISO 8601 in UTC with a year of four digits, of now or of so many milliseconds since 1970. */
export const isoTime = (milliseconds: number = Date.now()): string =>
  dateOf(milliseconds).toISOString();

function dateOf(milliseconds: number): Date {
  return new Date(Math.min(Math.max(milliseconds, 0), latest));
}
