/**
 * The work on one run: pages one after another, as far as the person asked and the limits of calls
 * allow. It is a promise that concurrent calls join, so that double clicks and reloads never send a
 * request twice (checklist 25). *Stop* finds it from the moment of the call, whatever it is waiting for
 * (above all the keychain).
 */
import { isEnded } from '#shared/contract/run-states.ts';
import type { RunLimit, RunState } from '#shared/contract/run.ts';
import { identityOf } from '../service/credential.ts';
import type { Credential } from '../service/credential.ts';
import { ProblemError } from '../problem-error.ts';
import type { RunStore } from '../store/run-store.ts';
import { problemOf, unsavedPageProblem } from '../store/store-problem.ts';
import { StoreError } from '../store/store-error.ts';
import { failedPage, fetchPage } from './fetch-page.ts';
import type { FetchDeps } from './fetch-page.ts';
import { become, nextPageNumber } from './live-run.ts';
import type { LiveRun, Outcome } from './live-run.ts';
import type { InputList } from './input-list.ts';
import { reachedCeiling } from './limits.ts';
import type { Turns } from './limits.ts';
import { beingClosed } from './notices.ts';
import { pollOperation } from './poll-operation.ts';
import { endReason, isNoRoom } from './state-on-disk.ts';
import { isoTime } from '../clock.ts';

export interface CollectDeps extends FetchDeps {
  store: RunStore;
  turns: Turns;
  /** Whether the data folder is being closed. */
  isClosed: () => boolean;
}

/** How far to go, and with which key. */
export interface FetchOptions {
  limit: RunLimit;
  /** The new cap of a list; unchanged by default. */
  maxCalls?: number | undefined;
  credential: Credential | Promise<Credential>;
}

/**
 * Starts work on a run, or joins its current work. Resolves when the first page is there: an earlier
 * error rejects, later ones are in the run's state.
 */
async function work(
  run: LiveRun,
  { isClosed }: CollectDeps,
  action: (onPage: () => void) => Promise<void>,
): Promise<void> {
  if (run.work !== null) return run.work.firstPage;
  if (run.isLeaving || isClosed()) throw beingClosed();
  become(run, { stop: new AbortController() });
  let onPage: () => void = () => undefined;
  const paged = new Promise<void>((resolve) => {
    onPage = resolve;
  });
  const done = action(onPage).finally(() => become(run, { work: null }));
  const firstPage = Promise.race([paged, done]);
  become(run, { work: { done, firstPage } });
  done.catch(() => undefined);
  return firstPage;
}

/** Fetches pages from the run's cursor. */
export const fetchPages = (
  run: LiveRun,
  { credential, ...amount }: FetchOptions,
  deps: CollectDeps,
): Promise<void> =>
  work(run, deps, async (onPage) => collect(run, amount, await credential, deps, onPage));

/**
 * Shows the rows beyond the row limit, whether or not the disk can record that: if it can't, they are
 * offered again after a restart, without a call.
 */
export async function showAllRows(run: LiveRun, deps: CollectDeps): Promise<void> {
  become(run, { rowLimit: null });
  await deps.store.updateMeta(run.stored.id, { rowLimit: undefined }).catch(deps.report);
}

/** Saves the page that is waiting in memory, if there is one. */
export async function savePageAgain(run: LiveRun, deps: CollectDeps): Promise<void> {
  if (run.stored.unsaved === undefined) return;
  await work(run, deps, () => saveAgain(run));
  deps.changed(run);
}

async function saveAgain(run: LiveRun): Promise<void> {
  await run.stored.trySavingAgain().catch((error: unknown) => {
    throw error instanceof StoreError ? new ProblemError(unsavedPageProblem(error)) : error;
  });
  const { unsaved } = run;
  if (unsaved === null) return;
  become(run, { unsaved: null });
  become(run, afterAnswer(run, unsaved()));
}

/** Stops the run and records its final state in its log. */
export async function endWork(run: LiveRun): Promise<void> {
  become(run, { isLeaving: true });
  run.stop.abort();
  await run.work?.done.catch(() => undefined);
  const { stored } = run;
  // There may be room now, and this is the last chance to save the page in memory.
  if (stored.unsaved !== undefined) await saveAgain(run).catch(() => undefined);
  const { state } = run;
  if (!stored.readOnly && state.kind !== 'interrupted') await recordRest(run, state);
}

