/** Determines the state of a run from before a restart, as far as the log and the ledger show it. */
import { problemSchema } from '#shared/contract/problem.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { runStateSchema } from '#shared/contract/run.ts';
import type { RunState } from '#shared/contract/run.ts';
import type { JsonObject } from '../json/index.ts';
import type { LastAnswer } from '../store/run-summary.ts';
import type { EndRecord } from '../store/log-contents.ts';
import { asRow } from './as-row.ts';
import { saysMore, storedPagesOf } from './keep-stored-page.ts';

/** An open run, or one that is only listed. */
export interface OnDisk {
  end: EndRecord | undefined;
  lastAnswer: LastAnswer | null;
  /** Whether its last record is incomplete. */
  torn: boolean;
  /** The first line of its log. */
  header?: JsonObject | undefined;
}

type Interrupted = Extract<RunState, { kind: 'interrupted' }>;
type Rested = Interrupted['rested'];

const interrupted = (rested: Rested): Interrupted => ({ kind: 'interrupted', rested });

/** Returns the word for the log: how a run ended or rests, and at which limit. */
export const endReason = (state: RunState): string =>
  state.kind === 'limit' ? `limit.${state.reason}` : state.kind;

/**
 * Returns the run's state. A killed program records no end, so the last answer decides then.
 * `lastSent`: when the run's last request was recorded; if nothing in the log follows it, it was
 * interrupted.
 */
export async function stateOnDisk(
  { end, lastAnswer, torn, header }: OnDisk,
  lastSent: string | null,
): Promise<RunState> {
  const ended = end === undefined ? null : endedState(end.reason);
  if (ended !== null) return ended;
  const isUnanswered = lastSent !== null && lastSent > latest(end?.at, lastAnswer?.at);
  if (header?.['list'] !== undefined) return stateOfList(isUnanswered ? {} : { end, lastAnswer });
  if (isUnanswered) return interrupted(null);
  const [rested] = end?.reason.split('.') ?? [];
  switch (rested) {
    case 'more':
    case 'limit':
    case 'stopped':
      return interrupted(rested);
    case 'failed':
    case 'outOfCredits':
    case 'cursorRefused':
      return failure(rested, lastAnswer);
    default:
      return withoutEnd(lastAnswer, torn);
  }
}

/**
 * Returns the state of a list that isn't finished. It always rests: its inputs are known, so the waiting
 * ones can be asked at any time. Earlier versions didn't record at which limit it stopped.
 */
async function stateOfList({ end, lastAnswer }: Partial<OnDisk>): Promise<RunState> {
  const stopped: RunState = { kind: 'stopped' };
  const isOfPlan = lastAnswer?.code === 'plan_limit';
  if (isOfPlan && (end === undefined || end.reason === 'outOfCredits')) {
    return (await stateAfterAnswer(lastAnswer)) ?? stopped;
  }
  const [kind, reason] = end?.reason.split('.') ?? [];
  const { data } = runStateSchema.safeParse({ kind, reason });
  return data?.kind === 'limit' ? data : stopped;
}

/** Our times, ISO 8601 in UTC, sort as text. */
const latest = (...times: readonly (string | undefined)[]): string =>
  times.reduce<string>((last, at) => (at !== undefined && at > last ? at : last), '');

/** Returns the state of an end after which there is no next page, else null. */
function endedState(reason: string): RunState | null {
  switch (reason) {
    case 'noMore':
    case 'notAll':
    case 'cursorRepeated':
    case 'operationNoData':
    case 'operationCancelled':
    case 'operationExpired':
      return { kind: reason };
    case 'operationError':
      return { kind: reason, message: null };
    default:
      return null;
  }
}

async function withoutEnd(last: LastAnswer | null, torn: boolean): Promise<RunState> {
  if (last === null) return interrupted(null);
  if (last.kind === 'fail') return torn ? interrupted(null) : failure(restedAfter(last.code), last);
  // No page follows CSV; any other file may have been interrupted.
  if (last.file !== null) return last.file === 'csv' ? { kind: 'noMore' } : interrupted(null);
  const answer = await last.read().catch(() => undefined);
  if (answer === undefined) return interrupted(null);
  const after = stateAfterPage(answer, last.page);
  // The incomplete record was the page after it.
  return after.kind === 'more' ? interrupted(torn ? null : 'more') : after;
}

/**
 * Returns the state in which the latest answer left the run, or the input of its list. Null when the
 * answer is damaged or in a file of its own.
 */
export async function stateAfterAnswer(last: LastAnswer): Promise<RunState | null> {
  if (last.kind === 'fail') {
    const problem = await keptProblem(last);
    return problem === null ? null : { kind: restedAfter(last.code), page: last.page, problem };
  }
  const answer = last.file === null ? await last.read().catch(() => undefined) : undefined;
  return answer === undefined ? null : stateAfterPage(answer, last.page);
}

function stateAfterPage(answer: JsonObject, page: number): { kind: 'more' | 'notAll' | 'noMore' } {
  if (hasNextPage(answer, page)) return { kind: 'more' };
  return { kind: saysMore(envelopeIn(answer), page) ? 'notAll' : 'noMore' };
}

function restedAfter(code: string | null): 'failed' | 'outOfCredits' | 'cursorRefused' {
  if (code === 'plan_limit') return 'outOfCredits';
  return code === 'cursor_refused' ? 'cursorRefused' : 'failed';
}

const envelopeIn = (answer: JsonObject): JsonObject => asRow(answer['result']) ?? answer;

/** Applies specification, Limits, rule 1; for a finished operation, its number of pages decides. */
function hasNextPage(answer: JsonObject, page: number): boolean {
  const envelope = envelopeIn(answer);
  const { has_more, next_page_cursor } = envelope;
  const { totalPages, tableName } = storedPagesOf(envelope);
  const hasNextStored = tableName !== null && page < (totalPages ?? 0);
  return (has_more === true && Boolean(next_page_cursor)) || hasNextStored;
}

async function failure(
  rested: 'failed' | 'outOfCredits' | 'cursorRefused',
  last: LastAnswer | null,
): Promise<RunState> {
  const problem = last?.kind === 'fail' ? await keptProblem(last) : null;
  if (last === null || problem === null) return interrupted(rested);
  if (last.page === 1 && rested !== 'cursorRefused') return { kind: rested, page: 1, problem };
  return { ...interrupted(rested), failure: problem };
}

/** Returns null when it is damaged, or written by a version that didn't store problems. */
async function keptProblem(last: LastAnswer): Promise<Problem | null> {
  const kept = await last.read().catch(() => undefined);
  const { data } = problemSchema.safeParse(kept?.['detail']);
  return data ?? null;
}
