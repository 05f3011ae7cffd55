/** What an answer to a page's request means for the run, and keeping what came. */
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
import type { FileBody } from '../store/record.ts';
import { endRun, keepPage } from './keep-page.ts';
import type { CameIn } from './keep-page.ts';
import { keepStoredPage, startOperation } from './keep-stored-page.ts';
import type { StreamedPage } from './streamed-answer.ts';
import { nextPageNumber, takeSpent } from './live-run.ts';
import type { LiveRun, Outcome } from './live-run.ts';

/** @param page what became of an answer that was too long for memory. */
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
    await keepFailure(live, answer, problem, page?.kept);
    const state = rest(nextPageNumber(live), problem);
    // Nothing leads on: noted now, so that a restart knows it too.
    return state.kind === 'cursorRefused' ? endRun(live, state) : { state };
  }
  // A sink has put the whole body into a file of the run.
  if (answer.streamed && page === null) return endRun(live, { kind: 'noMore' });
  const came = cameIn(answer, page);
  return live.endpoint.kind === 'stored'
    ? handleStored(live, answer, came, context)
    : handleLive(live, answer, came, context);
}

async function handleLive(
  live: LiveRun,
  answer: Answered,
  came: CameIn,
  context: RequestContext,
): Promise<Outcome> {
  const envelope = readEnvelope(came.body);
  if (!envelope.ok) return unreadable(live, answer, came, context, envelope.code);
  if (!live.endpoint.pages && isBlank(envelope.items)) {
    return unreadable(live, answer, came, context, 'empty');
  }
  return keepPage(live, { ...came, envelope });
}

/** Where one thing was asked for, `{}` is none. */
const isBlank = (items: readonly JsonObject[]): boolean =>
  items.length > 0 && items.every((item) => Object.keys(item).length === 0);

/** Stored data answers with rows, or with the id of a background operation (assumed). */
async function handleStored(
  live: LiveRun,
  answer: Answered,
  came: CameIn,
  context: RequestContext,
): Promise<Outcome> {
  const value = parseOrNull(came.body);
  const started = operationStartedSchema.safeParse(value);
  if (started.success) return startOperation(live, started.data.operationId);
  const envelope = readEnvelope(came.body, value);
  if (!envelope.ok) return unreadable(live, answer, came, context, envelope.code);
  return keepStoredPage(live, came, value, ['results']);
}

async function unreadable(
  live: LiveRun,
  answer: Answered,
  { kept }: CameIn,
  context: RequestContext,
  code: Unreadable,
): Promise<Outcome> {
  const problem = unreadableProblem(answer, context, code);
  await keepFailure(live, answer, problem, kept);
  return failedPage(live, problem);
}

/** What came is kept for support; a disk that refuses even that must not hide the problem. */
export async function keepFailure(
  live: LiveRun,
  answer: Answer,
  problem: Problem,
  kept?: FileBody,
): Promise<void> {
  const came = answer.kind === 'answered' || answer.kind === 'truncated' ? answer : null;
  await live.stored
    .appendFail({
      page: nextPageNumber(live),
      at: answer.sentAt,
      ms: answer.ms,
      spent: takeSpent(live),
      input: live.list?.noted(live.cursor),
      code: problem.code,
      // Told again when the run is opened by a later start.
      detail: problem,
      ...(came === null ? {} : { status: came.status, body: came.body }),
      kept,
    })
    .catch(() => undefined);
}

function rest(page: number, problem: Problem): RunState {
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

/** The run rests at the page that comes next, with a problem. */
export const failedPage = (live: LiveRun, problem: Problem): Outcome => ({
  state: failed(nextPageNumber(live), problem),
});

/** Of an answer too long for memory, what stands around its items. */
export const cameIn = (
  { body, sentAt, ms, status }: Answered,
  page: StreamedPage | null,
): CameIn => ({
  body: page === null ? body : (page.envelope ?? Buffer.alloc(0)),
  at: sentAt,
  ms,
  status,
  kept: page?.kept,
});

function parseOrNull(body: Uint8Array): JsonValue {
  try {
    return parseBytes(body, parseJson);
  } catch {
    return null;
  }
}
