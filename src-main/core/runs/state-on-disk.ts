/** Determines the state of a run from before a restart, as far as the log and the ledger show it. */
import { problemSchema } from '#shared/contract/problem.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { isEnded } from '#shared/contract/run-states.ts';
import { runStateSchema } from '#shared/contract/run.ts';
import type { RunState } from '#shared/contract/run.ts';
import { noRoomProblem } from '../store/store-problem.ts';
import type { LogSummary } from '../store/run-summary.ts';
import type { StoredRun } from '../store/stored-run.ts';

/** An open run, or one that is only listed. */
export type OnDisk = Pick<LogSummary, 'last' | 'failure' | 'pages' | 'torn' | 'header'>;

type Interrupted = Extract<RunState, { kind: 'interrupted' }>;
type Rested = Interrupted['rested'];

const interrupted = (rested: Rested): Interrupted => ({ kind: 'interrupted', rested });

/** The word for a run that the disk had no room for. */
const noRoom = 'storage_full';

export const isNoRoom = (state: RunState): boolean =>
  state.kind === 'failed' && state.problem.code === noRoom;

/** Returns the word for the log: how a run ended or rests, and at which limit. */
export function endReason(state: RunState): string {
  if (isNoRoom(state)) return noRoom;
  return state.kind === 'limit' ? `limit.${state.reason}` : state.kind;
}

/** Returns the state of a run that is open on disk. */
export async function readState(stored: StoredRun, lastSent: string | null): Promise<RunState> {
  const { torn, header, pages, contents } = stored;
  const failure = await stored.readFailure().catch(() => undefined);
  return stateOnDisk({ last: contents.last, torn, header, failure, pages: pages.length }, lastSent);
}

/**
 * Returns the run's state. `lastSent`: when the run's last request was recorded; if nothing in the log follows
 * it, it was interrupted.
 */
export function stateOnDisk(run: OnDisk, lastSent: string | null): RunState {
  const { last, failure, torn, header, pages } = run;
  const isList = header?.['list'] !== undefined;
  // An answer to a list says how one of its inputs ended.
  const ended = isList && last?.kind !== 'rest' ? null : endedState(last?.next ?? '');
  if (ended !== null) return ended;
  const isUnanswered = lastSent !== null && lastSent > (last?.at ?? '');
  const full = { page: pages + 1, detail: noRoomProblem() };
  if (isList) return stateOfList(isUnanswered ? {} : { last, failure }, full);
  if (isUnanswered) return interrupted(null);
  const [rested] = last?.next?.split('.') ?? [];
  switch (rested) {
    case 'limit':
    case 'stopped':
      return interrupted(rested);
    case noRoom:
      return failed('failed', full);
    case 'more':
      // The incomplete record was the page after it.
      return interrupted(torn ? null : 'more');
    case 'failed':
    case 'outOfCredits':
    case 'cursorRefused':
      return torn ? interrupted(null) : failed(rested, failure);
    default:
      return interrupted(null);
  }
}

/**
 * Returns the state of a list that isn't finished. It always rests: its inputs are known, so the waiting
 * ones can be asked at any time.
 */
function stateOfList(
  { last, failure }: Pick<OnDisk, 'last' | 'failure'>,
  full: { page: number; detail: Problem },
): RunState {
  if (last?.next === noRoom) return { kind: 'failed', page: full.page, problem: full.detail };
  const problem = problemOf(failure);
  if (last?.next === 'outOfCredits' && failure !== undefined && problem !== null) {
    return { kind: 'outOfCredits', page: failure.page, problem };
  }
  const [kind, reason] = last?.kind === 'rest' ? (last.next?.split('.') ?? []) : [];
  const { data } = runStateSchema.safeParse({ kind, reason });
  return data?.kind === 'limit' ? data : { kind: 'stopped' };
}

/** Returns the state of an end after which there is no next page, else null. What the service said of it is lost. */
function endedState(kind: string): RunState | null {
  const { data } = runStateSchema.safeParse({ kind, message: null });
  return data !== undefined && isEnded(data) ? data : null;
}

function failed(
  rested: 'failed' | 'outOfCredits' | 'cursorRefused',
  failure: OnDisk['failure'],
): RunState {
  const problem = problemOf(failure);
  if (failure === undefined || problem === null) return interrupted(rested);
  if (failure.page === 1 && rested !== 'cursorRefused') return { kind: rested, page: 1, problem };
  return { ...interrupted(rested), failure: problem };
}

/** Returns null when it is damaged. */
const problemOf = (failure: OnDisk['failure']): Problem | null =>
  problemSchema.safeParse(failure?.detail).data ?? null;
