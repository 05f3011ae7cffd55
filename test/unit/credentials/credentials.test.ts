import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { paperKeychain } from '#test/support/core.ts';
import { add, dayMs, monday, profileId, token, withSecrets } from './set-up.ts';

describe('credentials', () => {
  it('[20] resolve in order: given for this session, environment, stored', async () => {
    const secrets = paperKeychain();
    const environment = { value: 'environment-key', profileId };
    await add(withSecrets(secrets), 'stored-key-123');
    const stored = await withSecrets(secrets).resolve(profileId);
    expect(stored).toMatchObject({ value: 'stored-key-123', status: { source: 'keychain' } });
    const credentials = withSecrets(secrets, environment);
    expect(await credentials.resolve(profileId)).toMatchObject({
      value: 'environment-key',
      status: { source: 'environment', overridesStored: true },
    });
    await add(credentials, 'session-key-1234', { keep: 'session' });
    expect(await credentials.resolve(profileId)).toMatchObject({
      value: 'session-key-1234',
      status: { source: 'session' },
    });
    expect([...secrets.entries.values()].join()).not.toContain('session-key-1234');
  });

  it('[20] a stored key that is chosen goes before the environment for this session', async () => {
    const secrets = paperKeychain();
    const environment = { value: 'environment-key', profileId };
    const credentials = withSecrets(secrets, environment);
    const id = await add(credentials, 'stored-key-123');
    expect((await credentials.resolve(profileId))?.value).toBe('environment-key');
    await credentials.use(profileId, id);
    expect((await credentials.resolve(profileId))?.value).toBe('stored-key-123');
    await credentials.use(profileId, 'environment');
    expect((await credentials.resolve(profileId))?.value).toBe('environment-key');
    expect((await withSecrets(secrets).resolve(profileId))?.value).toBe('stored-key-123');
  });

  it('[22] belong to their address: stored, for this session or the environment’s', async () => {
    const elsewhere = 'https://elsewhere.test';
    const credentials = withSecrets(paperKeychain(), { value: 'environment-key', profileId });
    await add(credentials, 'stored-key-123');
    await add(credentials, 'session-key-1234', { keep: 'session' });
    await add(credentials, token({ sub: 'me' }));
    expect(await credentials.list(elsewhere)).toEqual([]);
    expect(await credentials.resolve(elsewhere)).toBeNull();
    expect(await credentials.forNeed(elsewhere, 'sessionToken')).toBeNull();
    expect((await credentials.resolve('sample'))?.value).toBe('sample-key-1234');
    expect(await credentials.list(profileId)).toHaveLength(4);
  });

  it('[23] a session token in the environment is no key for data', async () => {
    const value = token({ sub: 'me' });
    const secrets = paperKeychain();
    const credentials = withSecrets(secrets, { value, profileId });
    expect(await credentials.resolve(profileId)).toBeNull();
    expect((await credentials.forNeed(profileId, 'sessionToken'))?.value).toBe(value);
    expect(await credentials.forNeed(profileId, 'none')).toBeNull();
    await add(credentials, 'stored-key-123');
    expect((await credentials.resolve(profileId))?.value).toBe('stored-key-123');
  });

  it('keep several keys with names, one of which is in use', async () => {
    const secrets = paperKeychain();
    const credentials = withSecrets(secrets);
    const first = await add(credentials, 'the-first-key-1');
    const second = await add(credentials, 'the-second-key2');
    await credentials.rename(profileId, first, 'Team');
    expect((await credentials.resolve(profileId))?.value).toBe('the-second-key2');
    await credentials.use(profileId, first);
    const again = withSecrets(secrets);
    expect((await again.resolve(profileId))?.value).toBe('the-first-key-1');
    expect((await again.list(profileId)).map(({ name, inUse }) => [name, inUse])).toEqual([
      ['Team', true],
      [null, false],
    ]);
    await again.remove(profileId, first);
    // Nobody chose the other one: it is not used by itself, neither now nor after the next start.
    expect(await again.resolve(profileId)).toBeNull();
    expect(await withSecrets(secrets).resolve(profileId)).toBeNull();
    await again.use(profileId, second);
    expect((await again.resolve(profileId))?.value).toBe('the-second-key2');
  });

  it('keep a key once, however often it is pasted', async () => {
    const credentials = withSecrets(paperKeychain());
    const first = await add(credentials, 'the-first-key-1');
    await add(credentials, 'another-key-001');
    expect(await add(credentials, 'the-first-key-1')).toBe(first);
    expect(await credentials.list(profileId)).toHaveLength(2);
    expect((await credentials.resolve(profileId))?.value).toBe('the-first-key-1');
  });

  it('a trial key does not push a full key aside; it ends five days after it was given out', async () => {
    const credentials = withSecrets(paperKeychain());
    const issuedAt = new Date(monday - dayMs).toISOString();
    await add(credentials, 'TRIAL-0123456789', { issuedAt });
    // Pasted again, it lasts no longer.
    await add(credentials, 'TRIAL-0123456789');
    expect((await credentials.resolve(profileId))?.status).toMatchObject({
      kind: 'trialKey',
      endsAt: new Date(monday + 4 * dayMs).toISOString(),
      endIsSure: true,
    });
    await add(credentials, 'a-full-access-key');
    await add(credentials, 'TRIAL-9876543210');
    expect((await credentials.resolve(profileId))?.value).toBe('a-full-access-key');
    expect((await credentials.list(profileId)).at(-1)).toMatchObject({
      endsAt: new Date(monday + 5 * dayMs).toISOString(),
      endIsSure: false,
    });
  });

  it('keep one session token, beside the keys', async () => {
    const credentials = withSecrets(paperKeychain());
    await add(credentials, 'a-full-access-key');
    await add(credentials, token({ sub: 'one' }));
    await add(credentials, token({ sub: 'two', exp: 1_800_000_000 }));
    expect((await credentials.resolve(profileId))?.value).toBe('a-full-access-key');
    const tokens = (await credentials.list(profileId)).filter((one) => one.kind === 'sessionToken');
    expect(tokens).toMatchObject([{ who: 'two', inUse: true, endIsSure: true }]);
  });

  it('replace the value of a key, which keeps its name and place', async () => {
    const secrets = paperKeychain();
    const credentials = withSecrets(secrets);
    const id = await add(credentials, 'the-first-key-1');
    await credentials.rename(profileId, id, 'Team');
    expect(await add(credentials, 'the-next-key-02', { replaces: id })).toBe(id);
    expect(await withSecrets(secrets).resolve(profileId)).toMatchObject({
      value: 'the-next-key-02',
      status: { name: 'Team' },
    });
    expect([...secrets.entries.values()].join()).not.toContain('the-first-key-1');
  });

  it('keep a key in use whose value for this session is replaced by one that lasts', async () => {
    const secrets = paperKeychain();
    const credentials = withSecrets(secrets);
    const kept = await add(credentials, 'the-kept-key-01');
    const id = await add(credentials, 'for-this-session', { keep: 'session' });
    await add(credentials, 'the-lasting-key', { replaces: id });
    expect((await withSecrets(secrets).resolve(profileId))?.value).toBe('the-lasting-key');
    // Another one's value is replaced without putting it in use.
    await add(credentials, 'the-kept-key-02', { replaces: kept });
    expect((await withSecrets(secrets).resolve(profileId))?.value).toBe('the-lasting-key');
  });

  it('[19] say that a key is kept for this session when the store does not last', async () => {
    const credentials = withSecrets({ ...paperKeychain(), lasting: false, reason: 'No keychain.' });
    await add(credentials, 'a-session-key');
    expect((await credentials.resolve(profileId))?.status.source).toBe('session');
  });

  it('keep what the sample service gives out in memory only', async () => {
    const secrets = paperKeychain();
    const credentials = withSecrets(secrets);
    const trial = { value: 'TRIAL-0123456789', name: null, issuedAt: null };
    const id = await credentials.add('sample', { ...trial, keep: 'keychain' });
    expect((await credentials.resolve('sample'))?.value).toBe('sample-key-1234');
    await credentials.use('sample', id);
    expect((await credentials.resolve('sample'))?.value).toBe('TRIAL-0123456789');
    await credentials.remove('sample', id);
    expect((await credentials.resolve('sample'))?.value).toBe('sample-key-1234');
    expect(secrets.entries.size).toBe(0);
  });
});

