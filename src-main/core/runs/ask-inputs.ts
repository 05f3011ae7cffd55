/** Asks the inputs of a list one after another: what an answer means for one, and which is next. */
import type { RunState } from '#shared/contract/run.ts';
import type { Ledger } from '../store/ledger.ts';
import { isoTime } from '../clock.ts';
import type { EndedInput, InputList } from './input-list.ts';
import { endRun } from './keep-page.ts';
import type { LiveRun, Outcome } from './live-run.ts';
import { stateAfterAnswer } from './state-on-disk.ts';

type CountsCalls = { ledger: Pick<Ledger, 'callsOfRun'> };

/**
 * Begins the next input.
 * @returns `more` with the cursor of its first page, or the run's end state if there is none to begin.
 * @throws StoreError when the disk still refuses to record how the previous input ended.
 */
export async function beginInput(
  live: LiveRun,
  list: InputList,
  deps: CountsCalls,
): Promise<Outcome> {
  if (list.unrecorded !== null) await recordFinished(live, list, list.unrecorded);
  const next = list.begin(deps.ledger.callsOfRun(live.stored.id));
  if (next === null || next === 'enough') {
    return rest(live, list, { kind: 'limit', reason: 'inputs' });
  }
  // Two inputs may have identical cursors.
  live.followed.clear();
  return { state: { kind: 'more' }, cursor: next.cursor };
}

/**
 * Decides what follows a page of an input: its next page, the next input once this one is recorded as
 * finished, or the end of the work.
 * @throws StoreError when the disk refuses the record, which is retried before the next input.
 */
export async function afterPage(
  live: LiveRun,
  list: InputList,
  page: Outcome,
  deps: CountsCalls,
): Promise<Outcome> {
  const { current } = list;
  // A page that failed is fetched again with the cursor that it had.
  const next = page.cursor === undefined ? live.cursor : page.cursor;
  // Only live questions have lists, and they have only this kind of cursor.
  const step = list.stepAfter(page.state, next?.kind === 'cursor' ? next : null);
  if (step.kind !== 'finished' || current === null) return page;
  const { reason, why, missing } = step;
  const calls = deps.ledger.callsOfRun(live.stored.id) - list.callsBefore;
  await recordFinished(live, list, { input: current, reason, calls, why, missing });
  return { ...page, cursor: null, ...(await afterInput(live, list, deps)) };
}

async function afterInput(live: LiveRun, list: InputList, deps: CountsCalls): Promise<Outcome> {
  if (list.takeTooManyFailures()) return { state: { kind: 'limit', reason: 'failures' } };
  return live.stop.signal.aborted
    ? rest(live, list, { kind: 'stopped' })
    : beginInput(live, list, deps);
}

/** Rests between two inputs. If none is waiting all were asked, even if failed ones are left. */
const rest = (live: LiveRun, list: InputList, state: RunState): Outcome | Promise<Outcome> =>
  list.has('waiting') ? { state, cursor: null } : endRun(live, { kind: 'noMore' });

/**
 * Records how the last answered input ended if a kill or a full disk prevented that, since its answer
 * is paid for and shows it. An input whose next page is missing is asked again from its first page.
 */
export async function recordInterrupted(live: LiveRun, list: InputList): Promise<void> {
  const { stored } = live;
  const [input, last] = [stored.openInput, stored.lastAnswer];
  if (input === null || last === null || stored.readOnly) return;
  const state = await stateAfterAnswer(last);
  const page = list.outcomes.pagesOf(input).at(-1);
  // The rows show which inputs of a pack were answered; other inputs don't need them.
  const isPack = page !== undefined && list.perCall > 1;
  const items = isPack ? await stored.rows(page.firstRow, page.rows) : [];
  const ended = state && list.endOnDisk(input, state, items);
  // If the disk is still full, it is recorded before the next input is asked.
  if (ended !== null) await recordFinished(live, list, ended).catch(() => undefined);
}

/** Records the end of an input, which is paid for. Until that is written, no input is asked. */
async function recordFinished(live: LiveRun, list: InputList, ended: EndedInput): Promise<void> {
  list.unrecorded = ended;
  const { input, ...how } = ended;
  const record = await live.stored.appendInput(input, { ...how, at: isoTime() });
  list.unrecorded = null;
  list.finish(record, ended.missing);
}

/** Returns whether the calls that the person allowed for the list, or for this step, are used up. */
export const isCapReached = (live: LiveRun, deps: CountsCalls): boolean =>
  live.list !== null && deps.ledger.callsOfRun(live.stored.id) >= live.list.lastCall;
