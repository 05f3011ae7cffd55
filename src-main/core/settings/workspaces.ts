/** Tabs, stars and layout, one file per service profile: `workspaces/<profile>.json`. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { emptyWorkspace, workspaceSchema } from '#shared/contract/snapshot.ts';
import type { Workspace } from '#shared/contract/snapshot.ts';
import { openJsonFile } from './settings.ts';
import type { JsonFile } from './settings.ts';
import { ensureFolder } from '../store/data-folder.ts';

export interface Workspaces {
  get(profileId: string): Promise<Workspace>;
  save(profileId: string, workspace: Workspace): Promise<void>;
}

export async function openWorkspaces(dataDir: string): Promise<Workspaces> {
  const folder = join(dataDir, 'workspaces');
  const files = new Map<string, Promise<JsonFile>>();

  // An origin has characters that a file name can't; its hash has none.
  const fileOf = (profileId: string): Promise<JsonFile> => {
    const known = files.get(profileId);
    if (known !== undefined) return known;
    const name = createHash('sha256').update(profileId).digest('hex').slice(0, 16);
    const opened = openJsonFile(join(folder, `${name}.json`));
    files.set(profileId, opened);
    return opened;
  };

  return {
    async get(profileId) {
      const file = await fileOf(profileId);
      const parsed = workspaceSchema.safeParse(file.content);
      return parsed.success ? parsed.data : emptyWorkspace;
    },
    async save(profileId, workspace) {
      const file = await fileOf(profileId);
      file.content = workspace;
      await ensureFolder(folder, 'The tabs could not be saved.');
      await file.write(workspace);
    },
  };
}
