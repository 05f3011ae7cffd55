/** Fetches one page of a run: sends the request, retries where that is safe, stores the answer with its meaning. */
import { setTimeout as sleep } from 'node:timers/promises';
import { storedId } from '#shared/catalogue/data-from.ts';
import { catalogue } from '../../catalogue/index.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { Continuation, ServiceRequest } from '#shared/query/request.ts';
import { sentValue } from '#shared/query/values.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { keyReplaced } from '../problem-error.ts';
import type { Credential } from '../service/credential.ts';
import {
  longestWaitMs,
  mayPass,
  requestProblem,
  retryAfterMs,
  unforeseenProblem,
} from '../service/problems.ts';
import { sendCounted, UnkeptError } from '../service/send.ts';
import type { Answer } from '../service/send.ts';
import type { RequestContext } from '../service/problem-parts.ts';
import {
  noRoomProblem,
  storeProblem,
  unsavedFileProblem,
  unsavedPageProblem,
} from '../store/store-problem.ts';
import { StoreError } from '../store/store-error.ts';
import { isoTime } from '../clock.ts';
import { askedQuery, nextPageNumber, takeSpent } from './live-run.ts';
import type { LiveRun, Outcome, RunCursor, RunLife } from './live-run.ts';
import { reachedCeiling } from './limits.ts';
import type { CeilingDeps } from './limits.ts';
import { createAnswerSink } from './streamed-answer.ts';
import type { AnswerLimits, AnswerSink, StreamedPage } from './streamed-answer.ts';
import { reachedWith } from './continue-by-date.ts';
import { decide, decideFailure } from './decide.ts';
import type { Decision } from './decide.ts';
import { endReason } from './state-on-disk.ts';
import type { FileBody } from '../store/record.ts';
import type { FailInput } from '../store/answer-record.ts';

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
      if (!(await live.stored.hasRoomForNextPage())) return failedPage(live, noRoomProblem());
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
    if (signal.aborted && isUnknown) {
      const unanswered = answer.kind === 'unanswered' || undefined;
      return { state: { kind: 'stopped', ...(unanswered && { unanswered }) } };
    }

    const wait = mayPass(answer) ? pauseBefore(attempt, answer, deps) : null;
    if (wait === null) return keepAnswer(live, answer, large, context, deps);
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

/** If an answer can't be understood, it is kept all the same, since it was paid for, and the run fails. */
async function keepAnswer(
  live: LiveRun,
  answer: Answer,
  page: StreamedPage | null,
  context: RequestContext,
  { report }: FetchDeps,
): Promise<Outcome> {
  try {
    return await keep(live, answer, decide(live, answer, page, context, isoTime()), page?.kept);
  } catch (error) {
    // Of a list, nothing more is asked before the disk takes it.
    if (error instanceof StoreError) throw error;
    report(error);
    const failure = decideFailure(live, unforeseenProblem(answer, context));
    return keep(live, answer, failure, page?.kept);
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

/** Null where a request says nothing of earlier ones. */
const continuationOf = (cursor: RunCursor | null): Continuation | null =>
  cursor?.kind === 'cursor' || cursor?.kind === 'storedPage' ? cursor : null;

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
    withCursor: continuationOf(cursor) !== null,
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

/** Returns the outcome of failing at the next page. */
export const failedPage = (live: LiveRun, problem: Problem): Outcome => ({
  state: { kind: 'failed', page: nextPageNumber(live), problem },
});

// Stores an answer together with what it means for its run: on disk first, then in memory.

/** @param kept the file that has its body, if that is too large to be read. */
export async function keep(
  live: LiveRun,
  answer: Answer,
  decision: Decision,
  kept?: FileBody,
): Promise<Outcome> {
  const { keep: what, next } = decision;
  switch (what.as) {
    case 'page':
      return keepPage(live, answer, { ...decision, keep: what }, kept);
    case 'failure':
      return keepFailure(live, answer, what.problem, decision, kept);
    case 'rest':
      await keepOperation(live, next);
      return next;
    case 'nothing':
      return next;
    default:
      return what satisfies never;
  }
}

/** If the disk refuses, the page stays in memory until saving is tried again. */
async function keepPage(
  live: LiveRun,
  answer: Answer,
  {
    keep: { value, path, items: received, total },
    next,
    input,
    followed,
  }: Decision & { keep: { as: 'page' } },
  kept: FileBody | undefined,
): Promise<Outcome> {
  const { list, cursor } = live;
  const page = nextPageNumber(live);
  const ends = input?.ends ?? null;
  const follow = (): Outcome => {
    if (input !== null) list?.take(input);
    if (followed !== undefined) live.followed.add(followed);
    return { ...next, ended: ends };
  };
  try {
    await live.stored.appendPage({
      body: new Uint8Array(),
      ...receivedOf(answer),
      kept,
      parsed: value,
      path,
      page,
      spent: takeSpent(live),
      input: list?.recordOf(cursor),
      total: total ?? undefined,
      reached: reachedWith(live, received ?? []) ?? undefined,
      until: cursor?.kind === 'first' ? (live.until ?? undefined) : undefined,
      next: endReason(next.state),
      ends,
      ...live.stored.continuing(next.cursor ?? null),
    });
    return follow();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const problem = unsavedPageProblem(error);
    return { state: { kind: 'failed', page, problem }, unsaved: follow };
  }
}

/**
 * If the disk refuses even that, the problem is still reported; of a list, nothing more is asked before it is
 * recorded.
 * @throws StoreError for a list.
 */
async function keepFailure(
  live: LiveRun,
  answer: Answer,
  problem: Problem,
  { next, input }: Decision,
  kept: FileBody | undefined,
): Promise<Outcome> {
  const { list, cursor, stored } = live;
  const ends = input?.ends ?? null;
  // Even if the disk refuses: this failure is recorded later, or known to this session only.
  if (input !== null) list?.take(input);
  const fail: FailInput = {
    ...receivedOf(answer),
    kept,
    page: nextPageNumber(live),
    spent: takeSpent(live),
    input: list?.recordOf(cursor),
    code: problem.code,
    next: endReason(next.state),
    ends,
    // Shown again when the run is reopened after a restart.
    detail: problem,
  };
  try {
    await stored.appendFail(fail);
  } catch (error) {
    if (list !== null && ends !== null) {
      list.unrecorded = { ...fail, ends };
      throw error;
    }
  }
  return { ...next, ended: ends };
}

/**
 * Records an operation whose answer comes later. Its id cost a call, so it must survive a restart. If the disk
 * refuses, it stays in memory, and the run reports the disk when a page can't be saved.
 */
export const keepOperation = (
  { stored }: LiveRun,
  { state, cursor }: Pick<Outcome, 'state' | 'cursor'>,
): Promise<void> =>
  stored.appendRest(endReason(state), stored.continuing(cursor ?? null)).catch(() => undefined);

const receivedOf = (answer: Answer) => ({
  at: answer.sentAt,
  ms: answer.ms,
  ...(answer.kind === 'answered' || answer.kind === 'truncated'
    ? { status: answer.status, body: answer.body }
    : {}),
});
