/** How dates are shown: in the chosen time zone, relative to a fixed moment. */
import { useMemo, useState } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import type { TimeZone } from '#shared/contract/snapshot.ts';
import type { DateUnit } from '#shared/contract/summary.ts';
import { offsetText } from '#renderer/components/dates.ts';
import { useSnapshot } from '#renderer/state/app.ts';

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

/**
 * One name for UTC: otherwise its aliases would look like different zones. Computed once: it takes a
 * millisecond, and every column needs it.
 */
const localZone = Intl.DateTimeFormat()
  .resolvedOptions()
  .timeZone.replace(/^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/, 'UTC');

/** "UTC", "Europe/Berlin (UTC+01:00)": a zone's name, with its offset at a moment. */
export const clockName = (zone: TimeZone, at: Date): string =>
  zone === 'utc' || localZone === 'UTC' ? 'UTC' : `${localZone} (${offsetText(at, zone)})`;

/** "UTC", "local time (Europe/Berlin)". */
export const zoneWords = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : timeZone === localZone ? `local time (${timeZone})` : timeZone;

/** Returns the time zones to choose from: the person’s two, and `timeZone`. */
export const zonesBeside = (timeZone: string): string[] => [
  ...new Set([localZone, 'UTC', timeZone]),
];

/** Returns the IANA name of the chosen time zone. */
export const useZoneName = (): string => (useTimeZone() === 'utc' ? 'UTC' : localZone);

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
  const date = ['year', 'month', 'day'] as const;
  const words = date.map((part) => parts.get(part)).join('-');
  return areDays ? words : `${words} ${parts.get('hour')}:${parts.get('minute')}`;
}

/** A whole hour, day, month… in full: "Tue 17 Nov 2026". */
export function unitWords(unit: DateUnit, iso: string, timeZone: string): string {
  const at = new Date(iso);
  const say = (options: Intl.DateTimeFormatOptions): string =>
    format(timeZone, options).format(at).replaceAll(',', '');
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  switch (unit) {
    case 'minute':
    case 'hour':
      return `${say({ weekday: 'short', ...day })}, ${say(clock)}`;
    case 'day':
      return say({ weekday: 'short', ...day });
    case 'week':
      return `Week of ${say(day)}`;
    case 'month':
      return say({ month: 'long', year: 'numeric' });
    case 'quarter':
      return `${quarter(at, timeZone)} ${say({ year: 'numeric' })}`;
    case 'year':
      return say({ year: 'numeric' });
    default:
      return assertNever(unit);
  }
}

interface AxisWords {
  main: string;
  /** What `main` omits: the day of an hour, the month of a day. */
  around: string;
}

/** The same, short enough for an axis. */
export function axisWords(unit: DateUnit, iso: string, timeZone: string): AxisWords {
  const at = new Date(iso);
  const say = (options: Intl.DateTimeFormatOptions): string =>
    format(timeZone, options).format(at).replaceAll(',', '');
  switch (unit) {
    case 'minute':
    case 'hour':
      return {
        main: say(clock),
        around: say({ weekday: 'short', day: 'numeric', month: 'short' }),
      };
    case 'day':
    case 'week':
      return { main: say({ day: 'numeric' }), around: say({ month: 'short', year: 'numeric' }) };
    case 'month':
      return { main: say({ month: 'short' }), around: say({ year: 'numeric' }) };
    case 'quarter':
      return { main: quarter(at, timeZone), around: say({ year: 'numeric' }) };
    case 'year':
      return { main: say({ year: 'numeric' }), around: '' };
    default:
      return assertNever(unit);
  }
}

function quarter(at: Date, timeZone: string): string {
  return `Q${Math.ceil(Number(format(timeZone, { month: 'numeric' }).format(at)) / 3)}`;
}

/** "Hours in UTC", "Days in local time (Europe/Berlin)"; null if units don't depend on a time zone. */
export function clockWords(unit: DateUnit, timeZone: string, areDays: boolean): string | null {
  if (areDays) return null;
  const units: Record<DateUnit, string> = {
    minute: 'Minutes',
    hour: 'Hours',
    day: 'Days',
    week: 'Weeks from Monday',
    month: 'Months',
    quarter: 'Quarters',
    year: 'Years',
  };
  return `${units[unit]} in ${timeZone === 'UTC' ? 'UTC' : `local time (${timeZone})`}.`;
}
