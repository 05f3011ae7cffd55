/** Paths as templates: their shape, their words, and what their `{keys}` are called. */
import { type Platform, platforms } from '../catalogue/types.ts';

const placeholder = /\{([^{}/]+)\}/g;

/** Whatever the parameters are called: `/posts/{id}/live` → `/posts/{}/live`. */
export const shapeOf = (path: string): string => path.replaceAll(placeholder, '{}');

export const keysOf = (path: string): string[] =>
  [...path.matchAll(placeholder)].map(([, key]) => key ?? '');

export const isLive = (path: string): boolean => path.endsWith('/live');

/** The first word of a path that is a platform's. */
export function platformOf(path: string): Platform | null {
  const segments = path.split('/');
  return platforms.find((platform) => segments.includes(platform)) ?? null;
}

/** Literal segments that say what a path is about, as text. */
export const wordsOfPath = (path: string): string =>
  path
    .split('/')
    .filter(
      (segment) =>
        !segment.startsWith('{') && !['api', 'data', 'live', ...platforms].includes(segment),
    )
    .join(' ');

/** Segments that mean the same in every address, and whole placeholders. */
const segment = /^(?:[A-Za-z0-9_~-]+|\{[^{}/]{1,100}\})$/;

/** Why this program does not ask for such a path; null when it does. */
export function complainAboutPath(path: string): string | null {
  if (!path.startsWith('/api/data/')) return 'A path of data begins with /api/data/.';
  if (path.length > 500) return 'The path is too long.';
  if (
    !path
      .slice(1)
      .split('/')
      .every((one) => segment.test(one))
  ) {
    return 'Between the slashes there are letters, digits, “-” and “_”, or one {key}.';
  }
  const keys = keysOf(path);
  return new Set(keys).size === keys.length ? null : 'Each {key} may appear in the path only once.';
}

/** Their path with our keys. Same names stay with their places; otherwise by order. */
export function withOurKeys(path: string, ours: readonly string[]): string {
  const theirs = keysOf(path);
  const sameNames = theirs.every((key) => ours.includes(key));
  if (sameNames) return path;
  let at = 0;
  return path.replaceAll(placeholder, () => {
    const key = ours[at] ?? '';
    at += 1;
    return `{${key}}`;
  });
}

/** The same whatever its keys are called, so that tabs and runs find it again. */
export const discoveredId = (path: string): string =>
  `discovered:${shapeOf(path).replace(/^\/api\/data\//, '')}`;

export const isDiscoveredId = (id: string): boolean => id.startsWith('discovered:');
