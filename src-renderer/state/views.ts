/**
 * What views of runs came to: how many rows they have. Main is asked again when the run has more
 * rows, never twice at a time for one view.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Run } from '#shared/contract/run.ts';
import type { Duplicates, OpenedView, View } from '#shared/contract/view.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { setRowProblem } from './rows.ts';
import { isWorking } from './run-order.ts';

/** How much of a run an answer is about. */
type Reach = Pick<OpenedView, 'rows' | 'of'>;

interface Views {
  opened: Readonly<Record<string, OpenedView>>;
  duplicates: Readonly<Record<string, Duplicates>>;
  /** Counts the times a person tried again. */
  attempt: number;
}

const useViews = create<Views>()(() => ({ opened: {}, duplicates: {}, attempt: 0 }));

/** How many rows a view of the run has; null until that is known. */
export function useOpenedView(run: Run, view: View): OpenedView | null {
  const isAsked = !isEveryRow(view);
  const key = `${run.id}/${JSON.stringify(view)}`;
  const known = useViews(({ opened }) => opened[key]) ?? null;
  useRefreshed(run, { key, known, isAsked }, async () => {
    const result = await host.call('view.open', { runId: run.id, view });
    setRowProblem(run.id, result.ok ? null : result.error);
    if (!result.ok) return null;
    useViews.setState(({ opened }) => ({ opened: { ...opened, [key]: result.value } }));
    return result.value;
  });
  const { rowCount } = run;
  return isAsked ? known : { rows: rowCount, of: rowCount, count: rowCount, epoch: 0 };
}

/** How many rows of the run came more than once; null until that is known. */
export function useDuplicates(run: Run): Duplicates | null {
  const known = useViews(({ duplicates }) => duplicates[run.id]) ?? null;
  useRefreshed(run, { key: run.id, known, isAsked: run.rowCount > 1 }, async () => {
    const result = await host.call('view.duplicates', { runId: run.id });
    // Nobody asked for it: that it can't be told is no news.
    if (!result.ok) return null;
    const { value } = result;
    useViews.setState(({ duplicates }) => ({ duplicates: { ...duplicates, [run.id]: value } }));
    return value;
  });
  return known;
}

/** After a view could not be opened: tries once more. */
export function openViewsAgain(): void {
  useViews.setState(({ attempt }) => ({ attempt: attempt + 1 }));
}

/** Lets go of what is known of a run's views. */
export function forgetViews(runId: string): void {
  const others = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => key.split('/')[0] !== runId));
  useViews.setState(({ opened, duplicates }) => ({
    opened: others(opened),
    duplicates: others(duplicates),
  }));
}

interface Asked {
  key: string;
  known: Reach | null;
  isAsked: boolean;
}

/** While a run grows or its columns are being filled, so often is enough (ms). */
const pauseMs = 1000;

/** What is being asked, by key. */
const asking = new Set<string>();

/** Has `refresh` ask while what is known is about fewer rows than the run has. */
function useRefreshed(
  run: Run,
  { key, known, isAsked }: Asked,
  refresh: () => Promise<Reach | null>,
): void {
  const attempt = useViews((state) => state.attempt);
  const { rowCount } = run;
  const isNew = known === null;
  const isBehind = isAsked && (isNew || known.of !== rowCount || known.rows < known.of);
  const works = isWorking(run.state);
  useEffect(() => {
    if (!isBehind) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      if (asking.has(key)) return;
      asking.add(key);
      const reach = await refresh().catch(() => null);
      asking.delete(key);
      if (timer !== undefined && reach !== null && reach.rows < reach.of) wait(pauseMs);
    };
    const wait = (ms: number): void => {
      timer = setTimeout(() => void ask(), ms);
    };
    wait(works && !isNew ? pauseMs : 0);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
    // `refresh` is another function each time and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isBehind, isNew, rowCount, works, attempt]);
}
