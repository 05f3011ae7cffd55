/** *Get a trial key*. Source: specification, Trial token. */
import type { Profile } from '#shared/contract/snapshot.ts';
import { buildRequest, requestTarget, requestUrl } from '#shared/query/request.ts';
import { trialAnswerSchema } from '#shared/service/answers.ts';
import { problemOfKey } from './credential.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { requestProblem, unreadableProblem } from './problems.ts';
import { notMetered, otherEndpoint, unmetered } from './read-service.ts';
import { mostUnmeteredBytes, send } from './send.ts';
import type { RequestContext } from './problem-parts.ts';

/**
 * Requests a trial key. No credential is sent, and there are no automatic retries: each answer is a
 * new key.
 *
 * @param source Where the person heard about the service.
 * @returns the key and when it was issued, which starts its 5 days.
 * @throws ProblemError
 */
export async function getTrialKey(
  source: string,
  profile: Profile,
  deps: { fetch: typeof globalThis.fetch; timeoutMs: () => number },
): Promise<{ value: string; issuedAt: string }> {
  const words = source.trim();
  if (words === '') {
    throw new ProblemError(invalidInput('Say where you heard about the service.', 'source'));
  }
  const endpoint = otherEndpoint('trial.token');
  const query = { endpointId: endpoint.id, values: { source: words }, fields: [] };
  const request = buildRequest(endpoint, query);
  const timeoutMs = deps.timeoutMs();
  const answer = await send(deps.fetch, {
    url: requestUrl(profile.address, request),
    path: request.path,
    method: request.method,
    credential: null,
    body: request.body,
    timeoutMs,
    signal: new AbortController().signal,
    mostBytes: mostUnmeteredBytes,
  });
  const context: RequestContext = {
    ...unmetered(endpoint, timeoutMs),
    target: requestTarget(request),
    sentWith: null,
  };
  if (answer.kind !== 'answered' || answer.status < 200 || answer.status >= 300) {
    const problem =
      answer.kind === 'truncated'
        ? unreadableProblem(answer, context, 'truncated')
        : requestProblem(answer, context);
    throw new ProblemError(notMetered(problem));
  }
  const read = readKey(answer.body);
  if ('wrong' in read) {
    throw new ProblemError(notMetered(unreadableProblem(answer, context, read.wrong)));
  }
  return { value: read.key, issuedAt: answer.sentAt };
}

function readKey(body: Uint8Array): { key: string } | { wrong: 'not_json' | 'wrong_shape' } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return { wrong: 'not_json' };
  }
  const parsed = trialAnswerSchema.safeParse(value);
  // A value that no header can carry isn't a key.
  return parsed.success && problemOfKey(parsed.data.data.accessKey) === null
    ? { key: parsed.data.data.accessKey }
    : { wrong: 'wrong_shape' };
}
