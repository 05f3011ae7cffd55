/**
 * The credentials of one service profile: those in the secret store, and those kept for this session.
 * What can't be read is never overwritten: it is set aside or left as it is, with a notice
 * (checklist 21). A keychain can't list its entries, and reading each may prompt the person, so the list of
 * them, without their values, is an entry of its own: nothing about keys is in a file.
 */
import { quoted } from '#shared/characters.ts';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Notice } from '#shared/contract/run.ts';
import { problemOfKey, credentialKind, lastFour } from '../service/credential.ts';
import { jsonIn } from '../json/index.ts';
import { keyNotStored, ProblemError } from '../problem-error.ts';
import type { SecretStore } from './secret-stores.ts';
import * as clock from '../clock.ts';

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
type KeptCredential = z.infer<typeof keptCredentialSchema>;

/** Version of the list's format. A newer list is left untouched. */
const version = 1;
const indexSchema = z.object({
  v: z.literal(version),
  /** The key in use for data. */
  active: z.string().nullable(),
  kept: z.array(keptCredentialSchema),
});
const newerIndexSchema = z.object({ v: z.number().gt(version) });
type KeyIndex = z.infer<typeof indexSchema>;

const emptyIndex: KeyIndex = { v: version, active: null, kept: [] };

/** While it is closed, nothing is written. */
type OpenedIndex =
  | { kind: 'open'; index: KeyIndex }
  | { kind: 'closed'; why: 'unreadable' | 'newerVersion' };

export interface RingEntry extends KeptCredential {
  /** `session`: in memory until the program ends. */
  source: 'keychain' | 'session';
  /** Null unless its value was read and isn't what was stored. */
  trouble: Trouble | null;
}

/** `unreadable`: the secret store refused; it may be locked. */
type Trouble = 'missing' | 'damaged' | 'unreadable';

export interface NewCredential {
  value: string;
  name: string | null;
  issuedAt: string | null;
  /** `session`: in memory only, even if there is a secret store. */
  keep: 'keychain' | 'session';
}

/** The list of more would not fit into the smallest keychain's entry (Windows: 2,560 bytes). */
export const mostCredentials = 12;

export interface KeyRing {
  entries(): Promise<readonly RingEntry[]>;
  /** Returns the id of the key for data, as it was chosen and stored. */
  active(): Promise<string | null>;
  /** Returns null when the value is missing, damaged, or can't be read now. */
  value(id: string): Promise<string | null>;
  /** Adds a credential, or replaces the one with the id `replaces`. Returns its id. */
  put(credential: NewCredential, replaces: string | null): Promise<string>;
  /** @throws ProblemError when the keychain refuses; so does `rename`. */
  remove(id: string): Promise<void>;
  rename(id: string, name: string | null): Promise<void>;
  setActive(id: string | null): Promise<void>;
  notices(): Notice[];
  /** Lets the secret store be tried again after it could not be read. */
  retry(): void;
  /** Returns all known values, for redaction. */
  knownValues(): string[];
}

const valueAccount = (profileId: string, id: string): string => `key ${profileId} ${id}`;

interface SessionEntry {
  kept: KeptCredential;
  value: string;
}

