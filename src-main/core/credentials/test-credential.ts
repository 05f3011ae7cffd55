/** *Test*: checks whether the service accepts a credential, without a metered call. */
import type { MethodOutput } from '#shared/contract/methods.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { buildRequest } from '#shared/query/request.ts';
import { readPlan } from '#shared/service/plan.ts';
import { ProblemError, unreadableKey } from '../problem-error.ts';
import { problemDetails } from '../service/problems.ts';
import { isServicesError, jsonOf } from '../service/problem-parts.ts';
import { otherEndpoint } from '../service/read-service.ts';
import { mostUnmeteredBytes, send } from '../service/send.ts';
import type { Answer, Answered } from '../service/send.ts';
import type { Credential } from '../service/credential.ts';

type KeyVerdict = MethodOutput<'credential.test'>;

interface Probe {
  endpointId: string;
  values: Record<string, string>;
  /** The status that proves acceptance, if the service itself sent it. */
  accepted: number;
  isServices: (answer: Answered) => boolean;
  /** The credential's name in messages. */
  word: string;
}

/**
 * Requests an operation that can't exist. Operations aren't metered (specification, Endpoint
 * families): 401 means that the key was refused, the service's own 404 that it was accepted.
 */
const keyProbe: Probe = {
  endpointId: 'operations.get',
  values: { id: 'op_check' },
  accepted: 404,
  isServices: isServicesError,
  word: 'key',
};
const sessionProbe: Probe = {
  endpointId: 'account.plan',
  values: {},
  accepted: 200,
  isServices: (answer) => readPlan(jsonOf(answer)) !== null,
  word: 'sign-in token',
};

const testTimeoutMs = 20_000;

/** @throws ProblemError `no_credential`. */
export async function testCredential(given: {
  profile: Profile;
  credential: Credential | null;
  fetch: typeof globalThis.fetch;
}): Promise<KeyVerdict> {
  const { profile, credential } = given;
  if (credential === null) throw new ProblemError(unreadableKey());
  const probe = credential.status.kind === 'sessionToken' ? sessionProbe : keyProbe;
  const endpoint = otherEndpoint(probe.endpointId);
  const query = { endpointId: endpoint.id, values: probe.values, fields: [] };
  const request = buildRequest(endpoint, query);
  const answer = await send(given.fetch, {
    address: profile.address,
    request,
    credential,
    timeoutMs: testTimeoutMs,
    signal: new AbortController().signal,
    mostBytes: mostUnmeteredBytes,
  });
  const details = problemDetails(answer, { target: request.path, attempts: 1 });
  return { ...verdictOn(answer, probe), details };
}

/** Returns the verdict, and one sentence for the screen. */
function verdictOn(answer: Answer, probe: Probe): Pick<KeyVerdict, 'verdict' | 'message'> {
  const { word } = probe;
  if (answer.kind !== 'answered') {
    return {
      verdict: 'undecided',
      message: `The service could not be reached, so the ${word} could not be tested.`,
    };
  }
  switch (answer.status) {
    case 401:
      return { verdict: 'refused', message: `The service does not accept this ${word}.` };
    case probe.accepted:
      return probe.isServices(answer)
        ? { verdict: 'accepted', message: `The service accepts this ${word}.` }
        : {
            verdict: 'undecided',
            message: `The answer doesn’t look like the service’s, so the ${word} could not be tested. Check the service address.`,
          };
    default:
      return {
        verdict: 'undecided',
        message: `The service answered ${answer.status}, which says nothing about the ${word}.`,
      };
  }
}
