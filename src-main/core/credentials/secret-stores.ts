/**
 * Where secrets are stored: in the operating system's keychain when a probe shows that it works, else
 * in a file that the system encrypts, else in memory, with the reason on screen (checklist 19).
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- the tests' tsconfig does not include this folder
/// <reference path="./keytar.d.ts" />
import type { AsyncEntry } from '@napi-rs/keyring';
import type { Keytar } from 'keytar';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { fileLimits } from '../store/file-port.ts';
import { openJsonFile } from '../store/json-file.ts';
import type { JsonFile } from '../store/json-file.ts';
import { Serial } from '../store/serial.ts';
import { within } from '../within.ts';

export interface SecretStore {
  /** "this computer’s keychain", "this session only": shown beside the key. */
  readonly place: string;
  /** Whether secrets outlive the program. */
  readonly lasting: boolean;
  /** Why it isn't the keychain, or not by the usual module, in words for the screen; null otherwise. */
  readonly reason: string | null;
  /** Returns null when there is none. Throws when the store can't be read. */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

/** A module for the keychain; both are used as keytar is. `load` rejects where it isn't installed or doesn't load. */
export interface KeychainModule {
  name: string;
  load: () => Promise<Keytar>;
}

/**
 * The best first. Binaries of the second are packages of their own, so that nothing is run to install it,
 * and on Linux it needs no library of the system.
 */
export const keychainModules: readonly KeychainModule[] = [
  { name: 'keytar', load: async () => (await import('keytar')).default },
  { name: 'keyring', load: loadKeyring },
];

/**
 * Loads the first module that can be loaded; `failure`: why an earlier one couldn't, null if none was.
 * @throws what the first one threw if none can be.
 */
