/** What a crash left at the end of a growing file: kept in a file of its own, then cut off. */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePort, OpenFile } from './file-port.ts';
import { chunkLength, readFully, writeFully } from './file-port.ts';

/**
 * Copies bytes `from … to` of `log` (the end of the file at `path`) to `<name>-<time>.bin` in
 * `folder`, syncs the copy, and only then cuts the file. When anything fails, it is not cut.
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

/** A time as part of a file's name: without colons, which Windows refuses. */
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
