/** The data folder: private, and used by one process at a time. */
import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, realpath, stat, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { takeLock } from './folder-lock.ts';
import { ledgerName } from './ledger-file.ts';
import { asStoreError, StoreError, systemCode } from './store-error.ts';

export interface DataFolder {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Releases the folder for the next process; the system does the same when the process dies. */
  close(): Promise<void>;
}

/** Distinguishes a folder of ours from one that was merely selected. */
const ownNames = new Set(['runs', ledgerName, 'settings.json']);

/**
 * Opens the folder at `path`, creating it for this user only (mode 0700).
 *
 * @throws StoreError `in_use` when another process has it; `storage_failed` when it can't be created
 *   or used.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const folder = await prepare(path);
  const lock = await takeLock(folder);
  return { path: folder, close: () => lock.release() };
}

/**
 * Creates a private folder inside an existing one. Returns whether it is new.
 * @throws StoreError `storage_full`, `storage_failed`, also for a link; `failed` is the message's first
 *   sentence.
 */
export async function ensureFolder(path: string, failed: string): Promise<boolean> {
  try {
    // Not `recursive`: on a read-only disk that reports a missing folder.
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw asStoreError(error, failed);
    await refuseLink(path);
    return false;
  }
}

/**
 * Refuses a link in place of one of our folders: what is behind it isn't ours to read, write or delete.
 * @throws StoreError `storage_failed`.
 */
export async function refuseLink(path: string): Promise<void> {
  if (await isLink(path)) throw isALink(path);
}

const isALink = (path: string): StoreError =>
  new StoreError(
    'storage_failed',
    `“${basename(path)}” in the data folder is a link, and links aren’t followed.`,
  );

/**
 * The same for a folder of ours inside another one. Synchronously: it is asked before each read of a log, and
 * awaiting would take ten times as long as looking.
 */
export function refuseLinksTo(path: string): void {
  for (const folder of [dirname(path), path]) if (isLinkNow(folder)) throw isALink(folder);
}

function isLinkNow(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => null))?.isSymbolicLink() === true;

/**
 * Creates a folder and those above it. Node's own way never ends where the system says that a folder is
 * missing although the one above it is there, as in `/proc`.
 * @throws the system's error.
 */
export function makeFolders(path: string, mode = 0o700): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolders(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Removes a link in place of one of our folders before anything in it is deleted: the link's target
 * doesn't belong to us.
 */
export async function removeLink(path: string): Promise<void> {
  if (await isLink(path)) await unlink(path);
}

async function prepare(path: string): Promise<string> {
  try {
    makeFolders(path);
    const folder = await realpath(path);
    await makePrivate(folder, await readdir(folder));
    return folder;
  } catch (error) {
    throw asStoreError(error, 'The data folder can’t be used.');
  }
}

/**
 * Closes a folder to other users if it is ours or empty. One with other content keeps its mode: our
 * files in it are private anyway.
 */
async function makePrivate(folder: string, names: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return;
  const ours = names.length === 0 || names.some((name) => ownNames.has(name));
  const { mode } = await stat(folder);
  if (ours && (mode & 0o077) !== 0) await chmod(folder, 0o700);
}
