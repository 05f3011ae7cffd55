/** *Test*: whether the service takes the key, without a metered call. */
import { catalogue } from '#shared/catalogue/index.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { buildRequest, requestUrl } from '#shared/query/request.ts';
import { noCredential, ProblemError } from '../problem-error.ts';
import { send } from '../service/send.ts';
import type { Credential } from './credentials.ts';

export interface KeyVerdict {
  verdict: 'accepted' | 'refused' | 'undecided';
  /** One sentence for the screen. */
  message: string;
}

const testTimeoutMs = 20_000;

/**
 * Asks for an operation that can't exist. Operations are not metered (specification, Endpoint
 * families): 401 says the key is refused, 404 that it was accepted.
 */
export async function testCredential(given: {
  profile: Profile;
  credential: Credential | null;
  fetch: typeof globalThis.fetch;
}): Promise<KeyVerdict> {
  const { profile, credential } = given;
  if (credential === null) throw new ProblemError(noCredential());
  const endpoint = catalogue.endpoints.find(({ id }) => id === 'operations.get');
  if (endpoint === undefined) throw new Error('The catalogue has no operations.get.');
  const query = { endpointId: endpoint.id, values: { id: 'op_check' }, fields: [] };
  const answer = await send(given.fetch, {
    url: requestUrl(profile.address, buildRequest(endpoint, query)),
    method: 'GET',
    credential: credential.value,
    body: null,
    timeoutMs: testTimeoutMs,
    signal: new AbortController().signal,
  });
  if (answer.kind !== 'answered') {
    return {
      verdict: 'undecided',
      message: 'The service could not be reached, so the key could not be tested.',
    };
  }
  switch (answer.status) {
    case 401:
      return { verdict: 'refused', message: 'The service does not accept this key.' };
    case 404:
      return { verdict: 'accepted', message: 'The service accepts this key.' };
    default:
      return {
        verdict: 'undecided',
        message: `The service answered ${answer.status}, which says nothing about the key.`,
      };
  }
}
