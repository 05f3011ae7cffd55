/**
 * Shared by both hosts to serve the built window: which paths name a file in it, and the headers that
 * restrict it. Imports nothing of ours.
 *
 * A path is served only if every part consists of the plain characters the build uses and does not start
 * with a dot, which means "up" or "hidden". That leaves nothing to decode, so `..`, `%2e`, `%5c`, NUL, a
 * second slash and a sibling folder with the same prefix cannot be expressed at all (checklist 18).
 */
import { lstat, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const plainPart = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

export interface BundleFile {
  body: Uint8Array<ArrayBuffer>;
  /** Media type. */
  type: string;
  /** Its name contains a hash of its content, so it never changes. */
  hashed: boolean;
}

/** Returns whether a request path, as sent over the wire, is plain: see the top of this file. */
export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  return (
    path === '/' ||
    path
      .slice(1)
      .split('/')
      .every((part) => plainPart.test(part))
  );
}

/**
 * Reads the file named by a request.
 * @param root folder of the built window.
 * @param path path as sent over the wire, without query and fragment; `/` is the document.
 * @returns null when the path is not plain, or names no regular file.
 */
export async function readBundleFile(root: string, path: string): Promise<BundleFile | null> {
  if (!isPlainPath(path)) return null;
  const name = path === '/' ? '/index.html' : path;
  const file = join(root, ...name.slice(1).split('/'));
  try {
    if (!(await lstat(file)).isFile()) return null;
    return {
      body: new Uint8Array(await readFile(file)),
      type: types[extname(file)] ?? 'application/octet-stream',
      hashed: name.startsWith('/assets/'),
    };
  } catch {
    return null;
  }
}

/**
 * Allows nothing but our own files (checklist 5), the pictures and videos that main hands over among them.
 * Styles may be inline because Mantine sets style attributes; scripts never. `data:` images are the build's
 * small icons.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const windowHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The headers of a file in addition to those of every answer. */
export const fileHeaders = ({ type, hashed }: BundleFile): Record<string, string> => ({
  'Content-Type': type,
  'Cache-Control': cacheControl(hashed),
});

/** Returns the capability in a path that media are asked for by; null for other paths. */
export const mediaCapability = (path: string): string | null =>
  /^\/media\/([^/]+)$/.exec(path)?.[1] ?? null;

/** Assets are named by their content; everything else may contain data or change with the next build. */
export const cacheControl = (hashed: boolean): string =>
  hashed ? 'public, max-age=31536000, immutable' : 'no-store';
