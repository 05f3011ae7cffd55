/**
 * The file operations the store depends on for its promises, behind a port: tests let each of
 * them fail (a full disk, an error when syncing) at a chosen moment.
 */
import { open, statfs } from 'node:fs/promises';
import { openPooled } from './open-files.ts';
import { systemCode } from './store-error.ts';

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
export type OpenMode = 'create' | 'update' | 'read';

/** Who may read a file that is created: this user only, or whom the system usually allows. */
export type Access = 'private' | 'usual';

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
