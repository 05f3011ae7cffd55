/**
 * The file operations that the store's guarantees depend on, behind a port: tests make each of them
 * fail (a full disk, an error when syncing) at a chosen moment.
 */
import { open, statfs } from 'node:fs/promises';
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { systemCode, StoreError } from './store-error.ts';

export interface OpenFile {
  /** Reads up to `target.length` bytes at `position`; returns the number read. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** The same, synchronously: scanning 10,000 pages takes 30 ms this way, ten times that when awaited. */
  readSync(target: Uint8Array, position: number): number;
  /** Writes at `position`; returns the number of bytes written. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** fdatasync. */
  datasync(): Promise<void>;
  /** fsync. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}

/**
 * `create` fails when the file exists, `update` and `read` when it does not. All fail for anything but a
 * regular file.
 */
type OpenMode = 'create' | 'update' | 'read';

/** Who may read a new file: this user only, or everyone the system allows by default. */
export type Access = 'private' | 'default';

export interface FilePort {
  open(path: string, mode: OpenMode, access?: Access): Promise<OpenFile>;
  /** Makes a new, renamed or removed name in the folder survive a power loss. */
  syncFolder(path: string): Promise<void>;
  /** Bytes this user may still write on the disk that holds `path`. */
  freeBytes(path: string): Promise<number>;
}

export const nodeFiles: FilePort = {
  async open(path, mode, access = 'private') {
    return asOpenFile(openRegular(path, flags[mode], access === 'private' ? 0o600 : 0o666));
  },

  async syncFolder(path) {
    // Windows has no equivalent: opening a folder is refused, and names are journalled.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } catch (error) {
      // Some network file systems can't sync folders; there is no better option on them.
      if (systemCode(error) !== 'EINVAL' && systemCode(error) !== 'ENOTSUP') throw error;
    } finally {
      await handle.close();
    }
  },

  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },
};

/** Writes all of `bytes`, in as many calls as necessary. */
export async function writeFully(
  file: OpenFile,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const written = await file.write(bytes.subarray(done), position + done);
    if (written === 0) throw new Error('The disk took no bytes');
    done += written;
  }
}

/** How much of a long file is in memory at a time. */
export const chunkLength = 1024 * 1024;

/** Reads `length` bytes at `position`; shorter only where the file ends. */
export async function readFully(file: OpenFile, position: number, length: number): Promise<Buffer> {
  const target = Buffer.allocUnsafe(length);
  return target.subarray(0, await fill(file, target, position));
}

/** Reads into `target` until it is full or the file ends; returns how many of its bytes are filled. */
export async function fill(
  file: Pick<OpenFile, 'read'>,
  target: Uint8Array,
  position: number,
): Promise<number> {
  let done = 0;
  while (done < target.length) {
    const read = await file.read(target.subarray(done), position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** The same, synchronously. */
export function fillNow(
  file: Pick<OpenFile, 'readSync'>,
  target: Uint8Array,
  position: number,
): number {
  let done = 0;
  while (done < target.length) {
    const read = file.readSync(target.subarray(done), position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/**
 * Opens the file at `path` and returns its descriptor.
 * @throws StoreError `storage_failed` when it is not a regular file; the system's own errors: `ELOOP` for a
 *   link.
 */
export function openRegular(path: string, flags: number, permissions?: number): number {
  // Doesn't wait for the other end of a pipe, and follows no link; Windows has neither flag.
  const file = openSync(path, flags | constants.O_NONBLOCK | constants.O_NOFOLLOW, permissions);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new StoreError('storage_failed', 'Something with this name is not a regular file.');
}

const megabyte = 1024 * 1024;

/**
 * The longest files that are read whole, in bytes: far more than the program writes. A longer one is
 * damaged or from somebody else, and reading it would stop the program or fill the memory.
 */
export const fileLimits = {
  /** Settings, details, a run's name and cursor, keys. */
  small: megabyte,
  /** Tabs, recipes, service profiles, failures, and what is derived from a log. */
  large: 64 * megabyte,
  /** The body of an answer to a request written by hand (`maxInlineBody`), and its first line. */
  answer: 65 * megabyte,
  /** The inputs of a list. */
  inputs: 128 * megabyte,
} as const;

/**
 * Reads a file of up to `most` bytes synchronously: for thousands of them this takes a tenth of the time.
 * @throws StoreError `too_large`, before anything is read; the same errors as `openRegular`.
 */
export function readRegularFile(path: string, most: number): Buffer {
  const file = openRegular(path, constants.O_RDONLY);
  try {
    const { size } = fstatSync(file);
    if (size > most) {
      const megabytes = Math.round(most / megabyte);
      throw new StoreError(
        'too_large',
        `The file is larger than ${megabytes} MB, so it isn’t read.`,
      );
    }
    const target = Buffer.allocUnsafe(size);
    const readNow = (into: Uint8Array, at: number): number =>
      fs.readSync(file, into, 0, into.length, at);
    return target.subarray(0, fillNow({ readSync: readNow }, target, 0));
  } finally {
    closeSync(file);
  }
}

const [read, write, fdatasync, fsync, ftruncate] = [
  promisify(fs.read),
  promisify(fs.write),
  promisify(fs.fdatasync),
  promisify(fs.fsync),
  promisify(fs.ftruncate),
];

const flags: Record<OpenMode, number> = {
  create: fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_EXCL,
  update: fs.constants.O_RDWR,
  read: fs.constants.O_RDONLY,
};

/** A plain object, so that tests can copy it with one function replaced. */
function asOpenFile(descriptor: number): OpenFile {
  return {
    async read(target, position) {
      return (await read(descriptor, target, 0, target.length, position)).bytesRead;
    },
    readSync: (target, position) => fs.readSync(descriptor, target, 0, target.length, position),
    async write(bytes, position) {
      return (await write(descriptor, bytes, 0, bytes.length, position)).bytesWritten;
    },
    datasync: () => fdatasync(descriptor),
    sync: () => fsync(descriptor),
    truncate: (length) => ftruncate(descriptor, length),
    size: async () => fs.fstatSync(descriptor).size,
    close: async () => closeSync(descriptor),
  };
}
