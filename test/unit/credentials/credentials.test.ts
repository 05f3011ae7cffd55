import { describe, expect, it } from 'vitest';
import { createCredentials } from '#main/core/credentials/credentials.ts';
import { complainAboutKey, credentialKind, lastFour } from '#main/core/credentials/kind.ts';
import type { SecretStore } from '#main/core/credentials/secret-store.ts';

const profileId = 'https://service.test';

function keychain(
  entries: Record<string, string> = {},
): SecretStore & { entries: Map<string, string> } {
  const map = new Map(Object.entries(entries));
  return {
    entries: map,
    place: 'this computer’s keychain',
    lasting: true,
    reason: null,
    get: (account) => Promise.resolve(map.get(account) ?? null),
    set: (account, secret) => {
      map.set(account, secret);
      return Promise.resolve();
    },
    delete: (account) => {
      map.delete(account);
      return Promise.resolve();
    },
  };
}

const withSecrets = (
  secrets: SecretStore,
  environment: { value: string; profileId: string } | null = null,
): ReturnType<typeof createCredentials> =>
  createCredentials({ secrets, environment, sampleKey: () => Promise.resolve('sample-key-1234') });

describe('kinds of credentials', () => {
  it('[23] are told apart by their value', () => {
    expect(credentialKind('TRIAL-abcdef')).toBe('trialKey');
    expect(credentialKind('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln')).toBe('sessionToken');
    expect(credentialKind('sk_live_123456789')).toBe('accessKey');
  });

  it('[18] show four characters at most, and never more than a quarter', () => {
    expect(lastFour('abcdefghijklmnop7f3a')).toBe('7f3a');
    expect(lastFour('12345678')).toBe('78');
    expect(lastFour('abc')).toBe('');
  });

  it('are refused when they can’t be a key', () => {
    for (const wrong of ['', 'two words', 'line\nbreak', 'kéy-kéy-kéy', 'short']) {
      expect(complainAboutKey(wrong)).not.toBeNull();
    }
    expect(complainAboutKey('sk_live_123456789')).toBeNull();
  });
});

describe('credentials', () => {
  it('[20] resolve in order: given for this session, environment, stored', async () => {
    const secrets = keychain();
    const environment = { value: 'environment-key', profileId };
    await withSecrets(secrets).add(profileId, 'stored-key-123');
    const stored = await withSecrets(secrets).resolve(profileId);
    expect(stored).toMatchObject({ value: 'stored-key-123', status: { source: 'keychain' } });
    const overridden = await withSecrets(secrets, environment).resolve(profileId);
    expect(overridden).toMatchObject({
      value: 'environment-key',
      status: { source: 'environment', overridesStored: true },
    });
  });

  it('[22] bind the environment’s key to its address', async () => {
    const credentials = withSecrets(keychain(), { value: 'environment-key', profileId });
    expect(await credentials.resolve('https://elsewhere.test')).toBeNull();
    expect((await credentials.resolve('sample'))?.value).toBe('sample-key-1234');
  });

  it('[21] set an unreadable secret aside instead of overwriting it', async () => {
    const secrets = keychain({ [`access-key ${profileId}`]: 'the-old-key-1' });
    const broken = { ...secrets, get: () => Promise.reject(new Error('locked')) };
    const credentials = withSecrets(broken);
    expect(await credentials.resolve(profileId)).toBeNull();
    await credentials.add(profileId, 'the-new-key-2');
    expect(await credentials.resolve(profileId)).toMatchObject({
      value: 'the-new-key-2',
      status: { source: 'session' },
    });
    await credentials.remove(profileId);
    expect([...secrets.entries.values()]).toEqual(['the-old-key-1']);
    expect(credentials.notices()).toHaveLength(1);
  });

  it('[19] say that a key is kept for this session when the store does not last', async () => {
    const credentials = withSecrets({ ...keychain(), lasting: false, reason: 'No keychain.' });
    await credentials.add(profileId, 'a-session-key');
    expect((await credentials.resolve(profileId))?.status.source).toBe('session');
  });

  it('forget a removed key', async () => {
    const secrets = keychain();
    const credentials = withSecrets(secrets);
    await credentials.add(profileId, 'a-stored-key-1');
    await credentials.remove(profileId);
    expect(await credentials.resolve(profileId)).toBeNull();
    expect(secrets.entries.size).toBe(0);
  });
});
