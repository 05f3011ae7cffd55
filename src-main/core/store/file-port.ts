/**
 * The file operations that the store's guarantees depend on, behind a port: tests make each of them
 * fail (a full disk, an error when syncing) at a chosen moment.
 */
import { open, statfs } from 'node:fs/promises';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
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
    return openPooled(path, mode, access === 'private' ? 0o600 : 0o666);
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
 * @throws StoreError `storage_failed` when it is not a regular file; the system's own errors.
 */
export function openRegular(path: string, flags: number, permissions?: number): number {
  // Doesn't wait for the other end of a pipe; Windows has neither.
  const file = openSync(path, flags | constants.O_NONBLOCK, permissions);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new StoreError('storage_failed', 'Something with this name is not a regular file.');
}

/**
 * Reads a small file synchronously: for thousands of them this takes a tenth of the time. Throws the
 * same errors as `openRegular`.
 */
export function readRegularFile(path: string): Buffer {
  const file = openRegular(path, constants.O_RDONLY);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** An open run uses two; systems allow at least 256. */
const maxOpen = 64;

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

/** Files with a descriptor, least recently used first. */
const openFiles = new Set<PooledFile>();

function openPooled(path: string, mode: OpenMode, permissions: number): OpenFile {
  const file = new PooledFile(path, flags[mode === 'create' ? 'update' : mode]);
  file.start(openRegular(path, flags[mode], permissions));
  // A plain object, so that tests can copy it with one function replaced.
  return {
    read: (...how) => file.read(...how),
    readSync: (...how) => file.readSync(...how),
    write: (...how) => file.write(...how),
    datasync: () => file.datasync(),
    sync: () => file.sync(),
    truncate: (length) => file.truncate(length),
    size: () => file.size(),
    close: () => file.close(),
  };
}

class PooledFile implements OpenFile {
  readonly #path: string;
  readonly #flags: number;
  #descriptor: number | null = null;
  #users = 0;
  /** Written but not synced: the system may report a failure only to this descriptor. */
  #isUnsynced = false;
  #closed = false;

  constructor(path: string, again: number) {
    this.#path = path;
    this.#flags = again;
  }

  start(descriptor: number): void {
    this.#descriptor = descriptor;
    openFiles.add(this);
    closeIdleFiles();
  }

  read(target: Uint8Array, position: number): Promise<number> {
    return this.#use(async (file) => {
      return (await read(file, target, 0, target.length, position)).bytesRead;
    });
  }

  readSync(target: Uint8Array, position: number): number {
    return fs.readSync(this.#acquire(), target, 0, target.length, position);
  }

  write(bytes: Uint8Array, position: number): Promise<number> {
    this.#isUnsynced = true;
    return this.#use(async (file) => {
      return (await write(file, bytes, 0, bytes.length, position)).bytesWritten;
    });
  }

  async datasync(): Promise<void> {
    await this.#use(fdatasync);
    this.#isUnsynced = false;
  }

  async sync(): Promise<void> {
    await this.#use(fsync);
    this.#isUnsynced = false;
  }

  truncate(length: number): Promise<void> {
    return this.#use((file) => ftruncate(file, length));
  }

  async size(): Promise<number> {
    return fs.fstatSync(this.#acquire()).size;
  }

  // oxlint-disable-next-line typescript/require-await -- closing is quick, and errors are rejections
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#users === 0) this.#drop();
  }

  /** Closes the descriptor, unless it is in use. */
  closeIfIdle(): void {
    if (this.#users === 0 && !this.#isUnsynced) this.#drop();
  }

  #acquire(): number {
    if (this.#closed) throw new Error('The file was closed');
    const descriptor = this.#descriptor ?? openRegular(this.#path, this.#flags);
    openFiles.delete(this);
    this.start(descriptor);
    return descriptor;
  }

  async #use<T>(work: (descriptor: number) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await work(this.#acquire());
    } finally {
      this.#users -= 1;
      if (this.#closed && this.#users === 0) this.#drop();
    }
  }

  #drop(): void {
    openFiles.delete(this);
    if (this.#descriptor !== null) fs.closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

function closeIdleFiles(): void {
  if (openFiles.size <= maxOpen) return;
  for (const file of [...openFiles].slice(0, -1)) {
    file.closeIfIdle();
    if (openFiles.size <= maxOpen) return;
  }
}
