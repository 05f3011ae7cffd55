/**
 * Which credential a request to a service profile carries, and where it is kept. Values stay in
 * here and in the request's header; everything else sees a status (checklist 17, 18).
 */
import type { CredentialSource, CredentialStatus } from '#shared/contract/snapshot.ts';
import type { Notice } from '#shared/contract/run.ts';
import { credentialKind, lastFour } from './kind.ts';
import type { SecretStore } from './secret-store.ts';

export interface Credential {
  value: string;
  status: CredentialStatus;
}

/** The profile of the embedded sample service; its key is the demo's own. */
export const sampleProfileId = 'sample';

export interface CredentialsOptions {
  secrets: SecretStore;
  /** SOCIAL_DATA_API_KEY and the profile whose address was in force at start: bound together. */
  environment: { value: string; profileId: string } | null;
  /** Starts the sample service when its key is first needed. */
  sampleKey: () => Promise<string>;
}

export interface Credentials {
  /** Null when there is none. Never throws: an unreadable store is told by `notices`. */
  resolve(profileId: string): Promise<Credential | null>;
  add(profileId: string, value: string): Promise<void>;
  remove(profileId: string): Promise<void>;
  notices(): Notice[];
}

/**
 * Order of resolution (specification, Authentication 5): given for this session, environment,
 * stored.
 */
export function createCredentials(options: CredentialsOptions): Credentials {
  const { secrets, environment } = options;
  const given = new Map<string, string>();
  const cached = new Map<string, string | null>();
  const unreadable = new Set<string>();

  const account = (profileId: string): string => `access-key ${profileId}`;

  async function stored(profileId: string): Promise<string | null> {
    const known = cached.get(profileId);
    if (known !== undefined) return known;
    try {
      const value = await secrets.get(account(profileId));
      cached.set(profileId, value);
      return value;
    } catch {
      unreadable.add(profileId);
      return null;
    }
  }

  const describe = (
    value: string,
    source: CredentialSource,
    overridesStored: boolean,
  ): Credential => ({
    value,
    status: { kind: credentialKind(value), source, lastFour: lastFour(value), overridesStored },
  });

  return {
    async resolve(profileId) {
      if (profileId === sampleProfileId) {
        return describe(await options.sampleKey(), 'sample', false);
      }
      const session = given.get(profileId);
      if (session !== undefined) return describe(session, 'session', false);
      const kept = await stored(profileId);
      if (environment !== null && environment.profileId === profileId) {
        return describe(environment.value, 'environment', kept !== null);
      }
      return kept === null ? null : describe(kept, secrets.lasting ? 'keychain' : 'session', false);
    },

    async add(profileId, value) {
      await stored(profileId);
      if (unreadable.has(profileId)) {
        // Overwriting what can't be read could destroy a key that only needs an unlocked keychain.
        given.set(profileId, value);
        return;
      }
      try {
        await secrets.set(account(profileId), value);
        cached.set(profileId, value);
        given.delete(profileId);
      } catch {
        unreadable.add(profileId);
        given.set(profileId, value);
      }
    },

    async remove(profileId) {
      given.delete(profileId);
      if (unreadable.has(profileId)) return;
      await secrets.delete(account(profileId));
      cached.set(profileId, null);
    },

    notices() {
      if (unreadable.size === 0) return [];
      return [
        {
          code: 'keychain_unreadable',
          message:
            'The keychain could not be read or written, so its key is left as it is. A key added now is kept for this session only.',
        },
      ];
    },
  };
}
