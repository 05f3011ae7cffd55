import { useApp, without } from './app.ts';
import { forgetDuplicates } from './keep-up.ts';
import { forgetAnswers } from './row-answers.ts';
import { forgetRows } from './rows.ts';
import { forgetViews } from './views.ts';

/** Discards what the window has cached of a run; everything remains on disk. */
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
