/**
 * Asks main again while a run grows or its columns are being filled: never twice at a time for the same
 * thing, and not more often than a person can follow.
 */
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Duplicates, OpenedView } from '#shared/contract/view.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';
import { without } from './app.ts';

/** How much of a run an answer covers. */
export type Reach = Pick<OpenedView, 'rows' | 'of'>;

/** Pause between two answers about the same thing (ms). */
const pauseMs = 1000;

/** Keys of the current requests. */
const asking = new Set<string>();

interface KeptUp {
  /** Identifies what is asked. */
  key: string;
  /** Whether there is something to ask. */
  isBehind: boolean;
  /** Nothing is known yet, so don't wait. */
  isNew: boolean;
  /** There will be more to ask soon. */
  works: boolean;
  /** Asks again when it changes. */
  attempt: number;
  rowCount: number;
}

/** Calls `refresh` while it is behind. It may only depend on what is in the key. */
export function useKeptUp(state: KeptUp, refresh: () => Promise<Reach | null>): void {
  const { key, isBehind, isNew, works, attempt, rowCount } = state;
  const last = useRef({ key: '', at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (!isBehind) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      if (asking.has(key)) return wait(pauseMs);
      asking.add(key);
      const reach = await refresh().catch(() => null);
      asking.delete(key);
      last.current = { key, at: performance.now() };
      if (timer !== undefined && reach !== null && reach.rows < reach.of) wait(pauseMs);
    };
    const wait = (ms: number): void => {
      timer = setTimeout(() => void ask(), ms);
    };
    const { current } = last;
    const isFresh = works && !isNew && current.key === key;
    wait(isFresh ? Math.max(0, current.at + pauseMs - performance.now()) : 0);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
    // `refresh` is a new function on each render but does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isBehind, isNew, rowCount, works, attempt]);
}

/** Numbers of repeated rows, by run. */
const useKnown = create<Readonly<Record<string, Duplicates>>>()(() => ({}));

/** Returns a run's repeated rows; null until known. */
export function useDuplicates(run: Run): Duplicates | null {
  const known = useKnown((all) => all[run.id]) ?? null;
  const { id, rowCount } = run;
  useKeptUp(
    {
      key: `${id}/duplicates`,
      isBehind: rowCount > 1 && (known?.of !== rowCount || known.rows < known.of),
      isNew: known === null,
      works: isWorking(run.state),
      attempt: 0,
      rowCount,
    },
    async () => {
      const result = await host.call('view.duplicates', { runId: id });
      // The person didn't ask for it, so a failure isn't reported.
      if (!result.ok) return null;
      useKnown.setState({ [id]: result.value });
      return result.value;
    },
  );
  return known;
}

export function forgetDuplicates(runId: string): void {
  useKnown.setState((all) => without(all, runId), true);
}
