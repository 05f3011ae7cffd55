/**
 * The work on one run: a promise that concurrent calls join, so that double clicks and reloads never
 * send a request twice (checklist 25). *Stop* finds it from the moment of the call, whatever it is
 * waiting for (above all the keychain).
 */
import { isEnded } from '#shared/contract/run-states.ts';
import type { Credential } from '../service/credential.ts';
import { ProblemError } from '../problem-error.ts';
import { unsavedPageProblem } from '../store/store-problem.ts';
import { StoreError } from '../store/store-error.ts';
import { isoTime } from '../clock.ts';
import { afterPage } from './ask-inputs.ts';
import { collect } from './collect.ts';
import type { Amount, CollectDeps } from './collect.ts';
import { become, takeOver } from './live-run.ts';
import type { KeptRows, LiveRun } from './live-run.ts';
import { beingClosed } from './notices.ts';

export interface WorkDeps extends CollectDeps {
  /** Whether the data folder is being closed. */
  isClosed: () => boolean;
}

export interface FetchOptions extends Amount {
  credential: Credential | Promise<Credential>;
}

/**
 * Starts work on a run, or joins its current work. Resolves when the first page is there: an earlier
 * error rejects, later ones are in the run's state.
 */
async function work(
  run: LiveRun,
  { isClosed }: WorkDeps,
  action: (onPage: (rows: KeptRows) => void) => Promise<void>,
): Promise<KeptRows> {
  if (run.work !== null) return run.work.firstPage;
  if (run.isLeaving || isClosed()) throw beingClosed();
  become(run, { stop: new AbortController() });
  let onPage: (rows: KeptRows) => void = () => undefined;
  const paged = new Promise<KeptRows>((resolve) => {
    onPage = resolve;
  });
  const done = action(onPage).finally(() => become(run, { work: null }));
  const firstPage = Promise.race([paged, done.then(() => null)]);
  become(run, { work: { done, firstPage } });
  done.catch(() => undefined);
  return firstPage;
}

/** Fetches pages from the run's cursor. */
export const fetchPages = (
  run: LiveRun,
  { credential, ...amount }: FetchOptions,
  deps: WorkDeps,
): Promise<KeptRows> =>
  work(run, deps, async (onPage) => collect(run, amount, await credential, deps, onPage));

/**
 * Shows the rows beyond the row limit, whether or not the disk can record that: if it can't, they are
 * offered again after a restart, without a call.
 */
export async function showAllRows(run: LiveRun, deps: WorkDeps): Promise<void> {
  become(run, { rowLimit: null });
  await deps.store.updateMeta(run.stored.id, { rowLimit: undefined }).catch(deps.report);
}

/** Saves the page that is waiting in memory, if there is one. */
export async function savePageAgain(run: LiveRun, deps: WorkDeps): Promise<void> {
  if (run.stored.unsaved === undefined) return;
  await work(run, deps, () => saveAgain(run, deps));
  deps.changed(run);
}

async function saveAgain(run: LiveRun, deps: WorkDeps): Promise<void> {
  const { items } = await run.stored.trySavingAgain().catch((error: unknown) => {
    throw error instanceof StoreError ? new ProblemError(unsavedPageProblem(error)) : error;
  });
  const { unsaved, list } = run;
  if (unsaved === null) return;
  become(run, { unsaved: null });
  const page = await unsaved.kept(items);
  takeOver(run, list === null ? page : await afterPage(run, list, page, deps));
}

/** Stops the run and records its final state in its log. */
export async function endWork(run: LiveRun, deps: WorkDeps): Promise<void> {
  become(run, { isLeaving: true });
  run.stop.abort();
  await run.work?.done.catch(() => undefined);
  const { stored } = run;
  // There may be room now, and this is the last chance to save the page in memory.
  if (stored.unsaved !== undefined) await saveAgain(run, deps).catch(() => undefined);
  const { state } = run;
  if (!isEnded(state) && stored.end === undefined && !stored.readOnly) {
    await stored.appendEnd(state.kind, isoTime()).catch(() => undefined);
  }
}
