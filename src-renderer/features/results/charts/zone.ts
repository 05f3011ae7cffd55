/** Whose days and hours dates are counted by: those the table shows dates by. */
import { useTimeZone } from '../values/date-look.ts';

/**
 * One name for UTC: else the same clock would look like another one. Asked for once: that takes a
 * millisecond, and every column of the table wants to know.
 */
const ownName = Intl.DateTimeFormat()
  .resolvedOptions()
  .timeZone.replace(/^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/, 'UTC');

/** "UTC", "local time (Europe/Berlin)". */
export const zoneWords = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : timeZone === ownName ? `local time (${timeZone})` : timeZone;

/** Clocks that days can be of: the person’s two, and one of elsewhere. */
export const zonesBeside = (timeZone: string): string[] => [...new Set([ownName, 'UTC', timeZone])];

/** The name of a time zone, as calendars know it. */
export const useZoneName = (): string => (useTimeZone() === 'utc' ? 'UTC' : ownName);
