/**
 * The file operations that the store's guarantees depend on, behind a port: tests make each of them
 * fail (a full disk, an error when syncing) at a chosen moment.
 */
import { open, statfs, unlink } from 'node:fs/promises';
import * as fs from 'node:fs';
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { asStoreError, StoreError, systemCode } from './store-error.ts';

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

/** `readFully`, synchronously. */
export function readNow(
  file: Pick<OpenFile, 'readSync'>,
  position: number,
  length: number,
): Buffer {
  const target = Buffer.allocUnsafe(length);
  return target.subarray(0, fillNow(file, target, position));
}

/** `fill`, synchronously. */
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
    return readNow(asOpenFile(file), 0, size);
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
  let isOpen = true;
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
    async close() {
      // What failed later closes it again; by then, its number may be another file's.
      if (!isOpen) return;
      isOpen = false;
      closeSync(descriptor);
    },
  };
}

// A file that only grows, one record at a time; a record counts once it is written and synced. The page
// log and the ledger are such files.

export class AppendFile {
  readonly #files: FilePort;
  readonly #path: string;
  #end: number;
  /** A record may follow the good part in part: it is cut off first. */
  #isTorn = false;
  #isClosed = false;

  private constructor(files: FilePort, path: string, end: number) {
    this.#files = files;
    this.#path = path;
    this.#end = end;
  }

  /**
   * For an existing file whose first `end` bytes are good; anything after them must be cut before the first
   * `append`.
   * @throws the system's error, when the file can't be written.
   */
  static async open(files: FilePort, path: string, end: number): Promise<AppendFile> {
    await (await files.open(path, 'update')).close();
    return new AppendFile(files, path, end);
  }

  /** Length of the good part in bytes. */
  get end(): number {
    return this.#end;
  }

  /**
   * Appends a record, given in parts; it is on disk when this resolves (`unsynced`: only handed to the
   * system, and on disk with the next synced record). Returns its offset.
   *
   * After an error the descriptor is never synced again: Linux reports a failed write-back once and then
   * forgets the lost pages, so a second fdatasync would report success. The file is cut to the good part
   * through a new descriptor; the caller keeps the record and may retry.
   *
   * @throws StoreError `storage_full` or `storage_failed`; the latter also, without writing, when the
   *   file's length is not the one we left it with.
   */
  async append(
    parts: readonly Uint8Array[],
    sync: 'synced' | 'unsynced' = 'synced',
  ): Promise<number> {
    if (this.#isClosed) throw new StoreError('closed', 'The file was closed.');
    const offset = this.#end;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    try {
      await this.#during(async (file) => {
        if (this.#isTorn) await this.#cut(file);
        if ((await file.size()) !== offset) throw changedByOthers();
        this.#isTorn = true;
        // One write, unless concatenating a long record would double its memory.
        const writes = length > chunkLength ? parts : [Buffer.concat(parts)];
        let at = offset;
        for (const part of writes) {
          await writeFully(file, part, at);
          at += part.length;
        }
        if (sync === 'synced') await file.datasync();
      });
    } catch (error) {
      // Another program's bytes are not cut off.
      if (error instanceof StoreError) throw error;
      // At best the torn record is cut now; otherwise on the next attempt, or at the next start.
      if (this.#isTorn) await this.#during((file) => this.#cut(file)).catch(() => undefined);
      throw asStoreError(error, 'It could not be saved.');
    }
    this.#isTorn = false;
    this.#end = offset + length;
    return offset;
  }

  /** Nothing can be appended afterwards. */
  close(): void {
    this.#isClosed = true;
  }

  async #cut(file: OpenFile): Promise<void> {
    await file.truncate(this.#end);
    this.#isTorn = false;
  }

  async #during(work: (file: OpenFile) => Promise<void>): Promise<void> {
    const file = await this.#files.open(this.#path, 'update');
    try {
      await work(file);
    } finally {
      await file.close().catch(() => undefined);
    }
  }
}

/** The folder's lock should rule this out, but a tool that synchronises folders ignores locks. */
const changedByOthers = (): StoreError =>
  new StoreError('storage_failed', 'Another program changed the file, so nothing was added.');

/**
 * Copies bytes `from … to` of `log` (the end of the file at `path`) to `<name>-<time>.bin` in `folder`,
 * syncs the copy, and only then cuts the file. If anything fails, the file is not cut.
 */
export async function setAside(
  files: FilePort,
  folder: string,
  path: string,
  tail: { log: OpenFile; from: number; to: number },
  name: string,
  now: Date,
): Promise<void> {
  const writable = await files.open(path, 'update');
  try {
    const copy = join(folder, `${name}-${fileTime(now)}.bin`);
    await copyTail(files, tail, copy);
    await files.syncFolder(folder);
    await writable.truncate(tail.from);
    await writable.sync();
  } finally {
    await writable.close();
  }
}

/** A time as part of a file name: without colons, which Windows refuses. */
export const fileTime = (time: Date): string => time.toISOString().replaceAll(/[:.]/g, '-');

async function copyTail(
  files: FilePort,
  { log, from, to }: { log: OpenFile; from: number; to: number },
  path: string,
): Promise<void> {
  const copy = await files.open(path, 'create');
  try {
    for (let at = from; at < to; at += chunkLength) {
      await writeFully(copy, await readFully(log, at, Math.min(chunkLength, to - at)), at - from);
    }
    await copy.sync();
    await copy.close();
  } catch (error) {
    await copy.close().catch(() => undefined);
    await unlink(path).catch(() => undefined);
    throw error;
  }
}