/**
 * Fetches pages until the limit is reached or the run ends for another reason, and calls `onPage` after
 * each. The turn is released between pages, so that a first page never waits behind a long run.
 * Resolves when the run is idle. An unexpected error is reported and fails the run, so that nobody
 * unknowingly asks, and pays, again.
 */
async function collect(
  live: LiveRun,
  { limit, maxCalls }: Omit<FetchOptions, 'credential'>,
  credential: Credential,
  deps: CollectDeps,
  onPage: () => void,
): Promise<void> {
  const { pages, rowCount } = live.stored;
  become(live, {
    since: performance.now(),
    plan: { limit, startedAt: isoTime(), pagesBefore: pages.length, rowsBefore: rowCount },
  });
  try {
    await saveLimits(live, limit.rows, maxCalls, deps);
    // Rows held back by an earlier limit may already be enough. An operation is asked for all the same:
    // its answer is paid for, and expires.
    const before = live.cursor?.kind === 'operation' ? null : endStateNow(live);
    let endState = before ?? (await beginFirstInput(live));
    if (endState !== null) await recordEnd(live, endState);
    while (endState === null) {
      const step = await stepInTurn(live, credential, deps);
      endState = endStateAfter(live, step);
      if (endState !== null) await recordEnd(live, endState);
      const isBusy = deps.turns.busy(credential.value);
      const state = endState ?? betweenPages(live, step.state, isBusy);
      become(live, { ...step, state });
      if (endState === null) deps.changed(live);
      onPage();
    }
    become(live, { state: endState });
  } catch (error) {
    // It may have come after a call left: only the ledger knows.
    const problem = problemOf(error, deps.report);
    const call = problem.code === 'internal' ? 'unanswered' : problem.call;
    become(live, failedPage(live, { ...problem, call }));
  } finally {
    deps.changed(live);
    onPage();
  }
}

/**
 * Sets the row limit (rows beyond it are stored but not shown) and a list's cap. Both are on disk before
 * anything is sent: after a restart, an old row limit would hide rows of this collecting, and an old cap
 * could allow more calls than the person does now.
 * @throws StoreError.
 */
async function saveLimits(
  live: LiveRun,
  rows: number | null,
  maxCalls: number | undefined,
  { store }: CollectDeps,
): Promise<void> {
  const { list, stored } = live;
  if (rows !== live.rowLimit) {
    await store.updateMeta(stored.id, { rowLimit: rows ?? undefined });
    become(live, { rowLimit: rows });
  }
  if (list !== null && maxCalls !== undefined && maxCalls !== list.maxCalls) {
    await store.updateMeta(stored.id, { maxCalls });
    list.maxCalls = maxCalls;
  }
}

/**
 * Returns the state between two pages. The run is working: it must look neither idle, nor queued when
 * no other run has the turn.
 */
function betweenPages(live: LiveRun, state: RunState, isBusy: boolean): RunState {
  if (state.kind === 'polling') return state;
  const page = nextPageNumber(live);
  return isBusy ? { kind: 'queued', page } : { kind: 'fetching', page, since: isoTime() };
}

/**
 * Records a limit, a stop or an end that the last answer doesn't say, so that it is known after a crash. Runs
 * before the window is notified, since a call that follows must not join the work that ends here.
 */
async function recordEnd(live: LiveRun, state: RunState): Promise<void> {
  const isShort = state.kind === 'stopped' || state.kind === 'limit' || isNoRoom(state);
  if (isShort || isEnded(state)) await recordRest(live, state);
}

/** Records where a run rests, unless the last record says so: that of a list's answer is about its input. */
async function recordRest({ stored, list }: LiveRun, state: RunState): Promise<void> {
  const { last } = stored.contents;
  if (last?.next === endReason(state) && (list === null || last.kind === 'rest')) return;
  const over = isEnded(state) || undefined;
  await stored.appendRest(endReason(state), { over }).catch(() => undefined);
}

