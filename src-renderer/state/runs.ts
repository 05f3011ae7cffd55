/** Asking and continuing: each action is one call to main, and its reply carries the rows. */
import type { MethodInput, MethodName, MethodOutput, Result } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { RunReply } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { rememberRun, useApp } from './app.ts';
import { forgetRows, primeRows } from './rows.ts';
import { rememberRecent, updateTab } from './workspace.ts';

/** Asks the tab's question: a new run, whose first page is fetched. */
export async function ask(tab: Tab): Promise<void> {
  setAskProblem(tab.id, null);
  // Minted here, so that the same request repeated can't become a second call.
  const runId = crypto.randomUUID();
  // Shown from the start: events of the run arrive before the reply does.
  updateTab(tab.id, { runId });
  rememberRecent(tab.query.endpointId);
  const result = await host.call('run.start', { runId, query: tab.query });
  if (result.ok) {
    takeReply(result.value);
    return;
  }
  // No run came of it: what was shown before comes back, with the problem beside it.
  updateTab(tab.id, { runId: tab.runId });
  setAskProblem(tab.id, result.error);
}

/** Fetches the next page, or the failed one again. */
export const nextPage = (runId: string): Promise<Problem | null> => onRun('run.next', { runId });

/** Saves the page kept in memory after a full or failing disk. No call to the service. */
export const trySavingAgain = (runId: string): Promise<Problem | null> =>
  onRun('run.trySavingAgain', { runId });

/** Reads a run from disk, with its first rows. */
export const openRun = (runId: string): Promise<Problem | null> => onRun('run.open', { runId });

export async function stopRun(runId: string): Promise<Problem | null> {
  const result = await host.call('run.stop', { runId });
  if (!result.ok) return result.error;
  rememberRun(result.value.run);
  return null;
}

/** Lets go of what the window holds of a run; everything stays on disk. */
export function forgetRun(runId: string): void {
  useApp.setState((state) => {
    const { [runId]: _forgotten, ...runs } = state.runs;
    return { runs };
  });
  forgetRows(runId);
}

type ReplyingMethod = {
  [M in MethodName]: MethodOutput<M> extends RunReply ? M : never;
}[MethodName];

async function onRun<M extends ReplyingMethod>(
  method: M,
  input: MethodInput<M>,
): Promise<Problem | null> {
  const result: Result<RunReply> = await host.call(method, input);
  if (!result.ok) return result.error;
  takeReply(result.value);
  return null;
}

function takeReply(reply: RunReply): void {
  primeRows(reply.run.id, reply.window);
  rememberRun(reply.run);
}

function setAskProblem(tabId: string, problem: Problem | null): void {
  useApp.setState((state) => {
    const { [tabId]: _before, ...others } = state.askProblems;
    return { askProblems: problem === null ? others : { ...others, [tabId]: problem } };
  });
}
