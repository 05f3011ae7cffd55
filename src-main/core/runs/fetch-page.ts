/** Fetches one page of a run: sends the request, retries where that is safe, handles the answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '#shared/assert-never.ts';
import { storedId } from '#shared/catalogue/data-from.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { Continuation, ServiceRequest } from '#shared/query/request.ts';
import { sentValue } from '#shared/query/values.ts';
import { operationStartedSchema } from '#shared/service/answers.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { RunState } from '#shared/contract/run.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { keyReplaced } from '../problem-error.ts';
import type { Credential } from '../service/credential.ts';
import {
  longestWaitMs,
  mayPass,
  requestProblem,
  retryAfterMs,
  unforeseenProblem,
  unreadableProblem,
} from '../service/problems.ts';
import type { Unreadable } from '../service/problems.ts';
import { sendCounted } from '../service/send-counted.ts';
import { UnkeptError } from '../service/send.ts';
import type { Answer, Answered } from '../service/send.ts';
import type { RequestContext } from '../service/problem-parts.ts';
import { noRoomProblem, storeProblem, unsavedFileProblem } from '../store/store-problem.ts';
import { StoreError } from '../store/store-error.ts';
import { isoTime } from '../clock.ts';
import { parseBytes, parseJson } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { askedQuery, nextPageNumber, readEnvelope, takeSpent } from './live-run.ts';
import type { LiveRun, Outcome, RunCursor, RunLife } from './live-run.ts';
import type { FailInput } from '../store/run-appender.ts';
import type { FileBody } from '../store/record.ts';
import { reachedCeiling } from './ceilings.ts';
import type { CeilingDeps } from './ceilings.ts';
import { createAnswerSink } from './streamed-answer.ts';
import type { AnswerLimits, AnswerSink, StreamedPage } from './streamed-answer.ts';
import {
  afterEnvelope,
  afterStoredPage,
  keepPage,
  keepStoredPage,
  startOperation,
  storePage,
} from './keep-page.ts';
import type { ReceivedAnswer } from './keep-page.ts';

export interface FetchDeps extends CeilingDeps {
  fetch: typeof globalThis.fetch;
  credentials: Pick<Credentials, 'holds' | 'list'>;
  timeoutMs: () => number;
  /** Returns the delay before each automatic retry; their number is the limit of retries. */
  retryDelaysMs: () => readonly number[];
  /** Interval between polls of a background operation. */
  pollEveryMs: number;
  answerLimits: AnswerLimits;
  /** Returns how long an answer on its way is still waited for after *Stop*, in milliseconds. */
  graceMs: () => number;
  /** Changes the run, and notifies the window of it and of newly counted calls. */
  changed: (live: LiveRun, change?: Partial<RunLife>) => void;
  /** Receives unexpected errors. */
  report: (error: unknown) => void;
}

/** Delays before automatic retries (checklist 24: at most two). */
export const defaultRetryDelaysMs = [1000, 4000] as const;

/**
 * Fetches the page at the run's cursor. Every request is in the ledger before it is sent. The caller
 * holds the credential's turn and has checked that there is a cursor.
 * @param whileAway gives the turn to others until `pause` resolves.
 */
export async function fetchPage(
  live: LiveRun,
  credential: Credential,
  deps: FetchDeps,
  whileAway: (pause: () => Promise<void>) => Promise<void>,
): Promise<Outcome> {
  const page = nextPageNumber(live);
  const { signal } = live.stop;
  for (let attempt = 1; ; attempt++) {
    const context = contextOf(live, credential.status.kind, deps.timeoutMs(), attempt);
    const streamed = createAnswerSink(live, deps.answerLimits.kept);
    let answer: Answer;
    let large: StreamedPage | null;
    // While this run waited for its turn or for a retry, the key may have been removed.
    if (!(await deps.credentials.holds(live.profileId, credential))) {
      return failedPage(live, keyReplaced());
    }
    try {
      if (!(await live.stored.roomForNextPage()).enough) return failedPage(live, noRoomProblem());
      answer = await sendPage(live, credential, streamed, deps);
      large = await streamed.settle(answer);
    } catch (error) {
      if (error instanceof UnkeptError) return failedPage(live, unsavedFileProblem(error.cause));
      // Nothing is sent that can't be counted and stored.
      if (error instanceof StoreError) return failedPage(live, storeProblem(error));
      throw error;
    }
    // One that arrived is paid for, even if it can't be read.
    const isUnknown = answer.kind === 'unanswered' || answer.kind === 'notSent';
    if (signal.aborted && isUnknown) return { state: { kind: 'stopped' } };

    const wait = mayPass(answer) ? pauseBefore(attempt, answer, deps) : null;
    if (wait === null) return handleOrKeep(live, { answer, page: large }, context, deps);
    const ceiling = reachedCeiling(live, deps);
    if (ceiling !== null) return { state: { kind: 'limit', reason: ceiling } };
    const at = isoTime(Date.now() + wait);
    const problem = requestProblem(answer, context);
    deps.changed(live, { state: { kind: 'retrying', page, attempt, at, problem } });
    const pause = (): Promise<void> => sleep(wait, undefined, { signal }).catch(() => undefined);
    // After a 429 the service wants no other call with this key either.
    await (answer.kind === 'answered' && answer.status === 429 ? pause() : whileAway(pause));
    if (signal.aborted) return { state: { kind: 'stopped' } };
    const reached = reachedCeiling(live, deps);
    if (reached !== null) return { state: { kind: 'limit', reason: reached } };
  }
}

