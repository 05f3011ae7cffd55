import { describe, expect, it } from 'vitest';
import { paperKeychain } from '#test/support/core.ts';
import { add, profileId, withSecrets } from './set-up.ts';

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

  it('that refuses to change what it has says so, and does it once it lets us', async () => {
    const secrets = paperKeychain();
    let isLocked = false;
    const locked = () => Promise.reject(new Error('locked'));
    const credentials = withSecrets({
      ...secrets,
      set: (...entry) => (isLocked ? locked() : secrets.set(...entry)),
      delete: (account) => (isLocked ? locked() : secrets.delete(account)),
    });
    const id = await add(credentials, 'the-old-key-01');
    isLocked = true;
    const refused = { problem: { code: 'storage_failed', remedies: [{ kind: 'tryAgain' }] } };
    await expect(credentials.rename(profileId, id, 'Team')).rejects.toMatchObject(refused);
    await expect(credentials.remove(profileId, id)).rejects.toMatchObject(refused);
    expect(credentials.notices(profileId)).toMatchObject([{ code: 'keychain_unreadable' }]);
    expect(await credentials.list(profileId)).toMatchObject([{ id, name: null, inUse: true }]);
    // A new key is kept for this session instead.
    const session = await add(credentials, 'the-new-key-02');
    expect((await credentials.resolve(profileId))?.status.source).toBe('session');
    await credentials.remove(profileId, session);
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
    expect((await credentials.whyNone(profileId)).title).toMatch(/^The key can’t be read/);
    await add(credentials, 'the-next-key-02', { replaces: id });
    expect((await credentials.resolve(profileId))?.value).toBe('the-next-key-02');
  });
});

it('a key that is said to be kept for this session only is not in the keychain', async () => {
  const secrets = paperKeychain();
  const credentials = withSecrets({
    ...secrets,
    // As Windows does if the list of the keys is too long for one entry.
    set: (account, value) =>
      account.startsWith('keys ')
        ? Promise.reject(new Error('too long'))
        : secrets.set(account, value),
  });
  await add(credentials, 'the-new-key-02');
  expect((await credentials.resolve(profileId))?.status.source).toBe('session');
  expect([...secrets.entries.values()]).toEqual([]);
});

it('a key that is replaced by one for this session is listed as long as it is in the keychain', async () => {
  const secrets = paperKeychain();
  let isLocked = false;
  const credentials = withSecrets({
    ...secrets,
    delete: (account) => (isLocked ? Promise.reject(new Error('locked')) : secrets.delete(account)),
  });
  await add(credentials, 'another-key-00');
  const id = await add(credentials, 'the-old-key-01');
  isLocked = true;
  await add(credentials, 'the-new-key-02', { replaces: id, keep: 'session' });
  isLocked = false;
  await credentials.remove(profileId, id);
  expect([...secrets.entries.values()]).not.toContain('the-old-key-01');
});
