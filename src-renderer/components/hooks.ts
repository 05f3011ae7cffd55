import type { Problem } from '#shared/contract/problem.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

/**
 * Runs an action once at a time: a second click while it is under way does nothing. Returns
 * whether it is, and the guarded action.
 */
export function usePending(action: () => Promise<void> | void): [boolean, () => void] {
  const { busy, run } = useAction();
  const start = async (): Promise<null> => {
    await action();
    return null;
  };
  return [busy, () => run(start)];
}

/** Something a person starts that may fail: whether it is under way, and what went wrong last. */
export interface Action {
  busy: boolean;
  problem: Problem | null;
  /** Does `act` unless another is under way, and `onDone` when it had no problem. */
  run: (act: () => Promise<Problem | null>, onDone?: () => void) => void;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isUnderWay = useRef(false);
  const start = async (act: () => Promise<Problem | null>, onDone?: () => void): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      const found = await act();
      setProblem(found);
      if (found === null) onDone?.();
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { busy, problem, run: (act, onDone) => void start(act, onDone) };
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
