/** Where a run of an earlier start stands, as far as the log and the ledger tell. */
import { problemSchema } from '#shared/contract/problem.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { RunState } from '#shared/contract/run.ts';
import type { JsonObject } from '../json/index.ts';
import type { LastAnswer } from '../store/run-summary.ts';
import type { EndRecord } from '../store/log-contents.ts';
import { asRow } from './as-row.ts';
import { storedPagesOf } from './keep-stored-page.ts';

/** Of an open run, or of one that is only listed. */
export interface OnDisk {
  end: EndRecord | undefined;
  lastAnswer: LastAnswer | null;
  /** Its last record is not whole. */
  torn: boolean;
  /** What the run was created with. */
  header?: JsonObject | undefined;
}

type Interrupted = Extract<RunState, { kind: 'interrupted' }>;
type Rested = Interrupted['rested'];

const interrupted = (rested: Rested): Interrupted => ({ kind: 'interrupted', rested });

/**
 * A program that is killed notes no end: then the last answer tells. `lastSent`: when a request of
 * the run was noted last; one that nothing in the log follows was broken off.
 */
export async function stateOnDisk(
  { end, lastAnswer, torn, header }: OnDisk,
  lastSent: string | null,
): Promise<RunState> {
  const ended = end === undefined ? null : endedState(end.reason);
  if (ended !== null) return ended;
  // Its inputs are known: those that wait can be asked at any time.
  if (header?.['list'] !== undefined) return { kind: 'stopped' };
  if (lastSent !== null && lastSent > latest(end?.at, lastAnswer?.at)) return interrupted(null);
  switch (end?.reason) {
    case 'more':
    case 'limit':
    case 'stopped':
      return interrupted(end.reason);
    case 'failed':
    case 'outOfCredits':
    case 'cursorRefused':
      return failure(end.reason, lastAnswer);
    default:
      return withoutEnd(lastAnswer, torn);
  }
}

/** Times of ISO 8601 in UTC, as we write them, sort as text. */
const latest = (...times: readonly (string | undefined)[]): string =>
  times.reduce<string>((last, at) => (at !== undefined && at > last ? at : last), '');

/** Ends after which there is no next page. */
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
  // CSV has no page after it; one that broke off was being received.
  if (last.file !== null) return last.file === 'csv' ? { kind: 'noMore' } : interrupted(null);
  const answer = await last.read().catch(() => undefined);
  if (answer === undefined) return interrupted(null);
  const after = stateAfterPage(answer, last.page);
  // What is not whole was the page after it.
  return after.kind === 'more' ? interrupted(torn ? null : 'more') : after;
}

/**
 * In which state the latest answer left the run, or the input of its list. Null when the answer is
 * damaged, or in a file of its own.
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
  if (leadsOn(answer, page)) return { kind: 'more' };
  return { kind: saysMore(answer) ? 'notAll' : 'noMore' };
}

function restedAfter(code: string | null): 'failed' | 'outOfCredits' | 'cursorRefused' {
  if (code === 'plan_limit') return 'outOfCredits';
  return code === 'cursor_refused' ? 'cursorRefused' : 'failed';
}

const envelopeIn = (answer: JsonObject): JsonObject => asRow(answer['result']) ?? answer;

const saysMore = (answer: JsonObject): boolean => envelopeIn(answer)['has_more'] === true;

/** Specification, Limits, rule 1; of a finished operation, the number of its pages. */
function leadsOn(answer: JsonObject, page: number): boolean {
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

/** Null when it is damaged, or a version wrote it that did not keep problems. */
async function keptProblem(last: LastAnswer): Promise<Problem | null> {
  const kept = await last.read().catch(() => undefined);
  const { data } = problemSchema.safeParse(kept?.['detail']);
  return data ?? null;
}
