/**
 * Which credential a request to a service profile carries, and where it is stored. Values stay in
 * here and in the request's header; all other code sees a status (checklist 17, 18).
 */
import type { CredentialNeed } from '#shared/catalogue/types.ts';
import type { CredentialKind, CredentialStatus } from '#shared/contract/snapshot.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Notice } from '#shared/contract/run.ts';
import { trialKeyDays } from '#shared/service/answers.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { noCredential, noKeyInUse, unreadableKey } from '../problem-error.ts';
import { Serial } from '../store/serial.ts';
import { createKeyRing, mostCredentials } from './key-ring.ts';
import type { KeyRing, NewCredential, RingEntry } from './key-ring.ts';
import { credentialKind, lastFour, readSessionToken } from '../service/credential.ts';
import { createMemoryStore } from './secret-stores.ts';
import type { Credential } from '../service/credential.ts';
import type { SecretStore } from './secret-stores.ts';
import * as clock from '../clock.ts';

/** Ids of external credentials. */
const environmentId = 'environment';
const sampleKeyId = 'sample-key';
const sampleSessionId = 'sample-session';

export interface CredentialsOptions {
  secrets: SecretStore;
  /** SOCIAL_DATA_API_KEY, bound to the profile whose address was in use at start. */
  environment: { value: string; profileId: string } | null;
  /** Starts the sample service when its credentials are first needed. */
  sample: () => Promise<{ accessKey: string; sessionToken: string }>;
  now?: () => Date;
}

export interface Credentials {
  /** Returns the key for data; null when there is none. Never throws: see `notices`. */
  resolve(profileId: string): Promise<Credential | null>;
  /** Returns the problem that explains why `resolve` returned null. */
  whyNone(profileId: string): Promise<Problem>;
  /** Returns the credential that an endpoint needs (specification, Authentication); null: none exists. */
  forNeed(profileId: string, need: CredentialNeed): Promise<Credential | null>;
  byId(profileId: string, id: string): Promise<Credential | null>;
  /** Returns whether a credential was neither removed nor replaced since it was resolved. */
  holds(profileId: string, credential: Credential): Promise<boolean>;
  list(profileId: string): Promise<CredentialStatus[]>;
  /**
   * Adds a credential, or replaces the one with the id `replaces`. A key becomes the key in use, a
   * trial key only if there is none; a session token replaces the previous one.
   */
  add(profileId: string, credential: NewCredential, replaces?: string | null): Promise<string>;
  /** Uses a key for data: in this session, and after a restart unless it is overridden then. */
  use(profileId: string, id: string): Promise<void>;
  /** @throws ProblemError when the keychain refuses. */
  rename(profileId: string, id: string, name: string | null): Promise<void>;
  /** @throws ProblemError when the keychain refuses: the key may still be stored. */
  remove(profileId: string, id: string): Promise<void>;
  isFull(profileId: string): Promise<boolean>;
  notices(profileId: string): Notice[];
  /** Lets a keychain that could not be read be tried again. */
  retry(profileId: string): void;
  /** Returns all known values, so that they can be redacted from everything that leaves. */
  knownValues(): string[];
}

const isForData = (kind: CredentialKind): boolean => kind !== 'sessionToken';

/**
 * Creates the program's credentials. Precedence (specification, Authentication 5): given for this
 * session, environment, stored.
 */
