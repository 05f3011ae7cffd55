/**
 * The one scanner of item boundaries: locates the items of an answer, and the cursor's value, in its
 * bytes. It works on the bytes themselves, so that a row can later be read, copied and exported
 * exactly as it was sent. Nothing else in the program finds these boundaries.
 */

/** Offsets in bytes; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The path of member names to the list of items. A live answer has the list at the top; an operation
 * record has the same envelope under `result` (specification, Operation record).
 */
export type EnvelopePath = readonly ['results'] | readonly ['result', 'results'];

export interface ItemScan {
  /**
   * Start and end of every item, in pairs; undefined when there is no list at the path. Of duplicate
   * members the last one wins, as in JSON.parse.
   */
  items: readonly number[] | undefined;
  /** The values of `next_page_cursor` in the envelope and above it, except null. */
  cursors: readonly ByteRange[];
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** `{` and `[` differ only in this bit, and so do `}` and `]`. */
const braceBit = 0x20;

/** Strings shorter than this are scanned faster here than by the native search. */
const shortString = 48;

/**
 * Finds the items and the cursor. The bytes should be JSON in UTF-8 without a BOM. For others it
 * returns whatever it found before the damage; it never throws or loops endlessly.
 */
export function scanItems(bytes: Uint8Array, path: EnvelopePath = ['results']): ItemScan {
  const scanner = new Scanner(bytes, path);
  scanner.readObject(skipSpace(scanner.bytes, 0), 0);
  return { items: scanner.items, cursors: scanner.cursors };
}

/** Returns the number of items found, 0 when there is no list. */
export const countItems = (scan: ItemScan): number => (scan.items?.length ?? 0) / 2;

/** Returns the range of item `index`. @throws RangeError when the scan has no such item. */
export function itemRange(scan: ItemScan, index: number): ByteRange {
  const start = scan.items?.[2 * index];
  const end = scan.items?.[2 * index + 1];
  if (start === undefined || end === undefined) throw new RangeError(`No item ${index}`);
  return { start, end };
}

class Scanner {
  readonly bytes: Buffer;
  readonly cursors: ByteRange[] = [];
  items: number[] | undefined = undefined;
  readonly #path: readonly string[];

  constructor(bytes: Uint8Array, path: readonly string[]) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#path = path;
  }

  /** Reads the object at `at`, which should have the path's member number `level`. Returns its end. */
  readObject(at: number, level: number): number {
    const { bytes } = this;
    if (bytes[at] !== openBrace) return skipValue(bytes, at);
    return eachMember(bytes, at, (start, nameEnd, value) =>
      this.#readMember(readName(bytes, start, nameEnd), value, level),
    );
  }

  #readMember(name: string | undefined, start: number, level: number): number {
    if (name === this.#path[level]) {
      this.items = undefined;
      return level === this.#path.length - 1
        ? this.#readItems(start)
        : this.readObject(start, level + 1);
    }
    const end = skipValue(this.bytes, start);
    if (name === 'next_page_cursor' && this.bytes.toString('latin1', start, end) !== 'null') {
      this.cursors.push({ start, end });
    }
    return end;
  }

  #readItems(at: number): number {
    const { bytes } = this;
    if (bytes[at] !== openBracket) return skipValue(bytes, at);
    const items: number[] = [];
    this.items = items;
    let next = skipSpace(bytes, at + 1);
    if (bytes[next] === closeBracket) return next + 1;
    while (next < bytes.length) {
      const end = skipValue(bytes, next);
      if (end === next) return bytes.length;
      items.push(next, end);
      next = skipSpace(bytes, end);
      if (bytes[next] === closeBracket) return next + 1;
      if (bytes[next] !== comma) return bytes.length;
      next = skipSpace(bytes, next + 1);
    }
    return bytes.length;
  }
}

/** Returns the JSON object in `object` with other names for its own members; all other bytes are the same. */
export function renameMembers(object: Uint8Array, nameOf: (name: string) => string): Buffer {
  const bytes = Buffer.from(object.buffer, object.byteOffset, object.byteLength);
  const parts: Buffer[] = [];
  let copied = 0;
  eachMember(bytes, skipSpace(bytes, 0), (start, end, value) => {
    const name = readName(bytes, start, end);
    const wanted = name === undefined ? name : nameOf(name);
    if (wanted !== name) {
      parts.push(bytes.subarray(copied, start), Buffer.from(JSON.stringify(wanted)));
      copied = end;
    }
    return skipValue(bytes, value);
  });
  return Buffer.concat([...parts, bytes.subarray(copied)]);
}

