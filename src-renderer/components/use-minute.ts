import { useSyncExternalStore } from 'react';

const often = 5000;

const subscribe = (tick: () => void): (() => void) => {
  const timer = setInterval(tick, often);
  return () => clearInterval(timer);
};
const quarterMinute = (): number => Math.floor(Date.now() / 15_000) * 15_000;

/** The time in ms, to a quarter of a minute: for countdowns of hours and days. */
export const useMinute = (): number => useSyncExternalStore(subscribe, quarterMinute);
