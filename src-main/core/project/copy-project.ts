/**
 * A project as a folder of its own: everything that belongs to it, and nothing else. Keys aren't in
 * a project's folder; what else the program keeps there for this computer is not in the list.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { nodeFiles } from '../store/file-port.ts';
import { asStoreError, systemCode } from '../store/store-error.ts';
import { projectParts, refuseOccupied, walk } from './folders.ts';

interface Source {
  path: string;
  /** Its length when the copy began: a file that grows meanwhile is cut there. */
  bytes: number;
}

export interface CopyOptions {
  signal: AbortSignal;
  /** Called with the unfinished folder before anything is there: to be swept after a crash. */
  onPart: (part: string) => Promise<void>;
  /** Changes the copy before it gets its name. */
  finish: (part: string) => Promise<void>;
}

/**
 * Copies the project at `from` to `to`, which gets its name only when it is complete. Nothing may
 * be writing pages when it begins; what is appended later is not in it.
 *
 * @returns how many entries were left out because they are neither files nor folders.
 * @throws StoreError when a disk refuses; the signal's reason. Nothing is left behind then.
 */
export async function copyProject(from: string, to: string, options: CopyOptions): Promise<number> {
  const { signal, onPart, finish } = options;
  const failed = 'The project could not be copied.';
  try {
    const { files, leftOut } = await sourcesOf(from);
    await refuseOccupied(to);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const part = join(dirname(to), `.${randomBytes(8).toString('hex')}.part`);
    await onPart(part);
    try {
      await mkdir(part, { mode: 0o700 });
      for (const file of files) {
        signal.throwIfAborted();
        await copyOne(file, join(part, relative(from, file.path)));
      }
      await finish(part);
      signal.throwIfAborted();
      // An empty folder may have been chosen; systems differ in whether it can be replaced.
      await rmdir(to).catch(() => undefined);
      await rename(part, to);
      await nodeFiles.syncFolder(dirname(to)).catch(() => undefined);
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      throw error;
    }
    return leftOut;
  } catch (error) {
    if (signal.aborted || systemCode(error) === '') throw error;
    throw asStoreError(error, failed);
  }
}

/** All files in the order in which they are copied, each with its length of this moment. */
async function sourcesOf(from: string): Promise<{ files: Source[]; leftOut: number }> {
  const files: Source[] = [];
  let leftOut = 0;
  const take = async (path: string): Promise<void> => {
    const { size } = await stat(path);
    files.push({ path, bytes: size });
  };
  for (const name of projectParts) {
    for await (const { entry, path } of walk(from, (one) => one === name)) {
      if (entry.isDirectory() || isDerived(relative(from, path))) continue;
      if (entry.isFile()) await take(path);
      else leftOut += 1;
    }
  }
  return { files, leftOut };
}

/** `runs/<id>/derived`: made again where it is needed. */
function isDerived(path: string): boolean {
  const [first, , third] = path.split(sep);
  return first === 'runs' && third === 'derived';
}

async function copyOne({ path, bytes }: Source, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await copyFile(path, target, constants.COPYFILE_FICLONE);
  } catch (error) {
    // Deleted since: what is left of its run is no run, and isn't shown.
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  const file = await open(target, 'r+');
  try {
    if ((await file.stat()).size > bytes) await file.truncate(bytes);
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}
