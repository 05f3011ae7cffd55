/** Tabs, stars and layout, one file per service profile: `workspaces/<profile>.json`. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Notice } from '#shared/contract/run.ts';
import {
  emptyWorkspace,
  tabSchema,
  workspaceSchema,
  mostSubjects,
  mostTabs,
} from '#shared/contract/snapshot.ts';
import type { SaveTurn, Workspace } from '#shared/contract/snapshot.ts';
import { ensureFolder } from '../store/data-folder.ts';
import { fileLimits } from '../store/file-port.ts';
import { openJsonFile } from '../store/json-file.ts';
import type { JsonFile } from '../store/json-file.ts';
import { isObject, noticesFor, readMembers } from './members.ts';

export interface Workspaces {
  /**
   * Returns what can be read of it; notices explain what can't. `after`: a save that may still be on
   * its way, which is awaited for a moment.
   */
  get(
    profileId: string,
    after?: SaveTurn,
  ): Promise<{ workspace: Workspace; notices: readonly Notice[] }>;
  /**
   * Resolves when it, or a later save of the same window, is on disk.
   * @throws StoreError when the disk refuses, or the old file can't be read.
   */
  save(profileId: string, save: WorkspaceSave): Promise<void>;
}

/** See `workspace.save`. */
interface WorkspaceSave {
  workspace: Workspace;
  before: Workspace;
  turn?: SaveTurn | undefined;
}

interface Opened {
  file: JsonFile;
  workspace: Workspace;
  turns: ReturnType<typeof createSaveTurns>;
}

export async function openWorkspaces(dataDir: string): Promise<Workspaces> {
  const folder = join(dataDir, 'workspaces');
  const opened = new Map<string, Promise<Opened>>();

  // An origin contains characters that file names can't; its hash doesn't.
  const pathOf = (profileId: string): string =>
    join(folder, `${createHash('sha256').update(profileId).digest('hex').slice(0, 16)}.json`);

  async function open(profileId: string): Promise<Opened> {
    const file = openJsonFile(pathOf(profileId), fileLimits.large);
    const { workspace, isWhole } = readWorkspace(file.content);
    if (!isWhole) file.setDamaged();
    return { file, workspace, turns: createSaveTurns() };
  }

  const of = (profileId: string): Promise<Opened> => {
    const known = opened.get(profileId) ?? open(profileId);
    opened.set(profileId, known);
    return known;
  };

  return {
    async get(profileId, after) {
      const one = await of(profileId);
      if (after !== undefined) await one.turns.taken(after);
      const { file, workspace } = one;
      return { workspace, notices: noticesOf[file.state()] };
    },
    async save(profileId, { workspace, before, turn }) {
      const one = await of(profileId);
      if (turn === undefined || one.turns.take(turn)) {
        one.workspace = mergeWorkspace(one.workspace, before, workspace);
      }
      await ensureFolder(folder, 'The tabs could not be saved.');
      await one.file.write(one.workspace);
    },
  };
}

const noticesOf = noticesFor('workspace', {
  damaged:
    'Some of this service’s tabs, stars or columns can’t be read by this version. Their file is kept under another name once they are saved; your runs are in History.',
  refused:
    'This service’s tabs can’t be read from the disk, so tabs aren’t saved until the next start. Your runs are in History.',
});

/** `isWhole`: nothing in the file was left out. */
interface ReadWorkspace {
  workspace: Workspace;
  isWhole: boolean;
}

/**
 * Reads a workspace member by member and tab by tab, so that what this version can't read costs
 * nothing else: a newer version may know filters that this one doesn't.
 */
function readWorkspace(content: unknown): ReadWorkspace {
  const whole = workspaceSchema.safeParse(content);
  if (whole.success) return { workspace: whole.data, isWhole: true };
  // No file yet.
  if (content === null) return { workspace: emptyWorkspace, isWhole: true };
  const given = isObject(content) ? { ...content, tabs: soundTabs(content['tabs']) } : content;
  const workspace = readMembers(workspaceSchema, emptyWorkspace, given);
  const isOpen = workspace.tabs.some(({ id }) => id === workspace.activeTab);
  return {
    workspace: { ...workspace, activeTab: isOpen ? workspace.activeTab : null },
    isWhole: false,
  };
}

