/** Tabs, stars and layout, one file per service profile: `workspaces/<profile>.json`. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Notice } from '#shared/contract/run.ts';
import type { SaveTurn, Workspace } from '#shared/contract/snapshot.ts';
import { ensureFolder } from '../store/data-folder.ts';
import { openJsonFile } from '../store/json-file.ts';
import type { JsonFile, JsonFileState } from '../store/json-file.ts';
import { emptyWorkspace, tabSchema, workspaceSchema } from '#shared/contract/snapshot.ts';

export interface Workspaces {
  /**
   * What can be read of it; the rest is in the notices. `after`: a save that may be on its way, and
   * is waited for a moment.
   */
  get(
    profileId: string,
    after?: SaveTurn,
  ): Promise<{ workspace: Workspace; notices: readonly Notice[] }>;
  /**
   * It is on disk when this resolves, or a later one of the same window is.
   * @throws StoreError when the disk refuses, or refused to let the old one be read.
   */
  save(profileId: string, workspace: Workspace, turn?: SaveTurn): Promise<void>;
}

interface Opened {
  file: JsonFile;
  workspace: Workspace;
  turns: SaveTurns;
}

export async function openWorkspaces(dataDir: string): Promise<Workspaces> {
  const folder = join(dataDir, 'workspaces');
  const opened = new Map<string, Promise<Opened>>();

  // An origin has characters that a file name can't; its hash has none.
  const pathOf = (profileId: string): string =>
    join(folder, `${createHash('sha256').update(profileId).digest('hex').slice(0, 16)}.json`);

  async function open(profileId: string): Promise<Opened> {
    const file = openJsonFile(pathOf(profileId));
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
    async save(profileId, workspace, turn) {
      const one = await of(profileId);
      if (turn === undefined || one.turns.take(turn)) one.workspace = workspace;
      await ensureFolder(folder, 'The tabs could not be saved.');
      await one.file.write(one.workspace);
    },
  };
}

const noticesOf: Record<JsonFileState, Notice[]> = {
  sound: [],
  damaged: [
    {
      code: 'workspace_damaged',
      message:
        'Some of this service’s tabs, stars or columns can’t be read by this version. Their file is kept under another name once they are saved; what was fetched is in History.',
    },
  ],
  refused: [
    {
      code: 'workspace_refused',
      message:
        'This service’s tabs can’t be read from the disk, so tabs aren’t saved until the next start. What you fetched is in History.',
    },
  ],
};

// A workspace from its file: what this version can't read of it costs nothing else.

/** `isWhole`: everything that was there is in it. */
export interface ReadWorkspace {
  workspace: Workspace;
  isWhole: boolean;
}

/** Member by member, and tab by tab: a newer version may know filters that this one doesn't. */
export function readWorkspace(content: unknown): ReadWorkspace {
  const whole = workspaceSchema.safeParse(content);
  if (whole.success) return { workspace: whole.data, isWhole: true };
  // There is none yet.
  if (content === null) return { workspace: emptyWorkspace, isWhole: true };
  const known = new Map(Object.entries(content ?? {}));
  const sound = Object.entries(workspaceSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(name === 'tabs' ? soundTabs(known.get(name)) : known.get(name));
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  const workspace = workspaceSchema.parse({ ...emptyWorkspace, ...Object.fromEntries(sound) });
  const isOpen = workspace.tabs.some(({ id }) => id === workspace.activeTab);
  return {
    workspace: { ...workspace, activeTab: isOpen ? workspace.activeTab : null },
    isWhole: false,
  };
}

const soundTabs = (tabs: unknown): unknown[] =>
  Array.isArray(tabs) ? tabs.filter((tab) => tabSchema.safeParse(tab).success) : [];

// The order of a window's saves, whatever the order in which they arrive.

export interface SaveTurns {
  /** Takes a save in; false when a later one of its window was there before it. */
  take(turn: SaveTurn): boolean;
  /** Resolves when that save, or a later one of its window, was taken in; or after a while. */
  taken(turn: SaveTurn): Promise<void>;
}

/** A window leaves its last number behind at each reload; nobody asks for older ones. */
const mostWindows = 100;

export function createSaveTurns(patienceMs = 2000): SaveTurns {
  const latest = new Map<string, number>();
  const waiting = new Set<() => void>();
  const isThere = ({ window, number }: SaveTurn): boolean => (latest.get(window) ?? -1) >= number;
  return {
    take(turn) {
      if (isThere(turn)) return false;
      latest.delete(turn.window);
      latest.set(turn.window, turn.number);
      const [oldest] = latest.keys();
      if (latest.size > mostWindows && oldest !== undefined) latest.delete(oldest);
      for (const look of waiting) look();
      return true;
    },
    taken: (turn) =>
      new Promise((resolve) => {
        if (isThere(turn)) return resolve();
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        };
        const look = (): void => {
          if (isThere(turn)) end();
        };
        const timer = setTimeout(end, patienceMs);
        waiting.add(look);
      }),
  };
}