/** Handles an answer. If that throws, stores the answer, which was paid for, and fails the run. */
async function handleOrKeep(
  live: LiveRun,
  { answer, page }: { answer: Answer; page: StreamedPage | null },
  context: RequestContext,
  deps: FetchDeps,
): Promise<Outcome> {
  try {
    return await handleAnswer(live, answer, page, context);
  } catch (error) {
    // Of a list, nothing more is asked before the disk takes it.
    if (error instanceof StoreError) throw error;
    deps.report(error);
    return failWith(live, answer, unforeseenProblem(answer, context), page?.kept);
  }
}

function sendPage(
  live: LiveRun,
  credential: Credential,
  { sink }: AnswerSink,
  deps: FetchDeps,
): Promise<Answer> {
  const { endpoint } = live;
  return sendCounted(
    {
      runId: live.stored.id,
      endpointId: endpoint.id,
      platform: endpoint.platform ?? 'other',
      profileId: live.profileId,
    },
    {
      address: live.address,
      request: requestOf(live, live.cursor),
      credential,
      timeoutMs: deps.timeoutMs(),
      signal: live.stop.signal,
      mostBytes: deps.answerLimits.held,
      sink,
    },
    {
      ...deps,
      noted: () => {
        const page = nextPageNumber(live);
        deps.changed(live, { state: { kind: 'fetching', page, since: isoTime() } });
      },
    },
  );
}

function pauseBefore(attempt: number, answer: Answer, deps: FetchDeps): number | null {
  const delay = deps.retryDelaysMs()[attempt - 1];
  if (delay === undefined) return null;
  const asked = retryAfterMs(answer);
  if (asked === null) return delay;
  return asked > longestWaitMs ? null : Math.max(asked, delay);
}

// The request at the run's cursor, and how its failure is described.

/** Returns the request at `cursor`. Operations are polled separately (`poll-operation.ts`). */
function requestOf(live: LiveRun, cursor: RunCursor | null): ServiceRequest {
  const { endpoint, until } = live;
  const query = askedQuery(live);
  const values = {
    ...query.values,
    ...(until === null ? {} : { until }),
    // The pages of a finished operation are requested as pages, whatever the first request asked for.
    ...(cursor?.kind === 'storedPage' ? { responseType: 'paging' } : {}),
  };
  return buildRequest(endpoint, { ...query, values }, continuationOf(cursor));
}

function continuationOf(cursor: RunCursor | null): Continuation | null {
  if (cursor === null) return null;
  switch (cursor.kind) {
    case 'first':
    case 'operation':
      return null;
    case 'cursor':
    case 'storedPage':
      return cursor;
    default:
      return assertNever(cursor);
  }
}

function contextOf(
  live: LiveRun,
  sentWith: CredentialKind,
  timeoutMs: number,
  attempts: number,
): RequestContext {
  const { cursor, endpoint } = live;
  // The cursor's value is never shown or stored (checklist 26).
  const shown: RunCursor | null =
    cursor?.kind === 'cursor' ? { kind: 'cursor', value: '…' } : cursor;
  return {
    target: decodeMark(requestTarget(requestOf(live, shown))),
    withCursor: cursor?.kind === 'cursor' || cursor?.kind === 'storedPage',
    ...subjectOf(live),
    hasStored: catalogue.endpoints.some(({ id }) => id === storedId(endpoint.id)),
    timeoutMs,
    attempts,
    sentWith,
  };
}

/**
 * Describes what is requested, which the last parameter of the path names: a comment, not its post; an
 * account, not the posts it wrote.
 */
function subjectOf(
  live: LiveRun,
): Pick<RequestContext, 'thing' | 'account' | 'mainParameter' | 'asksForOne' | 'parameters'> {
  const { resource } = live;
  const { parameters, optionNames } = live.endpoint;
  const inPath = parameters.findLast(({ place }) => place === 'path');
  const main = inPath ?? parameters.find(({ required }) => required);
  const isAccount = inPath?.type.kind === 'text' && inPath.type.at === true;
  const resourceId = inPath?.takes?.[0]?.resource;
  return {
    thing: isAccount
      ? 'account'
      : (catalogue.resources.find(({ id }) => id === resourceId)?.one ?? resource.one),
    account: isAccount ? sentValue(inPath, askedQuery(live)) : null,
    mainParameter: main?.key ?? null,
    asksForOne: inPath !== undefined,
    parameters: [...parameters, { key: 'fields', wire: optionNames.fields }],
  };
}

const decodeMark = (target: string): string => target.replace(/=%E2%80%A6$/, '=…');

// Decides what the answer to a page's request means for the run, and stores it.

/** @param page how an answer too long for memory was stored. */
async function handleAnswer(
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
