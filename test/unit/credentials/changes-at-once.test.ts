import { describe, expect, it } from 'vitest';
import { paperKeychain } from '#test/support/core.ts';
import { add, profileId, token, withSecrets } from './set-up.ts';

describe('changes at the same time', () => {
  /** A keychain that takes its time: whoever asks next asks before it has answered. */
  const slowKeychain = () => {
    const secrets = paperKeychain();
    const later = () => new Promise((resolve) => setImmediate(resolve));
    return {
      ...secrets,
      get: async (account: string) => later().then(() => secrets.get(account)),
      set: async (account: string, value: string) =>
        later().then(() => secrets.set(account, value)),
      delete: async (account: string) => later().then(() => secrets.delete(account)),
    };
  };

  it('lose no key, and the one added last is in use', async () => {
    const secrets = slowKeychain();
    const credentials = withSecrets(secrets);
    await Promise.all([
      add(credentials, 'the-first-key-1'),
      add(credentials, 'the-second-key2'),
      add(credentials, token({ sub: 'me' })),
    ]);
    const again = withSecrets(secrets);
    expect(await again.list(profileId)).toHaveLength(3);
    expect((await again.resolve(profileId))?.value).toBe('the-second-key2');
  });

  it('keep a key once that is added twice', async () => {
    const credentials = withSecrets(slowKeychain());
    const ids = await Promise.all([
      add(credentials, 'the-first-key-1'),
      add(credentials, 'the-first-key-1'),
    ]);
    expect(new Set(ids).size).toBe(1);
    expect(await credentials.list(profileId)).toHaveLength(1);
  });

  it('are all made: one is renamed, one removed, one chosen', async () => {
    const secrets = slowKeychain();
    const credentials = withSecrets(secrets);
    const first = await add(credentials, 'the-first-key-1');
    const second = await add(credentials, 'the-second-key2');
    const third = await add(credentials, 'the-third-key-3');
    await Promise.all([
      credentials.rename(profileId, first, 'Team'),
      credentials.remove(profileId, second),
      credentials.use(profileId, first),
      credentials.rename(profileId, third, 'Mine'),
    ]);
    expect(await withSecrets(secrets).list(profileId)).toMatchObject([
      { id: first, name: 'Team', inUse: true },
      { id: third, name: 'Mine', inUse: false },
    ]);
    expect(secrets.entries.size).toBe(3);
  });
});
