/** Counts, sizes and times in words, the same on every page. */
import { countOf, grouping } from '#shared/counts.ts';
import { sampleProfileId } from '#shared/service/profile.ts';

export { countOf, grouping };

const units = ['kB', 'MB', 'GB', 'TB'];

/** "812 B", "4.1 kB", "23 MB". */
export function bytesInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes / 1000;
  let unit = 0;
  // 999.6 would be rounded up to a thousand of the smaller unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ''}`;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** "–" for none, "0.4 s", "12 s", "3 min 20 s", "2 h 5 min", "3 d 4 h". */
export function durationInWords(ms: number): string {
  if (ms <= 0) return '–';
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < minute) return `${seconds} s`;
  if (seconds < hour) return pair(seconds, minute, 'min', 1, 's');
  return seconds < day
    ? pair(seconds, hour, 'h', minute, 'min')
    : pair(seconds, day, 'd', hour, 'h');
}

function pair(seconds: number, large: number, one: string, small: number, two: string): string {
  const remainder = Math.floor((seconds % large) / small);
  const first = `${Math.floor(seconds / large)} ${one}`;
  return remainder === 0 ? first : `${first} ${remainder} ${two}`;
}

/** "17:44", local unless in another time zone. */
export const clockTime = (at: Date, timeZone?: string): string =>
  at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });

/** "18 November 2026", local unless `look` has another time zone; omits the year of `now`. */
export function dayInWords(at: Date, now: Date, look: Intl.DateTimeFormatOptions = {}): string {
  const { timeZone } = look;
  const year = (date: Date): string =>
    date.toLocaleDateString('en-GB', { year: 'numeric', timeZone });
  const shown = year(at) === year(now) ? look : { year: 'numeric' as const, ...look };
  return at
    .toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...shown })
    .replace(',', '');
}

/** "at 18:42" today, "on 3 June" otherwise. */
export const momentInWords = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString() ? `at ${clockTime(at)}` : `on ${dayInWords(at, now)}`;

/** "18 November, 17:44". */
export const dayAndTime = (at: Date, now: Date): string =>
  `${dayInWords(at, now)}, ${clockTime(at)}`;

/** Returns what calls would cost at the person's own prices: "12.40 EUR". */
export function moneyInWords(amount: number, currency: string): string {
  // A call may cost less than a cent; a sum of many is rounded to cents.
  const digits = amount !== 0 && amount < 0.1 ? 4 : 2;
  const number = amount.toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  });
  return `${number} ${currency}`;
}

/** "Sample service", "data.example.org". */
export function serviceName(profileId: string): string {
  if (profileId === sampleProfileId) return 'Sample service';
  if (profileId === '') return 'Unknown service';
  return profileId.replace(/^https?:\/\//, '');
}

/** Names of keys on a Mac. */
const macNames: readonly [name: string, sign: string][] = [
  ['Ctrl+', '⌘'],
  ['Alt+', '⌥'],
  ['Shift+', '⇧'],
];

export function keyNames(keys: string, platform = navigator.userAgent): string {
  if (!/Mac/.test(platform)) return keys;
  return macNames.reduce((words, [name, sign]) => words.replace(name, sign), keys);
}

/** "Access key" → "access key": a label within a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
