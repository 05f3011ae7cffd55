/** Methods of the Request page. One promise per id, so that a double click doesn't send twice. */
import type { AnswerHead, FreeAnswer, Sent } from '#shared/contract/request.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { freeRequest, problemOfParam, problemOfPath } from '#shared/query/free-request.ts';
import type { ServiceRequest } from '#shared/query/request.ts';
import { familyOf, platformOfPath } from '#shared/service/families.ts';
import type { HandlersOf } from '../dispatch.ts';
import type { FileToSave } from '../save-as.ts';
import {
  invalidInput,
  keyReplaced,
  mustBeChosen,
  noSession,
  ownProblem,
  ProblemError,
  refused,
} from '../problem-error.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { callsToday } from '../runs/limits.ts';
import type { Ceilings, Turns } from '../runs/limits.ts';
import { requestProblem } from '../service/problems.ts';
import { cleanBody, send, sendCounted } from '../service/send.ts';
import { noRoomProblem, unkeptAnswerProblem } from '../store/store-problem.ts';
import { nodeFiles } from '../store/file-port.ts';
import type { Ledger } from '../store/ledger.ts';
import { hasRoomForPage, maxInlineBody } from '../store/body-file.ts';
import { StoreError } from '../store/store-error.ts';
import { hasData } from './answers.ts';
import type { Answer, Answers } from './answers.ts';
import {
  contentTypeOf,
  contextOf,
  priced,
  problemOf,
  readBody,
  youStopped,
} from './read-answer.ts';
import type { Prepared } from './read-answer.ts';

export function createRequestHandlers(deps: SendDeps): HandlersOf<`request.${string}`> {
  const { answers, ledger } = deps;
  const pending = new Map<string, { sent: Promise<Sent>; stop: AbortController }>();

  async function sendOnce(input: SendInput, signal: AbortSignal): Promise<Sent> {
    const known = await answers.get(input.requestId);
    if (known !== null) return { kind: 'answered', answer: toFreeAnswer(known) };
    // The call is in the ledger even without its answer: the same request must not be sent twice.
    if (ledger.callsOfRun(input.requestId) > 0) throw new ProblemError(sentBefore());
    return sendRequest(input, deps, AbortSignal.any([signal, deps.closing]));
  }

  return {
    'request.send': (input) => {
      const known = pending.get(input.requestId);
      if (known !== undefined) return known.sent;
      const stop = new AbortController();
      const sent = sendOnce(input, stop.signal).finally(() => pending.delete(input.requestId));
      pending.set(input.requestId, { sent, stop });
      return sent;
    },

    'request.stop': async ({ requestId }) => {
      const asked = pending.get(requestId);
      asked?.stop.abort();
      // An answer on its way is still waited for.
      await asked?.sent.catch(() => undefined);
      return {};
    },

    'request.list': async () => {
      const profile = deps.profile();
      return { answers: profile === null ? [] : await answers.list(profile.id) };
    },

    'request.open': async ({ requestId }) => ({
      answer: toFreeAnswer(await find(answers, requestId)),
    }),

    'request.remove': async ({ requestId }) => {
      await answers.remove(requestId);
      return {};
    },
  };
}

async function find(
  answers: Answers,
  requestId: string,
): Promise<{ answer: Answer; body: Buffer }> {
  const found = await answers.get(requestId);
  if (found !== null) return found;
  throw refused('This answer is no longer kept.', 'Send the request again, which is another call.');
}

/** Returns the body of an answer as a file. @throws ProblemError when it is no longer kept. */
export async function answerFile(answers: Answers, requestId: string): Promise<FileToSave> {
  const { answer, body } = await find(answers, requestId);
  return { name: fileName(answer, body), content: body };
}

const toFreeAnswer = ({ answer, body }: { answer: Answer; body: Buffer }): FreeAnswer => ({
  ...answer.head,
  problem: answer.problem,
  ...readBody(body),
});

const sentBefore = () =>
  ownProblem(
    'invalid_input',
    'This request was sent before, but its answer isn’t here.',
    'Send it again, which is another call.',
    [{ kind: 'tryAgain' }],
  );

const endings = { json: 'json', large: 'json', text: 'txt', bytes: 'bin' } as const;

/** `api-status-2026-03-31.json` */
function fileName({ head }: Answer, body: Buffer): string {
  const [path = ''] = head.target.split('?');
  const words = path
    .replaceAll(/%[0-9a-f]{2}/gi, '-')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
  return `${words || 'answer'}-${head.at.slice(0, 10)}.${endings[readBody(body).form]}`;
}

// Sends a request written by hand: once, with the credential that its path requires.

export interface SendDeps {
  fetch: typeof globalThis.fetch;
  credentials: Pick<Credentials, 'forNeed' | 'holds' | 'knownValues' | 'whyNone'>;
  profile: () => Profile | null;
  ledger: Ledger;
  turns: Turns;
  ceilings: () => Ceilings;
  timeoutMs: () => number;
  graceMs: () => number;
  answers: Answers;
  dataFolder: string;
  /** Aborted when the core closes and answers are no longer awaited. */
  closing: AbortSignal;
  /** Records problems of requests, for support. */
  note: (problem: Problem) => void;
  /** Notifies the window that the counted calls changed. */
  counted: (profileId: string) => void;
}

