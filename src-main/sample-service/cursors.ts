/**
 * Cursors: sealed with a key created at this start, so that nobody can read or forge one. Specification,
 * Limits: short-lived, and not to be reused with changed parameters.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const lifetimeMs = 15 * 60_000;

interface Position {
  /** Index of the page's first row. */
  offset: number;
  /** Seconds since 1970 at the first page: all pages show the same moment. */
  now: number;
}

export interface Cursors {
  /** `request` identifies the request apart from its cursor. */
  seal: (request: string, position: Position) => string;
  /** Returns the position, or a sentence with the reason for refusing the cursor. */
  open: (request: string, cursor: string) => Position | string;
}

interface Content extends Position {
  request: string;
  expires: number;
}

const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && 'expires' in value;

const ivLength = 12;
const tagLength = 16;
const refusedUnknown = 'The cursor is not valid. Repeat the request without a cursor.';

export function createCursors(clock: () => number): Cursors {
  const secret = randomBytes(32);

  const unseal = (cursor: string): Content | null => {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length <= ivLength + tagLength) return null;
    try {
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, ivLength));
      decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
      const text = Buffer.concat([
        decipher.update(bytes.subarray(ivLength + tagLength)),
        decipher.final(),
      ]);
      const content: unknown = JSON.parse(text.toString());
      return isContent(content) ? content : null;
    } catch {
      return null;
    }
  };

  return {
    seal: (request, position) => {
      const content: Content = { ...position, request, expires: clock() + lifetimeMs };
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', secret, iv);
      const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (request, cursor) => {
      const content = unseal(cursor);
      if (content === null) return refusedUnknown;
      if (content.expires <= clock()) {
        return 'The cursor has expired. Repeat the request without a cursor.';
      }
      if (content.request !== request) {
        return 'The cursor belongs to another request: a parameter has changed.';
      }
      return { offset: content.offset, now: content.now };
    },
  };
}

/**
 * Identifies the question of a request, to which cursors and tables belong: everything except the
 * parameters that select one of its pages.
 */
export function identityOf(
  path: string,
  query: Readonly<Record<string, string>>,
  leading: readonly string[],
): string {
  const parameters = Object.entries(query).filter(([name]) => !leading.includes(name));
  return JSON.stringify([path, parameters.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}
