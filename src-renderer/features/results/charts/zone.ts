/** Whose days and hours dates are counted by: those the table shows dates by. */
import { useTimeZone } from '../values/date-look.ts';

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The name of a time zone, as calendars know it. */
export const useZoneName = (): string => (useTimeZone() === 'utc' ? 'UTC' : ownZone());
