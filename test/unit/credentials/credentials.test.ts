import { describe, expect, it } from 'vitest';
import { createCredentials } from '#main/core/credentials/credentials.ts';
import type { Credentials } from '#main/core/credentials/credentials.ts';
import { belongsTo } from '#main/core/credentials/families.ts';
import { complainAboutKey, credentialKind, lastFour } from '#main/core/credentials/kind.ts';
import type { SecretStore } from '#main/core/credentials/secret-store.ts';
import { readSessionToken } from '#main/core/credentials/session-token.ts';
import { paperKeychain } from '#test/support/core.ts';

const profileId = 'https://service.test';
const monday = Date.UTC(2026, 5, 1, 12);
const dayMs = 86_400_000;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: Record<string, unknown>): string =>
  `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;

const withSecrets = (
  secrets: SecretStore,
  environment: { value: string; profileId: string } | null = null,
): Credentials =>
  createCredentials({
    secrets,
    environment,
    sample: async () => ({ accessKey: 'sample-key-1234', sessionToken: token({ sub: 'sample' }) }),
    now: () => new Date(monday),
  });

const add = (credentials: Credentials, value: string, more: { keep?: 'session' } = {}) =>
  credentials.add(profileId, { value, name: null, issuedAt: null, keep: 'keychain', ...more });

describe('kinds of credentials', () => {
  it('[23] are told apart by their value', () => {
    expect(credentialKind('TRIAL-abcdef')).toBe('trialKey');
    expect(credentialKind('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln')).toBe('sessionToken');
    expect(credentialKind('sk_live_123456789')).toBe('accessKey');
  });

  it.each([
    ['accessKey', '/api/data/microblog/posts/live', true],
    ['trialKey', '/api/data/operations/op_check', true],
    ['accessKey', '/api/data', false],
    ['accessKey', '/api/plan', false],
    ['accessKey', '/api/status', false],
    ['trialKey', '/api/trial/token', false],
    ['sessionToken', '/api/plan', true],
    ['sessionToken', '/api/usage', true],
    ['sessionToken', '/api/planning', false],
    ['sessionToken', '/api/data/microblog/posts', false],
    ['sessionToken', '/health', false],
  ] as const)('[23] a %s on %s: %s', (kind, path, belongs) => {
    expect(belongsTo(kind, path)).toBe(belongs);
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

describe('a session token', () => {
  it('says whose it is and until when', () => {
    expect(
      readSessionToken(token({ sub: 'user_1', email: 'a@b.test', exp: 1_800_000_000 })),
    ).toEqual({ who: 'a@b.test', endsAt: '2027-01-15T08:00:00.000Z' });
    expect(readSessionToken(token({ sub: 'user_1' }))).toEqual({ who: 'user_1', endsAt: null });
  });

  it.each([
    'eyJ.x.y',
    'eyJhbGciOiJub25lIn0..',
    token({ exp: 'tomorrow', sub: 7, email: ' ' }),
    token({ exp: 1e300 }),
    token({ exp: -5 }),
    `eyJhbGciOiJub25lIn0.${part([1])}.x`,
    `eyJhbGciOiJub25lIn0.${part(null)}.x`,
  ])('that can’t be read says nothing: %s', (odd) => {
    expect(readSessionToken(odd)).toEqual({ who: null, endsAt: null });
  });
});

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

  it('[22] bind the environment’s key to its address', async () => {
    const credentials = withSecrets(paperKeychain(), { value: 'environment-key', profileId });
    expect(await credentials.resolve('https://elsewhere.test')).toBeNull();
    expect((await credentials.resolve('sample'))?.value).toBe('sample-key-1234');
  });

  it('[23] a session token in the environment is no key for data', async () => {
    const value = token({ sub: 'me' });
    const credentials = withSecrets(paperKeychain(), { value, profileId });
    expect(await credentials.resolve(profileId)).toBeNull();
    expect((await credentials.forNeed(profileId, 'sessionToken'))?.value).toBe(value);
    expect(await credentials.forNeed(profileId, 'none')).toBeNull();
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
    // Nobody chose the other one: it is not used by itself.
    expect(await again.resolve(profileId)).toBeNull();
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
    const trial = { value: 'TRIAL-0123456789', name: null, keep: 'keychain' as const };
    await credentials.add(profileId, { ...trial, issuedAt });
    expect((await credentials.resolve(profileId))?.status).toMatchObject({
      kind: 'trialKey',
      endsAt: new Date(monday + 4 * dayMs).toISOString(),
      endIsSure: true,
    });
    await add(credentials, 'a-full-access-key');
    await credentials.add(profileId, { ...trial, value: 'TRIAL-9876543210', issuedAt: null });
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
    const next = {
      value: 'the-next-key-02',
      name: null,
      issuedAt: null,
      keep: 'keychain' as const,
    };
    expect(await credentials.add(profileId, next, id)).toBe(id);
    expect(await withSecrets(secrets).resolve(profileId)).toMatchObject({
      value: 'the-next-key-02',
      status: { name: 'Team' },
    });
    expect([...secrets.entries.values()].join()).not.toContain('the-first-key-1');
  });

  it('[19] say that a key is kept for this session when the store does not last', async () => {
    const credentials = withSecrets({ ...paperKeychain(), lasting: false, reason: 'No keychain.' });
    await add(credentials, 'a-session-key');
    expect((await credentials.resolve(profileId))?.status.source).toBe('session');
  });

  it('forget a removed key', async () => {
    const secrets = paperKeychain();
    const credentials = withSecrets(secrets);
    const id = await add(credentials, 'a-stored-key-1');
    await credentials.remove(profileId, id);
    expect(await credentials.resolve(profileId)).toBeNull();
    expect(secrets.entries.size).toBe(0);
  });

  it('keep what the sample service gives out in memory only', async () => {
    const secrets = paperKeychain();
    const credentials = withSecrets(secrets);
    const trial = {
      name: null,
      keep: 'keychain' as const,
      issuedAt: new Date(monday).toISOString(),
    };
    const id = await credentials.add('sample', { ...trial, value: 'TRIAL-0123456789' });
    expect((await credentials.resolve('sample'))?.value).toBe('sample-key-1234');
    await credentials.use('sample', id);
    expect((await credentials.resolve('sample'))?.value).toBe('TRIAL-0123456789');
    expect(secrets.entries.size).toBe(0);
  });
});

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

describe('[21] a secret store in trouble', () => {
  it('that can’t be read is left as it is, until it is tried again', async () => {
    const secrets = paperKeychain();
    await add(withSecrets(secrets), 'the-old-key-01');
    const before = [...secrets.entries];
    let isLocked = true;
    const locked = {
      ...secrets,
      get: (account: string) =>
        isLocked ? Promise.reject(new Error('locked')) : secrets.get(account),
    };
    const credentials = withSecrets(locked);
    expect(await credentials.resolve(profileId)).toBeNull();
    const id = await add(credentials, 'the-new-key-02');
    expect(await credentials.resolve(profileId)).toMatchObject({
      value: 'the-new-key-02',
      status: { source: 'session' },
    });
    await credentials.remove(profileId, id);
    expect([...secrets.entries]).toEqual(before);
    expect(credentials.notices(profileId)).toMatchObject([{ code: 'keychain_unreadable' }]);
    isLocked = false;
    expect(await credentials.resolve(profileId)).toBeNull();
    credentials.retry(profileId);
    expect((await credentials.resolve(profileId))?.value).toBe('the-old-key-01');
    expect(credentials.notices(profileId)).toEqual([]);
  });

  it('that refuses to write keeps the key for this session', async () => {
    const secrets = paperKeychain();
    const refuse = () => Promise.reject(new Error('full'));
    const credentials = withSecrets({ ...secrets, set: refuse });
    await add(credentials, 'the-new-key-02');
    expect((await credentials.resolve(profileId))?.status.source).toBe('session');
    expect(credentials.notices(profileId)).toHaveLength(1);
  });

  it('that refuses to change what it has says so, and does it once it lets us', async () => {
    const secrets = paperKeychain();
    let isLocked = false;
    const unlessLocked = async <T>(action: () => Promise<T>): Promise<T> => {
      if (isLocked) throw new Error('locked');
      return action();
    };
    const credentials = withSecrets({
      ...secrets,
      set: (account, value) => unlessLocked(() => secrets.set(account, value)),
      delete: (account) => unlessLocked(() => secrets.delete(account)),
    });
    const id = await add(credentials, 'the-old-key-01');
    isLocked = true;
    const refused = { problem: { code: 'storage_failed', remedies: [{ kind: 'tryAgain' }] } };
    await expect(credentials.rename(profileId, id, 'Team')).rejects.toMatchObject(refused);
    await expect(credentials.remove(profileId, id)).rejects.toMatchObject(refused);
    expect(credentials.notices(profileId)).toMatchObject([{ code: 'keychain_unreadable' }]);
    expect(await credentials.list(profileId)).toMatchObject([{ id, name: null, inUse: true }]);
    isLocked = false;
    await credentials.rename(profileId, id, 'Team');
    expect(await credentials.list(profileId)).toMatchObject([{ id, name: 'Team' }]);
    await credentials.remove(profileId, id);
    expect(secrets.entries.size).toBe(0);
    expect(credentials.notices(profileId)).toEqual([]);
  });

  it('with a damaged list: set aside under another name, and said', async () => {
    const secrets = paperKeychain();
    secrets.entries.set(`keys ${profileId}`, '{"v":1,"act');
    const credentials = withSecrets(secrets);
    expect(await credentials.resolve(profileId)).toBeNull();
    expect([...secrets.entries]).toEqual([
      [`keys ${profileId} damaged 2026-06-01T12:00:00`, '{"v":1,"act'],
    ]);
    expect(credentials.notices(profileId)).toMatchObject([{ code: 'keychain_set_aside' }]);
    await add(credentials, 'the-new-key-02');
    expect((await withSecrets(secrets).resolve(profileId))?.value).toBe('the-new-key-02');
  });

  it('with a list of a newer version: left alone', async () => {
    const secrets = paperKeychain();
    secrets.entries.set(`keys ${profileId}`, '{"v":2,"keys":{}}');
    const credentials = withSecrets(secrets);
    await add(credentials, 'the-new-key-02');
    expect((await credentials.resolve(profileId))?.status.source).toBe('session');
    expect([...secrets.entries.values()]).toEqual(['{"v":2,"keys":{}}']);
    expect(credentials.notices(profileId)).toMatchObject([{ code: 'keychain_newer_version' }]);
  });

  it.each([
    ['missing', null],
    ['damaged', 'the wrong\nthing'],
    ['damaged', 'another-key-9999'],
  ] as const)('with a %s value: not sent, and said', async (trouble, value) => {
    const secrets = paperKeychain();
    const id = await add(withSecrets(secrets), 'the-old-key-01');
    const account = `key ${profileId} ${id}`;
    if (value === null) secrets.entries.delete(account);
    else secrets.entries.set(account, value);
    const credentials = withSecrets(secrets);
    expect(await credentials.resolve(profileId)).toBeNull();
    expect(await credentials.list(profileId)).toMatchObject([{ id, inUse: true, trouble }]);
    const next = {
      value: 'the-next-key-02',
      name: null,
      issuedAt: null,
      keep: 'keychain' as const,
    };
    await credentials.add(profileId, next, id);
    expect((await credentials.resolve(profileId))?.value).toBe('the-next-key-02');
  });
});