export function createKeyRing(
  profileId: string,
  secrets: SecretStore,
  now: () => Date = clock.now,
): KeyRing {
  let active: string | null = null;
  const session = new Map<string, SessionEntry>();
  const values = new Map<string, string>();
  const trouble = new Map<string, Trouble>();
  /** Whether the secret store could be read but refused a write. */
  let refused = false;

  const account = `keys ${profileId}`;
  let loading: Promise<OpenedIndex> | null = null;
  /** The list as it was read first and changed here since; null before. */
  let loaded: OpenedIndex | null = null;
  /** The entry of the store to which a damaged list was moved. */
  let setAside: string | null = null;

  async function load(): Promise<OpenedIndex> {
    let text: string | null;
    try {
      text = await secrets.get(account);
    } catch {
      return { kind: 'closed', why: 'unreadable' };
    }
    if (text === null) return { kind: 'open', index: emptyIndex };
    const value = jsonIn(text);
    const { data } = indexSchema.safeParse(value);
    if (data !== undefined) return { kind: 'open', index: data };
    if (newerIndexSchema.safeParse(value).success) return { kind: 'closed', why: 'newerVersion' };
    return moveAside(text);
  }

  /** Renames a damaged list within the secret store, and starts a new one. */
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
      if (read.kind === 'open') ({ active } = read.index);
      return read;
    });
    loaded = await loading;
    return loaded;
  }

  /**
   * Reads the list again: another program may have changed it since, and its change must not be undone.
   * @throws Error when it can't be read.
   */
  async function latest(): Promise<KeyIndex> {
    const before = await open();
    const read = await load();
    if (read.kind === 'closed') throw new Error('The list of keys can’t be read.');
    // A change made here meanwhile is newer than what was read.
    if (before.kind === 'open' && loaded === before) {
      for (const { id, lastFour: last, addedAt } of before.index.kept) {
        const same = read.index.kept.find((one) => one.id === id);
        if (same?.lastFour === last && same.addedAt === addedAt) continue;
        values.delete(id);
        trouble.delete(id);
      }
      take(read.index);
    }
    return read.index;
  }

  async function write(index: KeyIndex): Promise<void> {
    if (index.kept.length === 0) await secrets.delete(account);
    else await secrets.set(account, JSON.stringify(index));
    take(index);
  }

  /** Changes the secret store. @throws ProblemError instead of whatever the store threw. */
  async function inStore(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch {
      refused = true;
      throw new ProblemError(keyNotStored());
    }
    refused = false;
  }

  async function stored(id: string): Promise<KeptCredential | null> {
    const state = await open();
    return state.kind === 'open' ? (state.index.kept.find((one) => one.id === id) ?? null) : null;
  }

  const ring: KeyRing = {
    async entries() {
      const state = await open();
      const kept = state.kind === 'open' ? state.index.kept : [];
      const source = secrets.lasting ? 'keychain' : 'session';
      return [
        ...kept
          .filter(({ id }) => !session.has(id))
          .map((one) => entryOf(one, source, trouble.get(one.id) ?? null)),
        ...[...session.values()].map((one) => entryOf(one.kept, 'session', null)),
      ];
    },

    async active() {
      await open();
      return active;
    },

    async value(id) {
      const inSession = session.get(id);
      if (inSession !== undefined) return inSession.value;
      const known = values.get(id);
      if (known !== undefined) return known;
      const kept = await stored(id);
      // Tried only once: a locked keychain prompts the person every time.
      if (kept === null || trouble.get(id) === 'unreadable') return null;
      let value: string | null;
      try {
        value = await secrets.get(valueAccount(profileId, id));
      } catch {
        trouble.set(id, 'unreadable');
        return null;
      }
      if (value === null || !matchesStored(value, kept)) {
        // Another program may have replaced or removed it.
        const listed = await latest().then(
          (index) => index.kept.find((one) => one.id === id),
          () => kept,
        );
        if (listed === undefined) return null;
        if (value === null || !matchesStored(value, listed)) {
          trouble.set(id, value === null ? 'missing' : 'damaged');
          return null;
        }
      }
      trouble.delete(id);
      values.set(id, value);
      return value;
    },

    async put({ value, name, issuedAt, keep }, replaces) {
      const state = await open();
      const before = (await ring.entries()).find((one) => one.id === replaces) ?? null;
      // Pasted again, it is as old as it was: a trial key ends five days after it was issued.
      const same =
        before?.lastFour === lastFour(value) && (await ring.value(before.id)) === value
          ? before
          : null;
      const kept: KeptCredential = {
        id: before?.id ?? randomBytes(6).toString('hex'),
        kind: credentialKind(value),
        name: name ?? before?.name ?? null,
        lastFour: lastFour(value),
        addedAt: same?.addedAt ?? now().toISOString(),
        issuedAt: issuedAt ?? same?.issuedAt ?? null,
      };
      const keepForSession = (): string => {
        session.set(kept.id, { kept, value });
        return kept.id;
      };
      if (state.kind === 'closed') return keepForSession();
      let isListed = state.index.kept.some((one) => one.id === kept.id);
      try {
        const index = await latest();
        const others = index.kept.filter((one) => one.id !== kept.id);
        isListed = others.length < index.kept.length;
        if (keep === 'session') {
          // Removes the stored one that it replaces.
          if (isListed) {
            // The value first: an unlisted value must not stay behind.
            await secrets.delete(valueAccount(profileId, kept.id));
            values.delete(kept.id);
            await write({ ...index, kept: others });
          }
          return keepForSession();
        }
        // The value first: the index must not list a missing value.
        await secrets.set(valueAccount(profileId, kept.id), value);
        await write({ ...index, kept: [...others, kept] });
      } catch {
        refused = true;
        if (keep === 'keychain' && !isListed) {
          await secrets.delete(valueAccount(profileId, kept.id)).catch(() => undefined);
        }
        return keepForSession();
      }
      refused = false;
      trouble.delete(kept.id);
      values.set(kept.id, value);
      session.delete(kept.id);
      return kept.id;
    },

    async remove(id) {
      session.delete(id);
      if ((await stored(id)) === null) return;
      await inStore(async () => {
        const index = await latest();
        // The value first: an unlisted value must not stay behind.
        await secrets.delete(valueAccount(profileId, id));
        values.delete(id);
        await write({
          ...index,
          active: index.active === id ? null : index.active,
          kept: index.kept.filter((one) => one.id !== id),
        });
      });
      if (active === id) active = null;
    },

    async rename(id, name) {
      const inSession = session.get(id);
      if (inSession !== undefined) inSession.kept = { ...inSession.kept, name };
      if ((await stored(id)) === null) return;
      await inStore(async () => {
        const index = await latest();
        const named = index.kept.map((one) => (one.id === id ? { ...one, name } : one));
        await write({ ...index, kept: named });
      });
    },

    async setActive(id) {
      const state = await open();
      active = id;
      if (state.kind !== 'open') return;
      // A key kept only for this session is chosen only for this session.
      if (id !== null && (await stored(id)) === null) return;
      try {
        const index = await latest();
        if (index.active !== id) await write({ ...index, active: id });
      } catch {
        refused = true;
      }
    },

    notices: () =>
      noticesOf(loaded, refused || [...trouble.values()].includes('unreadable'), setAside),

    retry() {
      refused = false;
      for (const [id, kind] of trouble) if (kind === 'unreadable') trouble.delete(id);
      if (loaded?.kind === 'closed') [loading, loaded] = [null, null];
    },

    knownValues: () => [...values.values(), ...[...session.values()].map(({ value }) => value)],
  };
  return ring;
}

