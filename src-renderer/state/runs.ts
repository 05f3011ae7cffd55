/** Asking and continuing: each action is one call to main, whose reply includes the rows. */
import type { AskedList } from '#shared/contract/list.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Budget, Run, RunLimit, RunReply } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';
import { host } from '../host/index.ts';
import { problemOf } from './asked.ts';
import {
  askedNow,
  rememberRun,
  replaceRun,
  tabNow,
  tabsNow,
  useApp,
  without,
  type RefusedQuestion,
} from './app.ts';
import { refreshHistory } from './history.ts';
import { keptMap } from './kept.ts';
import { openListAgain } from './lists.ts';
import { primeRows } from './rows.ts';
import { stopsAt } from './what-is-new.ts';
import { forgetUnshown, openTab, savePendingWorkspace, updateTab } from './workspace.ts';

/** Questions without a reply from main, by tab: main may have asked them nevertheless. */
const unanswered = keptMap<{ runId: string; asked: string }>();

/** Runs being asked for the first time: main may not have them on disk yet. */
const starting = new Set<string>();

export interface AskOptions {
  /** How far to go; default: one page. */
  limit?: Partial<Budget>;
  /** Asks for the inputs of a list. */
  list?: AskedList;
  /** A question other than the tab's: that of a run which is asked again. */
  query?: Query;
}

/** Asks the tab's question: starts a new run and fetches its first page, or as many as requested. */
export async function ask(tab: Tab, options: AskOptions = {}): Promise<void> {
  const { limit, list } = options;
  const query = askedNow(options.query ?? tab.query);
  setAskProblem(tab.id, null);
  // Generated here, so that the same request repeated can't become a second call.
  const untilKnown = stopsAt({ ...tab, query });
  // A list has another id whenever it is checked, so what was chosen identifies it.
  const chosen = list && { ...list, listId: tab.list };
  const asked = JSON.stringify({ query, limit, list: chosen, untilKnown });
  const before = unanswered.get(tab.id);
  const runId = before?.asked === asked ? before.runId : crypto.randomUUID();
  unanswered.delete(tab.id);
  starting.add(runId);
  // Shown from the start: events of the run arrive before the reply.
  updateTab(tab.id, { runId, look: null });
  // A run that costs a call must be found again after a power failure, so its tab is saved immediately.
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
    if (tab.runId !== null) forgetUnshown(tab.runId);
    return;
  }
  if (result.error.call === 'unanswered') {
    // Main reported the run, so it exists and remains on screen.
    if (runId in useApp.getState().runs) return;
    unanswered.set(tab.id, { runId, asked });
  }
  // No run was created: shows the previous one again, with the problem beside it.
  updateTab(tab.id, { runId: tab.runId, look: tab.look });
  setAskProblem(tab.id, {
    problem: result.error,
    again: () => ask(tabNow(tab.id) ?? tab, options),
  });
}

/**
 * Asks a run's question again from the start. Existing rows were paid for: they remain, and the new run
 * opens in another tab.
 */
export async function askAgain(tab: Tab, { id, query, rowCount, list }: Run): Promise<void> {
  // A list costs many calls: its form says how many.
  if (list !== null) return void (await openListAgain(id, query));
  if (rowCount === 0) return ask(tab, { query });
  await askInNewTab(query);
}

/**
 * Opens a tab with this question and asks it, for one page unless a limit is given. `collapsed`: the form is a
 * single line.
 */
export async function askInNewTab(
  query: Query,
  { collapsed = false, limit }: { collapsed?: boolean; limit?: RunLimit } = {},
): Promise<void> {
  const tabId = openTab(query.endpointId, query);
  updateTab(tabId, { collapsed });
  await askInTab(tabId, limit === undefined ? {} : { limit });
}

/** Asks the question of a tab, for one page unless a limit is given. */
export async function askInTab(tabId: string, options: AskOptions = {}): Promise<void> {
  const tab = tabNow(tabId);
  if (tab !== undefined) await ask(tab, options);
}

/** Reads a run from disk, with its first rows. */
const openRun = (runId: string): Promise<Problem | null> =>
  problemOf(host.call('run.open', { runId }), takeReply);

/** Runs being opened for a tab, so that showing it twice reads it once. */
const opening = new Set<string>();

/** Opens the run of a restored tab, unless it is known or being asked. */
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

/** Tries again to open a run that could not be opened. */
export function retryOpening(runId: string): Promise<void> {
  useApp.setState((state) => ({ openProblems: without(state.openProblems, runId) }));
  return openShownRun(runId);
}

/**
 * After the connection to main was lost: the known runs may be outdated, so they are read again when
 * shown. The one on screen and those without a first page remain until their reply arrives.
 */
export async function refreshRuns(shownRunId: string | null): Promise<void> {
  const waiting = [...starting].filter((id) => tabsNow().some(({ runId }) => runId === id));
  const remaining = new Set([shownRunId, ...waiting]);
  useApp.setState(({ runs }) => ({
    runs: Object.fromEntries(Object.entries(runs).filter(([id]) => remaining.has(id))),
    openProblems: {},
  }));
  const again = new Set([...waiting, ...Object.keys(useApp.getState().runs)]);
  // It could not be opened before, and its tab only asks for that when it is drawn.
  const opened = shownRunId === null || again.has(shownRunId) ? null : openShownRun(shownRunId);
  await Promise.all([opened, refreshHistory(), ...[...again].map(readAgain)]);
}

async function readAgain(runId: string): Promise<void> {
  const result = await host.call('run.open', { runId });
  if (!result.ok) return;
  primeRows(result.value.run, result.value.window);
  replaceRun(result.value.run);
}

/** Stores a run that main replied with, and its first rows. */
export function takeReply(reply: RunReply): void {
  primeRows(reply.run, reply.window);
  rememberRun(reply.run);
}

const setAskProblem = (tabId: string, refused: RefusedQuestion | null): void =>
  useApp.setState(({ askProblems }) => ({
    askProblems:
      refused === null ? without(askProblems, tabId) : { ...askProblems, [tabId]: refused },
  }));
