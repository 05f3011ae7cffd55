import { EventEmitter, once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Keytar } from 'keytar';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseSecretStore, loadKeychain } from '#main/core/credentials/secret-stores.ts';
import type { Encryption } from '#main/core/credentials/secret-stores.ts';
import { testFolder } from '#test/support/store/runs.ts';

/** Beside what it holds: every account ever stored. */
function createFakeKeychain() {
  const entries = new Map<string, string>();
  const stored: string[] = [];
  const keytar: Keytar = {
    getPassword: async (service, account) => entries.get(`${service}/${account}`) ?? null,
    async setPassword(service, account, password) {
      stored.push(account);
      entries.set(`${service}/${account}`, password);
    },
    deletePassword: async (service, account) => entries.delete(`${service}/${account}`),
  };
  return { ...keytar, entries, stored };
}

/** As Node tells of a package that is not there, and of one that it can't load. */
const coded = (code: string) => (message: string) => Object.assign(new Error(message), { code });
const notFound = coded('ERR_MODULE_NOT_FOUND');
const notLoaded = coded('ERR_DLOPEN_FAILED');

const canary = 'canary-4f1c9a77e2';

describe('19 the keychain', () => {
  const choose = (keychain: Keytar, patienceMs = 20_000) =>
    chooseSecretStore({ modules: [{ name: 'keytar', load: async () => keychain }], patienceMs });

  it('19 is used when it works, under one service name, and no probe is left behind', async () => {
    const keychain = createFakeKeychain();
    const store = await choose(keychain);
    const place = 'this computer’s keychain';
    expect(store).toMatchObject({ place, lasting: true, reason: null });
    expect(keychain.stored).toHaveLength(1);
    expect(keychain.entries.size).toBe(0);
    await store.set('service', 'secret');
    expect([...keychain.entries]).toEqual([['Social Data Explorer/service', 'secret']]);
    expect([await store.get('service'), await store.get('other')]).toEqual(['secret', null]);
    await store.delete('service');
    await store.delete('service');
    expect(await store.get('service')).toBeNull();
    // A read that fails later is the caller's to explain.
    keychain.getPassword = () => Promise.reject(new Error('locked'));
    await expect(store.get('service')).rejects.toThrow('locked');
  });

  it.each([
    ['is not installed', notFound('keytar from /home/ada/x.js'), /keychain module isn’t installed/],
    ['lacks a library', notLoaded('libsecret-1.so.0: cannot open'), /is missing libsecret/],
    ['is another computer’s', notLoaded('/home/ada/k: invalid ELF header'), /can’t be loaded on/],
    ['fails in another way', 'a string', /can’t be loaded on this computer/],
  ])('19 is memory where keytar %s, and says so', async (_what, error, reason) => {
    const load = () => Promise.reject(error);
    const modules = [load, () => Promise.reject(notFound('another'))].map((one) => ({
      name: 'a module',
      load: one,
    }));
    const store = await chooseSecretStore({ modules });
    expect(store).toMatchObject({ place: 'this session only', lasting: false });
    expect(store.reason).toMatch(reason);
    expect(store.reason).toMatch(/Keys are kept for this session only\.$/);
    expect(store.reason).not.toMatch(/\/home|ELF|\.so/);
    await store.set('a', '1');
    await store.set('b', '2');
    await store.delete('a');
    expect([await store.get('a'), await store.get('b')]).toEqual([null, '2']);
  });

  it('19 is kept by the next module where one can’t be loaded, which is said', async () => {
    const keychain = createFakeKeychain();
    const modules = [
      { name: 'keytar', load: () => Promise.reject(notFound('keytar')) },
      { name: 'keyring', load: async () => keychain },
      { name: 'unneeded', load: () => expect.unreachable() },
    ];
    const store = await chooseSecretStore({ modules });
    expect(store).toMatchObject({ place: 'this computer’s keychain', lasting: true });
    expect(store.reason).toMatch(
      /module isn’t installed\. A substitute keeps keys in this computer’s/,
    );
    await store.set('service', 'secret');
    expect([...keychain.entries]).toEqual([['Social Data Explorer/service', 'secret']]);
    expect(await loadKeychain(modules)).toMatchObject({ name: 'keyring' });
  });

  it('19 is not trusted when it fails or gives back something else', async () => {
    const fails = () => Promise.reject(new Error('Cannot autolaunch D-Bus at /run/x'));
    const odd: [Partial<Keytar>, RegExp][] = [
      [{ setPassword: fails }, /^No keychain is available on this computer\./],
      [{ getPassword: fails }, /^No keychain is available on this computer\./],
      [{ deletePassword: fails }, /^No keychain is available on this computer\./],
      [{ getPassword: async () => 'something else' }, /doesn’t return what/],
    ];
    for (const [change, reason] of odd) {
      const keychain = Object.assign(createFakeKeychain(), change);
      const store = await choose(keychain);
      expect(store.lasting).toBe(false);
      expect(store.reason).toMatch(reason);
      expect(keychain.entries.size).toBe('deletePassword' in change ? 1 : 0);
    }
  });

  it('19 is not waited for while it is locked; the probe is deleted when it opens', async () => {
    const keychain = createFakeKeychain();
    const set = keychain.setPassword;
    const opening = new EventEmitter();
    const unlocked = once(opening, 'unlocked');
    keychain.setPassword = (...args) => unlocked.then(() => set(...args));
    const store = await choose(keychain, 20);
    expect(store.lasting).toBe(false);
    expect(store.reason).toMatch(/did not answer within \d+ seconds; it may be locked/);
    opening.emit('unlocked');
    await turn();
    expect(keychain.stored).toHaveLength(1);
    expect(keychain.entries.size).toBe(0);
  });
});