export type SendInput = Required<MethodInput<'request.send'>>;

/**
 * @throws ProblemError when nothing can be sent or no answer arrived; StoreError when the call could
 *   not be recorded, in which case nothing was sent.
 */
export async function sendRequest(
  input: SendInput,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<Sent> {
  const profile = mustBeChosen(deps.profile());
  const request = checked(input.request);
  const family = familyOf(request.path);
  if (family.metered && !input.metered) return { kind: 'metered' };
  const credential = await deps.credentials.forNeed(profile.id, family.need);
  if (credential === null && family.need !== 'none') {
    const isKey = family.need === 'accessKey';
    throw new ProblemError(isKey ? await deps.credentials.whyNone(profile.id) : noSession());
  }
  const timeoutMs = deps.timeoutMs();
  const prepared = { id: input.requestId, profile, request, family, credential, timeoutMs };
  // Only metered requests queue: a page about the account never waits behind a long run.
  if (!family.metered || credential === null) return answerTo(prepared, deps, signal, false);
  const release = await deps.turns.take(credential.value, true, signal);
  if (release === null) return { kind: 'stopped' };
  try {
    if (!(await deps.credentials.holds(profile.id, credential))) {
      throw new ProblemError(keyReplaced());
    }
    const { day } = deps.ceilings();
    const calls = callsToday(deps.ledger.count(profile.id));
    if (day !== null && calls >= day && !input.beyondCeiling) {
      return { kind: 'dayCeiling', calls, ceiling: day };
    }
    if (!(await hasRoomForPage(nodeFiles, deps.dataFolder, 0))) {
      throw new ProblemError(noRoomProblem());
    }
    return await answerTo(prepared, deps, signal, true);
  } finally {
    release();
  }
}

/** @throws ProblemError `invalid_input` */
function checked(typed: SendInput['request']): ServiceRequest {
  const complaint = problemOfPath(typed.path);
  if (complaint !== null) throw new ProblemError(invalidInput(complaint, 'path'));
  for (const [index, param] of typed.params.entries()) {
    const wrong = problemOfParam(param);
    if (wrong !== null) throw new ProblemError(invalidInput(wrong, `params.${index}`));
  }
  return freeRequest(typed);
}

async function answerTo(
  prepared: Prepared,
  deps: SendDeps,
  signal: AbortSignal,
  isCounted: boolean,
): Promise<Sent> {
  const { id: runId, profile, request, credential, timeoutMs } = prepared;
  const { address, id: profileId } = profile;
  const outgoing = {
    address,
    request,
    credential,
    timeoutMs,
    signal,
    mostBytes: maxInlineBody,
  };
  const platform = platformOfPath(request.path) ?? 'other';
  const entry = { runId, endpointId: 'request', platform, profileId };
  const noted = (): void => deps.counted(profileId);
  const answer = isCounted
    ? await sendCounted(entry, outgoing, { ...deps, noted }).finally(noted)
    : await send(deps.fetch, outgoing);
  const context = contextOf(prepared, deps.credentials.knownValues());
  if (answer.kind === 'notSent' && answer.why === 'stopped') return { kind: 'stopped' };
  if (answer.kind === 'notSent' || answer.kind === 'unanswered') {
    const parts = answer.kind === 'unanswered' && answer.why === 'stopped' ? youStopped : undefined;
    throw new ProblemError(priced(requestProblem(answer, context, parts), prepared));
  }
  const secrets = deps.credentials.knownValues();
  const clean = cleanBody(asBuffer(answer.body), secrets);
  const problem = priced(problemOf({ ...answer, body: clean }, context), prepared);
  const head: AnswerHead = {
    requestId: prepared.id,
    at: answer.sentAt,
    ms: answer.ms,
    status: answer.status,
    contentType: contentTypeOf(answer, secrets),
    target: context.target,
    metered: prepared.family.metered,
    sentWith: context.sentWith,
    bytes: clean.length,
    isKept: hasData(context),
  };
  const kept = await keep({ profileId: profile.id, head, problem }, clean, prepared, deps);
  if (kept.problem !== null) deps.note(kept.problem);
  return { kind: 'answered', answer: { ...kept.head, problem: kept.problem, ...readBody(clean) } };
}

/** Stores an answer: on disk before it is shown if it has data. A refusing disk is its problem. */
async function keep(
  answer: Answer,
  body: Buffer,
  prepared: Prepared,
  { answers }: SendDeps,
): Promise<Answer> {
  if (!answer.head.isKept) {
    answers.hold(answer, body);
    return answer;
  }
  try {
    await answers.keep(answer, body);
    return answer;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const head = { ...answer.head, isKept: false };
    return { ...answer, head, problem: priced(unkeptAnswerProblem(error), prepared) };
  }
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);
