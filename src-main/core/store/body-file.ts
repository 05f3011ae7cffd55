/** Answers that are no page of rows, in files of their own: `bodies/<n>.bin`. */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePort, OpenFile } from './file-port.ts';
import { writeFully } from './file-port.ts';
import { asStoreError, StoreError } from './store-error.ts';

const bodiesName = 'bodies';

interface KeptBody {
  /** Path inside the run's folder. */
  file: string;
  bytes: number;
  /** Of the bytes written. */
  sha256: string;
  /** What the source threw; the bytes before are kept. */
  broken: unknown;
}

/**
 * Streams `content` into a new file of the run's folder and syncs it; it can be referred to when
 * this resolves. When the disk fails, or has too little room left for a page, nothing is left.
 *
 * @throws StoreError `storage_full`, `storage_failed`.
 */
export async function keepBody(
  files: FilePort,
  runFolder: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<KeptBody> {
  const folder = join(runFolder, bodiesName);
  let created: { file: OpenFile; name: string } | undefined;
  try {
    const number = 1 + (await lastNumber(folder));
    await setLinkAside(folder);
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
    const name = `${number}.bin`;
    created = { file: await files.open(join(folder, name), 'create'), name };
    const written = await writeAll(created.file, content, () => checkRoom(files, folder));
    await created.file.sync();
    await created.file.close();
    await files.syncFolder(folder);
    if (isNew) await files.syncFolder(runFolder);
    return { file: `${bodiesName}/${created.name}`, ...written };
  } catch (error) {
    if (created !== undefined) {
      await created.file.close().catch(() => undefined);
      await unlink(join(folder, created.name)).catch(() => undefined);
    }
    throw asStoreError(error, 'The answer could not be saved.');
  }
}

/** Also of files behind a link: records name them. 0 where there is none. */
async function lastNumber(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  return Math.max(0, ...names.map((name) => Number.parseInt(name, 10) || 0));
}

/** What is paid for isn't written to where a link leads. The link may be the way to earlier answers. */
async function setLinkAside(folder: string): Promise<void> {
  const stats = await lstat(folder).catch(() => undefined);
  if (stats?.isSymbolicLink() === true) await rename(folder, `${folder}-link`);
}

/** The network hands over a few KB at a time: a write for each would take longer than all else. */
const bytesPerWrite = 1024 * 1024;

/** How often free space is checked: how long an answer gets is unknown. */
const bytesPerCheck = 32 * 1024 * 1024;

async function checkRoom(files: FilePort, folder: string): Promise<void> {
  if ((await roomForPage(files, folder, 0)).enough) return;
  throw new StoreError('storage_full', 'The disk has too little free space for the answer.');
}

async function writeAll(
  file: OpenFile,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  checkRoomLeft: () => Promise<void>,
): Promise<Omit<KeptBody, 'file'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const flush = async (): Promise<void> => {
    const part = Buffer.concat(waiting);
    const checks = Math.floor(bytes / bytesPerCheck);
    await writeFully(file, part, bytes);
    hash.update(part);
    bytes += part.length;
    [waiting, waitingBytes] = [[], 0];
    if (Math.floor(bytes / bytesPerCheck) > checks) await checkRoomLeft();
  };
  const source = toAsync(content)[Symbol.asyncIterator]();
  for (;;) {
    const step = await source.next().catch((broken: unknown) => ({ broken }));
    if ('broken' in step || step.done === true) {
      await flush();
      const broken = 'broken' in step ? step.broken : undefined;
      return { bytes, sha256: hash.digest('hex'), broken };
    }
    waiting.push(step.value);
    waitingBytes += step.value.length;
    if (waitingBytes >= bytesPerWrite) await flush();
  }
}

async function* toAsync(
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* content;
}

/** All in bytes. */
export interface Room {
  enough: boolean;
  free: number;
  needed: number;
}

const leastRoom = 64 * 1024 * 1024;

/**
 * Four of the largest pages so far, and 64 MB at least, must be free on the disk of `folder`.
 *
 * @throws StoreError `storage_failed` when the disk doesn't say.
 */
export async function roomForPage(
  files: FilePort,
  folder: string,
  largestPage: number,
): Promise<Room> {
  const needed = Math.max(leastRoom, 4 * largestPage);
  try {
    const free = await files.freeBytes(folder);
    return { enough: free >= needed, free, needed };
  } catch (error) {
    throw asStoreError(error, 'The free space could not be read.');
  }
}
