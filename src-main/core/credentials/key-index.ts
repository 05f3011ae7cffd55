/**
 * The list of a service's stored credentials without their values, as a separate entry of the secret
 * store, so that nothing about keys is in a file. A keychain can't list its entries, and reading each
 * may prompt the person; this index makes both unnecessary.
 */
import { z } from 'zod';
import type { SecretStore } from './secret-stores.ts';

/** Version of the index's format. A newer index is left untouched. */
const version = 1;

const keptCredentialSchema = z.object({
  id: z.string().min(1).max(40),
  kind: z.enum(['accessKey', 'trialKey', 'sessionToken']),
  /** The name that the person gave it. */
  name: z.string().max(60).nullable(),
  lastFour: z.string().max(4),
  addedAt: z.string(),
  /** When the service issued it; null when it was pasted. */
  issuedAt: z.string().nullable(),
});
export type KeptCredential = z.infer<typeof keptCredentialSchema>;

const indexSchema = z.object({
  v: z.literal(version),
  /** The key in use for data. */
  active: z.string().nullable(),
  kept: z.array(keptCredentialSchema),
});
type KeyIndex = Omit<z.infer<typeof indexSchema>, 'v'>;

const emptyIndex: KeyIndex = { active: null, kept: [] };

type Parsed = { kind: 'read'; index: KeyIndex } | { kind: 'damaged' } | { kind: 'newerVersion' };

/** Null text: there is none yet. */
function parseIndex(text: string | null): Parsed {
  if (text === null) return { kind: 'read', index: emptyIndex };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'damaged' };
  }
  const parsed = indexSchema.safeParse(value);
  if (parsed.success) return { kind: 'read', index: parsed.data };
  const newer = z.object({ v: z.number().gt(version) }).safeParse(value);
  return { kind: newer.success ? 'newerVersion' : 'damaged' };
}

export type OpenedIndex =
  | { kind: 'open'; index: KeyIndex }
  /** Nothing is written in this state. */
  | { kind: 'closed'; why: 'unreadable' | 'newerVersion' };

export interface StoredIndex {
  /** Returns the index as it was read first and changed here since. */
  open(): Promise<OpenedIndex>;
  /**
   * Reads the index again: another program may have changed it since, and its change must not be undone.
   * @throws Error when it can't be read.
   */
  latest(): Promise<KeyIndex>;
  /** @throws whatever the store throws. */
  write(index: KeyIndex): Promise<void>;
  /** What `open` returned last; null before. */
  opened(): OpenedIndex | null;
  /** The entry of the store to which a damaged index was moved. */
  setAside(): string | null;
  /** Lets it be read again after it could not be. */
  retry(): void;
}

interface StoredIndexOptions {
  profileId: string;
  secrets: SecretStore;
  now: () => Date;
  /** Called when the index was read for the first time. */
  onRead: (index: KeyIndex) => void;
  /** Called with the id of each credential that another program replaced or removed. */
  onReplaced: (id: string) => void;
}

export function openStoredIndex(options: StoredIndexOptions): StoredIndex {
  const { secrets, now } = options;
  const account = `keys ${options.profileId}`;
  let loading: Promise<OpenedIndex> | null = null;
  let loaded: OpenedIndex | null = null;
  let setAside: string | null = null;

  async function load(): Promise<OpenedIndex> {
    let text: string | null;
    try {
      text = await secrets.get(account);
    } catch {
      return { kind: 'closed', why: 'unreadable' };
    }
    const parsed = parseIndex(text);
    switch (parsed.kind) {
      case 'read':
        return { kind: 'open', index: parsed.index };
      case 'newerVersion':
        return { kind: 'closed', why: 'newerVersion' };
      default:
        return moveAside(text ?? '');
    }
  }

  /** Renames a damaged index within the secret store, and starts a new one. */
  async function moveAside(text: string): Promise<OpenedIndex> {
    const aside = `${account} damaged ${now().toISOString().slice(0, 19)}`;
    try {
      await secrets.set(aside, text);
      if ((await secrets.get(aside)) !== text) throw new Error('It was not kept.');
      await secrets.delete(account);
    } catch {
      return { kind: 'closed', why: 'unreadable' };
    }
    setAside = aside;
    return { kind: 'open', index: emptyIndex };
  }

  function take(index: KeyIndex): void {
    loaded = { kind: 'open', index };
    loading = Promise.resolve(loaded);
  }

  async function open(): Promise<OpenedIndex> {
    loading ??= load().then((read) => {
      if (read.kind === 'open') options.onRead(read.index);
      return read;
    });
    loaded = await loading;
    return loaded;
  }

  return {
    open,
    async latest() {
      const before = await open();
      const read = await load();
      if (read.kind === 'closed') throw new Error('The list of keys can’t be read.');
      // A change made here meanwhile is newer than what was read.
      if (before.kind === 'open' && loaded === before) {
        for (const old of before.index.kept) {
          const same = read.index.kept.find(({ id }) => id === old.id);
          const isSame = same?.lastFour === old.lastFour && same.addedAt === old.addedAt;
          if (!isSame) options.onReplaced(old.id);
        }
        take(read.index);
      }
      return read.index;
    },
    async write(index) {
      if (index.kept.length === 0) await secrets.delete(account);
      else await secrets.set(account, JSON.stringify({ v: version, ...index }));
      take(index);
    },
    opened: () => loaded,
    setAside: () => setAside,
    retry() {
      if (loaded?.kind !== 'closed') return;
      loading = null;
      loaded = null;
    },
  };
}
