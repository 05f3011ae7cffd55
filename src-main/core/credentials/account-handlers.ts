/** Methods about credentials and the account. */
import type { CredentialStatus, Profile, Snapshot } from '#shared/contract/snapshot.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import type { MethodOutput } from '#shared/contract/methods.ts';
import { buildRequest } from '#shared/query/request.ts';
import { readPlan } from '#shared/service/plan.ts';
import type { CorePorts } from '../core.ts';
import { credentialKind, problemOfKey } from '../service/credential.ts';
import type { Credential } from '../service/credential.ts';
import type { HandlersOf } from '../dispatch.ts';
import {
  invalidInput,
  mustBeChosen,
  noCredential,
  ownProblem,
  ProblemError,
  refused,
  unreadableKey,
} from '../problem-error.ts';
import { trialAnswerSchema } from '../service/answers.ts';
import { askOnce, otherEndpoint, readServicePage } from '../service/read-service.ts';
import type { ServiceInUse } from '../service-in-use.ts';
import type { SettingsFile } from '../settings/settings.ts';
import { problemDetails } from '../service/problems.ts';
import { isServicesError, jsonOf } from '../service/problem-parts.ts';
import { mostUnmeteredBytes, send } from '../service/send.ts';
import type { Answer, Answered } from '../service/send.ts';
import { mostCredentials } from './key-ring.ts';

export interface AccountDeps {
  ports: Pick<CorePorts, 'fetch'>;
  settings: SettingsFile;
  service: ServiceInUse;
  snapshot: () => Promise<Snapshot>;
}

/** Longest timeout for pages that aren't data. */
const longestWaitMs = 30_000;

/** Returns a pasted value as it is sent. @throws ProblemError `invalid_input`. */
function checked(pasted: string, expected: 'key' | 'sessionToken' | null): string {
  const value = pasted.trim();
  const isToken = credentialKind(value) === 'sessionToken';
  const complaint =
    problemOfKey(value) ??
    (expected === 'key' && isToken
      ? 'This is a dashboard sign-in token. Data needs an access key.'
      : expected === 'sessionToken' && !isToken
        ? 'This isn’t a sign-in token. Copy it from the dashboard: it begins with “eyJ”.'
        : null);
  if (complaint !== null) throw new ProblemError(invalidInput(complaint, 'key'));
  return value;
}

