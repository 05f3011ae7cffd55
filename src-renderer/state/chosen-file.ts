/**
 * Bytes of files that the person chose, and the text of a recipe in one. Archives are ZIP (PKWARE,
 * APPNOTE 4.3); only the part that says how the data was made is unpacked, however large the rest
 * is.
 */
import { maxSheetLength } from '#shared/contract/export/methods-sheet.ts';

export interface Entry {
  name: string;
  isDeflated: boolean;
  size: number;
  /** Of its own header, in the file. */
  at: number;
}

/** The end of an archive: its record and the longest comment. */
const longestEnd = 22 + 0xffff;
/** More than any archive of this program needs, so that another one can't take all memory. */
const longestDirectory = 4_000_000;

/** What is in an archive; empty for any other file. @throws RangeError where it is not whole. */
export async function entriesOf(file: Blob): Promise<Entry[]> {
  if (file.size < 22 || (await viewOf(file, 0, 4)).getUint32(0, true) !== 0x04034b50) return [];
  const tailAt = Math.max(0, file.size - longestEnd);
  const tail = await viewOf(file, tailAt, file.size);
  let end = tail.byteLength - 22;
  while (tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  const length = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (length > longestDirectory) return [];
  const directory = await viewOf(file, start, start + length);
  const entries: Entry[] = [];
  for (let at = 0; at < length;) {
    const [name, extra, comment] = [28, 30, 32].map((place) =>
      directory.getUint16(at + place, true),
    );
    const bytes = new Uint8Array(directory.buffer, at + 46, name);
    entries.push({
      name: new TextDecoder().decode(bytes),
      isDeflated: directory.getUint16(at + 10, true) === 8,
      size: directory.getUint32(at + 20, true),
      at: directory.getUint32(at + 42, true),
    });
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

/** Watches a part being read: how many packed bytes came now, and when to stop. */
interface Reading {
  onRead: (bytes: number) => void;
  signal: AbortSignal;
}

/** What is in a part of an archive. Read as far as is needed: a small one can unpack into gigabytes. */
export async function contentOf(
  file: Blob,
  { at, size, isDeflated }: Entry,
  reading?: Reading,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const header = await viewOf(file, at, at + 30);
  const start = at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const bytes = file.slice(start, start + size).stream();
  const packed = reading === undefined ? bytes : watched(bytes, reading);
  return isDeflated ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
}

function watched(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onRead, signal }: Reading,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onRead(chunk.length);
      controller.enqueue(chunk);
    },
  });
  return bytes.pipeThrough(counter, { signal });
}

const viewOf = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer());

/** Bytes as a call carries them. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  const step = 0x8000;
  for (let at = 0; at < bytes.length; at += step) {
    binary += String.fromCodePoint(...bytes.subarray(at, at + step));
  }
  return btoa(binary);
}

/** Cut, so that a file that is too long is refused as none that can be read. */
export async function recipeText(file: Blob): Promise<string> {
  const packed = await partOf(file).catch(() => null);
  return packed ?? firstText(file);
}

const firstText = async (file: Blob): Promise<string> =>
  (await file.slice(0, maxSheetLength * 4).text()).slice(0, maxSheetLength);

/** A methods sheet in an archive, of a dataset the first, before a workbook's own part; null: none. */
async function partOf(file: Blob): Promise<string | null> {
  const entries = await entriesOf(file);
  const found = [/\.methods\.json$/, /\/methods\/[^/]+\.json$/, /^customXml\/item\d+\.xml$/].map(
    (wanted) => entries.filter(({ name }) => wanted.test(name)),
  );
  for (const entry of found.flat()) {
    const text = await textOf(file, entry);
    if (text.includes('social-data-explorer')) return text;
  }
  return null;
}

async function textOf(file: Blob, entry: Entry): Promise<string> {
  const reader = (await contentOf(file, entry)).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < maxSheetLength) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return text.slice(0, maxSheetLength);
}
