/**
 * Where secrets are kept: the operating system's keychain when it proves to work, else a file that
 * it encrypts, else memory, with the reason on screen (checklist 19).
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- the tests' tsconfig does not include this folder
/// <reference path="./keytar.d.ts" />
import { assertNever } from '#shared/assert-never.ts';
import type { Keytar } from 'keytar';
import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { atomicWrite } from '../store/atomic-write.ts';
import { readRegularFile } from '../store/file-port.ts';
import { Serial } from '../store/serial.ts';
import { systemCode } from '../store/store-error.ts';

export interface SecretStore {
  /** "this computer’s keychain", "this session only": shown beside the key. */
  readonly place: string;
  /** Whether a secret outlives the program. */
  readonly lasting: boolean;
  /** Why it is not the keychain; null when it is. One sentence for the screen. */
  readonly reason: string | null;
  /** Null when there is none. Throws when the store can't be read. */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

/**
 * Chooses where secrets are kept: the keychain when it proves to work, else a file that the
 * operating system encrypts, else memory, with the reason on screen (checklist 19).
 */
export interface ChooseOptions {
  /** Loads keytar; rejects where it is not installed or does not load. */
  loadKeytar?: () => Promise<Keytar>;
  /** What the host can encrypt with, and the folder of the file; null in the browser host. */
  encrypted?: { encryption: Encryption; dataDir: string } | null;
  /** How long a locked keychain may wait for the person's answer before we go on without it. */
  patienceMs?: number;
}

const keptInMemory = 'Keys are kept for this session only.';
const keptEncrypted = 'Keys are kept in a file that this computer encrypts.';

/** Never rejects: a keychain that can't be used is a reason, not an error. */
export async function chooseSecretStore({
  loadKeytar = async () => (await import('keytar')).default,
  encrypted = null,
  patienceMs = 20_000,
}: ChooseOptions = {}): Promise<SecretStore> {
  /** Anything but the keychain, and why. */
  const instead = (why: string, advice = ''): SecretStore => {
    if (encrypted !== null && isTrustworthy(encrypted.encryption)) {
      const { encryption, dataDir } = encrypted;
      return createEncryptedStore(encryption, dataDir, `${why} ${keptEncrypted}`);
    }
    return createMemoryStore(`${why} ${keptInMemory}${advice}`);
  };

  let keytar: Keytar;
  try {
    keytar = await loadKeytar();
  } catch (error) {
    return instead(loadFailure(error));
  }

  const verdict = await within(patienceMs, probeKeytar(keytar));
  switch (verdict.kind) {
    case 'late':
      return instead(
        `This computer’s keychain did not answer within ${Math.round(patienceMs / 1000)} seconds; it may be locked.`,
        ' Unlock it and restart the program to use what is stored there.',
      );
    case 'failed':
      return instead('No keychain is available on this computer.');
    case 'done':
      return verdict.value
        ? createKeytarStore(keytar)
        : instead('This computer’s keychain doesn’t return what is stored in it.');
    default:
      return assertNever(verdict);
  }
}

/** Says why keytar did not load, without the loader's own text: that one names local paths. */
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

type Verdict<T> = { kind: 'done'; value: T } | { kind: 'failed' } | { kind: 'late' };

/** Waits for `work`, at most `ms`. Work that comes late goes on alone and cleans up after itself. */
async function within<T>(ms: number, work: Promise<T>): Promise<Verdict<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Verdict<T>>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'late' }), ms);
  });
  const settled = work.then(
    (value): Verdict<T> => ({ kind: 'done', value }),
    (): Verdict<T> => ({ kind: 'failed' }),
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}

// Secrets in the operating system's keychain, through keytar.

/** The name under which a person finds our entries in their keychain. */
export const keychainService = 'Social Data Explorer';

export function createKeytarStore(keytar: Keytar): SecretStore {
  return {
    place: 'this computer’s keychain',
    lasting: true,
    reason: null,
    get: (account) => keytar.getPassword(keychainService, account),
    set: (account, secret) => keytar.setPassword(keychainService, account, secret),
    async delete(account) {
      await keytar.deletePassword(keychainService, account);
    },
  };
}

