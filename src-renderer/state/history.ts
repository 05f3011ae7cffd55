/** All runs on disk as listed in History, and a person's changes to them. */
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { FoundRuns, RunSummary } from '#shared/contract/history.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { mostSubjects, type Snapshot, type Tab } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { profileNow, tabsNow, useApp } from './app.ts';
import { shared, useAsked } from './asked.ts';
import type { Asked } from './asked.ts';
import { forget } from './forget.ts';
import { forgetSubjects } from './subjects.ts';
import { changeWorkspace, closeTab, mostNameLetters, nameTabs } from './workspace.ts';

export interface HistoryState {
  /** Latest first; null until read. */
  runs: readonly RunSummary[] | null;
  /** Why they could not be read. */
  problem: Problem | null;
  /** What was deleted and can be restored, the latest last. */
  removals: readonly Removal[];
}

export const useHistory = create<HistoryState>()(() => ({
  runs: null,
  problem: null,
  removals: [],
}));

/** Returns other runs with a row's item, as far as main looked in about a second, from the one after `after` on. */
export const useFoundRuns = (asked: {
  runId: string;
  row: number;
  after: string | null;
}): Asked<FoundRuns> => {
  const { runId, row, after } = asked;
  return useAsked({
    key: [runId, 'found', row, after],
    ask: () => host.call('history.find', { runId, row, after }),
  });
};

/** Counts changes to the list made here, at their start and at their end. */
let changes = 0;

/** Reads the list; the previous one is shown until the reply. */
export const loadHistory = shared(async () => {
  const before = changes;
  const result = await host.call('history.list', {});
  // Read before a run was deleted, named or starred, it would undo that on screen.
  if (result.ok && before !== changes) return loadHistory();
  useHistory.setState(({ removals }) =>
    result.ok
      ? {
          runs: result.value.runs,
          problem: null,
          removals: withTabs(result.value.removals, removals),
        }
      : { problem: result.error },
  );
});

/** Reads the list again once what was reported since it was read has been dropped. */
export async function refreshHistory(): Promise<void> {
  if (useHistory.getState().runs !== null) await loadHistory();
}

/**
 * Returns the removals that main knows. This window knows the tabs of those that it made since it was
 * loaded, each of which may have taken several calls.
 */
function withTabs(removals: readonly (readonly string[])[], own: readonly Removal[]): Removal[] {
  const known = removals.map(
    (runIds): Removal =>
      own.findLast((one) => one.runIds.includes(runIds[0] ?? '')) ?? {
        runIds,
        profileId: '',
        tabs: [],
        activeTab: null,
        subjects: [],
      },
  );
  return [...new Set(known)];
}

/**
 * Returns the runs with what main has since reported; null until read. They are read when this is
 * mounted, when a run appears that the list lacks, and when one ends.
 */
export function useRunsNow(): readonly RunSummary[] | null {
  const summaries = useHistory(({ runs }) => runs);
  const reported = useApp(({ runs }) => runs);
  const listed = new Map(summaries?.map((summary) => [summary.id, summary]));
  const outdated = Object.values(reported)
    .filter((run) => isOutdated(listed.get(run.id), run))
    .map(({ id }) => id)
    .join();
  useEffect(() => void loadHistory(), []);
  useEffect(() => {
    if (outdated !== '') void loadHistory();
  }, [outdated]);
  const now = useMemo(() => summaries && withLatest(summaries, reported), [summaries, reported]);
  // An empty list from before the first run would say that nothing was asked yet.
  return now?.length === 0 && outdated !== '' ? null : now;
}

/** Reports on a run lack how long it took and its size on disk, which are listed once it has ended. */
const isOutdated = (listed: RunSummary | undefined, { state, calls }: Run): boolean =>
  listed === undefined ||
  (!isWorking(state) && (isWorking({ kind: listed.state }) || listed.calls !== calls));

/** Returns the list updated with what main has since reported about current runs. */
export const withLatest = (
  summaries: readonly RunSummary[],
  runs: Readonly<Record<string, Run>>,
): readonly RunSummary[] =>
  summaries.map((summary) => {
    const run = runs[summary.id];
    return run === undefined ? summary : latest(summary, run);
  });

const latest = (summary: RunSummary, run: Run): RunSummary => ({
  ...summary,
  pages: run.pageCount,
  rows: run.rowCount,
  calls: run.calls,
  // What a list ended with decides whether it is complete.
  list: summary.list && { ...summary.list, ...run.list?.statuses },
  state: run.state.kind,
  rested: run.state.kind === 'interrupted' ? run.state.rested : null,
});

type Description = Omit<MethodInput<'history.describe'>, 'runId'>;

/** Names, stars or notes a run: immediately, and reverted if it can't be saved. */
export async function describeRun(
  runId: string,
  description: Description,
): Promise<Problem | null> {
  const { runs: before } = useHistory.getState();
  const shown = {
    ...description,
    ...(description.name === undefined ? {} : { name: description.name.trim() || null }),
  };
  changeRuns((runs) => runs.map((run) => (run.id === runId ? { ...run, ...shown } : run)));
  const tabs = tabsNow().filter((tab) => tab.runId === runId);
  if (description.name !== undefined) nameTabs((tab) => tab.runId === runId, description.name);
  const result = await host.call('history.describe', { runId, ...description });
  changes++;
  if (result.ok) return null;
  if (description.name !== undefined) {
    for (const { id, name = '' } of tabs) nameTabs((tab) => tab.id === id, name);
  }
  changeRuns((runs) =>
    runs.map((run) => (run.id === runId ? (before?.find(({ id }) => id === runId) ?? run) : run)),
  );
  return result.error;
}

