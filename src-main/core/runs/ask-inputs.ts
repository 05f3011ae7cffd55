/** The inputs of a list, one after the other: what an answer means for one, and which comes next. */
import type { Ledger } from '../store/ledger.ts';
import { isoTime } from '../clock.ts';
import type { EndedInput, InputList } from './input-list.ts';
import { endRun } from './keep-page.ts';
import type { LiveRun, Outcome } from './live-run.ts';
import { stateAfterAnswer } from './state-on-disk.ts';

type CountsCalls = { ledger: Pick<Ledger, 'callsOfRun'> };

/**
 * Begins the input that is asked next.
 * @returns `more`, with the cursor on its first page, or how the run rests without one.
 * @throws StoreError when the disk still refuses to note how the one before ended.
 */
export async function beginInput(
  live: LiveRun,
  list: InputList,
  deps: CountsCalls,
): Promise<Outcome> {
  if (list.unnoted !== null) await noteFinished(live, list, list.unnoted);
  const next = list.begin(deps.ledger.callsOfRun(live.stored.id));
  if (next === null && !list.has('waiting')) return endRun(live, { kind: 'noMore' });
  if (next === null || next === 'enough') {
    return { state: { kind: 'limit', reason: 'inputs' }, cursor: null };
  }
  // Cursors of two inputs may be alike.
  live.followed.clear();
  return { state: { kind: 'more' }, cursor: next.cursor };
}

/**
 * What follows from a page of an input: its next page, the next input once this one is noted as
 * finished, or a rest.
 * @throws StoreError when the disk refuses the note: then it is noted before the next is asked.
 */
export async function afterPage(
  live: LiveRun,
  list: InputList,
  page: Outcome,
  deps: CountsCalls,
): Promise<Outcome> {
  const { current } = list;
  // Only live questions have lists, and they have no other cursors.
  const cursor = page.cursor?.kind === 'cursor' ? page.cursor : null;
  const step = list.stepAfter(page.state, cursor);
  if (step.kind !== 'finished' || current === null) return page;
  const { reason, why, missing } = step;
  const calls = deps.ledger.callsOfRun(live.stored.id) - list.callsBefore;
  await noteFinished(live, list, { input: current, reason, calls, why, missing });
  return { ...page, cursor: null, ...(await afterInput(live, list, deps)) };
}

async function afterInput(live: LiveRun, list: InputList, deps: CountsCalls): Promise<Outcome> {
  if (list.takeTooManyFailures()) return { state: { kind: 'limit', reason: 'failures' } };
  return live.stop.signal.aborted ? { state: { kind: 'stopped' } } : beginInput(live, list, deps);
}

/**
 * Notes how the input that was answered last ended, where a kill or a full disk prevented it: its
 * answer is paid for and says so. One whose next page is missing is asked again from its first.
 */
export async function noteInterrupted(live: LiveRun, list: InputList): Promise<void> {
  const { stored } = live;
  const [input, last] = [stored.openInput, stored.lastAnswer];
  if (input === null || last === null || stored.readOnly) return;
  const state = await stateAfterAnswer(last);
  const page = list.pagesOf(input).at(-1);
  // Which inputs of a pack came back, its rows say; no other input needs them.
  const isPack = page !== undefined && list.perCall > 1;
  const items = isPack ? await stored.rows(page.firstRow, page.rows) : [];
  const ended = state && list.endOnDisk(input, state, items);
  // A disk that is still full takes it before the next input is asked.
  if (ended !== null) await noteFinished(live, list, ended).catch(() => undefined);
}

/** What was answered is paid for: until its end is on disk, it is not asked again. */
async function noteFinished(live: LiveRun, list: InputList, ended: EndedInput): Promise<void> {
  list.unnoted = ended;
  const { input, ...how } = ended;
  const record = await live.stored.appendInput(input, { ...how, at: isoTime() });
  list.unnoted = null;
  list.finish(record, ended.missing);
}

/** Whether the calls that the person allowed for the list are used up. */
export const isCapReached = (live: LiveRun, deps: CountsCalls): boolean =>
  live.list !== null && deps.ledger.callsOfRun(live.stored.id) >= live.list.maxCalls;
