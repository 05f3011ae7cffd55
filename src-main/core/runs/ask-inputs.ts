/** Asks the inputs of a list one after another: which is next, once an answer has ended one. */
import type { RunState } from '#shared/contract/run.ts';
import type { Ledger } from '../store/ledger.ts';
import type { InputList } from './input-list.ts';
import type { LiveRun, Outcome } from './live-run.ts';

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
export const isCapReached = (
  live: LiveRun,
  deps: { ledger: Pick<Ledger, 'callsOfRun'> },
): boolean => live.list !== null && deps.ledger.callsOfRun(live.stored.id) >= live.list.lastCall;
