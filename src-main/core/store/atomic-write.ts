/**
 * Saves a whole file so that its name always refers to a complete one: the old file until the last
 * moment, then the new one. For metadata, settings and exports.
 */
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, chown, lstat, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Access, FilePort, OpenFile } from './file-port.ts';
import { nodeFiles, writeFully } from './file-port.ts';
import { asStoreError, StoreError, systemCode } from './store-error.ts';

export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Writes `content` beside `path` (`.<random>.part`), syncs it, renames it over `path` and syncs the
 * folder. The file is private to this user unless `access` is `default` (files the person saves): that one
 * keeps the owner, group and permissions of the file it replaces. When anything fails, `signal` is aborted or the content's iterator throws, the old file is unchanged and
 * nothing is left beside it. A link at `path` is replaced, never followed.
 *
 * @returns bytes written.
 * @throws StoreError `storage_full` or `storage_failed`; the signal's reason; whatever the content
 *   throws.
 */
export async function atomicWrite(
  path: string,
  content: FileContent,
  options: {
    files?: FilePort;
    access?: Access;
    signal?: AbortSignal;
    /** Called with the temporary path before the file exists, so that it can be removed after a crash. */
    onPart?: (part: string) => Promise<void>;
    /** The old file, if any, gets this name in the same folder instead of being replaced. */
    aside?: string;
  } = {},
): Promise<number> {
  const { files = nodeFiles, access = 'private', signal, onPart, aside } = options;
  const folder = dirname(path);
  // Not the target's name with a suffix: that could exceed the longest name the system allows.
  const part = join(folder, `.${randomBytes(8).toString('hex')}.part`);
  await onPart?.(part);
  signal?.throwIfAborted();
  const old = access === 'default' ? await regularFile(path) : null;
  const file = await onDisk(() => files.open(part, 'create', old === null ? access : 'private'));
  unfinished.add(part);
  try {
    const bytes = await writeContent(file, content, signal);
    await onDisk(() => file.sync());
    await onDisk(() => file.close());
    signal?.throwIfAborted();
    if (old !== null) await onDisk(() => keepAccess(part, old));
    if (aside !== undefined) await onDisk(() => setAside(path, join(folder, aside)));
    await onDisk(() => rename(part, path), 'rename');
    // The new file already has its name. If the disk can't sync that, a power cut may restore the old
    // file, which is complete too: that is not a failure, and there is nothing to undo.
    await files.syncFolder(folder).catch(() => undefined);
    return bytes;
  } catch (error) {
    await file.close().catch(() => undefined);
    await unlink(part).catch(() => undefined);
    throw error;
  } finally {
    unfinished.delete(part);
  }
}

/** What this process is writing. */
const unfinished = new Set<string>();

/** Deletes what a killed process left unfinished in folders of ours; a disk that refuses keeps it. */
export async function sweepParts(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const part = join(folder, name);
      if (!partName.test(name) || unfinished.has(part)) continue;
      await unlink(part).catch(() => undefined);
    }
  }
}

/** Null when there is none: nothing has this name, or a link or a folder. */
async function regularFile(path: string): Promise<Stats | null> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isFile() === true ? stats : null;
}

/** Whose file it was is kept as far as this user may: nobody can read the new file who couldn't read the old one. */
async function keepAccess(part: string, { uid, gid, mode }: Stats): Promise<void> {
  await chown(part, -1, gid).catch(() => undefined);
  await chown(part, uid, -1).catch(() => undefined);
  const isSameGroup = (await lstat(part)).gid === gid;
  // A group that the file did not have could read it only as everyone could.
  await chmod(part, isSameGroup ? mode & 0o777 : (mode & 0o707) | ((mode & 0o007) << 3));
}

async function setAside(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

/** While a chunk is being written, the next one is made. */
async function writeContent(
  file: OpenFile,
  content: FileContent,
  signal: AbortSignal | undefined,
): Promise<number> {
  let bytes = 0;
  let writing = Promise.resolve();
  try {
    for await (const chunk of chunksOf(content)) {
      signal?.throwIfAborted();
      await writing;
      const at = bytes;
      writing = onDisk(() => writeFully(file, chunk, at));
      // It is awaited with the next chunk, or at the end.
      writing.catch(() => undefined);
      bytes += chunk.length;
    }
    await writing;
  } finally {
    // Nothing may be written to a file that is closed.
    await writing.catch(() => undefined);
  }
  return bytes;
}

function chunksOf(content: FileContent): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (typeof content === 'string') return [Buffer.from(content)];
  return content instanceof Uint8Array ? [content] : content;
}

/** Only disk errors become StoreErrors; errors from the content's source are passed on unchanged. */
async function onDisk<T>(action: () => Promise<T>, step?: 'rename'): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const failed = 'The file could not be saved.';
    // Windows refuses to replace a file that a program has open; writing to the folder itself worked.
    const isOpen = step === 'rename' && process.platform === 'win32' && isRefusal(error);
    throw isOpen
      ? new StoreError('storage_failed', `${failed} Another program has it open.`, { cause: error })
      : asStoreError(error, failed);
  }
}

const isRefusal = (error: unknown): boolean =>
  ['EPERM', 'EACCES', 'EBUSY'].includes(systemCode(error));

/** The name of a file that `atomicWrite` did not finish. */
export const partName: RegExp = /^\.[0-9a-f]{16}\.part$/;