/**
 * Calls `visit` for each member of the object at `at`, with where its name starts and ends and where its
 * value starts; it returns where that ends. Returns the end of the object.
 */
function eachMember(
  bytes: Buffer,
  at: number,
  visit: (name: number, nameEnd: number, value: number) => number,
): number {
  let next = skipSpace(bytes, at + 1);
  while (bytes[next] === quote) {
    const nameEnd = skipString(bytes, next);
    const mark = skipSpace(bytes, nameEnd);
    if (bytes[mark] !== colon) return bytes.length;
    next = skipSpace(bytes, visit(next, nameEnd, skipSpace(bytes, mark + 1)));
    if (bytes[next] === closeBrace) return next + 1;
    if (bytes[next] !== comma) return bytes.length;
    next = skipSpace(bytes, next + 1);
  }
  return bytes[next] === closeBrace ? next + 1 : bytes.length;
}

/** Decodes a name, which may have escapes (`"\u0072esults"`). Returns undefined when it can't. */
function readName(bytes: Buffer, start: number, end: number): string | undefined {
  const inner = bytes.toString('utf8', start + 1, end - 1);
  if (!inner.includes('\\')) return inner;
  try {
    const name: string = JSON.parse(`"${inner}"`);
    return name;
  } catch {
    return undefined;
  }
}

function skipSpace(bytes: Buffer, at: number): number {
  let next = at;
  for (;;) {
    const byte = bytes[next];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return next;
    next++;
  }
}

/** Returns the end of the value at `at`; `at` itself when no value begins there. */
function skipValue(bytes: Buffer, at: number): number {
  const first = bytes[at];
  if (first === quote) return skipString(bytes, at);
  if (first === openBrace || first === openBracket) return skipNested(bytes, at);
  let next = at;
  while (next < bytes.length) {
    const byte = bytes[next]!;
    if (byte <= 0x20 || byte === comma || (byte | braceBit) === closeBrace) break;
    next++;
  }
  return next;
}

/** Returns the end of the object or list at `at`. Iterative, since the service decides the depth. */
function skipNested(bytes: Buffer, at: number): number {
  const { length } = bytes;
  let depth = 0;
  let next = at;
  while (next < length) {
    const byte = bytes[next]!;
    if (byte === quote) {
      next = skipString(bytes, next);
      continue;
    }
    next++;
    const folded = byte | braceBit;
    if (folded === openBrace) depth++;
    else if (folded === closeBrace && --depth === 0) return next;
  }
  return length;
}

/** Returns the end of the string whose opening quote is at `at`. */
function skipString(bytes: Buffer, at: number): number {
  const { length } = bytes;
  const short = Math.min(length, at + shortString);
  let next = at + 1;
  while (next < short) {
    const byte = bytes[next]!;
    if (byte === quote) return next + 1;
    next += byte === backslash ? 2 : 1;
  }
  return skipLongString(bytes, next);
}

/** Continues inside a string at `at`, which is not an escaped character. */
function skipLongString(bytes: Buffer, at: number): number {
  let from = at;
  for (;;) {
    const found = bytes.indexOf(quote, from);
    if (found === -1) return bytes.length;
    let slashes = 0;
    while (found - slashes > at && bytes[found - slashes - 1] === backslash) slashes++;
    if (slashes % 2 === 0) return found + 1;
    from = found + 1;
  }
}

/**
 * Returns whether the JSON in `bytes` has more than `most` commas, lists and objects outside strings.
 * Memory use depends on the number of values more than on the length. Stops as soon as it knows.
 */
export function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  if (bytes.length <= most) return false;
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = 0; at < json.length && count <= most; at++) {
    const byte = json[at]!;
    if (byte === quote) at = skipString(json, at) - 1;
    else if (byte === comma || (byte | braceBit) === openBrace) count += 1;
  }
  return count > most;
}

const lineFeed = 0x0a;

/** Renames the first member of each line, where it has that name. Each chunk has whole lines. */
export async function* renameFirstMember(
  chunks: AsyncIterable<Buffer>,
  before: string,
  after: string,
): AsyncGenerator<Uint8Array> {
  const [own, wanted] = [before, after].map((one) => Buffer.from(`{${JSON.stringify(one)}:`));
  for await (const chunk of chunks) {
    const parts: Buffer[] = [];
    for (let start = 0; start < chunk.length;) {
      const feed = chunk.indexOf(lineFeed, start);
      const line = chunk.subarray(start, feed === -1 ? chunk.length : feed + 1);
      if (line.subarray(0, own!.length).equals(own!))
        parts.push(wanted!, line.subarray(own!.length));
      else parts.push(line);
      start += line.length;
    }
    yield Buffer.concat(parts);
  }
}