export function createCredentials(options: CredentialsOptions): Credentials {
  const { environment, now = clock.now } = options;
  const rings = new Map<string, KeyRing>();
  /** By profile. Changes run one at a time; otherwise one could lose another's key. */
  const changes = new Map<string, Serial>();
  /** Keys chosen in this session, by profile. */
  const chosen = new Map<string, string>();
  const known = new Set<string>(environment === null ? [] : [environment.value]);
  // Keys issued by the sample service are worthless after it ends.
  const sampleSecrets = createMemoryStore('Keys of the sample service last as long as it runs.');

  const ringOf = (profileId: string): KeyRing => {
    const found = rings.get(profileId);
    if (found !== undefined) return found;
    const secrets = profileId === sampleProfileId ? sampleSecrets : options.secrets;
    const ring = createKeyRing(profileId, secrets, now);
    rings.set(profileId, ring);
    return ring;
  };

  function inOrder<T>(profileId: string, change: () => Promise<T>): Promise<T> {
    const serial = changes.get(profileId) ?? new Serial();
    changes.set(profileId, serial);
    return serial.run(change);
  }

  /** Returns external credentials, which nobody added here: the sample service's or the environment's. */
  async function external(profileId: string): Promise<{ id: string; value: string }[]> {
    if (profileId === sampleProfileId) {
      const { accessKey, sessionToken } = await options.sample();
      known.add(accessKey).add(sessionToken);
      return [
        { id: sampleKeyId, value: accessKey },
        { id: sampleSessionId, value: sessionToken },
      ];
    }
    return environment?.profileId === profileId
      ? [{ id: environmentId, value: environment.value }]
      : [];
  }

  /** Lists a profile's credentials without their values, and which are in use. */
  async function list(profileId: string): Promise<CredentialStatus[]> {
    const ring = ringOf(profileId);
    const provided = await external(profileId);
    const own = await ring.entries();
    const key = await keyInUse(profileId, provided, own);
    const sessionToken =
      provided.find(({ value }) => !isForData(credentialKind(value)))?.id ??
      own.find(({ kind }) => !isForData(kind))?.id;
    const storesKeys = own.some(({ kind }) => isForData(kind));
    const finish = (status: Shared): CredentialStatus => ({
      ...status,
      inUse: status.id === (isForData(status.kind) ? key : sessionToken),
      overridesStored: status.id === environmentId && status.id === key && storesKeys,
    });
    return [
      ...provided.map((one) => finish(statusOfExternal(one.id, one.value))),
      ...(await Promise.all(own.map(async (entry) => finish(await statusOfEntry(ring, entry))))),
    ];
  }

  async function keyInUse(
    profileId: string,
    provided: readonly { id: string; value: string }[],
    own: readonly RingEntry[],
  ): Promise<string | null> {
    const keys = [...provided.map(({ id }) => id), ...own.map(({ id }) => id)];
    const explicit = chosen.get(profileId);
    if (explicit !== undefined && keys.includes(explicit)) return explicit;
    const other = provided.find(({ value }) => isForData(credentialKind(value)));
    return other?.id ?? ringOf(profileId).active();
  }

  async function byId(profileId: string, id: string): Promise<Credential | null> {
    const value =
      (await external(profileId)).find((one) => one.id === id)?.value ??
      (await ringOf(profileId).value(id));
    if (value === null) return null;
    const status = (await list(profileId)).find((one) => one.id === id);
    return status === undefined ? null : { value, status };
  }

  async function inUse(profileId: string, forData: boolean): Promise<Credential | null> {
    const found = (await list(profileId)).find(
      (one) => one.inUse && isForData(one.kind) === forData,
    );
    return found === undefined ? null : byId(profileId, found.id);
  }

  async function add(
    profileId: string,
    credential: NewCredential,
    replaces: string | null,
  ): Promise<string> {
    const ring = ringOf(profileId);
    const kind = credentialKind(credential.value);
    const own = await ring.entries();
    const replacedId = isForData(kind)
      ? (replaces ?? (await sameValue(ring, own, credential.value)))
      : (own.find((one) => !isForData(one.kind))?.id ?? null);
    const hadKey = (await inUse(profileId, true)) !== null;
    const id = await ring.put(credential, replacedId);
    // Replacing a key's value doesn't change which key is in use, but one that was kept for this
    // session only, and now lasts, must still be in use after a restart.
    const isOtherInUse =
      replaces === null ? kind === 'trialKey' && hadKey : (await ring.active()) !== id;
    if (!isForData(kind) || isOtherInUse) return id;
    await ring.setActive(id);
    const entries = await ring.entries();
    const isGivenForSession =
      options.secrets.lasting && entries.some((one) => one.id === id && one.source === 'session');
    if (isGivenForSession || chosen.has(profileId)) chosen.set(profileId, id);
    return id;
  }

  return {
    resolve: (profileId) => inUse(profileId, true),

    async whyNone(profileId) {
      const keys = (await list(profileId)).filter(({ kind }) => isForData(kind));
      if (keys.some((key) => key.inUse)) return unreadableKey();
      return keys.length === 0 ? noCredential() : noKeyInUse();
    },

    async forNeed(profileId, need) {
      return need === 'none' ? null : inUse(profileId, need === 'accessKey');
    },

    byId,
    holds: async (profileId, { value, status }) =>
      (await byId(profileId, status.id))?.value === value,
    list,

    add: (profileId, credential, replaces = null) =>
      inOrder(profileId, () => add(profileId, credential, replaces)),

    use: (profileId, id) =>
      inOrder(profileId, async () => {
        chosen.set(profileId, id);
        await ringOf(profileId).setActive(id);
      }),

    rename: (profileId, id, name) => inOrder(profileId, () => ringOf(profileId).rename(id, name)),

    remove: (profileId, id) =>
      inOrder(profileId, async () => {
        await ringOf(profileId).remove(id);
        if (chosen.get(profileId) === id) chosen.delete(profileId);
      }),

    isFull: async (profileId) => (await ringOf(profileId).entries()).length >= mostCredentials,
    notices: (profileId) => rings.get(profileId)?.notices() ?? [],
    retry: (profileId) => rings.get(profileId)?.retry(),
    knownValues: () => [...known, ...[...rings.values()].flatMap((ring) => ring.knownValues())],
  };
}

