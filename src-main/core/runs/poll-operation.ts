/**
 * Polls a background operation until it ends (specification, States and transitions). Polling is free.
 * Hiccups don't end it; the result is stored immediately.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '#shared/contract/run.ts';
import { readMoment } from '#shared/moment.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { ServiceRequest } from '#shared/query/request.ts';
import { operationPhase, operationRetentionMs } from '#shared/service/answers.ts';
import { operationRecordSchema } from '../service/answers.ts';
import type { OperationRecord } from '../service/answers.ts';
import { identityOf } from '../service/credential.ts';
import type { Credential } from '../service/credential.ts';
import { parseBytes, parseJson } from '../json/index.ts';
import type { JsonValue } from '../json/index.ts';
import { keyReplaced } from '../problem-error.ts';
import { requestProblem, retryAfterMs, unreadableProblem } from '../service/problems.ts';
import { notMetered, otherEndpoint } from '../service/read-service.ts';
import { cleanBody, send, UnkeptError } from '../service/send.ts';
import type { Answer, Answered, Truncated } from '../service/send.ts';
import { isForeignNotFound } from '../service/problem-parts.ts';
import type { ProblemParts, RequestContext } from '../service/problem-parts.ts';
import type { RunStore } from '../store/run-store.ts';
import { unsavedFileProblem } from '../store/store-problem.ts';
import type { FileBody } from '../store/record.ts';
import { decideFailure, decideRecord, newOperation } from './decide.ts';
import { failedPage, keep } from './fetch-page.ts';
import type { FetchDeps } from './fetch-page.ts';
import { become, nextPageNumber } from './live-run.ts';
import { createAnswerSink } from './streamed-answer.ts';
import type { AnswerSink, StreamedPage } from './streamed-answer.ts';
import type { LiveRun, Outcome } from './live-run.ts';
import { isoTime } from '../clock.ts';

/** Services of this kind ask to be polled about every 5 s. */
export const defaultPollEveryMs = 5000;
/** After hiccups the interval grows up to this. */
const longestPauseMs = 60_000;
/** Node's timers end at once after more. */
const longestTimerMs = 2 ** 31 - 1;

type PollDeps = FetchDeps & { store: Pick<RunStore, 'updateMeta'> };

/** Polls the operation at the run's cursor. Resolves with how the run continues or ends. */
export async function pollOperation(
  live: LiveRun,
  credential: Credential,
  deps: PollDeps,
): Promise<Outcome> {
  const cursor = live.cursor;
  if (cursor?.kind !== 'operation') throw new Error('There is no operation to ask for.');
  let operation = live.operation ?? newOperation(cursor);
  const { signal } = live.stop;
  for (let hiccups = 0; ;) {
    const state = { kind: 'polling', page: nextPageNumber(live), since: cursor.startedAt } as const;
    deps.changed(live, { state, operation });
    // The cursor stays, so that another key can continue.
    if (!(await deps.credentials.holds(live.profileId, credential))) {
      return failedPage(live, keyReplaced());
    }
    const streamed = createAnswerSink(live, deps.answerLimits.kept);
    let answer: Answer;
    let page: StreamedPage | null;
    try {
      answer = await ask(live, cursor.operationId, credential, streamed, deps);
      page = await streamed.settle(answer);
    } catch (error) {
      if (!(error instanceof UnkeptError)) throw error;
      return failedPage(live, notMetered(unsavedFileProblem(error.cause)));
    }
    if (signal.aborted && answer.kind !== 'answered') return { state: { kind: 'stopped' } };

    const read = readRecord(answer, page);
    const context = contextOf(cursor.operationId, credential, deps);
    if (read.kind === 'record') {
      hiccups = 0;
      operation = updatedBy(read, operation);
      become(live, { operation, operationKey: identityOf(credential) });
      const next = await follow(live, read, context, deps);
      if (next !== null) return next;
      // Reports its progress now, not with the next poll.
      deps.changed(live);
    } else if (read.kind === 'final') {
      return refuse(live, read.answer, context, credential, deps);
    } else if (read.kind === 'unreadable') {
      return unreadable(live, read.answer, context, read.kept);
    } else if (answer.kind === 'notSent' && answer.why === 'misdirected') {
      return failedPage(live, notMetered(requestProblem(answer, context)));
    } else {
      hiccups += 1;
      const trouble =
        'status' in answer
          ? 'The service’s last answer can’t be used. Still trying.'
          : 'The service can’t be reached right now. Still trying.';
      operation = { ...operation, trouble };
      deps.changed(live, { operation });
    }
    const pause = pauseAfter(answer, hiccups, deps.pollEveryMs);
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { state: { kind: 'stopped' } };
  }
}

