import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

/**
 * Runs an action once at a time: a second click while it is under way does nothing. Returns
 * whether it is, and the guarded action.
 */
export function usePending(action: () => Promise<void> | void): [boolean, () => void] {
  const [isPending, setPending] = useState(false);
  const isUnderWay = useRef(false);
  const start = async (): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPending(true);
    try {
      await action();
    } finally {
      isUnderWay.current = false;
      setPending(false);
    }
  };
  return [isPending, () => void start()];
}

/** True once `state` has been true for `ms`: what passes quickly is not worth a word. */
export function useLasting(state: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!state) return undefined;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [state, ms]);
  return state && lasts;
}

const often = 5000;

const subscribe = (tick: () => void): (() => void) => {
  const timer = setInterval(tick, often);
  return () => clearInterval(timer);
};
const quarterMinute = (): number => Math.floor(Date.now() / 15_000) * 15_000;

/** The time in ms, to a quarter of a minute: for countdowns of hours and days. */
export const useMinute = (): number => useSyncExternalStore(subscribe, quarterMinute);
