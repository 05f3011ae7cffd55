/** The time, for what is on screen while it passes: nothing is drawn again until it shows. */
import { useSyncExternalStore } from 'react';
import { utcDay } from '#shared/query/values.ts';

const intervalMs = 5000;

const subscribe = (tick: () => void): (() => void) => {
  const timer = setInterval(tick, intervalMs);
  return () => clearInterval(timer);
};
const quarterMinute = (): number => Math.floor(Date.now() / 15_000) * 15_000;
const dayInUtc = (): string => utcDay(new Date());
const localDay = (): string => new Date().toDateString();

/** Returns the time in ms, to a quarter of a minute: for countdowns of hours and days. */
export const useMinute = (): number => useSyncExternalStore(subscribe, quarterMinute);

/** Returns the local day: what is counted by day begins again at midnight. */
export const useDay = (): string => useSyncExternalStore(subscribe, localDay);

/** Returns the day in UTC (YYYY-MM-DD), from which a question’s days are counted back. */
export const useUtcDay = (): string => useSyncExternalStore(subscribe, dayInUtc);
