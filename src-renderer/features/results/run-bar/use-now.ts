import { useCallback, useSyncExternalStore } from 'react';

const secondNow = (): number => Math.floor(Date.now() / 1000) * 1000;

/** The time in ms, to the second; drawn anew each second while `ticking`. */
export function useNow(ticking: boolean): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = ticking ? setInterval(tick, 1000) : undefined;
      return () => clearInterval(timer);
    },
    [ticking],
  );
  return useSyncExternalStore(subscribe, secondNow);
}
