/** Periods of whole days, as the service counts them: in UTC, both ends included. */

export interface Period {
  name: string;
  since: string;
  until: string;
}

/** Returns the day of a moment in UTC: YYYY-MM-DD. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns the periods that one click fills in. None ends after today: there is nothing yet. */
export function periodsBefore(now: Date): Period[] {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const day = (inMonth: number, dayOfMonth: number): string =>
    utcDay(new Date(Date.UTC(year, inMonth, dayOfMonth)));
  const today = utcDay(now);
  const yesterday = day(month, date - 1);
  return [
    { name: 'Today', since: today, until: today },
    { name: 'Yesterday', since: yesterday, until: yesterday },
    { name: 'Last 7 days', since: day(month, date - 6), until: today },
    { name: 'Last 30 days', since: day(month, date - 29), until: today },
    { name: 'This month', since: day(month, 1), until: today },
    { name: 'Last month', since: day(month - 1, 1), until: day(month, 0) },
  ];
}
