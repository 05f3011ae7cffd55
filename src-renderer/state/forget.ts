import { useApp, without } from './app.ts';
import { forgetAnswers } from './asked.ts';
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
  forgetAnswers(runId);
}
