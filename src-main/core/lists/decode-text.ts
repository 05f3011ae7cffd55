/** Decodes lists and files: by their byte order mark, by what is valid in them, or as the person chose. */
import type { ListEncoding } from '#shared/contract/list.ts';
import { refused } from '../problem-error.ts';

interface DecodedText {
  text: string;
  encoding: ListEncoding;
  /** Whether nothing in the bytes says so: they are text in other encodings, too. */
  isGuess: boolean;
  /** Number of characters that are not valid in this encoding, each of which is U+FFFD. */
  unreadable: number;
}

/**
 * @param chosen null: detected. Without a mark and if it isn't Unicode, it is guessed among three encodings
 *   that programs write by default, so that the person must be shown what was read.
 * @throws ProblemError when it isn't text.
 */
export function decodeText(bytes: Uint8Array, chosen: ListEncoding | null): DecodedText {
  const encoding = chosen ?? encodingOf(bytes);
  if (encoding === null) {
    throw refused('This isn’t a text file.', 'Save the sheet as CSV, then choose that file.');
  }
  const text = decoded(bytes, encoding).replaceAll('\0', '\uFFFD');
  const isGuess = chosen === null && !encoding.startsWith('utf-');
  return { text, encoding, isGuess, unreadable: beyondAscii(text).invalid };
}

/** Yields the text of a file of any length, without its byte order mark. */
export async function* decodedParts(
  chunks: AsyncIterable<Uint8Array>,
  encoding: ListEncoding,
): AsyncGenerator<string> {
  const isWide = encoding === 'utf-32le' || encoding === 'utf-32be';
  const decoder = isWide ? null : new TextDecoder(encoding);
  let held: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (decoder === null) {
      const bytes = Buffer.concat([held, chunk]);
      held = bytes.subarray(bytes.length - (bytes.length % 4));
      yield decoded(bytes.subarray(0, bytes.length - held.length), encoding);
    } else yield withOwnMarks(decoder.decode(chunk, { stream: true }), encoding);
  }
  yield decoder === null ? decoded(held, encoding) : withOwnMarks(decoder.decode(), encoding);
}

/** The longer marks first: that of UTF-32 begins like that of UTF-16. */
const marks = [
  ['fffe0000', 'utf-32le'],
  ['0000feff', 'utf-32be'],
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
] as const;

/** Bytes that are examined to choose between encodings: as many as the longest cell can have. */
const probed = 256 * 1024;

/** Returns the encoding of a text, or of its beginning; null if it is no text. */
export function encodingOf(bytes: Uint8Array): ListEncoding | null {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  const marked = marks.find(([mark]) => start.startsWith(mark));
  if (marked !== undefined) return marked[1];
  const text = decoded(bytes, 'utf-8');
  if (bytes.includes(0) && !hasStrayNul(bytes, text)) {
    return wideEncodingOf(bytes.subarray(0, probed));
  }
  const { valid, invalid } = beyondAscii(text);
  // Sequences of UTF-8 hardly occur by chance: a few stray bytes don't make it another encoding.
  if (invalid <= valid) return 'utf-8';
  const first = bytes.findIndex((byte) => byte > 0x7f);
  return byteEncodingOf(bytes.subarray(first, first + probed));
}

/** Counts characters without collecting them: there may be millions. */
function beyondAscii(text: string): { valid: number; invalid: number } {
  let [valid, invalid] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xff_fd) invalid++;
    else if (code > 0x7f) valid++;
  }
  return { valid, invalid };
}

/** In an encoding of several bytes per character, each line end has a NUL: fewer are strays in a text. */
function hasStrayNul(bytes: Uint8Array, text: string): boolean {
  let [nuls, lineFeeds] = [0, 0];
  for (const byte of bytes) {
    if (byte === 0) nuls++;
    else if (byte === 0x0a) lineFeeds++;
  }
  return nuls < lineFeeds && !control.test(text);
}

// oxlint-disable-next-line no-control-regex -- that is what tells text from other bytes
const control = /[\x01-\x08\x0E-\x19]/;

/**
 * The encoding of several bytes per character in which the text has most characters of ASCII, such as its
 * line ends, and fewest that don't exist; null if it is no text in any.
 */
function wideEncodingOf(bytes: Uint8Array): ListEncoding | null {
  const [best] = (['utf-32le', 'utf-32be', 'utf-16le', 'utf-16be'] as const)
    .map((encoding) => {
      // It may be cut off within its last character.
      const text = decoded(bytes, encoding).replace(/\uFFFD$/, '');
      const isText = !control.test(text) && !/[\0\uFFFD]/.test(text);
      const [ascii, missing] = [/[\t\n\r -~]/g, /\p{Cn}/gu].map((pattern) =>
        countOf(text, pattern),
      );
      return { encoding, score: isText ? (ascii ?? 0) - 10 * (missing ?? 0) : 0 };
    })
    .toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score <= 0 ? null : best.encoding;
}

/** Japanese is valid Shift_JIS with kana; Cyrillic words have no letters of ASCII, Western ones do. */
function byteEncodingOf(bytes: Uint8Array): ListEncoding {
  const japanese = decoded(bytes, 'shift_jis').replace(/\uFFFD$/, '');
  const kana = countOf(japanese, /[\u3040-\u30FF]/g);
  if (!japanese.includes('\uFFFD') && kana > countOf(japanese, /[\uFF61-\uFF9F]/g)) {
    return 'shift_jis';
  }
  const words = decoded(bytes, 'windows-1252').match(/[a-zÀ-ÿ¨¸]+/gi) ?? [];
  const cyrillic = words.filter((word) => /^[À-ÿ¨¸]{3,}$/.test(word)).length;
  const western = words.filter((word) => /[a-z]/i.test(word) && /[À-ÿ]/.test(word)).length;
  return cyrillic > western ? 'windows-1251' : 'windows-1252';
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function decoded(bytes: Uint8Array, encoding: ListEncoding): string {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return decodeUtf32(bytes, encoding);
  return withOwnMarks(new TextDecoder(encoding).decode(bytes), encoding);
}

/** Node 20 reads windows-1252 as ISO 8859-1, which has control characters where it has marks. */
const withOwnMarks = (text: string, encoding: ListEncoding): string =>
  encoding === 'windows-1252'
    ? text.replaceAll(/[\u0080-\u009F]/g, (one) => windows1252[one.charCodeAt(0) - 0x80] ?? one)
    : text;

const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** `TextDecoder` doesn't know it. */
function decodeUtf32(bytes: Uint8Array, encoding: 'utf-32le' | 'utf-32be'): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const code = at + 4 > bytes.length ? Infinity : view.getUint32(at, encoding === 'utf-32le');
    const isCharacter = code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
    parts.push(String.fromCodePoint(isCharacter ? code : 0xff_fd));
  }
  return parts.join('').replace(/^\uFEFF/, '');
}
