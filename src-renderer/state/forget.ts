import { useApp, without } from './app.ts';
import { forgetDuplicates } from './keep-up.ts';
import { forgetAnswers } from './row-answers.ts';
import { forgetRows } from './rows.ts';
import { forgetViews } from './views.ts';

/** Forgets what the window holds of a run; everything stays on disk. */
export function forgetRun(runId: string): void {
  useApp.setState((state) => ({
    runs: without(state.runs, runId),
    openProblems: without(state.openProblems, runId),
  }));
  forgetRows(runId);
  forgetViews(runId);
  forgetDuplicates(runId);
  forgetAnswers(runId);
}