/** Names a tab and the run it shows; a blank name removes the name. */
export function renameTab(tab: Tab, name: string): void {
  const kept = name.slice(0, mostNameLetters);
  nameTabs(({ id }) => id === tab.id, kept);
  if (tab.runId !== null) void describeRun(tab.runId, { name: kept });
}

/** Runs in the trash and the tabs that showed them: all that restoring them requires. */
export interface Removal {
  runIds: readonly string[];
  /** The service whose tabs they are. */
  profileId: string;
  tabs: readonly { tab: Tab; index: number }[];
  activeTab: string | null;
  /** What their rows told of ids that other questions are about. */
  subjects: Subjects;
}

type Subjects = Snapshot['workspace']['subjects'];

/** Runs on their way to the trash. */
const removing = new Set<string>();

interface Removed {
  /** Null: nothing was removed. */
  removal: Removal | null;
  problem: Problem | null;
}

/** Moves runs to the trash and closes the tabs that show them. */
export async function removeRuns(runIds: readonly string[]): Promise<Removed> {
  // Deleted twice, as by a double click, a run needs no second removal, which could not be undone.
  const chosen = runIds.filter((id) => !removing.has(id));
  for (const id of chosen) removing.add(id);
  const removed = await remove(chosen);
  for (const id of chosen) removing.delete(id);
  return removed;
}

async function remove(runIds: readonly string[]): Promise<Removed> {
  const problem = await inParts('history.remove', runIds);
  // Some may have been removed before the failure: they can be restored too.
  if (problem !== null) await loadHistory();
  const listed = new Set(useHistory.getState().runs?.map(({ id }) => id));
  const gone = new Set(problem === null ? runIds : runIds.filter((id) => !listed.has(id)));
  if (gone.size === 0) return { removal: null, problem };
  changeRuns((runs) => runs.filter(({ id }) => !gone.has(id)));
  const workspace = useApp.getState().snapshot?.workspace;
  const tabs = (workspace?.tabs ?? [])
    .map((tab, index) => ({ tab, index }))
    .filter(({ tab }) => tab.runId !== null && gone.has(tab.runId));
  for (const { tab } of tabs) closeTab(tab.id);
  // A run without a tab is known too while it works; restored, it works no longer.
  for (const id of Object.keys(useApp.getState().runs)) if (gone.has(id)) forget(id);
  const subjects = forgetSubjects(gone);
  const { activeTab = null } = workspace ?? {};
  const removal = { runIds: [...gone], profileId: profileNow(), tabs, activeTab, subjects };
  // Main may have listed it already.
  const isOther = (one: Removal): boolean => !one.runIds.every((id) => gone.has(id));
  useHistory.setState(({ removals }) => ({ removals: [...removals.filter(isOther), removal] }));
  return { removal, problem };
}

/**
 * Restores runs, with the tabs that showed them unless another service was chosen in the meantime: its
 * workspace is not theirs. Nothing if they were restored before.
 */
export async function restoreRuns(removal: Removal): Promise<Problem | null> {
  const { removals } = useHistory.getState();
  if (!removals.includes(removal)) return null;
  useHistory.setState({ removals: removals.filter((one) => one !== removal) });
  const { runIds, profileId, tabs, activeTab, subjects } = removal;
  const problem = await inParts('history.restore', runIds);
  changes++;
  if (problem !== null) {
    useHistory.setState((state) => ({ removals: [...state.removals, removal] }));
  } else if (profileNow() === profileId) {
    changeWorkspace((workspace) => ({
      subjects: [...workspace.subjects, ...subjects].slice(-mostSubjects),
      tabs: tabs.reduce((open, { tab, index }) => open.toSpliced(index, 0, tab), workspace.tabs),
      activeTab: tabs.some(({ tab }) => tab.id === activeTab) ? activeTab : workspace.activeTab,
    }));
  }
  await loadHistory();
  return problem;
}

/** The contract's limit of runs in one call. */
const mostAtOnce = 10_000;

/** Returns the first problem. What can be restored is restored; deleting stops where it fails. */
async function inParts(
  method: 'history.remove' | 'history.restore',
  runIds: readonly string[],
): Promise<Problem | null> {
  let problem: Problem | null = null;
  for (let from = 0; from < runIds.length; from += mostAtOnce) {
    const part = runIds.slice(from, from + mostAtOnce);
    const result = await host.call(method, { runIds: part });
    if (!result.ok) problem ??= result.error;
    if (problem !== null && method === 'history.remove') break;
  }
  return problem;
}

function changeRuns(change: (runs: readonly RunSummary[]) => readonly RunSummary[]): void {
  changes++;
  useHistory.setState(({ runs }) => ({ runs: runs === null ? null : change(runs) }));
}