const soundTabs = (tabs: unknown): unknown[] =>
  Array.isArray(tabs) ? tabs.filter((tab) => tabSchema.safeParse(tab).success) : [];

/** Each reload of a window leaves an entry behind; old entries are never looked up. */
const mostWindows = 100;

/** Applies each window's saves in their order, whatever the order in which they arrive. */
function createSaveTurns(patienceMs = 2000) {
  const latest = new Map<string, number>();
  const waiting = new Set<() => void>();
  const isTaken = ({ window, number }: SaveTurn): boolean => (latest.get(window) ?? -1) >= number;
  return {
    /** Accepts a save; returns false when a later one of its window was accepted before. */
    take(turn: SaveTurn): boolean {
      if (isTaken(turn)) return false;
      latest.delete(turn.window);
      latest.set(turn.window, turn.number);
      const [oldest] = latest.keys();
      if (latest.size > mostWindows && oldest !== undefined) latest.delete(oldest);
      for (const check of waiting) check();
      return true;
    },
    /** Resolves when that save, or a later one of its window, is accepted, or after a timeout. */
    taken: (turn: SaveTurn): Promise<void> =>
      new Promise((resolve) => {
        if (isTaken(turn)) return resolve();
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve();
        };
        const check = (): void => {
          if (isTaken(turn)) end();
        };
        const timer = setTimeout(end, patienceMs);
        waiting.add(check);
      }),
  };
}

// Each window has its own copy of the workspace, from the last save that main acknowledged to it.

/** Returns `current` with the changes from `before` to `now`; in lists, `now` determines the order. */
function mergeWorkspace(current: Workspace, before: Workspace, now: Workspace): Workspace {
  const listOf = <K extends ListName>(name: K, keyOf: (one: Workspace[K][number]) => string) =>
    mergeLists<Workspace[K][number]>(current[name], before[name], now[name], keyOf);
  const tabs = listOf('tabs', ({ id }) => id).slice(0, mostTabs);
  const { activeTab, ...merged } = {
    ...mergeMembers(current, before, now),
    tabs,
    starred: listOf('starred', (id) => id),
    subjects: listOf('subjects', ({ platform, id }) => `${platform} ${id}`).slice(-mostSubjects),
    usualFields: mergeMembers(current.usualFields, before.usualFields, now.usualFields),
    columns: mergeMembers(current.columns, before.columns, now.columns),
  };
  // Another window may have closed it.
  return { ...merged, activeTab: tabs.some(({ id }) => id === activeTab) ? activeTab : null };
}

type ListName = 'tabs' | 'starred' | 'subjects';

/** Merges member by member; one that a window removed is gone. */
function mergeMembers<T extends object>(current: T, before: T, now: T): T {
  const was = new Map(Object.entries(before));
  const is = new Map(Object.entries(now));
  const changed = (name: string): boolean => !isDeepStrictEqual(was.get(name), is.get(name));
  const kept = Object.entries(current).filter(([name]) => !changed(name));
  const own = Object.entries(now).filter(([name]) => changed(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member is from one of them
  return Object.fromEntries([...kept, ...own]) as T;
}

/** Merges item by item; an item that a window added or removed is added or removed. */
function mergeLists<T extends string | object>(
  current: readonly T[],
  before: readonly T[],
  now: readonly T[],
  keyOf: (one: T) => string,
): T[] {
  const byKey = (list: readonly T[]) => new Map(list.map((one) => [keyOf(one), one]));
  const [there, was, is] = [byKey(current), byKey(before), byKey(now)];
  const own = now.flatMap((one) => {
    const [theirs, earlier] = [there.get(keyOf(one)), was.get(keyOf(one))];
    if (theirs === undefined) return isDeepStrictEqual(earlier, one) ? [] : [one];
    const areObjects = typeof theirs === 'object' && typeof earlier === 'object';
    return areObjects && typeof one === 'object' ? [mergeMembers(theirs, earlier, one)] : [one];
  });
  const others = current.filter((one) => !is.has(keyOf(one)) && !was.has(keyOf(one)));
  return [...own, ...others];
}