describe('19 where keytar is missing, the operating system’s encryption', () => {
  const modules = [{ name: 'keytar', load: () => Promise.reject(notFound('none')) }];
  let dataDir: string;
  beforeEach(() => void (dataDir = testFolder()));

  const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));
  /** Turns bytes around: nobody reads it, and it says nothing about cryptography. */
  const fakeEncryption = (change: Partial<Encryption> = {}): Encryption => ({
    isAvailable: async () => true,
    backend: () => 'gnome_libsecret',
    encrypt: async (text) => turned(Buffer.from(text)),
    decrypt: async (bytes) => ({ text: turned(bytes).toString('utf8'), isOutdated: false }),
    ...change,
  });
  const open = (encryption: Encryption) =>
    chooseSecretStore({ modules, encrypted: { encryption, dataDir }, patienceMs: 200 });

  it('19 keeps secrets for the next start, nothing readable on disk, and says where', async () => {
    const store = await open(fakeEncryption());
    expect(store).toMatchObject({ lasting: true, place: 'a file that this computer encrypts' });
    expect(store.reason).toMatch(
      /keychain module isn’t installed.*file that this computer encrypts/,
    );
    await Promise.all([store.set('a', canary), store.set('b', 'second-secret')]);
    const next = await open(fakeEncryption());
    expect([await next.get('a'), await next.get('b')]).toEqual([canary, 'second-secret']);
    const file = await readFile(join(dataDir, 'secrets.json'), 'utf8');
    expect(file).not.toContain('canary');
    expect(file).not.toContain(Buffer.from(canary).toString('base64').slice(0, 12));
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o077).toBe(0);
    await next.delete('a');
    expect(await (await open(fakeEncryption())).get('a')).toBeNull();
  });

  it('19 is not trusted unless it keeps a secret: memory, and no file', async () => {
    const worthless: Partial<Encryption>[] = [
      { isAvailable: async () => false },
      // A wallet that is locked asks the person, who may not be there.
      { isAvailable: () => new Promise(() => undefined) },
      // A password that everybody knows, and one that nobody tells of.
      { backend: () => 'basic_text' },
      { backend: () => 'unknown' },
      // One that does nothing gives back what it was given.
      {
        encrypt: async (text) => Buffer.from(text),
        decrypt: async (bytes) => ({ text: bytes.toString('utf8'), isOutdated: false }),
      },
      { decrypt: async () => ({ text: 'something else', isOutdated: false }) },
      { encrypt: () => expect.unreachable() },
    ];
    for (const change of worthless) {
      const store = await open(fakeEncryption(change));
      expect(store).toMatchObject({ lasting: false, place: 'this session only' });
      await store.set('a', canary);
    }
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('21 a damaged file is set aside; what can’t be decrypted stays', async () => {
    await writeFile(join(dataDir, 'secrets.json'), '{"v":1,"entr');
    const store = await open(fakeEncryption());
    expect(await store.get('a')).toBeNull();
    await store.set('a', canary);
    const names = await readdir(dataDir);
    expect(names.filter((name) => name.startsWith('secrets-damaged-'))).toHaveLength(1);

    let isBroken = false;
    const other = fakeEncryption();
    const moved = await open({
      ...other,
      async decrypt(bytes) {
        if (isBroken) throw new Error('another computer');
        return other.decrypt(bytes);
      },
    });
    isBroken = true;
    await expect(moved.get('a')).rejects.toThrow('another computer');
    expect(await store.get('a')).toBe(canary);
  });

  it('19 what the system has a new key for is encrypted again; until it can be, it is read as it is', async () => {
    const old = fakeEncryption();
    await (await open(old)).set('a', canary);
    const before = await readFile(join(dataDir, 'secrets.json'), 'utf8');
    let encrypted = 0;
    const rotated = fakeEncryption({
      decrypt: async (bytes) => ({ ...(await old.decrypt(bytes)), isOutdated: true }),
      async encrypt(text) {
        encrypted += 1;
        // The first is to see whether it encrypts at all.
        if (encrypted === 2) throw new Error('The new key isn’t there yet.');
        return old.encrypt(encrypted === 1 ? text : `${text} again`);
      },
    });
    const store = await open(rotated);
    expect(await store.get('a')).toBe(canary);
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(before);
    expect(await store.get('a')).toBe(canary);
    expect(await (await open(old)).get('a')).toBe(`${canary} again`);
  });

  it('21 a file of a newer version is left alone', async () => {
    const newer = '{"v":2,"all":{}}';
    await writeFile(join(dataDir, 'secrets.json'), newer);
    const store = await open(fakeEncryption());
    await expect(store.set('a', canary)).rejects.toThrow('newer version');
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(newer);
  });
});
