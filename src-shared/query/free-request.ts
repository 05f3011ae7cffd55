/**
 * Requests entered by hand: any GET path of the service. Pure: the window shows what main will send. The
 * path of every request, whoever named it, must be in the one form that every program reads the same
 * way, because its prefix determines the credential and the price.
 */
import { familyOf } from '../service/families.ts';
import type { ServiceRequest } from './request.ts';

/** In characters. */
export const maxPathLength = 2000;
export const maxNameLength = 200;
export const maxParams = 100;

/** A row below the path: a parameter after the `?`. */
export interface FreeParam {
  name: string;
  value: string;
}

export interface FreeRequest {
  path: string;
  params: readonly FreeParam[];
}

/** Returns what is wrong with a path, as a sentence; null if it can be sent. */
export function problemOfPath(typed: string): string | null {
  const path = typed.trim();
  if (path === '') return 'Write a path, such as /api/status.';
  if (!path.startsWith('/')) return 'A path begins with a slash.';
  if (path.length > maxPathLength) return `A path can have at most ${maxPathLength} characters.`;
  if (!isWellFormed(path)) return 'This contains a broken character. Type it again.';
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(path)) {
    return 'A path has no spaces, line breaks or invisible characters.';
  }
  if (path.includes('\\')) return 'Write / instead of \\.';
  if (/[?#]/.test(path))
    return 'Write what follows the ? in the rows below, and nothing after a #.';
  const [placeholder] = /\{[^}]*\}?|\}/.exec(path) ?? [];
  if (placeholder !== undefined) return `Enter a value instead of ${placeholder}.`;
  return problemOfSegments(path) ?? problemOfFamily(path);
}

function problemOfSegments(path: string): string | null {
  if (path.includes('//')) return 'A path can’t have two slashes in a row.';
  const wrong = wrongEncoding(path);
  if (wrong !== null) return wrong;
  // Some servers treat an encoded slash as a slash, and ignore what follows a semicolon.
  const parts = path.split(/\/|%2f|%5c/i).map((part) => part.split(/;|%3b/i)[0]);
  return parts.some((part) => part === '.' || part === '..')
    ? 'A path must not contain . or .. between slashes.'
    : null;
}

/** Characters that mean the same encoded or not: RFC 3986, 2.3. */
const unreserved = /^[A-Za-z0-9\-._~]$/;

function wrongEncoding(path: string): string | null {
  if (/%(?![0-9a-f]{2})/i.test(path))
    return 'After a % there must be two digits or letters from A to F. Write %25 for the sign itself.';
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return 'This isn’t valid percent-encoding.';
  }
  for (const [code] of path.matchAll(/%[0-7][0-9a-f]/gi)) {
    const character = decodeURIComponent(code);
    if (unreserved.test(character)) return `Write ${character} instead of ${code}.`;
    if (character < ' ' || character === '\u007f') return `A path must not contain ${code}.`;
  }
  // Decoded twice, it would be a different path.
  return /%(2e|2f|5c|25)/i.test(decoded) ? 'Something in this is encoded twice.' : null;
}

/** A server that decodes before it routes must find the family that the credential was chosen for. */
function problemOfFamily(path: string): string | null {
  const decoded = decodeURIComponent(path);
  if ([path, decoded].some((one) => familyOf(one.toLowerCase()).billing)) {
    return 'Billing isn’t available here: nothing in this program changes what you pay.';
  }
  return familyOf(decoded) === familyOf(path) ? null : 'Write / instead of %2F.';
}

/** Whether the text has no lone surrogate, which has no percent-encoding. */
function isWellFormed(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns what is wrong with a row, as a sentence; null if it can be sent. */
export function problemOfParam({ name, value }: FreeParam): string | null {
  if (name.trim() === '') return value === '' ? null : 'Enter a name, or remove the row.';
  if (!isWellFormed(name) || !isWellFormed(value)) return 'This contains a broken character.';
  return null;
}

/** Returns the request to send. Both path and rows must be valid. */
export const freeRequest = ({ path, params }: FreeRequest): ServiceRequest => ({
  method: 'GET',
  // Encodes everything that a path can't contain, except what is already encoded: RFC 3986, 3.3.
  path: path
    .trim()
    .replaceAll(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%\p{Surrogate}]/gu, encodeURIComponent),
  params: params
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value }) => [name.trim(), value] as const),
  body: null,
});