/** Returns the time until the next poll, after so many hiccups in a row, in milliseconds. */
export function pauseAfter(answer: Answer, hiccups: number, pollEveryMs: number): number {
  const growing = hiccups === 0 ? 0 : pollEveryMs * 2 ** (hiccups - 1);
  const own = Math.max(pollEveryMs, Math.min(growing, longestPauseMs));
  return Math.min(Math.max(own, retryAfterMs(answer) ?? 0), longestTimerMs);
}

const endpoint = otherEndpoint('operations.get');

const operationRequest = (id: string): ServiceRequest =>
  buildRequest(endpoint, { endpointId: endpoint.id, values: { id }, fields: [] });

const ask = (
  live: LiveRun,
  operationId: string,
  credential: Credential,
  { sink }: AnswerSink,
  deps: FetchDeps,
): Promise<Answer> =>
  send(deps.fetch, {
    address: live.address,
    request: operationRequest(operationId),
    credential,
    timeoutMs: deps.timeoutMs(),
    signal: live.stop.signal,
    mostBytes: deps.answerLimits.held,
    // A record is never CSV, whatever its content type.
    sink: (begun) => (begun.isTooLong ? sink({ ...begun, headers: new Headers() }) : null),
  });

type Read =
  | {
      kind: 'record';
      record: OperationRecord;
      value: JsonValue;
      answer: Answered;
    }
  | { kind: 'final'; answer: Answered }
  | { kind: 'unreadable'; answer: Answered | Truncated; kept: FileBody | undefined }
  | { kind: 'hiccup' };

/**
 * Reads an answer to a poll. 4xx except 429 is final, if it is the service's own; anything else may
 * change with the next poll.
 */
function readRecord(answer: Answer, page: StreamedPage | null): Read {
  // Each long answer that breaks off takes disk space, so the person decides about another poll.
  if (answer.kind === 'truncated' && (typeof answer.why === 'number' || page !== null)) {
    return { kind: 'unreadable', answer, kept: page?.kept };
  }
  if (answer.kind !== 'answered') return { kind: 'hiccup' };
  if (isForeignNotFound(answer)) return { kind: 'hiccup' };
  const { status } = answer;
  if (status >= 300 && status < 500 && status !== 429) return { kind: 'final', answer };
  if (status < 200 || status >= 300) return { kind: 'hiccup' };
  if (page !== null) return { kind: 'unreadable', answer, kept: page.kept };
  try {
    const value = parseBytes(answer.body, parseJson, ['result', 'results']);
    const record = operationRecordSchema.safeParse(value);
    if (record.success) return { kind: 'record', record: record.data, value, answer };
  } catch {
    // Not JSON.
  }
  return { kind: 'hiccup' };
}

/** Returns the operation as the service now reports it. */
function updatedBy(
  { record, answer }: Extract<Read, { kind: 'record' }>,
  before: Operation,
): Operation {
  const phase = operationPhase(record.status);
  const url = phase === 'success' ? (record.result?.downloadUrl ?? record.downloadUrl) : null;
  return {
    ...before,
    status: record.status,
    checkedAt: isoTime(),
    trouble: null,
    expiresAt: phase === 'running' ? null : expiry(record, answer),
    downloadUrl: url ?? before.downloadUrl,
  };
}

