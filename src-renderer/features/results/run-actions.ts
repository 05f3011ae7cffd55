/** Continuing a run, and the rare problem of an action that leaves the run as it was. */
import { create } from 'zustand';
import type { Problem } from '#shared/contract/problem.ts';
import type { ListNext } from '#shared/contract/list.ts';
import type { Run, RunLimit, RunState } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useApp } from '#renderer/state/app.ts';
import { useRowProblems } from '#renderer/state/rows.ts';
import {
  collectInputs,
  collectByDate,
  collectMore,
  nextPage,
  showAllRows,
  stopRun,
  trySavingAgain,
} from '#renderer/state/runs.ts';
import { updateTab } from '#renderer/state/workspace.ts';

/** By run id: the action was refused (no key, main can't be heard), the run is unchanged. */
const useActionProblems = create<Readonly<Record<string, Problem | null>>>()(() => ({}));

async function act(
  runId: string,
  action: (runId: string) => Promise<Problem | null>,
): Promise<void> {
  useActionProblems.setState({ [runId]: null });
  useActionProblems.setState({ [runId]: await action(runId) });
}

/** Fetches the next page. */
export const goOn = (runId: string): Promise<void> => act(runId, nextPage);
/** Fetches the failed page again, or the next one, and on as far as the limit says. */
export const collect = (runId: string, limit: RunLimit, beyondCeiling = false): Promise<void> =>
  act(runId, (id) => collectMore(id, limit, beyondCeiling));
/** Asks inputs of a list: `bound` calls at most, beyond a cap that is used up as announced. */
export const continueList = (
  { id, calls, list }: Run,
  inputs: ListNext['inputs'],
  bound: number,
): Promise<void> =>
  act(id, () =>
    collectInputs(id, {
      inputs,
      first: null,
      maxCalls:
        calls < (list?.maxCalls ?? 0) && inputs === 'waiting'
          ? (list?.maxCalls ?? 1)
          : calls + bound,
    }),
  );
/** The same where the cursor is lost: rows that come once more are hidden. */
export function goOnByDate(tab: Tab, runId: string, limit: RunLimit, identity: string) {
  updateTab(tab.id, { view: { ...tab.view, hideDuplicatesBy: identity } });
  return act(runId, (id) => collectByDate(id, limit));
}
export const showMore = (runId: string): Promise<void> => act(runId, showAllRows);
export const saveAgain = (runId: string): Promise<void> => act(runId, trySavingAgain);
export const stop = (runId: string): Promise<void> => act(runId, stopRun);

/** What a resting state says went wrong. A problem that is being retried is in the run bar. */
export const stateProblem = (state: RunState): Problem | null =>
  state.kind !== 'retrying' && 'problem' in state ? state.problem : null;

export interface ShownProblem {
  problem: Problem;
  /** What was tried: *Try again* repeats it. */
  of: 'ask' | 'run' | 'rows';
}

/** `runId` null: only asking can have failed. */
export function useShownProblem(tab: Tab, runId: string | null): ShownProblem | null {
  const asked = useApp((state) => state.askProblems[tab.id]);
  const run = useApp((state) => (runId === null ? undefined : state.runs[runId]));
  const acted = useActionProblems((problems) => (runId === null ? null : problems[runId]));
  const read = useRowProblems((problems) => (runId === null ? undefined : problems[runId]));
  if (asked !== undefined) return { problem: asked, of: 'ask' };
  if (acted != null) return { problem: acted, of: 'run' };
  const stated = run === undefined ? null : stateProblem(run.state);
  if (stated !== null) return { problem: stated, of: 'run' };
  return read === undefined ? null : { problem: read, of: 'rows' };
}
