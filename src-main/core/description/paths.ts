/** Paths as templates: their shape, their words, and their `{keys}`. */
import { type Platform, platforms } from '#shared/catalogue/types.ts';

const placeholder = /\{([^{}/]+)\}/g;

/** Ignores the names of the parameters: `/posts/{id}/live` → `/posts/{}/live`. */
export const shapeOf = (path: string): string => path.replaceAll(placeholder, '{}');

export const keysOf = (path: string): string[] =>
  [...path.matchAll(placeholder)].map(([, key]) => key ?? '');

export const isLive = (path: string): boolean => path.endsWith('/live');

/** Returns the first segment of a path that is a platform. */
export function platformOf(path: string): Platform | null {
  const segments = path.split('/');
  return platforms.find((platform) => segments.includes(platform)) ?? null;
}

/** Returns the literal segments that describe what a path is about. */
export const wordsOfPath = (path: string): string[] =>
  path
    .split('/')
    .filter(
      (segment) =>
        !segment.startsWith('{') && !['', 'api', 'data', 'live', ...platforms].includes(segment),
    );

/** A segment that means the same in every address, or a whole placeholder. */
const segment = /^(?:[A-Za-z0-9_~-]+|\{[^{}/]{1,100}\})$/;

/** Returns why this program can't use such a path; null if it can. */
export function problemOfPath(path: string): string | null {
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

/**
 * Returns their path with our keys. If all names are the same, it is unchanged; otherwise keys are
 * assigned in order.
 */
export function withOurKeys(path: string, ours: readonly string[]): string {
  const theirs = keysOf(path);
  const sameNames = theirs.every((key) => ours.includes(key));
  if (sameNames) return path;
  let index = 0;
  return path.replaceAll(placeholder, () => {
    const key = ours[index] ?? '';
    index += 1;
    return `{${key}}`;
  });
}

/** Independent of the names of its keys, so that tabs and runs still refer to it when they change. */
export const discoveredId = (path: string): string =>
  `discovered:${shapeOf(path).replace(/^\/api\/data\//, '')}`;

export const isDiscoveredId = (id: string): boolean => id.startsWith('discovered:');
