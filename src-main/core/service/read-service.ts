/** Reads a page about the account or the service itself: one unmetered request, never retried. */
import { isUtf8 } from 'node:buffer';
import { catalogue } from '../../catalogue/index.ts';
import type { CredentialNeed, Endpoint } from '#shared/catalogue/types.ts';
import { servicePageEndpoints } from '#shared/contract/service.ts';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import { readPlan } from '#shared/service/plan.ts';
import type { Credential } from './credential.ts';
import { deepestShown, isDeeper, parseOrUndefined } from '../json/index.ts';
import type { JsonValue } from '../json/index.ts';
import { noSession, ProblemError } from '../problem-error.ts';
import { requestProblem, unreadableProblem } from './problems.ts';
import type { Unreadable } from './problems.ts';
import type { RequestContext } from './problem-parts.ts';
import { mostUnmeteredBytes, send } from './send.ts';
import type { Answered } from './send.ts';

interface ReadDeps {
  fetch: typeof globalThis.fetch;
  credentials: {
    forNeed(profileId: string, need: CredentialNeed): Promise<Credential | null>;
  };
  timeoutMs: () => number;
}

/** Limit of the text that is shown; pages for the screen are shorter. */
const mostCharacters = 1_000_000;

/** @throws ProblemError for everything but a readable 2xx. */
export async function readServicePage(
  page: ServicePage,
  profile: Profile,
  deps: ReadDeps,
): Promise<ServiceAnswer> {
  const endpoint = otherEndpoint(servicePageEndpoints[page]);
  const credential = await deps.credentials.forNeed(profile.id, endpoint.credential);
  if (credential === null && endpoint.credential !== 'none') throw new ProblemError(noSession());
  const { answer, refusal } = await askOnce(
    { endpoint, values: {}, address: profile.address, credential },
    deps,
  );
  const read = readBody(page, answer);
  if (typeof read === 'string') throw refusal(read);
  const { text, value } = read;
  return {
    at: answer.sentAt,
    ms: answer.ms,
    text: text.slice(0, mostCharacters),
    isCut: text.length > mostCharacters,
    isJson: value !== undefined,
    value: value ?? null,
  };
}

interface Asked {
  endpoint: Endpoint;
  values: Readonly<Record<string, string>>;
  address: string;
  credential: Credential | null;
}

/**
 * Sends an unmetered request once.
 *
 * @returns a complete 2xx, and what to throw if its body isn't what was expected.
 * @throws ProblemError for any other answer.
 */
export async function askOnce(
  { endpoint, values, address, credential }: Asked,
  deps: Pick<ReadDeps, 'fetch' | 'timeoutMs'>,
): Promise<{ answer: Answered; refusal: (code: Unreadable) => ProblemError }> {
  const request = buildRequest(endpoint, { endpointId: endpoint.id, values, fields: [] });
  const timeoutMs = deps.timeoutMs();
  const answer = await send(deps.fetch, {
    address,
    request,
    credential,
    timeoutMs,
    signal: new AbortController().signal,
    mostBytes: mostUnmeteredBytes,
  });
  const context: RequestContext = {
    target: requestTarget(request),
    withCursor: false,
    thing: 'page',
    mainParameter: endpoint.parameters[0]?.key ?? null,
    parameters: endpoint.parameters,
    asksForOne: false,
    hasStored: false,
    timeoutMs,
    attempts: 1,
    sentWith: credential?.status.kind ?? null,
  };
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) {
    const refusal = (code: Unreadable): ProblemError =>
      new ProblemError(notMetered(unreadableProblem(answer, context, code)));
    return { answer, refusal };
  }
  const problem =
    answer.kind === 'truncated'
      ? unreadableProblem(answer, context, 'truncated')
      : requestProblem(answer, context);
  throw new ProblemError(notMetered(problem));
}

/** @throws an Error when the catalogue has no such endpoint: a bug of ours. */
export function otherEndpoint(id: string): Endpoint {
  const endpoint = catalogue.endpoints.find((one) => one.id === id);
  if (endpoint === undefined) throw new Error(`The catalogue has no ${id}.`);
  return endpoint;
}

/** Marks the problem of a request that costs no credits. */
export function notMetered<P extends { call: string }>(problem: P): P & { call: 'noCall' } {
  return { ...problem, call: 'noCall' };
}

/** Health and metrics may be plain text; the others are JSON. HTML isn't the service's. */
const mayBeText: ReadonlySet<ServicePage> = new Set(['health', 'metrics']);

function readBody(
  page: ServicePage,
  { body, headers }: Answered,
): { text: string; value: JsonValue | undefined } | 'not_json' | 'wrong_shape' {
  if (!isUtf8(body)) return 'not_json';
  const text = new TextDecoder().decode(body);
  const value = parseOrUndefined(Buffer.from(text));
  if (value === undefined) {
    const isHtml =
      /\bhtml\b/i.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html)/i.test(text);
    return mayBeText.has(page) && !isHtml ? { text, value } : 'not_json';
  }
  if (isDeeper(value, deepestShown)) {
    return mayBeText.has(page) ? { text, value: undefined } : 'wrong_shape';
  }
  return page === 'plan' && readPlan(value) === null ? 'wrong_shape' : { text, value };
}