export function createAccountHandlers(
  deps: AccountDeps,
): HandlersOf<`${'credential' | 'trial'}.${string}` | 'service.read'> {
  const { ports, service, snapshot } = deps;
  const { credentials } = service;
  const timeoutMs = (): number =>
    Math.min(deps.settings.get().preferences.timeoutSeconds * 1000, longestWaitMs);

  const profileInUse = (): Profile => mustBeChosen(service.profile());

  /** Returns the profile to paste keys for. @throws ProblemError when it is the sample service's. */
  function ownService(): Profile {
    const profile = profileInUse();
    if (profile.id !== sampleProfileId) return profile;
    throw new ProblemError(
      ownProblem(
        'no_address',
        'The sample service needs no key.',
        'Enter a service address first.',
        [{ kind: 'openAccount' }],
      ),
    );
  }

  /** Returns the one with an id, or the key in use for null. @throws ProblemError `no_credential`. */
  async function find(profileId: string, id: string | null): Promise<CredentialStatus> {
    const found = (await credentials.list(profileId)).find((one) =>
      id === null ? one.inUse && one.kind !== 'sessionToken' : one.id === id,
    );
    if (found !== undefined) return found;
    throw new ProblemError(id === null ? await credentials.whyNone(profileId) : noCredential());
  }

  /** As `find`, but only for credentials that a person added; the others can't be changed here. */
  async function findOwn(profileId: string, id: string | null): Promise<CredentialStatus> {
    const found = await find(profileId, id);
    if (found.source === 'keychain' || found.source === 'session') return found;
    throw found.source === 'environment'
      ? refused(
          'This key comes from an environment variable.',
          'Change it there, then restart the program.',
        )
      : refused('This key belongs to the sample service and can’t be changed.');
  }

  /** @throws ProblemError when no more credentials fit. */
  async function roomFor(profileId: string): Promise<void> {
    if (!(await credentials.isFull(profileId))) return;
    throw refused(`You can keep at most ${mostCredentials} keys.`, 'Remove one, then try again.');
  }

  return {
    'credential.add': async ({ value: pasted, as, name, keep }) => {
      const { id } = ownService();
      const value = checked(pasted, as);
      await roomFor(id);
      await credentials.add(id, { value, name: name?.trim() || null, keep, issuedAt: null });
      return snapshot();
    },

    'credential.replace': async ({ id, value: pasted, keep }) => {
      const profile = ownService();
      const before = await findOwn(profile.id, id);
      const value = checked(pasted, before.kind === 'sessionToken' ? 'sessionToken' : 'key');
      await credentials.add(profile.id, { value, name: null, keep, issuedAt: null }, before.id);
      return snapshot();
    },

    'credential.use': async ({ id }) => {
      const profile = profileInUse();
      const { id: chosen } = await find(profile.id, id);
      await credentials.use(profile.id, chosen);
      return snapshot();
    },

    'credential.rename': async ({ id, name }) => {
      const profile = profileInUse();
      const { id: own } = await findOwn(profile.id, id);
      await credentials.rename(profile.id, own, name.trim() || null);
      return snapshot();
    },

    'credential.remove': async ({ id }) => {
      const profile = id === null ? ownService() : profileInUse();
      const { id: own } = await findOwn(profile.id, id);
      await credentials.remove(profile.id, own);
      return snapshot();
    },

    'credential.retry': async () => {
      credentials.retry(profileInUse().id);
      return snapshot();
    },

    'credential.test': async ({ id }) => {
      const profile = profileInUse();
      const tested = await find(profile.id, id);
      return testCredential({
        profile,
        credential: await credentials.byId(profile.id, tested.id),
        fetch: ports.fetch,
      });
    },

    'trial.get': async ({ source }) => {
      const profile = profileInUse();
      await roomFor(profile.id);
      const trial = await getTrialKey(source.trim(), profile.address, {
        fetch: ports.fetch,
        timeoutMs,
      });
      // If the keychain refuses, the key is kept for this session: it must not be lost.
      await credentials.add(profile.id, { ...trial, name: null, keep: 'keychain' });
      return snapshot();
    },

    'service.read': async ({ page }) =>
      readServicePage(page, profileInUse(), { fetch: ports.fetch, credentials, timeoutMs }),
  };
}

// *Get a trial key* (specification, Trial token).

/**
 * Requests a trial key. No credential is sent, and there are no automatic retries: each answer is a
 * new key.
 * @param source where the person heard about the service.
 * @returns the key and when it was issued, which starts its 5 days.
 * @throws ProblemError
 */
async function getTrialKey(
  source: string,
  address: string,
  deps: Parameters<typeof askOnce>[1],
): Promise<{ value: string; issuedAt: string }> {
  if (source === '') {
    throw new ProblemError(invalidInput('Say where you heard about the service.', 'source'));
  }
  const endpoint = otherEndpoint('trial.token');
  const asked = { endpoint, values: { source }, address, credential: null };
  const { answer, refusal } = await askOnce(asked, deps);
  const body = jsonOf(answer);
  if (body === undefined) throw refusal('not_json');
  const key = trialAnswerSchema.safeParse(body).data?.data.accessKey;
  // A value that no header can carry isn't a key.
  if (key === undefined || problemOfKey(key) !== null) throw refusal('wrong_shape');
  return { value: key, issuedAt: answer.sentAt };
}

// Test*: checks whether the service accepts a credential, without a metered call.

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
async function testCredential(given: {
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
