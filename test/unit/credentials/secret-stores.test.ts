import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Keytar } from 'keytar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseSecretStore } from '#main/core/credentials/choose-secret-store.ts';
import type { Encryption } from '#main/core/credentials/encrypted-store.ts';
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

describe('19 where keytar is missing, the operating system’s encryption', () => {
  const noKeytar = () => Promise.reject(coded('ERR_MODULE_NOT_FOUND', 'none'));
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sde-secrets-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  /** Turns bytes around: nobody reads it, and it says nothing about cryptography. */
  const fakeEncryption = (change: Partial<Encryption> = {}): Encryption => ({
    isAvailable: () => true,
    backend: () => 'gnome_libsecret',
    encrypt: (text) => Buffer.from(text).map((byte) => byte ^ 0xff) as Buffer,
    decrypt: (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString('utf8'),
    ...change,
  });
  const open = (encryption: Encryption) =>
    chooseSecretStore({ loadKeytar: noKeytar, encrypted: { encryption, dataDir } });

  it('19 keeps secrets for the next start, nothing readable on disk, and says where', async () => {
    const store = await open(fakeEncryption());
    expect(store).toMatchObject({ lasting: true, place: 'a file that this computer encrypts' });
    expect(store.reason).toMatch(/\(keytar\) is not installed.*file that this computer encrypts/);
    await Promise.all([store.set('a', 'canary-4f1c9a77e2'), store.set('b', 'second-secret')]);
    const next = await open(fakeEncryption());
    expect([await next.get('a'), await next.get('b')]).toEqual([
      'canary-4f1c9a77e2',
      'second-secret',
    ]);
    const file = await readFile(join(dataDir, 'secrets.json'), 'utf8');
    expect(file).not.toContain('canary');
    expect(file).not.toContain(Buffer.from('canary-4f1c9a77e2').toString('base64').slice(0, 12));
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o077).toBe(0);
    await next.delete('a');
    expect(await (await open(fakeEncryption())).get('a')).toBeNull();
  });

  it.each([
    ['is not available', { isAvailable: () => false }],
    ['uses a password everybody knows', { backend: () => 'basic_text' }],
    ['does not say what it does', { backend: () => 'unknown' }],
    ['leaves the text as it is', { encrypt: (text: string) => Buffer.from(text) }],
    ['does not give it back', { decrypt: () => 'something else' }],
    [
      'fails',
      {
        encrypt: () => {
          throw new Error('no');
        },
      },
    ],
  ])('19 is not trusted where it %s: memory, and no file', async (_what, change) => {
    const store = await open(fakeEncryption(change));
    expect(store).toMatchObject({ lasting: false, place: 'this session only' });
    await store.set('a', 'canary-4f1c9a77e2');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('21 a damaged file is set aside; what can’t be decrypted stays', async () => {
    await writeFile(join(dataDir, 'secrets.json'), '{"v":1,"entr');
    const store = await open(fakeEncryption());
    expect(await store.get('a')).toBeNull();
    await store.set('a', 'canary-4f1c9a77e2');
    const names = await readdir(dataDir);
    expect(names.filter((name) => name.startsWith('secrets.damaged-'))).toHaveLength(1);

    let isBroken = false;
    const other = fakeEncryption();
    const moved = await open({
      ...other,
      decrypt: (bytes) => {
        if (isBroken) throw new Error('another computer');
        return other.decrypt(bytes);
      },
    });
    isBroken = true;
    await expect(moved.get('a')).rejects.toThrow('another computer');
    expect(await store.get('a')).toBe('canary-4f1c9a77e2');
  });

  it('21 a file of a newer version is left alone', async () => {
    const newer = '{"v":2,"all":{}}';
    await writeFile(join(dataDir, 'secrets.json'), newer);
    const store = await open(fakeEncryption());
    await expect(store.set('a', 'canary-4f1c9a77e2')).rejects.toThrow('newer version');
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(newer);
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
