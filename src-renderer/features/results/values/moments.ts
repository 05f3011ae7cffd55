/** How dates are shown: in the chosen time zone, relative to a fixed moment. */
import { useMemo, useState } from 'react';
import type { TimeZone } from '#shared/contract/snapshot.ts';
import type { DateUnit } from '#shared/contract/summary.ts';
import { steadyOffset } from '#renderer/components/dates.ts';
import { useApp, useSnapshot } from '#renderer/state/app.ts';

export interface DateLook {
  zone: TimeZone;
  /** The moment that "3 days ago" counts from. */
  now: Date;
}

const minuteMs = 60_000;
const thisMinute = (): number => Math.floor(Date.now() / minuteMs);

const useTimeZone = (): TimeZone => useSnapshot(({ preferences }) => preferences.timeZone);

/**
 * Returns the same object within a minute, so that nothing is rendered again every second. Call
 * `refresh` when the pointer enters: what was drawn hours ago would still say "2 minutes ago".
 */
export function useDateLook(): [look: DateLook, refresh: () => void] {
  const zone = useTimeZone();
  const [minute, setMinute] = useState(thisMinute);
  const look = useMemo(() => ({ zone, now: new Date(minute * minuteMs) }), [zone, minute]);
  return [look, () => setMinute(thisMinute())];
}

const localZone = (): string => useApp.getState().localZone.name;

/**
 * "UTC", "Asia/Kolkata (UTC+05:30)", "Europe/Berlin": a zone's name, with its offset in the year of `at`
 * if it has only one. Today's would be wrong for rows from the other half of the year.
 */
export function clockName(zone: TimeZone, at: Date): string {
  const local = localZone();
  if (zone === 'utc' || local === 'UTC') return 'UTC';
  const offset = steadyOffset(at);
  return offset === null ? local : `${local} (${offset})`;
}

/** "UTC", "local time (Europe/Berlin)". */
export const zoneWords = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : timeZone === localZone() ? `local time (${timeZone})` : timeZone;

/** Returns the time zones to choose from: the person’s two, and `timeZone`. */
export const zonesBeside = (timeZone: string): string[] => [
  ...new Set([localZone(), 'UTC', timeZone]),
];

/** Returns the IANA name of the chosen time zone. */
export const useZoneName = (): string => (useTimeZone() === 'utc' ? 'UTC' : localZone());

/** "Berlin", "UTC": a zone's name, where there is little room. */
export const cityOf = (zone: string): string =>
  (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formats: creating one takes longer than using it a thousand times. */
function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  formats.set(key, known);
  return known;
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** `YYYY-MM-DD HH:MM`, as in the table; `YYYY-MM-DD` if there are only days. */
export function momentWords(iso: string, timeZone: string, areDays = false): string {
  const at = new Date(iso);
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = new Map(
    format(timeZone, { ...day, ...clock })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const words = (['year', 'month', 'day'] as const).map((part) => parts.get(part)).join('-');
  return areDays ? words : `${words} ${parts.get('hour')}:${parts.get('minute')}`;
}

/** Writes a part of a moment: "Tue 17 Nov". */
type Say = (options: Intl.DateTimeFormatOptions) => string;

const sayOf =
  (iso: string, timeZone: string): Say =>
  (options) =>
    format(timeZone, options).format(new Date(iso)).replaceAll(',', '');

interface UnitWords {
  /** Several of them: "Hours". */
  plural: string;
  /** A whole one in full: "Tue 17 Nov 2026". */
  full: (say: Say) => string;
  /** The same, short enough for an axis. */
  main: (say: Say) => string;
  /** What `main` omits: the day of an hour, the month of a day. */
  around: (say: Say) => string;
}

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const year = (say: Say): string => say({ year: 'numeric' });
const monthAndYear = (say: Say): string => say({ month: 'short', year: 'numeric' });
const dayOfMonth = (say: Say): string => say({ day: 'numeric' });
const quarter = (say: Say): string => `Q${Math.ceil(Number(say({ month: 'numeric' })) / 3)}`;

const hour: UnitWords = {
  plural: 'Hours',
  full: (say) => `${say({ weekday: 'short', ...date })}, ${say(clock)}`,
  main: (say) => say(clock),
  around: (say) => say({ weekday: 'short', day: 'numeric', month: 'short' }),
};

const day: UnitWords = {
  plural: 'Days',
  full: (say) => say({ weekday: 'short', ...date }),
  main: dayOfMonth,
  around: monthAndYear,
};

/** `weekday`: a day among hours. */
const units: Record<DateUnit | 'weekday', UnitWords> = {
  minute: { ...hour, plural: 'Minutes' },
  hour,
  weekday: { ...day, main: (say) => say({ weekday: 'short', day: 'numeric' }) },
  day,
  week: {
    plural: 'Weeks from Monday',
    full: (say) => `Week of ${say(date)}`,
    main: dayOfMonth,
    around: monthAndYear,
  },
  month: {
    plural: 'Months',
    full: (say) => say({ month: 'long', year: 'numeric' }),
    main: (say) => say({ month: 'short' }),
    around: year,
  },
  quarter: {
    plural: 'Quarters',
    full: (say) => `${quarter(say)} ${year(say)}`,
    main: quarter,
    around: year,
  },
  year: { plural: 'Years', full: year, main: year, around: () => '' },
};

/** A whole hour, day, month… in full: "Tue 17 Nov 2026". */
export const unitWords = (unit: DateUnit, iso: string, timeZone: string): string =>
  units[unit].full(sayOf(iso, timeZone));

/** The same, short enough for an axis; `around`: what `main` omits. */
export function axisWords(
  unit: DateUnit | 'weekday',
  iso: string,
  timeZone: string,
): { main: string; around: string } {
  const say = sayOf(iso, timeZone);
  return { main: units[unit].main(say), around: units[unit].around(say) };
}

/** "Hours in UTC", "Days in local time (Europe/Berlin)"; null if units don't depend on a time zone. */
export const clockWords = (unit: DateUnit, timeZone: string, areDays: boolean): string | null =>
  areDays
    ? null
    : `${units[unit].plural} in ${timeZone === 'UTC' ? 'UTC' : `local time (${timeZone})`}.`;
