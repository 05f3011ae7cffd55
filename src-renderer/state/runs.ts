/** Asking and continuing: each action is one call to main, and its reply carries the rows. */
import type { ListNext, ListPlan } from '#shared/contract/list.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run, RunLimit, RunReply } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';
import { host } from '../host/index.ts';
import { problemOf } from './answer.ts';
import { rememberRun, replaceRun, tabNow, useApp, without } from './app.ts';
import { openListAgain } from './lists.ts';
import { primeRows } from './rows.ts';
import { stopsAt } from './what-is-new.ts';
import { openTab, savePendingWorkspace, updateTab } from './workspace.ts';

/** Questions that main never answered, by tab: main may have asked them all the same. */
const unanswered = new Map<string, { runId: string; asked: string }>();

/** Runs being asked for the first time: main may not have them on disk yet. */
const starting = new Set<string>();

export interface AskOptions {
  /** How far to go; one page unless given. */
  limit?: RunLimit;
  /** Asks for the inputs of a list. */
  list?: ListPlan;
  /** Another question than the tab's: that of a run which is asked again. */
  query?: Query;
}

/** Asks the tab's question: a new run, whose first page is fetched, or as many as are asked for. */
export async function ask(
  tab: Tab,
  { limit, list, query = tab.query }: AskOptions = {},
): Promise<void> {
  setAskProblem(tab.id, null);
  // Minted here, so that the same request repeated can't become a second call.
  const untilKnown = stopsAt({ ...tab, query });
  const asked = JSON.stringify({ query, limit, list, untilKnown });
  const before = unanswered.get(tab.id);
  const runId = before?.asked === asked ? before.runId : crypto.randomUUID();
  unanswered.delete(tab.id);
  starting.add(runId);
  // Shown from the start: events of the run arrive before the reply does.
  updateTab(tab.id, { runId });
  // What is paid for is found again after a power cut: its tab doesn't wait to be saved.
  savePendingWorkspace();
  const result = await host.call('run.start', {
    runId,
    query,
    ...(limit === undefined ? {} : { limit }),
    ...(list === undefined ? {} : { list }),
    ...(untilKnown === null ? {} : { untilKnown }),
  });
  starting.delete(runId);
  if (result.ok) {
    takeReply(result.value);
    return;
  }
  if (result.error.call === 'unanswered') {
    // Main has told of it, so it is there, and stays on screen.
    if (runId in useApp.getState().runs) return;
    unanswered.set(tab.id, { runId, asked });
  }
  // No run came of it: what was shown before comes back, with the problem beside it.
  updateTab(tab.id, { runId: tab.runId });
  setAskProblem(tab.id, result.error);
}

/**
 * Asks a run's question again from the start. Rows that are there were paid for: they stay where
 * they are, and the new run opens in a tab beside them.
 */
export async function askAgain(tab: Tab, { id, query, rowCount, list }: Run): Promise<void> {
  // A list costs many calls: its form says how many.
  if (list !== null) return void (await openListAgain(id, query));
  if (rowCount === 0) return ask(tab, { query });
  await askInNewTab(query);
}

/** Opens a tab with this question and asks it, for one page. `collapsed`: the form is one line. */
export async function askInNewTab(query: Query, collapsed = false): Promise<void> {
  const tabId = openTab(query.endpointId, query);
  updateTab(tabId, { collapsed });
  await askInTab(tabId);
}

/** Asks the question of a tab, for one page. */
export async function askInTab(tabId: string): Promise<void> {
  const tab = tabNow(tabId);
  if (tab !== undefined) await ask(tab);
}

/** Fetches the next page, or the failed one again. */
export const nextPage = (runId: string): Promise<Problem | null> =>
  onRun(host.call('run.next', { runId }));

/**
 * Continues a run, as far as the limit says. `beyondCeiling`: the person agreed when a limit
 * asked.
 */
export const collectMore = (
  runId: string,
  limit: RunLimit,
  beyondCeiling = false,
): Promise<Problem | null> =>
  onRun(host.call('run.next', { runId, limit, ...(beyondCeiling ? { beyondCeiling } : {}) }));

/** Continues a list: with inputs that wait, that failed, or that have more. */
export const collectInputs = (runId: string, list: ListNext): Promise<Problem | null> =>
  onRun(host.call('run.next', { runId, list }));

/** Continues a run by date, where its cursor is lost. */
export const collectByDate = (runId: string, limit: RunLimit): Promise<Problem | null> =>
  onRun(host.call('run.next', { runId, limit, byDate: true }));

/** Shows the rows beyond a row limit, which are here already. No call to the service. */
export const showAllRows = (runId: string): Promise<Problem | null> =>
  onRun(host.call('run.showAll', { runId }));

/** Saves the page kept in memory after a full or failing disk. No call to the service. */
export const trySavingAgain = (runId: string): Promise<Problem | null> =>
  onRun(host.call('run.trySavingAgain', { runId }));

/** Reads a run from disk, with its first rows. */
export const openRun = (runId: string): Promise<Problem | null> =>
  onRun(host.call('run.open', { runId }));

/** Runs being opened for a tab, so that showing it twice reads it once. */
const opening = new Set<string>();

/** Opens the run of a restored tab, unless it is known or just being asked. */
export async function openShownRun(runId: string): Promise<void> {
  const { runs, openProblems } = useApp.getState();
  const known = runId in runs || runId in openProblems;
  if (known || opening.has(runId) || starting.has(runId)) return;
  opening.add(runId);
  const problem = await openRun(runId);
  opening.delete(runId);
  if (problem === null) return;
  useApp.setState((state) => ({ openProblems: { ...state.openProblems, [runId]: problem } }));
}

/** Tries once more to open a run that could not be opened. */
export function retryOpening(runId: string): Promise<void> {
  useApp.setState((state) => ({ openProblems: without(state.openProblems, runId) }));
  return openShownRun(runId);
}

/**
 * After main could not be heard for a while: what is known of runs may be old, so they are read
 * again when shown. The one on screen stays there until its reply has come.
 */
export async function refreshRuns(shownRunId: string | null): Promise<void> {
  useApp.setState(({ runs }) => ({
    runs: Object.fromEntries(Object.entries(runs).filter(([id]) => id === shownRunId)),
    openProblems: {},
  }));
  if (shownRunId === null || !(shownRunId in useApp.getState().runs)) return;
  const result = await host.call('run.open', { runId: shownRunId });
  if (!result.ok) return;
  primeRows(shownRunId, result.value.window);
  replaceRun(result.value.run);
}

export const stopRun = (runId: string): Promise<Problem | null> =>
  problemOf(host.call('run.stop', { runId }), ({ run }) => rememberRun(run));

const onRun = (asked: Promise<Result<RunReply>>): Promise<Problem | null> =>
  problemOf(asked, takeReply);

/** Takes over what main replied of a run, with its first rows. */
export function takeReply(reply: RunReply): void {
  primeRows(reply.run.id, reply.window);
  rememberRun(reply.run);
}

function setAskProblem(tabId: string, problem: Problem | null): void {
  useApp.setState(({ askProblems }) => ({
    askProblems:
      problem === null ? without(askProblems, tabId) : { ...askProblems, [tabId]: problem },
  }));
}