describe('changes at the same time', () => {
  /** A keychain that takes its time: whoever asks next asks before it has answered. */
  const slowKeychain = (): ReturnType<typeof paperKeychain> => {
    const secrets = paperKeychain();
    return {
      ...secrets,
      get: (account) => turn().then(() => secrets.get(account)),
      set: (account, value) => turn().then(() => secrets.set(account, value)),
      delete: (account) => turn().then(() => secrets.delete(account)),
    };
  };

  it('lose no key, keep none twice, and the one added last is in use', async () => {
    const secrets = slowKeychain();
    const credentials = withSecrets(secrets);
    await Promise.all([
      add(credentials, 'the-first-key-1'),
      add(credentials, 'the-first-key-1'),
      add(credentials, 'the-second-key2'),
      add(credentials, token({ sub: 'me' })),
    ]);
    const again = withSecrets(secrets);
    expect(await again.list(profileId)).toHaveLength(3);
    expect((await again.resolve(profileId))?.value).toBe('the-second-key2');
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

  it('of two programs with one keychain are all kept; each has its own key in use until the next start', async () => {
    const secrets = paperKeychain();
    const [here, there] = [withSecrets(secrets), withSecrets(secrets)];
    const first = await add(here, 'the-first-key-1');
    // From here on, the list there is an old one.
    expect((await there.resolve(profileId))?.value).toBe('the-first-key-1');
    const second = await add(here, 'the-second-key2');
    await add(here, 'another-first-4', { replaces: first });
    const third = await add(there, 'the-third-key-3');
    expect((await there.byId(profileId, first))?.value).toBe('another-first-4');
    await here.rename(profileId, second, 'Mine');
    expect((await here.resolve(profileId))?.value).toBe('the-second-key2');
    expect((await there.resolve(profileId))?.value).toBe('the-third-key-3');
    await there.rename(profileId, first, 'Ours');
    await here.use(profileId, second);
    expect(await withSecrets(secrets).list(profileId)).toMatchObject([
      { id: second, name: 'Mine', inUse: true },
      { id: first, name: 'Ours', lastFour: 't-4' },
      { id: third },
    ]);
    await here.remove(profileId, first);
    await there.remove(profileId, third);
    expect(await withSecrets(secrets).list(profileId)).toMatchObject([{ id: second, inUse: true }]);
    expect(secrets.entries.size).toBe(2);
  });

  it('in another program with the same keychain don’t make a key damaged here', async () => {
    const secrets = paperKeychain();
    const [here, there] = [withSecrets(secrets), withSecrets(secrets)];
    const [first, second] = [await add(here, 'the-first-key-1'), await add(here, 'second-key-02')];
    await there.list(profileId);
    await add(here, 'another-first-4', { replaces: first });
    await here.remove(profileId, second);
    expect((await there.byId(profileId, first))?.value).toBe('another-first-4');
    expect(await there.byId(profileId, second)).toBeNull();
    expect(await there.list(profileId)).toMatchObject([{ id: first, trouble: null }]);
  });
});
