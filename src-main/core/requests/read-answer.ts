/** Interprets the answer to a request written by hand, and prepares it for the window. */
import type { Problem } from '#shared/contract/problem.ts';
import type { CredentialKind, Profile } from '#shared/contract/snapshot.ts';
import { requestTarget } from '#shared/query/request.ts';
import type { ServiceRequest } from '#shared/query/request.ts';
import type { Family } from '#shared/service/families.ts';
import type { Credential } from '../service/credential.ts';
import { inSize } from '../service/connection-problems.ts';
import { requestProblem, unreadableProblem } from '../service/problems.ts';
import { notMetered } from '../service/read-service.ts';
import type { Answered, Truncated } from '../service/send.ts';
import type { RequestContext } from '../service/problem-parts.ts';
import { withoutSecrets } from '../support/redact.ts';
import { isUtf8 } from 'node:buffer';
import type { FreeAnswer } from '#shared/contract/request.ts';
import { asSentIn } from '../json/index.ts';

/** A request with everything that was decided about it. */
export interface Prepared {
  id: string;
  profile: Profile;
  request: ServiceRequest;
  family: Family;
  credential: Credential | null;
  timeoutMs: number;
}

/** Describes a request, without the values in its address that must not be stored. */
export function contextOf(
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
    sentWith: sentWithOf(credential),
  };
}

const sentWithOf = (credential: Credential | null): CredentialKind | null =>
  credential?.status.kind ?? null;

export function contentTypeOf(
  { headers }: Answered | Truncated,
  secrets: readonly string[],
): string | null {
  const type = headers.get('content-type');
  return type === null ? null : withoutSecrets(type, secrets).slice(0, 200);
}

/** Returns null for a complete 2xx, whatever its body: a path may well answer with text. */
export function problemOf(answer: Answered | Truncated, context: RequestContext): Problem | null {
  if (answer.kind === 'truncated' && typeof answer.why === 'number') {
    return requestProblem(answer, context, tooLong(inSize(answer.why)));
  }
  if (answer.kind === 'truncated') return unreadableProblem(answer, context, 'truncated');
  if (answer.status === 200 && answer.body.length === 0) {
    return unreadableProblem(answer, context, 'empty');
  }
  return answer.status >= 200 && answer.status < 300 ? null : requestProblem(answer, context);
}

export const priced = <P extends Problem | null>(
  problem: P,
  { family }: Pick<Prepared, 'family'>,
): P => (problem === null || family.metered ? problem : notMetered(problem));

export const youStopped = {
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

export type ReadBody = Pick<FreeAnswer, 'form' | 'text' | 'isCut' | 'value'>;

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
