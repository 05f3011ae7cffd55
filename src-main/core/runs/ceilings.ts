/** The numbers of calls after which a run asks before it continues. */
import { hasAmount } from '#shared/contract/run.ts';
import type { RunState } from '#shared/contract/run.ts';
import { isoTime } from '../clock.ts';
import { localDay, sentCalls } from '../store/ledger.ts';
import type { Ledger, ProfileCalls } from '../store/ledger.ts';
import type { LiveRun, Outcome } from './live-run.ts';
import type { InputList } from './input-list.ts';

/** Null: the program never asks. */
export interface Ceilings {
  run: number | null;
  day: number | null;
}

export interface CeilingDeps {
  ledger: Ledger;
  ceilings: () => Ceilings;
}

type Ceiling = 'runCeiling' | 'dayCeiling';

/** Returns the limit that allows the run no further call; null when it may make one. */
export function reachedCeiling(live: LiveRun, deps: CeilingDeps): Ceiling | 'maxCalls' | null {
  if (isCapReached(live, deps)) return 'maxCalls';
  const holds = (ceiling: Ceiling): boolean =>
    !live.passedCeilings.includes(ceiling) && isReached(ceiling, live, deps);
  if (holds('runCeiling')) return 'runCeiling';
  return holds('dayCeiling') ? 'dayCeiling' : null;
}

function isReached(ceiling: Ceiling, live: LiveRun, deps: CeilingDeps): boolean {
  const { run, day } = deps.ceilings();
  if (ceiling === 'dayCeiling') {
    return day !== null && callsToday(deps.ledger.count(live.profileId)) >= day;
  }
  // A list has its own cap, which the person entered.
  const applies = live.list === null && (live.plan === null || !hasAmount(live.plan.limit));
  return run !== null && applies && deps.ledger.callsOfRun(live.stored.id) >= run;
}

/**
 * Returns the limits that a run may exceed when the person lets it continue past the one it stopped at:
 * that one, and those that it was let past on the way there. A limit that allows more calls by now, since
 * it was raised or a day has passed, is not passed: the run pauses there again.
 */
export function passingCeiling(live: LiveRun, deps: CeilingDeps): readonly Ceiling[] {
  const { passedCeilings, state } = live;
  return isAtCeiling(state) && isReached(state.reason, live, deps)
    ? [...passedCeilings, state.reason]
    : passedCeilings;
}

const isAtCeiling = (state: RunState): state is RunState & { reason: Ceiling } =>
  state.kind === 'limit' && (state.reason === 'runCeiling' || state.reason === 'dayCeiling');

/**
 * Days ahead of the clock, in milliseconds, whose calls count as today's: a clock that was set back must
 * not begin the day again. Calls beyond were noted by a clock that was wrong, perhaps by years, and
 * would count for ever.
 */
const clockBehindMs = 7 * 86_400_000;

/** Returns the number of metered calls since midnight. */
export function callsToday({ byDay }: ProfileCalls): number {
  const today = localDay(isoTime());
  const latest = localDay(isoTime(Date.now() + clockBehindMs));
  return [...byDay]
    .filter(([day]) => day >= today && day <= latest)
    .reduce((calls, [, count]) => calls + sentCalls(count), 0);
}

// Asks the inputs of a list one after another: which is next, once an answer has ended one.

/**
 * Begins the next input.
 * @returns `more` with the cursor of its first page, or the run's end state if there is none to begin.
 * @throws StoreError when the disk still refuses to record how the previous input failed.
 */
export async function beginInput(live: LiveRun, list: InputList): Promise<Outcome> {
  const { unrecorded } = list;
  if (unrecorded !== null) {
    await live.stored.appendFail(unrecorded);
    list.finish(unrecorded.ends);
  }
  return nextInput(live, list);
}

/** Returns what follows an answer: the next input if it ended one, or the end of the work. */
export function afterAnswer(live: LiveRun, list: InputList, answer: Outcome): Outcome {
  const { ended, ...others } = answer;
  if (ended == null) return others;
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

/** Returns whether the calls that the person allowed for the list, or for this step, are used up. */
const isCapReached = (live: LiveRun, deps: { ledger: Pick<Ledger, 'callsOfRun'> }): boolean =>
  live.list !== null && deps.ledger.callsOfRun(live.stored.id) >= live.list.lastCall;
