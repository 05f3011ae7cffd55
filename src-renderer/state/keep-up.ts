/**
 * Asking main again while a run grows or its columns are being filled: never twice at a time for
 * one thing, and not more often than a person can follow.
 */
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Duplicates, OpenedView } from '#shared/contract/view.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';
import { without } from './app.ts';

/** How much of a run an answer is about. */
export type Reach = Pick<OpenedView, 'rows' | 'of'>;

/** Between two answers about the same (ms). */
const pauseMs = 1000;

/** What is being asked, by key. */
const asking = new Set<string>();

interface KeptUp {
  /** What is asked, told from all else. */
  key: string;
  /** Whether there is something to ask. */
  isBehind: boolean;
  /** Nothing is known yet, so that nobody can wait. */
  isNew: boolean;
  /** There will be more to ask in a moment. */
  works: boolean;
  /** Asks once more when it changes. */
  attempt: number;
  rowCount: number;
}

/** Calls `refresh` while it is behind. It may use nothing that is not told by the key. */
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
    // `refresh` is another function each time and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isBehind, isNew, rowCount, works, attempt]);
}

/** How many rows of runs came more than once. */
const useKnown = create<Readonly<Record<string, Duplicates>>>()(() => ({}));

/** Of the run; null until it is known. */
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
      // Nobody asked for it: that it can't be told is no news.
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
