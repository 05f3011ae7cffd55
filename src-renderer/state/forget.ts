import { inputsOf } from '#shared/contract/run.ts';
import { useApp, without } from './app.ts';
import { forgetAnswers } from './asked.ts';
import { forgetKept } from './kept.ts';
import { forgetRows } from './rows.ts';

/** Discards what the window has of a run or tab that goes; everything remains on disk. */
export function forget(id: string): void {
  useApp.setState((state) => ({
    runs: without(state.runs, id),
    openProblems: without(state.openProblems, id),
    askProblems: without(state.askProblems, id),
  }));
  for (const kept of [id, inputsOf(id)]) {
    forgetRows(kept);
    forgetAnswers(kept);
    forgetKept(kept);
  }
}
