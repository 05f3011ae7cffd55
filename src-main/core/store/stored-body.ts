/**
 * The form in which an answer's bytes are written to the log. "As received" means the same JSON: where
 * bytes change, the SHA-256 of the original is stored with them.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { ByteRange, EnvelopePath, ItemScan, JsonValue } from '../json/index.ts';
import { parseJson, scanItems } from '../json/index.ts';
import type { FileReason } from './record.ts';

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
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function parseOrUndefined(bytes: Uint8Array): JsonValue | undefined {
  try {
    return parseJson(asBuffer(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

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

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
