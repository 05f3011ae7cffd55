/** The data folder: made private, and used by one process at a time. */
import { chmod, lstat, mkdir, readdir, realpath, stat, unlink } from 'node:fs/promises';
import { takeLock } from './folder-lock.ts';
import { asStoreError, systemCode } from './store-error.ts';

export interface DataFolder {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Lets the next process in. Also happens by itself when the process dies. */
  close(): Promise<void>;
}

/** Distinguishes a folder of ours from one that was merely chosen. */
const ownNames = new Set(['runs', 'ledger.jsonl', 'settings.json']);

/**
 * Opens the folder at `path`, creating it for this user only (mode 0700).
 *
 * @throws StoreError `in_use` when another process has it; `storage_failed` when it can't be made
 *   or used.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const folder = await prepare(path);
  const lock = await takeLock(folder);
  return { path: folder, close: () => lock.release() };
}

/**
 * Makes a private folder below an existing one. Returns whether it is new.
 * @throws StoreError `storage_full`, `storage_failed`; `failed` says what was not done.
 */
export async function ensureFolder(path: string, failed: string): Promise<boolean> {
  try {
    // Not `recursive`: of a disk that can only be read it says that the folder is missing.
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw asStoreError(error, failed);
  }
}

/**
 * Takes away a link where a folder of ours belongs, before anything in it is deleted: what it leads
 * to is somebody else's.
 */
export async function removeLink(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isSymbolicLink() === true) await unlink(path);
}

async function prepare(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const folder = await realpath(path);
    await makePrivate(folder, await readdir(folder));
    return folder;
  } catch (error) {
    throw asStoreError(error, 'The data folder can’t be used.');
  }
}

/**
 * A folder that others may enter is closed to them, if it is ours or empty. One with other
 * things in it keeps its mode: what we put there is private by itself.
 */
async function makePrivate(folder: string, names: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return;
  const ours = names.length === 0 || names.some((name) => ownNames.has(name));
  const { mode } = await stat(folder);
  if (ours && (mode & 0o077) !== 0) await chmod(folder, 0o700);
}
