/**
 * A folder in the data folder for an export's temporary files, and a note of the unfinished file beside
 * the target. Both are removed when the export ends, or at the next start if it never did.
 */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { partName } from '../store/atomic-write.ts';
import { ensureFolder, refuseLink } from '../store/data-folder.ts';
import { fileLimits, readRegularFile } from '../store/file-port.ts';

const folderOf = (dataFolder: string): string => join(dataFolder, 'tmp', 'exports');
const noteName = 'part.txt';

export interface TempFolder {
  /** A path in the folder, which is created on first use. */
  file(name: string): Promise<string>;
  /** Notes the unfinished file, or folder of such files, beside the target. If nothing can be noted, saving continues. */
  note(part: string): Promise<void>;
  remove(): Promise<void>;
}

export function openTempFolder(dataFolder: string, exportId: string): TempFolder {
  const folder = join(folderOf(dataFolder), exportId);
  const create = async (): Promise<void> => {
    for (const path of [dirname(dirname(folder)), dirname(folder), folder]) {
      await ensureFolder(path, 'The data folder can’t be written.');
    }
  };
  return {
    async file(name) {
      await create();
      return join(folder, name);
    },
    async note(part) {
      try {
        await create();
        await writeFile(join(folder, noteName), part, { mode: 0o600 });
      } catch {
        // A full or read-only data folder must not prevent saving elsewhere.
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Deletes leftovers of an earlier process's exports, in the data folder and beside their targets. */
export async function sweepExports(dataFolder: string): Promise<void> {
  const folder = folderOf(dataFolder);
  await refuseLink(dirname(folder));
  await refuseLink(folder);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const part = noteIn(join(folder, name));
    // Only a path that can be nothing else: the note may be from somebody else.
    if (isAbsolute(part) && partName.test(basename(part))) {
      await rm(part, { force: true, recursive: true });
    }
  }
  await rm(folder, { recursive: true, force: true });
}

function noteIn(folder: string): string {
  try {
    return readRegularFile(join(folder, noteName), fileLimits.small).toString('utf8');
  } catch {
    return '';
  }
}