/** Returns 15 minutes after `updatedAt`, converted from the service's clock to this computer's. */
function expiry({ updatedAt }: OperationRecord, { headers }: Answered): string | null {
  const updated = readMoment(updatedAt ?? '')?.ms;
  if (updated === undefined) return null;
  const serviceTime = Date.parse(headers.get('date') ?? '');
  const ahead = Number.isNaN(serviceTime) ? 0 : serviceTime - Date.now();
  return isoTime(updated + operationRetentionMs - ahead);
}

/**
 * Returns null while the operation runs.
 * @throws StoreError when the disk refuses the address of a file: the operation can be polled again.
 */
async function follow(
  live: LiveRun,
  { record, value, answer }: Extract<Read, { kind: 'record' }>,
  context: RequestContext,
  { store }: PollDeps,
): Promise<Outcome | null> {
  const { operation, stored } = live;
  const decision = decideRecord(live, record, value, isoTime());
  // Before the cursor goes: a file may be all that there is of an answer that was paid for.
  const isOver = operationPhase(record.status) === 'success';
  if (isOver && operation?.downloadUrl) await store.updateMeta(stored.id, { operation });
  if (decision === 'unreadable') return unreadable(live, answer, context);
  return decision && keep(live, answer, decision);
}

/** Stores an answer that was paid for and keeps the cursor, so that the operation can be polled again. */
async function unreadable(
  live: LiveRun,
  answer: Answered | Truncated,
  context: RequestContext,
  kept?: FileBody,
): Promise<Outcome> {
  const code =
    answer.kind === 'truncated' ? 'truncated' : kept === undefined ? 'wrong_shape' : 'tooLarge';
  const problem = notMetered(unreadableProblem(answer, context, code));
  // In a failure the store masks only cursors at the top; here they are under `result`.
  const body = cleanBody(Buffer.from(answer.body), []);
  return keep(live, { ...answer, body }, decideFailure(live, problem), kept);
}

async function refuse(
  live: LiveRun,
  answer: Answered,
  context: RequestContext,
  credential: Credential,
  { credentials }: FetchDeps,
): Promise<Outcome> {
  // Polling isn't metered.
  const failed = (parts?: ProblemParts): Outcome =>
    failedPage(live, notMetered(requestProblem(answer, context, parts)));
  if (answer.status !== 404) return failed();
  const expired = { kind: 'operationExpired' } as const;
  if (live.operationKey === identityOf(credential)) return { state: expired, cursor: null };
  // The service shows an operation, which was paid for, only to the account that started it.
  const keys = (await credentials.list(live.profileId)).filter(
    ({ kind }) => kind !== 'sessionToken',
  );
  if (live.operationKey !== null || keys.length > 1) return failed(askedByOther);
  // It continues there after a restart: the environment may have the key that asked then.
  await live.stored.appendRest(expired.kind).catch(() => undefined);
  return { state: expired, cursor: null };
}

const askedByOther: ProblemParts = {
  code: 'no_credential',
  title: 'The service can’t find the prepared answer for the key in use.',
  advice:
    'If another key asked for it, choose that key in Account and try again, which costs nothing. Otherwise it has expired: running it again is another call.',
  remedies: [{ kind: 'openAccount' }, { kind: 'tryAgain' }],
};

const contextOf = (
  operationId: string,
  credential: Credential,
  deps: FetchDeps,
): RequestContext => ({
  target: requestTarget(operationRequest(operationId)),
  withCursor: false,
  thing: 'operation',
  mainParameter: null,
  parameters: [],
  asksForOne: true,
  hasStored: false,
  timeoutMs: deps.timeoutMs(),
  attempts: 1,
  sentWith: credential.status.kind,
});
