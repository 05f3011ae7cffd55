/** Collecting pages one after the other, as far as the person asked and the ceilings allow. */
import { saysHowMuch } from '#shared/contract/run.ts';
import type { RunLimit, RunState } from '#shared/contract/run.ts';
import type { Credential } from '../service/credential.ts';
import { localDay, sentCalls } from '../store/call-tally.ts';
import type { Ledger } from '../store/ledger.ts';
import { problemOf } from '../store/store-problem.ts';
import { afterPage, beginInput, isCapReached } from './ask-inputs.ts';
import { fetchPage } from './fetch-page.ts';
import type { FetchDeps } from './fetch-page.ts';
import { failedPage } from './handle-answer.ts';
import { isAllKnown } from './known-rows.ts';
import { become, nextPageNumber, takeOver } from './live-run.ts';
import type { KeptRows, LiveRun, Outcome } from './live-run.ts';
import { pollOperation } from './poll-operation.ts';
import type { Turns } from './turns.ts';
import { isoTime } from '../clock.ts';

/** Calls after which the program asks before going on; null: it never asks. */
export interface Ceilings {
  run: number | null;
  day: number | null;
}

export interface CollectDeps extends FetchDeps {
  turns: Turns;
  ceilings: () => Ceilings;
}

/**
 * Fetches pages until the limit is reached or the run rests for another reason; `onPage` is
 * called after each. Between pages the turn is given back, so that a first page never waits
 * behind a long run. Resolves when the run rests; an unforeseen error is reported and leaves it
 * failed, so that nobody asks, and pays, again without knowing.
 */
export async function collect(
  live: LiveRun,
  limit: RunLimit,
  credential: Credential,
  deps: CollectDeps,
  onPage: (rows: KeptRows) => void,
): Promise<void> {
  const { pages, rowCount } = live.stored;
  become(live, {
    since: performance.now(),
    plan: { limit, startedAt: isoTime(), pagesBefore: pages.length, rowsBefore: rowCount },
  });
  try {
    // Rows held back by an earlier limit may already be all that is asked for.
    let rest = restHere(live) ?? (await restWithoutInput(live, deps));
    if (rest !== null) await noteRest(live, rest);
    while (rest === null) {
      const step = await stepInTurn(live, credential, deps);
      rest = nextRest(live, step);
      if (rest !== null) await noteRest(live, rest);
      const isBusy = deps.turns.busy(credential.value);
      const state = rest ?? betweenPages(live, step.state, isBusy);
      const kept = takeOver(live, { ...step, state });
      if (rest === null) deps.changed(live);
      onPage(kept);
    }
    become(live, { state: rest });
  } catch (error) {
    become(live, failedPage(live, problemOf(error, deps.report)));
  } finally {
    deps.changed(live);
    onPage(null);
  }
}

/**
 * Between two pages the run is at work: it never looks as if it rested, nor as if it waited where
 * nobody else has the turn.
 */
function betweenPages(live: LiveRun, state: RunState, isBusy: boolean): RunState {
  if (state.kind === 'polling') return state;
  const page = nextPageNumber(live);
  return isBusy ? { kind: 'queued', page } : { kind: 'fetching', page, since: isoTime() };
}

/**
 * Noted where nothing else in the log tells it, so that a start after a crash knows it too. Before
 * the window hears of it: what it asks for then must not join the work that ends here.
 */
async function noteRest({ stored }: LiveRun, { kind }: RunState): Promise<void> {
  if (kind !== 'stopped' && kind !== 'limit') return;
  await stored.appendEnd(kind).catch(() => undefined);
}

/** With a list, an input has to be begun first; null where one is under way, or was begun. */
async function restWithoutInput(live: LiveRun, deps: CollectDeps): Promise<RunState | null> {
  if (live.list === null) return null;
  const isUnderWay = live.list.current !== null && live.list.unnoted === null;
  if (isUnderWay) return null;
  const { state, ...begun } = await beginInput(live, live.list, deps);
  become(live, begun);
  return state.kind === 'more' ? null : state;
}

/** Null while the run goes on: to the next page, or to an operation that was started. */
function nextRest(live: LiveRun, { state, kept = null }: Outcome): RunState | null {
  switch (state.kind) {
    case 'more':
      return isAllKnown(live, kept) ? { kind: 'limit', reason: 'known' } : restHere(live);
    case 'polling':
      return live.stop.signal.aborted ? { kind: 'stopped' } : null;
    default:
      return state;
  }
}

/** Where a run with more pages rests; null when it goes on. */
function restHere(live: LiveRun): RunState | null {
  const { plan, stored } = live;
  if (live.stop.signal.aborted) return { kind: 'stopped' };
  if (plan === null) return { kind: 'more' };
  const { pages, rows } = plan.limit;
  if (rows !== null && stored.rowCount >= rows) return { kind: 'limit', reason: 'rows' };
  if (pages === null || stored.pages.length - plan.pagesBefore < pages) return null;
  // A page asked for by itself was no limit: there just is more.
  return pages === 1 ? { kind: 'more' } : { kind: 'limit', reason: 'pages' };
}

/** One question for an operation, or one page once it is this run's turn. */
async function stepInTurn(
  live: LiveRun,
  credential: Credential,
  deps: CollectDeps,
): Promise<Outcome> {
  // Asking for an operation is not metered: no turn, no ceiling.
  if (live.cursor?.kind === 'operation') return pollOperation(live, credential, deps);
  const ceiling = reachedCeiling(live, deps);
  if (ceiling !== null) return { state: { kind: 'limit', reason: ceiling } };
  const first = live.stored.pages.length === 0;
  if (deps.turns.busy(credential.value)) {
    deps.changed(live, { state: { kind: 'queued', page: nextPageNumber(live) } });
  }
  const release = await deps.turns.take(credential.value, first, live.stop.signal);
  if (release === null) return { state: { kind: 'stopped' } };
  try {
    const page = await fetchPage(live, credential, deps);
    return live.list === null ? page : await afterPage(live, live.list, page, deps);
  } finally {
    release();
  }
}

function reachedCeiling(
  live: LiveRun,
  deps: CollectDeps,
): 'runCeiling' | 'dayCeiling' | 'maxCalls' | null {
  if (isCapReached(live, deps)) return 'maxCalls';
  if (live.beyondCeiling) return null;
  const { run, day } = deps.ceilings();
  // A list has a cap of its own, which the person was asked for.
  const holds = live.list === null && (live.plan === null || !saysHowMuch(live.plan.limit));
  if (run !== null && holds && deps.ledger.callsOfRun(live.stored.id) >= run) return 'runCeiling';
  if (day !== null && callsToday(live.profileId, deps.ledger) >= day) return 'dayCeiling';
  return null;
}

/** Metered calls of a profile since midnight. */
export function callsToday(profileId: string, ledger: Ledger): number {
  const today = ledger.count(profileId).byDay.get(localDay(isoTime()));
  return today === undefined ? 0 : sentCalls(today);
}
