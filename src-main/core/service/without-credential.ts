/** Erases the key from answers: a service may echo it in an error or an item, and we never keep it. */
import { scanItems } from '../json/index.ts';
import { replaceCursors } from '../store/stored-body.ts';

/** Shorter values aren't keys, and would match in ordinary text. */
const shortest = 8;
const asterisk = 0x2a;
const backslash = 0x5c;
const percent = 0x25;
const quote = 0x22;

/**
 * Replaces the credential with asterisks, byte for byte, so that JSON stays JSON and CSV stays CSV
 * (checklist 17). Finds every encoding of it, even if characters are encoded differently. Changes the
 * body in place and returns it.
 */
export function withoutCredential(body: Buffer, credential: string | null): Buffer {
  return erase(body, lettersOf(credential));
}

/**
 * Does the same for a streamed body. The credential may span chunks, so bytes that may be its beginning
 * are held until the next chunk. If the body ends or breaks off inside it, that part is erased too.
 */
export async function* withoutCredentialIn(
  chunks: AsyncIterable<Uint8Array>,
  credential: string | null,
): AsyncGenerator<Uint8Array> {
  const letters = lettersOf(credential);
  let held: Buffer = Buffer.alloc(0);
  const erased = (): Buffer => (held.length < shortest ? held : held.fill(asterisk));
  try {
    for await (const chunk of chunks) {
      const bytes = erase(Buffer.concat([held, chunk]), letters);
      const from = bytes.length - beginningAtEnd(bytes, letters);
      held = bytes.subarray(from);
      if (from > 0) yield bytes.subarray(0, from);
    }
  } catch (error) {
    if (held.length > 0) yield erased();
    throw error;
  }
  if (held.length > 0) yield erased();
}

/** One character of a credential. */
interface Letter {
  code: number;
  utf8: readonly number[];
}

function lettersOf(credential: string | null): Letter[] {
  if (credential === null || credential.length < shortest) return [];
  // Half a surrogate pair has no UTF-8 encoding, but no header can carry one anyway.
  return Array.from(credential, (text) => ({
    code: text.charCodeAt(0),
    utf8: [...Buffer.from(text)],
  }));
}

function erase(body: Buffer, letters: readonly Letter[]): Buffer {
  const [first] = letters;
  if (first === undefined) return body;
  for (const start of startsOf(first)) {
    for (let at = body.indexOf(start); at !== -1; at = body.indexOf(start, at + 1)) {
      const end = endOf(body, at, letters);
      if (end > 0) body.fill(asterisk, at, end);
    }
  }
  return body;
}

const startsOf = ({ utf8 }: Letter): Set<number> => new Set([utf8[0] ?? 0, backslash, percent]);

/** Longest encoding of a character that is recognised, in bytes. */
const longestLetter = 16;

/** Returns how many of the last bytes may be the beginning of the credential. */
function beginningAtEnd(bytes: Buffer, letters: readonly Letter[]): number {
  const [first] = letters;
  if (first === undefined) return 0;
  const starts = startsOf(first);
  for (
    let at = Math.max(0, bytes.length - letters.length * longestLetter);
    at < bytes.length;
    at++
  ) {
    if (starts.has(bytes[at] ?? 0) && endOf(bytes, at, letters) === cutShort) {
      return bytes.length - at;
    }
  }
  return 0;
}

const notThere = -1;
/** The bytes end before a match is certain. */
const cutShort = -2;

/** Returns the end of the credential that begins at `at`, or `notThere`, or `cutShort`. */
function endOf(bytes: Buffer, at: number, letters: readonly Letter[]): number {
  let next = at;
  for (const letter of letters) {
    next = endOfLetter(bytes, next, letter);
    if (next < 0) return next;
  }
  return next;
}

function endOfLetter(bytes: Buffer, at: number, letter: Letter): number {
  if (at >= bytes.length) return cutShort;
  const plain = endOfBytes(bytes, at, letter.utf8);
  if (letter.code === quote && plain > 0) {
    // CSV doubles quotes.
    if (plain === bytes.length) return cutShort;
    return bytes[plain] === quote ? plain + 1 : plain;
  }
  if (letter.code !== backslash && plain !== notThere) return plain;
  if (bytes[at] === backslash) return endOfEscape(bytes, at, letter);
  return bytes[at] === percent ? endOfPercent(bytes, at, letter) : plain;
}

/** `\/`, `\u002f`; JSON inside a JSON string has more backslashes. */
function endOfEscape(bytes: Buffer, at: number, { code, utf8 }: Letter): number {
  let next = at;
  while (bytes[next] === backslash) next += 1;
  if (next - at > longestLetter / 2) return notThere;
  if (next >= bytes.length) return cutShort;
  const isUnicode = bytes[next] === 0x75;
  if (isUnicode) {
    const digits = endOfHex(bytes, next + 1, code.toString(16).padStart(4, '0'));
    if (digits !== notThere) return digits;
  }
  return code === backslash ? next : endOfBytes(bytes, next, utf8);
}

/** `%2F`, also `%252F`. */
function endOfPercent(bytes: Buffer, at: number, { utf8 }: Letter): number {
  let next = at;
  for (const byte of utf8) {
    if (next >= bytes.length) return cutShort;
    if (bytes[next] !== percent) return notThere;
    next += 1;
    if (byte !== percent) next = afterPercents(bytes, next);
    if (bytes[next] === 0x32 && next + 1 === bytes.length) return cutShort;
    next = endOfHex(bytes, next, byte.toString(16).padStart(2, '0'));
    if (next < 0) return next;
  }
  return next;
}

/** Skips the `25` of percent signs that are encoded themselves. */
function afterPercents(bytes: Buffer, at: number): number {
  let next = at;
  while (bytes[next] === 0x32 && bytes[next + 1] === 0x35) next += 2;
  return next;
}

/** `hex` is lower case; matches either case. */
function endOfHex(bytes: Buffer, at: number, hex: string): number {
  const there = bytes.toString('latin1', at, at + hex.length).toLowerCase();
  if (there === hex) return at + hex.length;
  return there.length < hex.length && hex.startsWith(there) ? cutShort : notThere;
}

function endOfBytes(bytes: Buffer, at: number, wanted: readonly number[]): number {
  for (const [index, byte] of wanted.entries()) {
    if (at + index >= bytes.length) return cutShort;
    if (bytes[at + index] !== byte) return notThere;
  }
  return at + wanted.length;
}

/** Returns a body as it is stored and shown: without cursors (checklist 26) and credentials (17). */
export function cleanBody(body: Buffer, secrets: readonly string[]): Buffer {
  const hasBom = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const json = hasBom ? body.subarray(3) : body;
  // Cursors of an envelope, and of one under an operation's `result`.
  const { cursors } = scanItems(json, ['result', 'results']);
  const clean = cursors.length === 0 ? body : replaceCursors(json, cursors);
  for (const secret of secrets) withoutCredential(clean, secret);
  return clean;
}
