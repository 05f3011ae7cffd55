/**
 * What is in an archive: ZIP (PKWARE, APPNOTE 4.3), as far as this program and common ones write it. Nothing is
 * unpacked but what is asked for, whatever the size of the rest.
 */

import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

export interface Entry {
  name: string;
  isDeflated: boolean;
  size: number;
  /** Offset of its local header in the file. */
  offset: number;
}

/** The end of an archive: its record and a comment of maximum length. */
const longestEnd = 22 + 0xffff;
/** More than any archive of this program needs; prevents others from exhausting the memory. */
const longestDirectory = 4_000_000;

/**
 * Returns the entries of an archive; empty for any other file, and for one whose entries share bytes: it
 * could unpack to any size. @throws RangeError if it is truncated.
 */
export async function entriesOf(path: string, size: number): Promise<Entry[]> {
  if (size < 22 || (await viewOf(path, 0, 4)).getUint32(0, true) !== 0x04034b50) return [];
  const tail = await viewOf(path, Math.max(0, size - longestEnd), size);
  let end = tail.byteLength - 22;
  while (tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  const length = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (length > longestDirectory) return [];
  const directory = await viewOf(path, start, start + length);
  const entries: Entry[] = [];
  for (let position = 0; position < length;) {
    const [name, extra, comment] = [28, 30, 32].map((field) =>
      directory.getUint16(position + field, true),
    );
    const bytes = new Uint8Array(directory.buffer, position + 46, name);
    entries.push({
      name: new TextDecoder().decode(bytes),
      isDeflated: directory.getUint16(position + 10, true) === 8,
      size: directory.getUint32(position + 20, true),
      offset: directory.getUint32(position + 42, true),
    });
    position += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return overlap(entries) ? [] : entries;
}

/** Whether two entries share bytes of the file, as far as their shortest headers show it. */
function overlap(entries: readonly Entry[]): boolean {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset);
  return inOrder.some(
    ({ offset, size, name }, at) =>
      offset + 30 + name.length + size > (inOrder[at + 1]?.offset ?? Number.POSITIVE_INFINITY),
  );
}

/** Returns an entry's content as a stream, since a small one can unpack to gigabytes. */
export async function contentOf(
  path: string,
  { offset, size, isDeflated }: Entry,
): Promise<AsyncIterable<Buffer>> {
  if (size === 0) return Readable.from([]);
  const header = await viewOf(path, offset, offset + 30);
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const bytes = createReadStream(path, { start, end: start + size - 1, highWaterMark: chunkBytes });
  if (!isDeflated) return bytes;
  const inflated = createInflateRaw({ chunkSize: chunkBytes });
  bytes.once('error', (error) => inflated.destroy(error));
  inflated.once('close', () => bytes.destroy());
  return bytes.pipe(inflated);
}

const chunkBytes = 256 * 1024;

async function viewOf(path: string, from: number, to: number): Promise<DataView> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(Math.max(0, to - from));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return new DataView(bytes.buffer, 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the beginning of an entry's text, in characters. */
export async function textOf(path: string, entry: Entry, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of await contentOf(path, entry)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= most) break;
  }
  return text.slice(0, most);
}
