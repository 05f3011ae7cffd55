/** In which minute, day or month of a time zone a moment lies: as `Intl` spells it. */
import type { DateUnit } from '#shared/contract/summary.ts';

export const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  // Clocks go forward at midnight, so that some days begin at one o'clock.
  'America/Havana',
  // A whole day was left out.
  'Pacific/Apia',
];

/** The same text for moments in the same unit. `at` in milliseconds since 1970. */
export function localUnit(unit: DateUnit, at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
  const day = new Date(0);
  day.setUTCFullYear(year, part('month') - 1, part('day'));
  switch (unit) {
    case 'minute':
    case 'hour': {
      // An hour that comes twice has two names.
      const hour = [year, part('month'), part('day'), part('hour'), parts.get('timeZoneName')];
      return [...hour, unit === 'minute' ? part('minute') : ''].join(' ');
    }
    case 'day':
      return day.toISOString();
    case 'week':
      day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
      return day.toISOString();
    case 'month':
      return `${year} ${part('month')}`;
    case 'quarter':
      return `${year} ${Math.ceil(part('month') / 3)}`;
    case 'year':
      return String(year);
    default:
      return unit satisfies never;
  }
}
