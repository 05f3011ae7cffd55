/**
 * A folder in the data folder for what an export writes on the way, and a note of the file beside
 * the person's: both are gone when it is over, and swept at the next start when it never was.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { partName } from '../store/atomic-write.ts';
import { removeLink } from '../store/data-folder.ts';
import { readRegularFile } from '../store/file-port.ts';
import { asStoreError } from '../store/store-error.ts';

const folderOf = (dataFolder: string): string => join(dataFolder, 'tmp', 'exports');
const noteName = 'part.txt';

export interface TempFolder {
  /** A path in the folder, which is made when first asked for. */
  file(name: string): Promise<string>;
  /** Notes the unfinished file beside the person's. Where nothing can be noted, saving continues. */
  note(part: string): Promise<void>;
  remove(): Promise<void>;
}

export function openTempFolder(dataFolder: string, exportId: string): TempFolder {
  const folder = join(folderOf(dataFolder), exportId);
  const make = (): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async file(name) {
      try {
        await make();
      } catch (error) {
        throw asStoreError(error, 'The data folder can’t be written.');
      }
      return join(folder, name);
    },
    async note(part) {
      try {
        await make();
        await writeFile(join(folder, noteName), part, { mode: 0o600 });
      } catch {
        // A full or read-only data folder is no reason not to save somewhere else.
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Deletes what exports of an earlier process left, in the data folder and beside their targets. */
export async function sweepExports(dataFolder: string): Promise<void> {
  const folder = folderOf(dataFolder);
  await removeLink(dirname(folder));
  await removeLink(folder);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const part = noteIn(join(folder, name));
    // Only what can be nothing but such a file: the note could be anybody's.
    if (isAbsolute(part) && partName.test(basename(part))) await rm(part, { force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

function noteIn(folder: string): string {
  try {
    return readRegularFile(join(folder, noteName)).toString('utf8');
  } catch {
    return '';
  }
}
