/** Decides what the answer to a page's request means for the run, and stores it. */
import { operationStartedSchema } from '#shared/service/answers.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { RunState } from '#shared/contract/run.ts';
import { parseBytes, parseJson } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { requestProblem, unreadableProblem } from '../service/problems.ts';
import type { Unreadable } from '../service/problems.ts';
import type { RequestContext } from '../service/problem-parts.ts';
import { readEnvelope } from '../service/read-envelope.ts';
import type { Answer, Answered } from '../service/send.ts';
import type { FailInput } from '../store/run-appender.ts';
import type { FileBody } from '../store/record.ts';
import { afterEnvelope, keepPage, storePage } from './keep-page.ts';
import type { ReceivedAnswer } from './keep-page.ts';
import { afterStoredPage, keepStoredPage, startOperation } from './keep-stored-page.ts';
import type { StreamedPage } from './streamed-answer.ts';
import { nextPageNumber, takeSpent } from './live-run.ts';
import type { LiveRun, Outcome } from './live-run.ts';

/** @param page how an answer too long for memory was stored. */
export async function handleAnswer(
  live: LiveRun,
  answer: Answer,
  page: StreamedPage | null,
  context: RequestContext,
): Promise<Outcome> {
  if (answer.kind !== 'answered' || answer.status < 200 || answer.status >= 300) {
    const problem =
      answer.kind === 'truncated'
        ? unreadableProblem(answer, context, 'truncated')
        : requestProblem(answer, context);
    return failWith(live, answer, problem, page?.kept);
  }
  if (page !== null) return keepLargePage(live, answer, page);
  // A sink has written the whole body to a file of the run.
  if (answer.streamed) return { state: { kind: 'noMore' }, cursor: null };
  return live.endpoint.kind === 'stored'
    ? handleStored(live, answer, context)
    : handleLive(live, answer, context);
}

/** Stores a page too large to be read. The run rests there, unless it is a list, which has other inputs. */
function keepLargePage(live: LiveRun, answer: Answered, page: StreamedPage): Promise<Outcome> {
  const { cursor, total, list } = live;
  const received = { ...receivedAnswer(answer), kept: page.kept };
  const after =
    cursor?.kind === 'storedPage'
      ? afterStoredPage(live, {
          pagination: { totalPages: total?.pages ?? 0, tableName: cursor.tableName },
        })
      : afterEnvelope(live, { cursor: page.cursor, hasMore: false });
  const rests = after.state.kind === 'more' && list === null;
  const state: RunState = rests ? { kind: 'stopped' } : after.state;
  return storePage(live, received, { value: null }, { ...after, state });
}

async function handleLive(
  live: LiveRun,
  answer: Answered,
  context: RequestContext,
): Promise<Outcome> {
  const envelope = readEnvelope(answer.body);
  if (!envelope.ok) return unreadable(live, answer, context, envelope.code);
  if (!live.endpoint.pages && isBlank(envelope.items)) {
    return unreadable(live, answer, context, 'empty');
  }
  return keepPage(live, { ...receivedAnswer(answer), envelope });
}

/** When one thing was requested, `{}` means that there is none. */
const isBlank = (items: readonly JsonObject[]): boolean =>
  items.length > 0 && items.every((item) => Object.keys(item).length === 0);

/** Handles an answer of stored data: rows, or the id of a background operation (assumed). */
async function handleStored(
  live: LiveRun,
  answer: Answered,
  context: RequestContext,
): Promise<Outcome> {
  const value = parseOrNull(answer.body);
  const started = operationStartedSchema.safeParse(value);
  if (started.success) return startOperation(live, started.data.operationId);
  const envelope = readEnvelope(answer.body, value, 'stored');
  if (!envelope.ok) return unreadable(live, answer, context, envelope.code);
  return keepStoredPage(live, receivedAnswer(answer), value, ['results']);
}

async function unreadable(
  live: LiveRun,
  answer: Answered,
  context: RequestContext,
  code: Unreadable,
): Promise<Outcome> {
  return failWith(live, answer, unreadableProblem(answer, context, code));
}

/**
 * Stores a failed answer, and how it ends an input. If the disk refuses even that, the problem is still
 * reported; of a list, nothing more is asked before it is recorded.
 * @throws StoreError for a list.
 */
export async function failWith(
  live: LiveRun,
  answer: Answer,
  problem: Problem,
  kept?: FileBody,
): Promise<Outcome> {
  const received = answer.kind === 'answered' || answer.kind === 'truncated' ? answer : null;
  const { list, cursor } = live;
  const state = stateAfterProblem(nextPageNumber(live), problem);
  const next = state.kind === 'cursorRefused' ? null : cursor;
  const ended = list?.endAfter(state, next, null, null) ?? null;
  const fail: FailInput = {
    page: nextPageNumber(live),
    at: answer.sentAt,
    ms: answer.ms,
    spent: takeSpent(live),
    input: list?.recordOf(cursor),
    code: problem.code,
    next: state.kind,
    ends: ended,
    // Shown again when the run is reopened after a restart.
    detail: problem,
    ...(received === null ? {} : { status: received.status, body: received.body }),
    kept,
  };
  try {
    await live.stored.appendFail(fail);
  } catch (error) {
    if (list !== null && ended !== null) {
      list.unrecorded = { ...fail, ends: ended };
      throw error;
    }
  }
  const end = state.kind === 'cursorRefused' ? { cursor: null } : {};
  return { state, ...end, ...(ended && { ended }) };
}

function stateAfterProblem(page: number, problem: Problem): RunState {
  switch (problem.code) {
    case 'plan_limit':
      return { kind: 'outOfCredits', page, problem };
    case 'cursor_refused':
      return { kind: 'cursorRefused', page, problem };
    default:
      return failed(page, problem);
  }
}

const failed = (page: number, problem: Problem): RunState => ({ kind: 'failed', page, problem });

/** Returns the outcome of failing at the next page. */
export const failedPage = (live: LiveRun, problem: Problem): Outcome => ({
  state: failed(nextPageNumber(live), problem),
});

/** Converts an answer for storing. */
export const receivedAnswer = ({ body, sentAt, ms, status }: Answered): ReceivedAnswer => ({
  body,
  at: sentAt,
  ms,
  status,
  kept: undefined,
});

function parseOrNull(body: Uint8Array): JsonValue {
  try {
    return parseBytes(body, parseJson);
  } catch {
    return null;
  }
}
