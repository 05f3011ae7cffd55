/** Going on with a run, and the rare problem of an action that leaves the run as it was. */
import { create } from 'zustand';
import type { Problem } from '#shared/contract/problem.ts';
import type { RunLimit } from '#shared/contract/run.ts';
import {
  collectMore,
  nextPage,
  showAllRows,
  stopRun,
  trySavingAgain,
} from '#renderer/state/runs.ts';

/** By run id: the action was refused (no key, main can't be heard), the run is unchanged. */
export const useActionProblems = create<Readonly<Record<string, Problem | null>>>()(() => ({}));

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
export const showMore = (runId: string): Promise<void> => act(runId, showAllRows);
export const saveAgain = (runId: string): Promise<void> => act(runId, trySavingAgain);
export const stop = (runId: string): Promise<void> => act(runId, stopRun);
