/** One page of a run: send, retry where that is safe, judge, store. Returns where the run rests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '#shared/contract/problem.ts';
import type { RunState } from '#shared/contract/run.ts';
import { buildRequest, requestTarget, requestUrl } from '#shared/query/request.ts';
import type { Credential } from '../credentials/credentials.ts';
import {
  callOutcome,
  mayPass,
  requestProblem,
  retryAfterMs,
  unreadableProblem,
} from '../service/problems.ts';
import type { RequestContext } from '../service/problems.ts';
import { readEnvelope } from '../service/read-envelope.ts';
import { send } from '../service/send.ts';
import type { Answer, Answered, Truncated } from '../service/send.ts';
import { noRoomProblem, storeProblem } from '../store-problem.ts';
import type { Ledger } from '../store/ledger.ts';
import { StoreError } from '../store/store-error.ts';
import { keepPage } from './keep-page.ts';
import { nextPageNumber } from './live-run.ts';
import type { LiveRun } from './live-run.ts';

export interface FetchDeps {
  fetch: typeof globalThis.fetch;
  ledger: Ledger;
  timeoutMs: () => number;
  /** Pauses before the first and the second automatic retry; its length is their number. */
  retryDelaysMs: () => readonly number[];
  /** Tells the window that the run's state or the counted calls changed. */
  changed: (live: LiveRun) => void;
}

/** Pauses before automatic retries (checklist 24: at most two). */
export const usualRetryDelaysMs = [1000, 4000] as const;

/** A longer `Retry-After` is left to the person: nobody watches a countdown of ten minutes. */
const longestWaitMs = 60_000;

/**
 * Fetches the page that the run's cursor points to. Every request sent is in the ledger before
 * it leaves. The caller holds the credential's turn and has checked that there is a cursor.
 */
export async function fetchPage(
  live: LiveRun,
  credential: Credential,
  deps: FetchDeps,
): Promise<RunState> {
  const page = nextPageNumber(live);
  const { signal } = live.stop;
  for (let attempt = 1; ; attempt++) {
    const context = contextOf(live, deps, attempt);
    let answer: Answer;
    try {
      if (!(await live.stored.roomForNextPage()).enough) return failed(page, noRoomProblem());
      answer = await sendCounted(live, credential, deps);
    } catch (error) {
      // Nothing is sent that could not be counted or kept.
      if (error instanceof StoreError) return failed(page, storeProblem(error));
      throw error;
    }
    if (signal.aborted && answer.kind !== 'answered') return { kind: 'stopped' };

    const wait = mayPass(answer) ? pauseBefore(attempt, answer, deps) : null;
    if (wait === null) return judge(live, answer, context);
    setState(live, deps, {
      kind: 'retrying',
      page,
      attempt,
      at: new Date(Date.now() + wait).toISOString(),
      problem: requestProblem(answer, context),
    });
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { kind: 'stopped' };
  }
}

/** Sends one request between its two lines in the ledger. */
async function sendCounted(
  live: LiveRun,
  credential: Credential,
  deps: FetchDeps,
): Promise<Answer> {
  const { endpoint, cursor } = live;
  const request = buildRequest(endpoint, live.query, cursor?.kind === 'at' ? cursor.value : null);
  const token = await deps.ledger.sent({
    runId: live.stored.id,
    endpointId: endpoint.id,
    platform: endpoint.platform,
    profileId: live.profileId,
    metered: endpoint.metered,
  });
  setState(live, deps, {
    kind: 'fetching',
    page: nextPageNumber(live),
    since: new Date().toISOString(),
  });
  const answer = await send(deps.fetch, {
    url: requestUrl(live.address, request),
    method: request.method,
    credential: credential.value,
    body: request.body,
    timeoutMs: deps.timeoutMs(),
    signal: live.stop.signal,
  });
  await deps.ledger.done(token, {
    outcome: callOutcome(answer),
    status: 'status' in answer ? answer.status : null,
  });
  return answer;
}

function pauseBefore(attempt: number, answer: Answer, deps: FetchDeps): number | null {
  const usual = deps.retryDelaysMs()[attempt - 1];
  if (usual === undefined) return null;
  const asked = retryAfterMs(answer, Date.now());
  if (asked === null) return usual;
  return asked > longestWaitMs ? null : Math.max(asked, usual);
}

async function judge(live: LiveRun, answer: Answer, context: RequestContext): Promise<RunState> {
  const page = nextPageNumber(live);
  if (answer.kind !== 'answered' || answer.status < 200 || answer.status >= 300) {
    const problem =
      answer.kind === 'truncated'
        ? unreadableProblem(answer, context, 'truncated')
        : requestProblem(answer, context);
    await keepFailure(live, page, answer, problem);
    return rest(page, problem);
  }
  const envelope = readEnvelope(answer.body);
  if (!envelope.ok) {
    const problem = unreadableProblem(answer, context, envelope.code);
    await keepFailure(live, page, answer, problem);
    return failed(page, problem);
  }
  return keepPage(live, {
    envelope,
    body: answer.body,
    at: answer.sentAt,
    ms: answer.ms,
    status: answer.status,
  });
}

/** What came is kept for support; a disk that refuses even that must not hide the problem. */
async function keepFailure(
  live: LiveRun,
  page: number,
  answer: Answer,
  problem: Problem,
): Promise<void> {
  const came: Answered | Truncated | null =
    answer.kind === 'answered' || answer.kind === 'truncated' ? answer : null;
  await live.stored
    .appendFail({
      page,
      at: answer.sentAt,
      ms: answer.ms,
      code: problem.code,
      ...(came === null ? {} : { status: came.status, body: came.body }),
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

function setState(live: LiveRun, deps: FetchDeps, state: RunState): void {
  live.state = state;
  deps.changed(live);
}

function contextOf(live: LiveRun, deps: FetchDeps, attempts: number): RequestContext {
  const { endpoint, query, cursor } = live;
  const mark = cursor?.kind === 'at' ? '…' : null;
  return {
    // The cursor's value stays out of everything that is shown or kept (checklist 26).
    target: requestTarget(buildRequest(endpoint, query, mark)).replace(
      /cursor=%E2%80%A6$/,
      'cursor=…',
    ),
    withCursor: mark !== null,
    thing: live.resource.one,
    mainParameter: endpoint.parameters.find((parameter) => parameter.required)?.key ?? null,
    timeoutMs: deps.timeoutMs(),
    attempts,
  };
}
