/**
 * Secrets in a file of the data folder, each encrypted by the operating system through Electron
 * (`safeStorage`). For computers where keytar is missing; without encryption that deserves the
 * name there is no such store (checklist 19).
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { atomicWrite } from '../store/atomic-write.ts';
import { readRegularFile } from '../store/file-port.ts';
import { Serial } from '../store/serial.ts';
import { systemCode } from '../store/store-error.ts';
import type { SecretStore } from './secret-store.ts';

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
      throw new Error('The secrets were kept by a newer version.');
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
