/**
 * Bytes of files that the person chose, and the text of a recipe in one. Archives are ZIP (PKWARE,
 * APPNOTE 4.3); only the part that says how the data was made is unpacked, whatever the size of the
 * others.
 */
import { maxSheetLength } from '#shared/contract/recipe.ts';

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

/** Monitors reading an entry: the packed bytes read each time, and when to stop. */
interface Monitor {
  onRead: (bytes: number) => void;
  signal: AbortSignal;
}

/** Returns an entry's content as a stream, since a small one can unpack to gigabytes. */
export async function contentOf(
  file: Blob,
  { offset, size, isDeflated }: Entry,
  monitor?: Monitor,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const header = await viewOf(file, offset, offset + 30);
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const bytes = file.slice(start, start + size).stream();
  const packed = monitor === undefined ? bytes : monitored(bytes, monitor);
  return isDeflated ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
}

function monitored(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onRead, signal }: Monitor,
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

/** Encodes bytes for a call. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  const step = 0x8000;
  for (let start = 0; start < bytes.length; start += step) {
    binary += String.fromCodePoint(...bytes.subarray(start, start + step));
  }
  return btoa(binary);
}

/** Truncated, so that a file that is too long is refused as unreadable. */
export async function recipeText(file: Blob): Promise<string> {
  const packed = await partOf(file).catch(() => null);
  return packed ?? firstText(file);
}

const firstText = async (file: Blob): Promise<string> =>
  (await file.slice(0, maxSheetLength * 4).text()).slice(0, maxSheetLength);

/** Entries that are looked into for a methods sheet: ours have it among the first. */
const mostParts = 20;

/**
 * Reads a methods sheet in an archive (for a dataset, the first one), before a workbook's own part;
 * null: none.
 */
async function partOf(file: Blob): Promise<string | null> {
  const entries = await entriesOf(file);
  const found = [
    /\.methods\.json$/,
    /(?:^|\/)methods\/[^/]+\.json$/,
    /^customXml\/item\d+\.xml$/,
  ].map((wanted) => entries.filter(({ name }) => wanted.test(name)));
  for (const entry of found.flat().slice(0, mostParts)) {
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
