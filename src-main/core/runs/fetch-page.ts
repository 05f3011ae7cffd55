/** One page of a run: send, retry where that is safe, judge, store. Returns where the run rests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunState } from '#shared/contract/run.ts';
import { requestUrl } from '#shared/query/request.ts';
import type { Credential } from '../credentials/credentials.ts';
import { mayPass, requestProblem, retryAfterMs } from '../service/problems.ts';
import { sendCounted } from '../service/send-counted.ts';
import { UnkeptError } from '../service/send.ts';
import type { Answer, BodySink } from '../service/send.ts';
import { noRoomProblem, storeProblem, unsavedFileProblem } from '../store-problem.ts';
import type { Ledger } from '../store/ledger.ts';
import { StoreError } from '../store/store-error.ts';
import { failed, judge } from './judge.ts';
import { nextPageNumber } from './live-run.ts';
import type { LiveRun } from './live-run.ts';
import { contextOf, requestOf } from './request-of.ts';

export interface FetchDeps {
  fetch: typeof globalThis.fetch;
  ledger: Ledger;
  timeoutMs: () => number;
  /** Pauses before the first and the second automatic retry; its length is their number. */
  retryDelaysMs: () => readonly number[];
  /** Pause between two questions for a background operation. */
  pollEveryMs: number;
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
    const context = contextOf(live, credential.status.kind, deps.timeoutMs(), attempt);
    let answer: Answer;
    try {
      if (!(await live.stored.roomForNextPage()).enough) return failed(page, noRoomProblem());
      answer = await sendPage(live, credential, deps);
    } catch (error) {
      if (error instanceof UnkeptError) return failed(page, unsavedFileProblem(error.cause));
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

function sendPage(live: LiveRun, credential: Credential, deps: FetchDeps): Promise<Answer> {
  const { endpoint } = live;
  const request = requestOf(live, live.cursor);
  return sendCounted(
    {
      runId: live.stored.id,
      endpointId: endpoint.id,
      platform: endpoint.platform ?? 'other',
      profileId: live.profileId,
      metered: endpoint.metered,
    },
    {
      url: requestUrl(live.address, request),
      path: request.path,
      method: request.method,
      credential,
      body: request.body,
      timeoutMs: deps.timeoutMs(),
      signal: live.stop.signal,
      sink: (status, headers) => csvSink(live, status, headers),
    },
    {
      ...deps,
      noted: () => {
        const since = new Date().toISOString();
        setState(live, deps, { kind: 'fetching', page: nextPageNumber(live), since });
      },
    },
  );
}

function pauseBefore(attempt: number, answer: Answer, deps: FetchDeps): number | null {
  const usual = deps.retryDelaysMs()[attempt - 1];
  if (usual === undefined) return null;
  const asked = retryAfterMs(answer, Date.now());
  if (asked === null) return usual;
  return asked > longestWaitMs ? null : Math.max(asked, usual);
}

/** CSV made by the service goes to a file of the run as it comes: it may not fit into memory. */
function csvSink(live: LiveRun, status: number, headers: Headers): BodySink | null {
  if (status !== 200 || !/^text\/csv\b/i.test(headers.get('content-type') ?? '')) return null;
  const at = new Date().toISOString();
  return async (content) => {
    await live.stored.appendFile({ page: nextPageNumber(live), at, status, content, why: 'csv' });
  };
}

function setState(live: LiveRun, deps: FetchDeps, state: RunState): void {
  live.state = state;
  deps.changed(live);
}
