/**
 * The one rule of what is a moment or a day: for filters, charts, order, summary, the table and files. The
 * column store keeps what this reads, so SQL has no second rule.
 */

export interface Moment {
  /** Milliseconds since 1970, rounded down; in UTC unless the text has an offset. Of a day: its start. */
  ms: number;
  /** Microseconds beyond that, 0 to 999. */
  micros: number;
  /** A day without a time, which is the same day everywhere. */
  isDay: boolean;
  /** Whether the text says how far it is from UTC. */
  hasOffset: boolean;
  /** Digits below the second as sent, with a point: ".50"; empty without. */
  fraction: string;
}

const year = String.raw`(?<year>\d{4}|[+−-]\d{6})`;
const day = (hyphen: string): string =>
  `(?:${hyphen}(?<month>0[1-9]|1[0-2])${hyphen}(?<day>0[1-9]|[12]\\d|3[01])|` +
  `${hyphen}W(?<week>[0-5]\\d)${hyphen}(?<weekday>[1-7])|${hyphen}(?<ordinal>[0-3]\\d\\d))`;
const time = (colon: string): string =>
  `(?<hour>[01]\\d|2[0-4])(?:${colon}(?<minute>[0-5]\\d)(?:${colon}(?<second>[0-5]\\d|60))?)?` +
  `(?:[.,](?<part>\\d+))?`;
const offset = (colon: string): string =>
  `(?<zone>[Zz]|(?<sign>[+−-])(?<hours>[01]\\d|2[0-3])(?:${colon}(?<minutes>[0-5]\\d))?)?`;

/**
 * ISO 8601, extended and basic, as far as it names one day or moment: no months, weeks or years, and years
 * of four or six digits. Also common: a space for the T, which must be followed by minutes, an offset without
 * its colon, and the small letters of RFC 3339.
 */
const shapes = [
  new RegExp(`^${year}${day('-')}(?:(?:[Tt]| (?=\\d\\d:))${time(':')}${offset(':?')})?$`),
  new RegExp(`^${year}${day('')}(?:[Tt]${time('')}${offset('')})?$`),
];

const dayMs = 86_400_000;
/** Twenty thousand years: a bar for each must be possible. */
const mostMs = 20_000 * 365.25 * dayMs;
/** Longer texts are no moments, whatever they contain. */
const maxLength = 64;

/** Returns whether a text is written like a moment or a day, which need not exist: `2026-02-30`. */
export const looksLikeMoment = (text: string): boolean => partsOf(text) !== undefined;

function partsOf(text: string): Parts | undefined {
  // Most texts are ruled out by this, which is all the work there is for them.
  const first = text.charCodeAt(0);
  const isPossible =
    text.length >= 7 &&
    text.length <= maxLength &&
    ((first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x22_12);
  return isPossible ? (shapes[0]?.exec(text) ?? shapes[1]?.exec(text))?.groups : undefined;
}

/** Returns null for anything else, also for a day or a time that doesn't exist. */
export function readMoment(text: string): Moment | null {
  const parts = partsOf(text);
  if (parts === undefined) return null;
  const days = daysOf(parts);
  const clock = parts['hour'] === undefined ? midnight : clockOf(parts);
  if (days === null || clock === null) return null;
  const ms = days * dayMs + clock.ms - offsetOf(parts);
  if (Math.abs(ms) > mostMs) return null;
  // A leap second is the last of a day in UTC, and counts as the first of the next.
  if (parts['second'] === '60' && (Math.floor(ms / 1000) * 1000) % dayMs !== 0) return null;
  return {
    ms,
    micros: clock.micros,
    isDay: parts['hour'] === undefined,
    hasOffset: parts['zone'] !== undefined,
    fraction: clock.fraction,
  };
}

type Parts = Partial<Record<string, string>>;

const numberOf = (text: string | undefined): number => Number((text ?? '0').replace('−', '-'));

/** Days since 1970; null for a day that doesn't exist. */
function daysOf(parts: Parts): number | null {
  const inYear = numberOf(parts['year']);
  if (parts['month'] !== undefined) {
    const [month, date] = [numberOf(parts['month']), numberOf(parts['day'])];
    const at = startOf(inYear, month - 1, date);
    // `2026-02-30` would be a day in March.
    return at.getUTCDate() === date ? at.getTime() / dayMs : null;
  }
  const first = startOf(inYear, 0, 1).getTime() / dayMs;
  const next = startOf(inYear + 1, 0, 1).getTime() / dayMs;
  if (parts['ordinal'] !== undefined) {
    const ordinal = numberOf(parts['ordinal']);
    return ordinal >= 1 && ordinal <= next - first ? first + ordinal - 1 : null;
  }
  const week = numberOf(parts['week']);
  const monday = firstMonday(first) + (week - 1) * 7;
  return week >= 1 && monday < firstMonday(next) ? monday + numberOf(parts['weekday']) - 1 : null;
}

/** `Date.UTC` would read the years 0 to 99 as 1900 to 1999. */
function startOf(inYear: number, month: number, date: number): Date {
  const at = new Date(0);
  at.setUTCFullYear(inYear, month, date);
  return at;
}

/** The Monday of the first week of a year that begins on this day: that with its 4 January. */
function firstMonday(newYear: number): number {
  const fourth = newYear + 3;
  // 1970 began on a Thursday.
  return fourth - ((((fourth + 3) % 7) + 7) % 7);
}

interface Clock {
  ms: number;
  micros: number;
  fraction: string;
}

const midnight: Clock = { ms: 0, micros: 0, fraction: '' };

/** A fraction is of the last part that is given. Null for a time that doesn't exist; 24:00 is the next day. */
function clockOf(parts: Parts): Clock | null {
  const [hour, minute, second] = [parts['hour'], parts['minute'], parts['second']].map(numberOf);
  const { part = '' } = parts;
  const unitMicros =
    parts['second'] !== undefined ? 1e6 : parts['minute'] !== undefined ? 6e7 : 3.6e9;
  // Digits beyond a trillionth of an hour change nothing that is kept.
  const digits = part.slice(0, 12);
  const micros = Number(
    (BigInt(digits || '0') * BigInt(unitMicros)) / 10n ** BigInt(digits.length),
  );
  const whole = hour! * 3_600_000 + minute! * 60_000 + second! * 1000;
  if (hour === 24 && (whole !== dayMs || /[1-9]/.test(part))) return null;
  const below = micros % 1e6;
  const fraction =
    unitMicros === 1e6
      ? part
      : below === 0
        ? ''
        : String(below).padStart(6, '0').replace(/0+$/, '');
  return {
    ms: whole + Math.floor(micros / 1000),
    micros: micros % 1000,
    fraction: fraction === '' ? '' : `.${fraction}`,
  };
}

/** Milliseconds. */
const offsetOf = ({ sign, hours, minutes }: Parts): number =>
  (sign === '+' ? 1 : -1) * (numberOf(hours) * 60 + numberOf(minutes)) * 60_000;

/**
 * Units of numbers since 1970, recognised by their size: up to the year 5138 they don't overlap. Smaller
 * numbers, such as 0 for "never", are not moments: nothing was posted before 1973.
 */
export const momentScales = [
  { atLeast: 1e8, below: 1e11, micros: 1_000_000 },
  { atLeast: 1e11, below: 1e14, micros: 1000 },
  { atLeast: 1e14, below: 1e17, micros: 1 },
] as const;