/**
 * Stores, reads and deletes a throw-away entry: keytar loads on computers where no keychain
 * answers, and fails only when used.
 * @returns whether the keychain gave back what was stored in it.
 * @throws what keytar throws.
 */
export async function probeKeytar(keytar: Keytar): Promise<boolean> {
  const account = `probe ${randomBytes(8).toString('hex')}`;
  const secret = randomBytes(16).toString('hex');
  await keytar.setPassword(keychainService, account, secret);
  try {
    return (await keytar.getPassword(keychainService, account)) === secret;
  } finally {
    await keytar.deletePassword(keychainService, account);
  }
}

// Secrets in a file of the data folder, each encrypted by the operating system through Electron
// (`safeStorage`). For computers where keytar is missing; without encryption that deserves the
// name there is no such store (checklist 19).

/** What is used of Electron's `safeStorage`; the core knows no Electron. */
export interface Encryption {
  /** Whether the operating system keeps the key. */
  isAvailable(): boolean;
  /** How Linux keeps it, as Electron names it; null elsewhere. */
  backend(): string | null;
  encrypt(text: string): Buffer;
  /** Throws for what was encrypted on another computer, or by another user. */
  decrypt(bytes: Buffer): string;
}

/** With these, Chromium uses a password that everybody knows, or does not say what it does. */
const worthless: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

/** Whether it keeps a secret, shown by keeping one. */
export function isTrustworthy(encryption: Encryption): boolean {
  try {
    if (!encryption.isAvailable() || worthless.has(encryption.backend() ?? '')) return false;
    const probe = 'A secret to see whether it is kept.';
    const bytes = encryption.encrypt(probe);
    return !bytes.includes(probe) && encryption.decrypt(bytes) === probe;
  } catch {
    return false;
  }
}

const fileSchema = z.object({ v: z.literal(1), entries: z.record(z.string(), z.string()) });

/** @param reason Why it is not the keychain: one sentence for the screen. */
export function createEncryptedStore(
  encryption: Encryption,
  dataDir: string,
  reason: string,
): SecretStore {
  const path = join(dataDir, 'secrets.json');
  const serial = new Serial();

  /** @throws when the file is there and can't be read, or is of a newer version. */
  async function read(): Promise<Map<string, string>> {
    let text: string;
    try {
      text = readRegularFile(path).toString('utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return new Map();
      throw error;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return setAside();
    }
    const parsed = fileSchema.safeParse(value);
    if (parsed.success) return new Map(Object.entries(parsed.data.entries));
    if (z.object({ v: z.number().gt(1) }).safeParse(value).success) {
      throw new Error('The secrets were saved by a newer version.');
    }
    return setAside();
  }

  /** A damaged file is kept under another name; an empty one takes its place. */
  async function setAside(): Promise<Map<string, string>> {
    await rename(path, join(dataDir, `secrets.damaged-${Date.now()}.json`));
    return new Map();
  }

  async function write(entries: ReadonlyMap<string, string>): Promise<void> {
    const text = JSON.stringify({ v: 1, entries: Object.fromEntries(entries) });
    await atomicWrite(path, `${text}\n`);
  }

  return {
    place: 'a file that this computer encrypts',
    lasting: true,
    reason,
    get: (account) =>
      serial.run(async () => {
        const kept = (await read()).get(account);
        return kept === undefined ? null : encryption.decrypt(Buffer.from(kept, 'base64'));
      }),
    set: (account, secret) =>
      serial.run(async () => {
        const entries = await read();
        await write(entries.set(account, encryption.encrypt(secret).toString('base64')));
      }),
    delete: (account) =>
      serial.run(async () => {
        const entries = await read();
        if (entries.delete(account)) await write(entries);
      }),
  };
}

// Secrets for this session only: what remains when there is no keychain. Never on disk.

/** @param reason Why it is not the keychain: one sentence for the screen. */
export function createMemoryStore(reason: string): SecretStore {
  const secrets = new Map<string, string>();
  return {
    place: 'this session only',
    lasting: false,
    reason,
    async get(account) {
      return secrets.get(account) ?? null;
    },
    async set(account, secret) {
      secrets.set(account, secret);
    },
    async delete(account) {
      secrets.delete(account);
    },
  };
}
