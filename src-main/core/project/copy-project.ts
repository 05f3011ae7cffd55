/**
 * Copies a project to a folder of its own: everything that belongs to it, and nothing else. Keys
 * aren't in a project's folder; what else the program keeps there for this computer isn't listed.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { nodeFiles } from '../store/file-port.ts';
import { ledgerName } from '../store/ledger.ts';
import { ownValuesName } from '../store/own-values.ts';
import { logName } from '../store/page-log.ts';
import { asStoreError, systemCode } from '../store/store-error.ts';
import { projectParts, refuseOccupied, walk } from './folders.ts';

interface Source {
  path: string;
  /** Its length when the copy began. A file that has grown since is truncated to it. */
  bytes: number;
}

export interface CopyOptions {
  signal: AbortSignal;
  /** Called with the partial folder's path before it exists, so that it can be removed after a crash. */
  onPart: (part: string) => Promise<void>;
  /** Changes the copy before it gets its final name. */
  finish: (part: string) => Promise<void>;
}

/**
 * Copies the project at `from` to `to`, which gets its name only when it is complete. No pages may be
 * being written when it begins; what is appended later is not included.
 *
 * @returns the number of entries left out because they are neither files nor folders.
 * @throws StoreError when a disk refuses; the signal's reason. No partial copy is left.
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

/** Lists all files in the order in which they are copied, each with its current length. */
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

/** `runs/<id>/derived`, which is rebuilt when needed. */
function isDerived(path: string): boolean {
  const [first, , third] = path.split(sep);
  return first === 'runs' && third === 'derived';
}

/** Files that only grow. */
const appended: ReadonlySet<string> = new Set([logName, ownValuesName, ledgerName]);

async function copyOne({ path, bytes }: Source, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await copyFile(path, target, constants.COPYFILE_FICLONE);
  } catch (error) {
    // Deleted since. The remaining files of its run don't make a run and aren't shown.
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  const file = await open(target, 'r+');
  try {
    // Other files are replaced as a whole: cut off, they couldn't be read.
    const isAppended = appended.has(basename(path));
    if (isAppended && (await file.stat()).size > bytes) await file.truncate(bytes);
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}
