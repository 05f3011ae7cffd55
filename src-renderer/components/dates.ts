/** Moments as the window shows them: sortable, in the time of this computer or in UTC. */
import { momentScales, readMoment } from '#shared/moment.ts';
import { dayAt, daysBack } from '#shared/query/values.ts';
import { dayInWords } from './words.ts';
import type { TimeZone } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';

/** Returns the moment of a text in ISO 8601, in UTC unless it has an offset; null for anything else, also a day. */
export function momentOfText(text: string): Date | null {
  const moment = readMoment(text);
  return moment === null || moment.isDay ? null : new Date(moment.ms);
}

/** Returns the moment of a text, or the noon of a day, which is the same day everywhere; null for anything else. */
export function timeOfText(text: string): Date | null {
  const moment = readMoment(text);
  if (moment === null) return null;
  const at = new Date(moment.ms);
  return moment.isDay ? new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), 12) : at;
}

/** Returns the moment of a whole number since 1970, whose size shows its unit; null if it is too small. */
export function momentOfNumber(digits: string): Date | null {
  if (!/^\d{9,17}$/.test(digits)) return null;
  const count = Number(digits);
  const scale = momentScales.find(({ atLeast, below }) => count >= atLeast && count < below);
  return scale === undefined ? null : new Date((count * scale.micros) / 1000);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD HH:MM`. Moments in data are in the zone of *Settings*, those of the program always local. */
export function minuteText(at: Date, zone: TimeZone): string {
  // Shifts local time to UTC, so that both are formatted alike.
  const shown = zone === 'utc' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  // Years beyond 9999 have a sign and six digits.
  return shown
    .toISOString()
    .replace(/^\+0*/, '')
    .replace(/T(\d{2}:\d{2}).*$/, ' $1');
}

/** `YYYY-MM-DD HH:MM:SS`. */
export const secondText = (at: Date, zone: TimeZone): string =>
  `${minuteText(at, zone)}:${two(at.getUTCSeconds())}`;

/** "UTC", or this computer's offset at that moment: "UTC+05:30". */
export function offsetText(at: Date, zone: TimeZone): string {
  const minutes = zone === 'utc' ? 0 : -at.getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Returns this computer's offset if it is the same all year; null where clocks change. */
export function steadyOffset(at: Date): string | null {
  const [winter, summer] = [0, 6].map((month) =>
    offsetText(new Date(at.getFullYear(), month, 1), 'local'),
  );
  return winter !== undefined && winter === summer ? winter : null;
}

/** "18 November 2026". @param day YYYY-MM-DD. */
export const longDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** "16–22 Nov", "28 Oct – 3 Nov"; with its year unless it is that of `now`. @param first YYYY-MM-DD. */
export function daysInWords(first: string, last: string, now: Date): string {
  const inWords = (day: string): string =>
    dayInWords(new Date(day), now, { month: 'short', timeZone: 'UTC' });
  if (first === last) return inWords(first);
  return first.slice(0, 7) === last.slice(0, 7)
    ? `${Number(first.slice(8))}–${inWords(last)}`
    : `${inWords(first)} – ${inWords(last)}`;
}

/** "Last 7 days", "Yesterday"; of actual days "16–22 Nov", "Since 16 Nov". */
export function periodInWords({ since = '', until = '' }: Query['values'], now: Date): string {
  const [first, last] = [daysBack(since), until === '' ? 0 : daysBack(until)];
  if (first === null || last === null) {
    const [from, to] = [dayAt(since, now), dayAt(until, now)];
    return to === '' ? `Since ${daysInWords(from, from, now)}` : daysInWords(from, to, now);
  }
  if (last > 0) return first === last ? 'Yesterday' : `${first - last + 1} days until yesterday`;
  return first === 0 ? 'Today' : `Last ${first + 1} days`;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const relative = new Intl.RelativeTimeFormat('en');

/** Longest first; months and years have their average length. */
const spans = [
  ['year', 365.25 * day],
  ['month', 30.44 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const;

/** "3 days ago", "in 2 hours", "just now": rounded down, one unit. */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (now.getTime() - at.getTime()) / 1000;
  const size = Math.abs(seconds);
  const span = spans.find(([, length]) => size >= length);
  if (span === undefined) return 'just now';
  const [unit, length] = span;
  const count = Math.floor(size / length);
  return relative.format(seconds < 0 ? count : -count, unit);
}

/** Returns a moment in three lines, for the tooltip of a cell. */
export function momentTitle(at: Date, sent: string, look: { zone: TimeZone; now: Date }): string {
  const { zone, now } = look;
  return [
    relativeTime(at, now),
    `${secondText(at, zone)} ${offsetText(at, zone)}`,
    `Sent as ${sent}`,
  ].join('\n');
}

/**
 * Formats the program's own times, which are always local; returns the text itself if it isn't a
 * moment.
 */
export function localSecond(text: string): string {
  const at = momentOfText(text);
  return at === null ? text : secondText(at, 'local');
}

/** "0.4 s", "12 s", "under 0.1 s": how long an answer took. */
export function secondsText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 0.05) return 'under 0.1 s';
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
