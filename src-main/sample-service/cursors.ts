/**
 * Cursors: random texts, so that nobody can read or guess one. Specification, Limits: short-lived, and not
 * to be reused with changed parameters.
 */
import { randomBytes } from 'node:crypto';

const lifetimeMs = 15 * 60_000;
/** Old cursors are dropped: the service may run as long as the application. */
const mostCursors = 50_000;

interface Position {
  /** Index of the page's first row. */
  offset: number;
  /** Seconds since 1970 at the first page: all pages show the same moment. */
  now: number;
}

export interface Cursors {
  /** `request` identifies the request apart from its cursor. */
  issue: (request: string, position: Position) => string;
  /** Returns the position, or a sentence with the reason for refusing the cursor. */
  open: (request: string, cursor: string) => Position | string;
}

export function createCursors(clock: () => number): Cursors {
  const issued = new Map<string, { request: string; position: Position; expires: number }>();
  return {
    issue: (request, position) => {
      const cursor = randomBytes(48).toString('base64url');
      issued.set(cursor, { request, position, expires: clock() + lifetimeMs });
      const [oldest] = issued.keys();
      if (issued.size > mostCursors && oldest !== undefined) issued.delete(oldest);
      return cursor;
    },
    open: (request, cursor) => {
      const content = issued.get(cursor);
      if (content === undefined) {
        return 'The cursor is not valid. Repeat the request without a cursor.';
      }
      if (content.expires <= clock()) {
        return 'The cursor has expired. Repeat the request without a cursor.';
      }
      if (content.request !== request) {
        return 'The cursor belongs to another request: a parameter has changed.';
      }
      return content.position;
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
