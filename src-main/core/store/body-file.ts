/** Answers that are not a page of rows, in their own files: `bodies/<n>.bin`. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { parseOrUndefined, scanItems } from '../json/index.ts';
import type { ByteRange, EnvelopePath, ItemScan, JsonValue } from '../json/index.ts';
import { isLink } from './data-folder.ts';
import { writeFully } from './file-port.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import { asStoreError, StoreError } from './store-error.ts';
import type { FileReason } from './record.ts';

const bodiesName = 'bodies';

interface KeptBody {
  /** Path inside the run's folder. */
  file: string;
  bytes: number;
  /** SHA-256 of the bytes written. */
  sha256: string;
  /** The error the source threw; the bytes before it are kept. */
  broken: unknown;
}

/**
 * Streams `content` to a new file in the run's folder and syncs it; records may refer to it when this
 * resolves. When the disk fails, or has too little room left for a page, nothing is left.
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
    // A paid-for answer must not be written to a link's target. The link may lead to earlier answers.
    if (isLink(folder)) await rename(folder, `${folder}-link`);
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

/** Counts files behind a link too, because records name them. 0 when there are none. */
async function lastNumber(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  return Math.max(0, ...names.map((name) => Number.parseInt(name, 10) || 0));
}

/** The network delivers a few KB at a time: a write for each would take longer than everything else. */
const bytesPerWrite = 1024 * 1024;

/** How often free space is checked: the length of an answer isn't known in advance. */
const bytesPerCheck = 32 * 1024 * 1024;

async function checkRoom(files: FilePort, folder: string): Promise<void> {
  if (await hasRoomForPage(files, folder, 0)) return;
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
  let broken: unknown;
  /** Ends where the source fails; errors of the disk are not caught here. */
  async function* untilBroken(): AsyncGenerator<Uint8Array> {
    try {
      yield* content;
    } catch (error) {
      broken = error;
    }
  }
  for await (const chunk of untilBroken()) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes >= bytesPerWrite) await flush();
  }
  await flush();
  return { bytes, sha256: hash.digest('hex'), broken };
}

const minRoom = 64 * 1024 * 1024;

/**
 * Whether four times the largest page so far, and at least 64 MB, are free on the disk of `folder`.
 *
 * @throws StoreError `storage_failed` when the disk doesn't report its free space.
 */
export async function hasRoomForPage(
  files: FilePort,
  folder: string,
  largestPage: number,
): Promise<boolean> {
  try {
    return (await files.freeBytes(folder)) >= Math.max(minRoom, 4 * largestPage);
  } catch (error) {
    throw asStoreError(error, 'The free space could not be read.');
  }
}

// The form in which an answer's bytes are written to the log. "As received" means the same JSON: where
// bytes change, the SHA-256 of the original is stored with them.

/** Longest answer that is stored inside the log: 64 MB. */
export const maxInlineBody = 64 * 1024 * 1024;

/** Replaces a cursor: cursors are short-lived and not stored (checklist 26). */
export const cursorMark = Buffer.from('"<cursor>"');

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

export type StoredBody =
  | {
      place: 'log';
      /** JSON in UTF-8 without BOM and line breaks, cursors replaced. */
      bytes: Buffer;
      value: JsonValue;
      bom: boolean;
      sha256: string | undefined;
      /** Where the items are in `bytes`. */
      scan: ItemScan;
    }
  | { place: 'file'; bytes: Uint8Array; sha256: string; why: FileReason };

/**
 * Decides where an answer is stored, and in what form. An answer that is not JSON is kept byte for
 * byte, except for a cursor in what looks like an envelope.
 *
 * @param known the result of `parseJson` on `body`, if the caller has it.
 */
export function toStoredBody(body: Uint8Array, path: EnvelopePath, known?: JsonValue): StoredBody {
  const bom = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const json = bom ? body.subarray(3) : body;
  const why = body.length > maxInlineBody ? 'tooLarge' : isUtf8(json) ? undefined : 'notUtf8';
  const value = why === undefined ? (known ?? parseOrUndefined(json)) : undefined;
  const received = scanItems(json, path);
  const { cursors, items } = received;
  if (value === undefined) {
    const bytes = cursors.length === 0 ? body : replaceCursors(json, cursors);
    return { place: 'file', bytes, sha256: hashOf(body), why: why ?? 'notJson' };
  }
  const bytes = withoutLineBreaks(replaceCursors(json, cursors));
  const changed = bom || Buffer.compare(bytes, body) !== 0;
  // A cursor before the items shifts them; normally it follows them, and nothing shifts.
  const lastItem = items?.at(-1) ?? 0;
  const scan = cursors.every(({ start }) => start >= lastItem) ? received : scanItems(bytes, path);
  return { place: 'log', bytes, value, bom, sha256: changed ? hashOf(body) : undefined, scan };
}

/** SHA-256, in hexadecimal. */
export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Copies `bytes`; `ranges` are in order and don't overlap. */
export function replaceCursors(bytes: Uint8Array, ranges: readonly ByteRange[]): Buffer {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    parts.push(bytes.subarray(from, start), cursorMark);
    from = end;
  }
  parts.push(bytes.subarray(from));
  return Buffer.concat(parts);
}

/** Works in place. JSON allows bare line breaks only outside strings, where they are insignificant. */
function withoutLineBreaks(bytes: Buffer): Buffer {
  if (!bytes.includes(lineFeed) && !bytes.includes(carriageReturn)) return bytes;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === lineFeed || bytes[at] === carriageReturn) bytes[at] = space;
  }
  return bytes;
}