const entryOf = (
  kept: KeptCredential,
  source: RingEntry['source'],
  trouble: Trouble | null,
): RingEntry => ({ ...kept, source, trouble });

/** A keychain can be edited by hand; only a value that matches what was stored is sent. */
const matchesStored = (value: string, kept: KeptCredential): boolean =>
  problemOfKey(value) === null &&
  credentialKind(value) === kept.kind &&
  lastFour(value) === kept.lastFour;

function noticesOf(
  opened: OpenedIndex | null,
  refused: boolean,
  setAside: string | null,
): Notice[] {
  const isClosed = opened?.kind === 'closed';
  const notice = (code: string, message: string): Notice[] => [{ code, message }];
  if (isClosed && opened.why === 'newerVersion') {
    return notice(
      'keychain_newer_version',
      'The keys in the keychain were stored by a newer version of this program, so they are left as they are. A key added now is kept for this session only.',
    );
  }
  if (isClosed || refused) {
    return notice(
      'keychain_unreadable',
      'The keychain could not be read or written, so its keys are left as they are. A key added now is kept for this session only.',
    );
  }
  if (setAside === null) return [];
  return notice(
    'keychain_set_aside',
    `The list of this service’s keys in the keychain was damaged. It is kept there as ${quoted(setAside)}, and a new list was started: add your keys again.`,
  );
}
