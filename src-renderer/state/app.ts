/** The window's state: the snapshot from main, the page shown, and the runs it knows. */
import { create } from 'zustand';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';

/** Pages of the sidebar. A page is listed when it works. */
export type PageName = 'explore' | 'account' | 'settings';

export interface AppState {
  /** Null until the first reply of main. */
  snapshot: Snapshot | null;
  page: PageName;
  /** Runs by id, as last told by main. */
  runs: Readonly<Record<string, Run>>;
  /**
   * Problems of asking that left no run behind (no key, invalid input), by tab id; shown where
   * the results would be.
   */
  askProblems: Readonly<Record<string, Problem>>;
  /** Whether main can be heard. */
  connected: boolean;
}

export const useApp = create<AppState>()(() => ({
  snapshot: null,
  page: 'explore',
  runs: {},
  askProblems: {},
  connected: true,
}));

export function showPage(page: PageName): void {
  useApp.setState({ page });
}

/** Takes over what main says of a run. Events and replies cross: the further one wins. */
export function rememberRun(run: Run): void {
  useApp.setState((state) => ({ runs: { ...state.runs, [run.id]: run } }));
}

/** The snapshot where it is known to be there: everything below the boot screen. */
export function useSnapshot<T>(select: (snapshot: Snapshot) => T): T {
  return useApp((state) => {
    if (state.snapshot === null) throw new Error('The snapshot is read before it came.');
    return select(state.snapshot);
  });
}

export function useRun(runId: string | null): Run | null {
  return useApp((state) => (runId === null ? null : (state.runs[runId] ?? null)));
}
