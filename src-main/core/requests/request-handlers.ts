/** Methods of the Request page. One promise per id, so that a double click doesn't send twice. */
import { isUtf8 } from 'node:buffer';
import type { AnswerHead, FreeAnswer, Sent } from '#shared/contract/request.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { freeRequest, problemOfParam, problemOfPath } from '#shared/query/free-request.ts';
import { requestTarget } from '#shared/query/request.ts';
import type { ServiceRequest } from '#shared/query/request.ts';
import { familyOf, platformOfPath } from '#shared/service/families.ts';
import type { Family } from '#shared/service/families.ts';
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
import { asSentIn } from '../json/index.ts';
import { inSize } from '../service/connection-problems.ts';
import type { Credential } from '../service/credential.ts';
import type { RequestContext } from '../service/problem-parts.ts';
import { requestProblem, unreadableProblem } from '../service/problems.ts';
import { notMetered } from '../service/read-service.ts';
import { cleanBody, send, sendCounted } from '../service/send.ts';
import type { Answered, Truncated } from '../service/send.ts';
import { withoutSecrets } from '../support/redact.ts';
import { noRoomProblem, unkeptAnswerProblem } from '../store/store-problem.ts';
import { nodeFiles } from '../store/file-port.ts';
import type { Ledger } from '../store/ledger.ts';
import { hasRoomForPage, maxInlineBody } from '../store/body-file.ts';
import { StoreError } from '../store/store-error.ts';
import { hasData } from './answers.ts';
import type { Answer, Answers } from './answers.ts';

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

/** A request with everything that was decided about it. */
interface Prepared {
  id: string;
  profile: Profile;
  request: ServiceRequest;
  family: Family;
  credential: Credential | null;
  timeoutMs: number;
}

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

// Interprets the answer, and prepares it for the window.

/** Describes a request, without the values in its address that must not be stored. */
function contextOf(
  { request, timeoutMs, credential }: Pick<Prepared, 'request' | 'timeoutMs' | 'credential'>,
  secrets: readonly string[],
): RequestContext {
  const params = request.params.map(
    ([name, value]) => [name, /cursor/i.test(name) ? '…' : value] as const,
  );
  const target = requestTarget({ ...request, params }).replaceAll('=%E2%80%A6', '=…');
  return {
    target: withoutSecrets(target, secrets),
    withCursor: false,
    thing: 'page',
    mainParameter: 'path',
    parameters: [],
    asksForOne: true,
    hasStored: false,
    timeoutMs,
    attempts: 1,
    sentWith: credential?.status.kind ?? null,
  };
}

function contentTypeOf(
  { headers }: Answered | Truncated,
  secrets: readonly string[],
): string | null {
  const type = headers.get('content-type');
  return type === null ? null : withoutSecrets(type, secrets).slice(0, 200);
}

/** Returns null for a complete 2xx, whatever its body: a path may well answer with text. */
function problemOf(answer: Answered | Truncated, context: RequestContext): Problem | null {
  if (answer.kind === 'truncated' && typeof answer.why === 'number') {
    return requestProblem(answer, context, tooLong(inSize(answer.why)));
  }
  if (answer.kind === 'truncated') return unreadableProblem(answer, context, 'truncated');
  if (answer.status === 200 && answer.body.length === 0) {
    return unreadableProblem(answer, context, 'empty');
  }
  return answer.status >= 200 && answer.status < 300 ? null : requestProblem(answer, context);
}

const priced = <P extends Problem | null>(problem: P, { family }: Pick<Prepared, 'family'>): P =>
  problem === null || family.metered ? problem : notMetered(problem);

const youStopped = {
  code: 'connection',
  title: 'You stopped before an answer arrived.',
  advice: 'The request may have arrived anyway.',
  remedies: [{ kind: 'tryAgain' }],
} satisfies Parameters<typeof requestProblem>[2];

const tooLong = (limit: string): NonNullable<Parameters<typeof requestProblem>[2]> => ({
  code: 'truncated',
  title: `The answer is longer than ${limit}, so only its beginning was read.`,
  advice: 'Ask for less, with the parameters that the service offers.',
  remedies: [],
});

type ReadBody = Pick<FreeAnswer, 'form' | 'text' | 'isCut' | 'value'>;

/** Longer text is shown truncated; saving saves all of it. */
const mostCharacters = 1_000_000;
/** JSON beyond this, in characters or levels, is shown as text only. */
const longestJson = 4_000_000;
const deepestJson = 60;

/** Converts the bytes of any answer into what the window shows; never as HTML, and never executed. */
export function readBody(body: Uint8Array): ReadBody {
  if (!isUtf8(body)) return { form: 'bytes', text: '', isCut: false, value: null };
  const whole = new TextDecoder().decode(body);
  const shown = { text: whole.slice(0, mostCharacters), isCut: whole.length > mostCharacters };
  if (whole.length > longestJson || isDeep(whole)) {
    return { form: /^\s*[{[]/.test(whole) ? 'large' : 'text', ...shown, value: null };
  }
  const value = asSentIn(whole);
  return value === undefined
    ? { form: 'text', ...shown, value: null }
    : { form: 'json', ...shown, value };
}

/** Returns whether brackets outside strings are nested deeper than a recursive reader should go. */
function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > deepestJson) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}
