/** Reads a page about the account or the service itself: one unmetered request, never retried. */
import { isUtf8 } from 'node:buffer';
import { catalogue } from '#shared/catalogue/index.ts';
import type { CredentialNeed, Endpoint } from '#shared/catalogue/types.ts';
import { servicePageEndpoints } from '#shared/contract/service.ts';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { buildRequest, requestTarget, requestUrl } from '#shared/query/request.ts';
import { readPlan } from '#shared/service/plan.ts';
import type { Credential } from './credential.ts';
import { deepestShown, isDeeper, parseJson } from '../json/index.ts';
import type { JsonValue } from '../json/index.ts';
import { noSession, ProblemError } from '../problem-error.ts';
import { requestProblem, unreadableProblem } from './problems.ts';
import type { RequestContext } from './problem-parts.ts';
import { mostUnmeteredBytes, send } from './send.ts';
import type { Answered } from './send.ts';

export interface ReadDeps {
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
  signal: AbortSignal = new AbortController().signal,
): Promise<ServiceAnswer> {
  const endpoint = otherEndpoint(servicePageEndpoints[page]);
  const credential = await deps.credentials.forNeed(profile.id, endpoint.credential);
  if (credential === null && endpoint.credential !== 'none') throw new ProblemError(noSession());
  const request = buildRequest(endpoint, { endpointId: endpoint.id, values: {}, fields: [] });
  const timeoutMs = deps.timeoutMs();
  const answer = await send(deps.fetch, {
    url: requestUrl(profile.address, request),
    path: request.path,
    method: request.method,
    credential,
    body: null,
    timeoutMs,
    signal,
    mostBytes: mostUnmeteredBytes,
  });
  const context: RequestContext = {
    ...unmetered(endpoint, timeoutMs),
    target: requestTarget(request),
    sentWith: credential?.status.kind ?? null,
  };
  if (answer.kind === 'truncated') {
    throw new ProblemError(notMetered(unreadableProblem(answer, context, 'truncated')));
  }
  if (answer.kind !== 'answered' || answer.status < 200 || answer.status >= 300) {
    throw new ProblemError(notMetered(requestProblem(answer, context)));
  }
  const read = readBody(page, answer);
  if (typeof read === 'string') {
    throw new ProblemError(notMetered(unreadableProblem(answer, context, read)));
  }
  const { text, value } = read;
  return {
    page,
    at: answer.sentAt,
    ms: answer.ms,
    text: text.slice(0, mostCharacters),
    isCut: text.length > mostCharacters,
    isJson: value !== undefined,
    value: value ?? null,
  };
}

/** @throws an Error when the catalogue has no such endpoint: a bug of ours. */
export function otherEndpoint(id: string): Endpoint {
  const endpoint = catalogue.endpoints.find((one) => one.id === id);
  if (endpoint === undefined) throw new Error(`The catalogue has no ${id}.`);
  return endpoint;
}

/** Returns the context shared by all requests that aren't for a page of rows. */
export const unmetered = (
  endpoint: Endpoint,
  timeoutMs: number,
): Omit<RequestContext, 'target' | 'sentWith'> => ({
  withCursor: false,
  thing: 'page',
  mainParameter: endpoint.parameters[0]?.key ?? null,
  parameters: endpoint.parameters,
  asksForOne: false,
  hasStored: false,
  timeoutMs,
  attempts: 1,
});

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
  const value = parseOrUndefined(text);
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

function parseOrUndefined(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
