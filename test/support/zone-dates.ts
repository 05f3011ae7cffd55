/**
 * Dates of a repeat as the clocks of a zone show them, reckoned without the library that the program asks.
 */
import type { When } from '#shared/contract/repeat.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export type Days = Extract<When, { kind: 'days' }>;

type Shown = readonly [moment: number, date: string, time: string];

/** What clocks show every quarter of an hour, by `Intl`: it takes a while, so it is asked once. */
const shownIn = new Map<string, Shown[]>();

function clocksOf(timeZone: string, from: number, to: number): Shown[] {
  const known = shownIn.get(`${timeZone} ${from} ${to}`);
  if (known !== undefined) return known;
  const style = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  const clock = new Intl.DateTimeFormat('sv-SE', style);
  const shown: Shown[] = [];
  for (let now = from - 2 * day; now < to; now += 15 * minute) {
    const [date = '', time = ''] = clock.format(now).split(' ');
    shown.push([now, date, time]);
  }
  shownIn.set(`${timeZone} ${from} ${to}`, shown);
  return shown;
}

/** The dates in a period: of each day of the zone, the first moment at or after the time. */
export function datesIn({ days, at, timeZone }: Days, from: number, to: number): number[] {
  const found = new Map<string, number>();
  for (const [now, date, time] of clocksOf(timeZone, from, to)) {
    const weekday = new Date(date).getUTCDay() || 7;
    if (days.includes(weekday) && time >= at && !found.has(date)) found.set(date, now);
  }
  return [...found.values()].filter((date) => date > from);
}

export const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Zones with odd rules, each with a year in which they show, and a time that clocks skip or show twice. */
export const oddities: readonly [timeZone: string, year: number, at: string][] = [
  ['Europe/Berlin', 2026, '02:30'],
  ['America/New_York', 2026, '01:30'],
  ['Asia/Kolkata', 2026, '09:00'],
  ['Asia/Kathmandu', 2026, '23:45'],
  ['Australia/Lord_Howe', 2026, '02:15'],
  ['Africa/Casablanca', 2026, '02:30'],
  ['Africa/Cairo', 2026, '00:00'],
  ['Pacific/Apia', 2011, '09:00'],
  ['America/St_Johns', 2011, '00:00'],
  ['Asia/Tehran', 2022, '00:00'],
  ['Antarctica/Troll', 2026, '01:30'],
  ['America/Sao_Paulo', 2018, '00:15'],
  ['America/Santiago', 2026, '00:00'],
];
