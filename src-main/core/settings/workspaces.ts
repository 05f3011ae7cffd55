/** Tabs, stars and layout, one file per service profile: `workspaces/<profile>.json`. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Notice } from '#shared/contract/run.ts';
import type { SaveTurn, Workspace } from '#shared/contract/snapshot.ts';
import { ensureFolder } from '../store/data-folder.ts';
import { openJsonFile } from './json-file.ts';
import type { JsonFile, JsonFileState } from './json-file.ts';
import { readWorkspace } from './read-workspace.ts';
import { createSaveTurns } from './save-turns.ts';
import type { SaveTurns } from './save-turns.ts';

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
        'The disk did not let this service’s tabs be read, so none are saved until the next start. What was fetched is in History.',
    },
  ],
};
