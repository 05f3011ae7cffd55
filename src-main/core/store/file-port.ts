/**
 * The file operations the store depends on for its promises, behind a port: tests let each of
 * them fail (a full disk, an error when syncing) at a chosen moment.
 */
import { open, statfs } from 'node:fs/promises';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { systemCode, StoreError } from './store-error.ts';

export interface OpenFile {
  /** Reads up to `target.length` bytes at `position`; returns how many. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** The same, at once: hopping over 10,000 pages takes 30 ms so, and ten times that if awaited. */
  readSync(target: Uint8Array, position: number): number;
  /** Writes at `position`; returns how many bytes were taken. */
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
 * `create` fails when the file exists, `update` and `read` when it does not. All fail where it is
 * no ordinary file.
 */
type OpenMode = 'create' | 'update' | 'read';

/** Who may read a file that is created: this user only, or whom the system allows by default. */
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
    // Windows has no such thing: opening a folder is refused, and names are journalled.
    if (process.platform === 'win32') return;
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } catch (error) {
      // Some network file systems can't sync folders; there is nothing better to do there.
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

/** Writes all of `bytes`, however many calls it takes. */
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

/** So many bytes of a long file are held at a time. */
export const chunkLength = 1024 * 1024;

/** Reads `length` bytes at `position`; shorter only where the file ends. */
export async function readFully(file: OpenFile, position: number, length: number): Promise<Buffer> {
  const target = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = await file.read(target.subarray(done), position + done);
    if (read === 0) break;
    done += read;
  }
  return target.subarray(0, done);
}

/** The same at once, into `target`; gives how many bytes of it are filled. */
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
 * Opens the file at `path` and gives its descriptor.
 * @throws StoreError `storage_failed` where it is no ordinary file; the system's own errors.
 */
export function openRegular(path: string, flags: number, permissions?: number): number {
  // Without waiting for the other end of a pipe; Windows knows neither.
  const file = openSync(path, flags | constants.O_NONBLOCK, permissions);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new StoreError('storage_failed', 'Something with this name is not a regular file.');
}

/**
 * All bytes of a small file, at once: reading thousands of them takes a tenth of the time so.
 * Errors as of `openRegular`.
 */
export function readRegularFile(path: string): Buffer {
  const file = openRegular(path, constants.O_RDONLY);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** An open run has two; systems allow 256 and more. */
const mostOpen = 64;

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

/** Those with a descriptor; least recently used first. */
const openFiles = new Set<PooledFile>();

function openPooled(path: string, mode: OpenMode, permissions: number): OpenFile {
  const file = new PooledFile(path, flags[mode === 'create' ? 'update' : mode]);
  file.start(openRegular(path, flags[mode], permissions));
  // An object of its own, which may be copied with one of its functions replaced.
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
  /**
   * Written to, and not synced: the system may report a failure to this descriptor alone.
   */
  #isUnsynced = false;
  #closed = false;

  constructor(path: string, again: number) {
    this.#path = path;
    this.#flags = again;
  }

  start(descriptor: number): void {
    this.#descriptor = descriptor;
    openFiles.add(this);
    letOthersGo();
  }

  read(target: Uint8Array, position: number): Promise<number> {
    return this.#use(async (file) => {
      return (await read(file, target, 0, target.length, position)).bytesRead;
    });
  }

  readSync(target: Uint8Array, position: number): number {
    return fs.readSync(this.#take(), target, 0, target.length, position);
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
    return fs.fstatSync(this.#take()).size;
  }

  // oxlint-disable-next-line typescript/require-await -- closing is quick, and errors are rejections
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#users === 0) this.#drop();
  }

  /** Unless it is in use. */
  letGo(): void {
    if (this.#users === 0 && !this.#isUnsynced) this.#drop();
  }

  #take(): number {
    if (this.#closed) throw new Error('The file was closed');
    const descriptor = this.#descriptor ?? openRegular(this.#path, this.#flags);
    openFiles.delete(this);
    this.start(descriptor);
    return descriptor;
  }

  async #use<T>(work: (descriptor: number) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await work(this.#take());
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

function letOthersGo(): void {
  if (openFiles.size <= mostOpen) return;
  for (const file of [...openFiles].slice(0, -1)) {
    file.letGo();
    if (openFiles.size <= mostOpen) return;
  }
}