/**
 * Finds a key with the same value, so that no key is stored twice. Reads only values whose last
 * characters match.
 */
async function sameValue(
  ring: KeyRing,
  own: readonly RingEntry[],
  value: string,
): Promise<string | null> {
  const alike = own.filter((one) => one.lastFour === lastFour(value));
  for (const { id } of alike) if ((await ring.value(id)) === value) return id;
  return null;
}

type Shared = Omit<CredentialStatus, 'inUse' | 'overridesStored'>;

function statusOfExternal(id: string, value: string): Shared {
  const kind = credentialKind(value);
  const isToken = kind === 'sessionToken';
  return {
    id,
    kind,
    source: id === environmentId ? 'environment' : 'sample',
    name: null,
    lastFour: lastFour(value),
    addedAt: null,
    ...(isToken ? readSessionToken(value) : { who: null, endsAt: null }),
    endIsSure: isToken,
    trouble: null,
  };
}

async function statusOfEntry(ring: KeyRing, entry: RingEntry): Promise<Shared> {
  const { id, kind, name, lastFour: last, addedAt, issuedAt, source } = entry;
  const ends = await endOf(ring, entry);
  // Reading a session token may have revealed that it is missing.
  const trouble = (await ring.entries()).find((one) => one.id === id)?.trouble ?? null;
  return {
    id,
    kind,
    source,
    name,
    lastFour: last,
    addedAt,
    ...ends,
    endIsSure: kind === 'sessionToken' || issuedAt !== null,
    trouble,
  };
}

const dayMs = 86_400_000;

async function endOf(
  ring: KeyRing,
  { id, kind, addedAt, issuedAt }: RingEntry,
): Promise<Pick<CredentialStatus, 'who' | 'endsAt'>> {
  if (kind === 'sessionToken') {
    const value = await ring.value(id);
    return value === null ? { who: null, endsAt: null } : readSessionToken(value);
  }
  if (kind === 'accessKey') return { who: null, endsAt: null };
  const from = Date.parse(issuedAt ?? addedAt);
  return { who: null, endsAt: clock.isoTime(from + trialKeyDays * dayMs) };
}
