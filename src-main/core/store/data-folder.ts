/** The data folder: private, and used by one process at a time. */
import { quoted } from '#shared/characters.ts';
import { constants, lstatSync, mkdirSync, statSync, unlinkSync } from 'node:fs';
import { chmod, mkdir, open, readdir, realpath, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { z } from 'zod';
import { ledgerName } from './ledger.ts';
import { asStoreError, StoreError, systemCode } from './store-error.ts';
import { jsonIn } from '../json/index.ts';

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
  const lock = await lockFolder(folder);
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
  if (isLink(path)) throw isALink(path);
}

const isALink = (path: string): StoreError =>
  new StoreError(
    'storage_failed',
    `${quoted(basename(path))} in the data folder is a link, and links aren’t followed.`,
  );

/**
 * The same for a folder of ours inside another one. Synchronously: it is asked before each read of a log, and
 * awaiting would take ten times as long as looking.
 */
export function refuseLinksTo(path: string): void {
  for (const folder of [dirname(path), path]) if (isLink(folder)) throw isALink(folder);
}

/** Whether a link has that name; false if that can't be found out. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

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
  if (isLink(path)) await unlink(path);
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

// Limits the folder to one process, with something in the folder itself that the system releases however
// the process dies (kill -9 too): no lock is ever left behind for the person to remove, and no
// environment variable bypasses it. An exclusively opened file where the system supports that (macOS,
// Windows), otherwise a socket.

/** A name that can't be mistaken for one of the person's files. */
export const lockName = 'social-data-explorer.lock';

/**
 * Takes a lock in `folder`, a real path, removing what a dead process left.
 * @throws StoreError `in_use`, with the holder's process ID if it is known; `storage_failed`.
 */
export async function lockFolder(folder: string, called = lockName): Promise<FolderLock> {
  try {
    return await takeIn(folder, called);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const code = systemCode(error);
    // No other instance can write there either, so no lock is needed.
    if (code === 'EACCES' || code === 'EROFS') return { release: () => Promise.resolve() };
    if (!cannotLock.has(code)) throw cannotReserve(error);
  }
  // Some disks (exFAT, shared ones) don't support it: then it is in the home folder, named after this one.
  const name = createHash('sha256').update(join(folder, called)).digest('hex').slice(0, 16);
  return takeIn(userInfo().homedir, `.${lockName}-${name}`).catch((error: unknown) => {
    throw error instanceof StoreError ? error : cannotReserve(error);
  });
}

/** Errors of disks that support no sockets or no locks. */
const cannotLock = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'ENOLCK']);

const takeIn = (folder: string, name: string): Promise<FolderLock> =>
  exclusive === undefined ? takeSocket(folder, name) : takeFile(join(folder, name), exclusive);

/** libuv's values: O_EXLOCK of macOS, and no sharing on Windows. Linux has neither. */
const flags: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x20, win32: 0x1000_0000 };
const exclusive = flags[process.platform];

async function takeFile(path: string, flag: number): Promise<FolderLock> {
  const { O_CREAT, O_RDWR, O_NONBLOCK } = constants;
  try {
    const file = await open(path, O_CREAT | O_RDWR | O_NONBLOCK | flag, 0o600);
    return { release: () => file.close() };
  } catch (error) {
    const code = systemCode(error);
    throw code === 'EAGAIN' || code === 'EBUSY' ? inUse(undefined) : error;
  }
}

function cannotReserve(cause: unknown): StoreError {
  const message = 'The folder could not be reserved for this program.';
  return new StoreError('storage_failed', message, { cause });
}

export interface FolderLock {
  release(): Promise<void>;
}

/** Sent to any process that asks for the folder while the lock is held. */
const answerSchema = z.object({ token: z.string(), pid: z.number() });
type Answer = z.infer<typeof answerSchema>;

/** A suspended holder (Ctrl+Z) accepts connections and never answers. */
const answerWithinMs = 2000;
const attempts = 10;

/** A socket's path is limited to 104 bytes on some systems, 108 on others. */
const maxPathLength = 100;

/**
 * Takes the lock `name` in `folder`, removing what a dead process left.
 * @throws StoreError `in_use`, `storage_failed`; the system's error if no socket can be created.
 */
async function takeSocket(folder: string, name: string): Promise<FolderLock> {
  const direct = join(folder, name);
  if (Buffer.byteLength(direct) <= maxPathLength) return take(direct);
  // However long the folder's path is, the system has a short one for an open folder.
  const handle = await open(folder, 'r');
  try {
    const lock = await take(`/proc/self/fd/${handle.fd}/${name}`);
    return { release: () => lock.release().finally(() => handle.close()) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function take(path: string): Promise<FolderLock> {
  const own: Answer = { token: randomBytes(16).toString('hex'), pid: process.pid };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const server = await listen(path, () => JSON.stringify(own));
    if (server !== undefined) {
      await closeToOthers(path);
      // A process that mistook our socket for a dead one and replaced it would answer instead.
      const answer = await ask(path);
      if (answer !== 'dead' && answer?.token === own.token) return lockOf(server);
      await closeServer(server);
      continue;
    }
    const seen = identityOf(path);
    const answer = await ask(path);
    if (answer !== 'dead') throw inUse(answer?.pid);
    removeDead(path, seen);
  }
  throw new StoreError('storage_failed', 'The folder could not be reserved for this program.');
}

function lockOf(server: Server): FolderLock {
  // The lock must not keep a process alive that has nothing else to do.
  server.unref();
  return { release: () => closeServer(server) };
}

/** Resolves to undefined when the address is in use. */
const listen = (path: string, answer: () => string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      // Destroyed once answered: a lingering caller must not keep the lock from being released.
      socket.end(answer(), () => socket.destroy());
    });
    server.once('error', (error) => {
      if (systemCode(error) === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => {
      // A connection that could not be accepted must not end the process.
      server.on('error', () => undefined);
      resolve(server);
    });
  });

/** The holder's answer; undefined when it can't be understood; `dead` when there is no holder. */
const ask = (path: string): Promise<Answer | undefined | 'dead'> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(path);
    socket.setEncoding('utf8');
    socket.setTimeout(answerWithinMs, () => socket.destroy());
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > 10_000) socket.destroy();
    });
    socket.on('error', (error) => {
      const code = systemCode(error);
      resolve(code === 'ECONNREFUSED' || code === 'ENOENT' ? 'dead' : undefined);
    });
    socket.on('close', () => resolve(answerSchema.safeParse(jsonIn(text)).data));
  });

/** Distinguishes a socket from others of the same name; undefined when the path isn't a socket. */
function identityOf(path: string): string | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats?.isSocket() === true ? `${stats.dev}:${stats.ino}:${stats.ctimeNs}` : undefined;
}

/**
 * Two processes may find the same dead socket. Only the socket that was found dead is removed, and
 * without a pause between checking and removing, so that the faster process's new socket survives.
 */
function removeDead(path: string, seen: string | undefined): void {
  if (seen === undefined) return;
  try {
    if (identityOf(path) === seen) unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

async function closeToOthers(path: string): Promise<void> {
  await chmod(path, 0o600).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
  });
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

/** @param holder the process ID of the holder, if known. */
function inUse(holder: number | undefined): StoreError {
  const who = holder === undefined ? '' : ` (process ${holder})`;
  return new StoreError(
    'in_use',
    `Social Data Explorer is already running with this data folder${who}.`,
  );
}
