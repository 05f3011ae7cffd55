/** The one problem that is shown for a run: the latest thing that went wrong. */
import type { Problem } from '#shared/contract/problem.ts';
import type { RunState } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useApp } from '#renderer/state/app.ts';
import { useRowProblems } from '#renderer/state/rows.ts';
import { useActionProblems } from './run-actions.ts';

/** What a resting state says went wrong. A problem that is being retried is in the run bar. */
export function stateProblem(state: RunState): Problem | null {
  switch (state.kind) {
    case 'failed':
    case 'outOfCredits':
    case 'cursorRefused':
      return state.problem;
    default:
      return null;
  }
}

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