/** Begins an input of a list unless one is current. Returns the end state if there is none to begin. */
async function beginFirstInput(live: LiveRun): Promise<RunState | null> {
  if (live.list === null) return null;
  const hasCurrent = live.list.current !== null && live.list.unrecorded === null;
  if (hasCurrent) return null;
  const { state, ...begun } = await beginInput(live, live.list);
  become(live, begun);
  return state.kind === 'more' ? null : state;
}

/** Returns null while the run continues, with the next page or an operation that was started. */
function endStateAfter(live: LiveRun, { state }: Outcome): RunState | null {
  switch (state.kind) {
    case 'more':
      return endStateNow(live);
    case 'polling':
      return live.stop.signal.aborted ? { kind: 'stopped' } : null;
    default:
      return state;
  }
}

/** Returns the state in which a run with more pages ends now; null when it continues. */
function endStateNow(live: LiveRun): RunState | null {
  const { plan, stored } = live;
  if (live.stop.signal.aborted) return { kind: 'stopped' };
  if (plan === null) return { kind: 'more' };
  const { pages, rows } = plan.limit;
  if (rows !== null && stored.rowCount >= rows) return { kind: 'limit', reason: 'rows' };
  if (pages === null || stored.pages.length - plan.pagesBefore < pages) return null;
  // A single page isn't a limit: there simply is more.
  return pages === 1 ? { kind: 'more' } : { kind: 'limit', reason: 'pages' };
}

/** Polls an operation, or fetches one page when it is this run's turn. */
async function stepInTurn(
  live: LiveRun,
  credential: Credential,
  deps: CollectDeps,
): Promise<Outcome> {
  // Polling an operation isn't metered: no turn, no limit.
  if (live.cursor?.kind === 'operation') {
    return afterAnswer(live, await pollOperation(live, credential, deps));
  }
  const first = live.stored.pages.length === 0;
  if (deps.turns.busy(credential.value)) {
    deps.changed(live, { state: { kind: 'queued', page: nextPageNumber(live) } });
  }
  const { signal } = live.stop;
  let release = await deps.turns.take(credential.value, first, signal);
  if (release === null) return { state: { kind: 'stopped' } };
  const whileAway = async (pause: () => Promise<void>): Promise<void> => {
    release?.();
    release = null;
    await pause();
    release = await deps.turns.take(credential.value, first, signal);
  };
  try {
    // Only now: while it waited, others made calls.
    const ceiling = reachedCeiling(live, deps);
    if (ceiling !== null) return { state: { kind: 'limit', reason: ceiling } };
    const page = await fetchPage(live, credential, deps, whileAway);
    if (page.state.kind === 'polling') return { ...page, operationKey: identityOf(credential) };
    return afterAnswer(live, page);
  } finally {
    release?.();
  }
}

/**
 * Begins the next input.
 * @returns `more` with the cursor of its first page, or the run's end state if there is none to begin.
 * @throws StoreError when the disk still refuses to record how the previous input failed.
 */
async function beginInput(live: LiveRun, list: InputList): Promise<Outcome> {
  const { unrecorded } = list;
  if (unrecorded !== null) {
    await live.stored.appendFail(unrecorded);
    list.finish(unrecorded.ends);
  }
  return nextInput(live, list);
}

/** Returns what follows an answer: the next input if it ended one, or the end of the work. */
function afterAnswer(live: LiveRun, { ended, ...others }: Outcome): Outcome {
  const { list } = live;
  if (ended == null || list === null) return others;
  list.finish(ended);
  return { ...others, cursor: null, ...afterInput(live, list) };
}

function afterInput(live: LiveRun, list: InputList): Outcome {
  if (list.takeTooManyFailures()) return { state: { kind: 'limit', reason: 'failures' } };
  return live.stop.signal.aborted ? rest(list, { kind: 'stopped' }) : nextInput(live, list);
}

function nextInput(live: LiveRun, list: InputList): Outcome {
  const next = list.begin();
  if (next === null || next === 'enough') return rest(list, { kind: 'limit', reason: 'inputs' });
  // Two inputs may have identical cursors.
  live.followed.clear();
  return { state: { kind: 'more' }, cursor: next.cursor };
}

/** Rests between two inputs. If none is waiting all were asked, even if failed ones are left. */
const rest = (list: InputList, state: RunState): Outcome => ({
  state: list.has('waiting') ? state : { kind: 'noMore' },
  cursor: null,
});
