/**
 * A file that only grows, one record at a time; a record counts once it is written and synced. The page
 * log and the ledger are such files.
 */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePort, OpenFile } from './file-port.ts';
import { writeFully, chunkLength, readFully } from './file-port.ts';
import { asStoreError, StoreError } from './store-error.ts';

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
   * For an existing file whose first `end` bytes are good; anything after them must already be cut.
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
function changedByOthers(): StoreError {
  return new StoreError(
    'storage_failed',
    'Another program changed the file, so nothing was added.',
  );
}

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
export function fileTime(time: Date): string {
  return time.toISOString().replaceAll(/[:.]/g, '-');
}

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