export async function loadKeychain(
  modules = keychainModules,
): Promise<{ name: string; keychain: Keytar; failure: unknown }> {
  let failure: unknown = null;
  for (const { name, load } of modules) {
    try {
      return { name, keychain: await load(), failure };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** Secrets are stored as keytar does, in UTF-8: Windows takes only half as many characters in UTF-16. */
async function loadKeyring(): Promise<Keytar> {
  const keyring = await import('@napi-rs/keyring');
  // Otherwise it would fall back to the kernel's keyring, which forgets.
  const options = { linux: { store: 'secret-service' } } as const;
  // As keytar names it on Windows; on macOS both use the same names anyway.
  const entry = (service: string, account: string): AsyncEntry =>
    process.platform === 'win32'
      ? keyring.AsyncEntry.withTarget(`${service}/${account}`, service, account, options)
      : new keyring.AsyncEntry(service, account, options);
  return {
    async getPassword(service, account) {
      const secret = await entry(service, account).getSecret();
      return secret == null ? null : Buffer.from(secret).toString('utf8');
    },
    setPassword: async (service, account, password) =>
      entry(service, account).setSecret(Buffer.from(password)),
    deletePassword: async (service, account) => entry(service, account).deleteCredential(),
  };
}

export interface ChooseOptions {
  modules?: readonly KeychainModule[];
  /** The host's encryption, and the folder of the file; null in the browser host. */
  encrypted?: { encryption: Encryption; dataDir: string } | null;
  /** How long a locked keychain may wait for the person before we continue without it. */
  patienceMs?: number;
}

const keptBySubstitute =
  'A substitute keeps keys in this computer’s keychain; keys kept before may have to be pasted again.';
const keptInMemory = 'Keys are kept for this session only.';
const keptEncrypted = 'Keys are kept in a file that this computer encrypts.';

/** Chooses the store. Never rejects: an unusable keychain becomes the store's `reason`. */
export async function chooseSecretStore({
  modules = keychainModules,
  encrypted = null,
  patienceMs = 20_000,
}: ChooseOptions = {}): Promise<SecretStore> {
  /** Returns another store than the keychain, with the reason. */
  const fallback = async (why: string, advice = ''): Promise<SecretStore> => {
    if (encrypted !== null && (await within(patienceMs, isTrustworthy(encrypted.encryption)))) {
      const { encryption, dataDir } = encrypted;
      return createEncryptedStore(encryption, dataDir, `${why} ${keptEncrypted}`);
    }
    return createMemoryStore(`${why} ${keptInMemory}${advice}`);
  };

  let loaded: Awaited<ReturnType<typeof loadKeychain>>;
  try {
    loaded = await loadKeychain(modules);
  } catch (error) {
    return fallback(loadFailure(error));
  }

  let isKept: boolean | null;
  try {
    isKept = await within(patienceMs, probe(loaded.keychain));
  } catch {
    return fallback('No keychain is available on this computer.');
  }
  if (isKept === null) {
    return fallback(
      `This computer’s keychain did not answer within ${Math.round(patienceMs / 1000)} seconds; it may be locked.`,
      ' Unlock the keychain and restart the program to use what is stored there.',
    );
  }
  if (!isKept) return fallback('This computer’s keychain doesn’t return what is stored in it.');
  const { keychain, failure } = loaded;
  const reason = failure === null ? null : `${loadFailure(failure)} ${keptBySubstitute}`;
  return createKeychainStore(keychain, reason);
}

/** Describes why a module didn't load, without the loader's own message, which contains local paths. */
function loadFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
    return 'The keychain module isn’t installed.';
  }
  if (error instanceof Error && error.message.includes('libsecret')) {
    return 'This computer is missing libsecret, which the keychain needs.';
  }
  return 'The keychain module can’t be loaded on this computer.';
}

/** The name under which a person finds our entries in their keychain. */
export const keychainService = 'Social Data Explorer';

/** Stores secrets in the operating system's keychain. */
const createKeychainStore = (keychain: Keytar, reason: string | null): SecretStore => ({
  place: 'this computer’s keychain',
  lasting: true,
  reason,
  get: (account) => keychain.getPassword(keychainService, account),
  set: (account, secret) => keychain.setPassword(keychainService, account, secret),
  async delete(account) {
    await keychain.deletePassword(keychainService, account);
  },
});

/**
 * Stores, reads and deletes a throw-away entry: on computers without a working keychain, its module loads
 * and fails only when used.
 * @returns whether the keychain returned what was stored in it.
 * @throws what the module throws.
 */
async function probe(keychain: Keytar): Promise<boolean> {
  const account = `probe ${randomBytes(8).toString('hex')}`;
  const secret = randomBytes(16).toString('hex');
  await keychain.setPassword(keychainService, account, secret);
  try {
    return (await keychain.getPassword(keychainService, account)) === secret;
  } finally {
    await keychain.deletePassword(keychainService, account);
  }
}

/** The part of Electron's `safeStorage` that we use; the core doesn't depend on Electron. */
export interface Encryption {
  /** Whether the operating system holds the key. */
  isAvailable(): Promise<boolean>;
  /** Electron's name for the store of the key on Linux; null elsewhere. */
  backend(): string | null;
  encrypt(text: string): Promise<Buffer>;
  /**
   * Rejects for what was encrypted on another computer or by another user. `isOutdated`: it should be
   * encrypted again, since the system's key has changed.
   */
  decrypt(bytes: Buffer): Promise<{ text: string; isOutdated: boolean }>;
}

/** With these, Chromium uses a publicly known password, or doesn't say what it uses. */
const worthless: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

/** Returns whether it really encrypts, which a round trip proves. */
async function isTrustworthy(encryption: Encryption): Promise<boolean> {
  try {
    if (!(await encryption.isAvailable()) || worthless.has(encryption.backend() ?? ''))
      return false;
    const secret = 'A secret to see whether it is kept.';
    const bytes = await encryption.encrypt(secret);
    return !bytes.includes(secret) && (await encryption.decrypt(bytes)).text === secret;
  } catch {
    return false;
  }
}

const fileSchema = z.object({ v: z.literal(1), entries: z.record(z.string(), z.string()) });
const newerSchema = z.object({ v: z.number().gt(1) });

/**
 * Stores secrets in a file of the data folder, each encrypted by the operating system through Electron
 * (`safeStorage`). For computers where keytar is missing, and only with trustworthy encryption
 * (checklist 19).
 * @param reason Why it isn't the keychain, as one sentence for the screen.
 */
function createEncryptedStore(
  encryption: Encryption,
  dataDir: string,
  reason: string,
): SecretStore {
  const path = join(dataDir, 'secrets.json');
  const serial = new Serial();

  /**
   * Read again each time: another program may have changed it.
   * @throws when the file exists but can't be read, or is of a newer version.
   */
  function read(): { file: JsonFile; entries: Map<string, string> } {
    const file = openJsonFile(path, fileLimits.small);
    if (file.state() === 'refused') throw new Error('The secrets can’t be read.');
    if (newerSchema.safeParse(file.content).success) {
      throw new Error('The secrets were saved by a newer version.');
    }
    const { data } = fileSchema.safeParse(file.content);
    if (data === undefined && file.content !== null) file.setDamaged();
    return { file, entries: new Map(Object.entries(data?.entries ?? {})) };
  }

  const write = (file: JsonFile, entries: ReadonlyMap<string, string>): Promise<void> =>
    file.write({ v: 1, entries: Object.fromEntries(entries) });

  async function put({ file, entries }: ReturnType<typeof read>, account: string, text: string) {
    const bytes = await encryption.encrypt(text);
    await write(file, entries.set(account, bytes.toString('base64')));
  }

  return {
    place: 'a file that this computer encrypts',
    lasting: true,
    reason,
    get: (account) =>
      serial.run(async () => {
        const known = read();
        const kept = known.entries.get(account);
        if (kept === undefined) return null;
        const { text, isOutdated } = await encryption.decrypt(Buffer.from(kept, 'base64'));
        // What can't be renewed now can still be read.
        if (isOutdated) await put(known, account, text).catch(() => undefined);
        return text;
      }),
    set: (account, secret) => serial.run(async () => put(read(), account, secret)),
    delete: (account) =>
      serial.run(async () => {
        const { file, entries } = read();
        if (entries.delete(account)) await write(file, entries);
      }),
  };
}

/**
 * Stores secrets in memory for this session, as the last resort without a keychain. Never on disk.
 * @param reason Why it isn't the keychain, as one sentence for the screen.
 */
export function createMemoryStore(reason: string): SecretStore {
  const secrets = new Map<string, string>();
  return {
    place: 'this session only',
    lasting: false,
    reason,
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => void secrets.set(account, secret),
    delete: async (account) => void secrets.delete(account),
  };
}
