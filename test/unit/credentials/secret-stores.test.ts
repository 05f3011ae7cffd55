import type { Keytar } from 'keytar';
import { describe, expect, it } from 'vitest';
import { chooseSecretStore } from '#main/core/credentials/choose-secret-store.ts';
import { createMemoryStore } from '#main/core/credentials/memory-store.ts';

interface FakeKeychain extends Keytar {
  entries: Map<string, string>;
  /** Every account ever stored. */
  stored: string[];
}

function createFakeKeychain(): FakeKeychain {
  const entries = new Map<string, string>();
  const stored: string[] = [];
  return {
    entries,
    stored,
    getPassword: async (service, account) => entries.get(`${service}/${account}`) ?? null,
    setPassword: async (service, account, password) => {
      stored.push(account);
      entries.set(`${service}/${account}`, password);
    },
    deletePassword: async (service, account) => entries.delete(`${service}/${account}`),
  };
}

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('19 chooseSecretStore', () => {
  it('19 uses a keychain that works, under one service name, and leaves no probe behind', async () => {
    const keychain = createFakeKeychain();
    const store = await chooseSecretStore({ loadKeytar: async () => keychain });
    expect(store).toMatchObject({
      place: 'this computer’s keychain',
      lasting: true,
      reason: null,
    });
    expect(keychain.stored).toHaveLength(1);
    expect(keychain.entries.size).toBe(0);

    await store.set('service', 'secret');
    expect([...keychain.entries]).toEqual([['Social Data Explorer/service', 'secret']]);
    expect(await store.get('service')).toBe('secret');
    expect(await store.get('other')).toBeNull();
    await store.delete('service');
    await store.delete('service');
    expect(await store.get('service')).toBeNull();
  });

  it.each([
    [
      'is not installed',
      coded('ERR_MODULE_NOT_FOUND', "Cannot find package 'keytar' from /home/ada/out/main.js"),
      /\(keytar\) is not installed/,
    ],
    [
      'lacks a library',
      coded('ERR_DLOPEN_FAILED', 'libsecret-1.so.0: cannot open shared object file'),
      /lacks libsecret/,
    ],
    [
      'is built for something else',
      coded('ERR_DLOPEN_FAILED', '/home/ada/keytar.node: invalid ELF header'),
      /does not load here/,
    ],
    ['fails in another way', 'a string', /does not load here/],
  ])('19 keeps keys in memory where keytar %s, and says so', async (_what, error, reason) => {
    // oxlint-disable-next-line prefer-promise-reject-errors -- a loader may reject with anything
    const store = await chooseSecretStore({ loadKeytar: () => Promise.reject(error) });
    expect(store).toMatchObject({ place: 'this session only', lasting: false });
    expect(store.reason).toMatch(reason);
    expect(store.reason).toMatch(/Keys are kept for this session only\.$/);
    expect(store.reason).not.toMatch(/\/home|ELF|\.so/);
  });

  it.each(['setPassword', 'getPassword', 'deletePassword'] as const)(
    '19 does not trust a keychain whose %s fails',
    async (name) => {
      const keychain = createFakeKeychain();
      const failure = new Error('Cannot autolaunch D-Bus at /run/x');
      Object.assign(keychain, { [name]: () => Promise.reject(failure) });
      const store = await chooseSecretStore({ loadKeytar: async () => keychain });
      expect(store.lasting).toBe(false);
      expect(store.reason).toMatch(/^No keychain answers on this computer\./);
      if (name !== 'deletePassword') expect(keychain.entries.size).toBe(0);
    },
  );

  it('19 does not trust a keychain that gives back something else', async () => {
    const keychain = createFakeKeychain();
    keychain.getPassword = async () => 'something else';
    const store = await chooseSecretStore({ loadKeytar: async () => keychain });
    expect(store.lasting).toBe(false);
    expect(store.reason).toMatch(/does not give back/);
  });

  it('19 does not wait for a locked keychain for ever; the probe is deleted when it opens', async () => {
    const keychain = createFakeKeychain();
    const set = keychain.setPassword;
    let unlock = (): void => undefined;
    const unlocked = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    keychain.setPassword = async (...args) => {
      await unlocked;
      return set(...args);
    };
    const store = await chooseSecretStore({ loadKeytar: async () => keychain, patienceMs: 20 });
    expect(store.lasting).toBe(false);
    expect(store.reason).toMatch(/did not answer within \d+ seconds; it may be locked/);
    unlock();
    await new Promise((resolve) => setImmediate(resolve));
    expect(keychain.stored).toHaveLength(1);
    expect(keychain.entries.size).toBe(0);
  });

  it('a read that fails later is the caller’s to explain', async () => {
    const keychain = createFakeKeychain();
    const store = await chooseSecretStore({ loadKeytar: async () => keychain });
    keychain.getPassword = () => Promise.reject(new Error('locked'));
    await expect(store.get('service')).rejects.toThrow('locked');
  });
});

describe('memory store', () => {
  it('keeps secrets apart and forgets them with the program', async () => {
    const store = createMemoryStore('Because.');
    await store.set('a', '1');
    await store.set('b', '2');
    await store.delete('a');
    expect([await store.get('a'), await store.get('b')]).toEqual([null, '2']);
    expect(await createMemoryStore('Because.').get('b')).toBeNull();
    expect(store.reason).toBe('Because.');
  });
});
