/** Which rows and members a page has. Specification, Limits: page sizes differ per platform. */
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Item } from './json.ts';
import type { Valid } from './validation.ts';

export interface PageSize {
  rows: number;
  /** Rows of a page that come again on the next. */
  overlap: number;
}

/** Specification, Endpoints, Shortvideo: results can overlap across pages. */
const soundsOverlap = 2;
const otherwise = 20;

/** `pageRows` replaces the platforms' own sizes. */
export function pageSizeOf(
  endpoint: DataEndpoint,
  values: Readonly<Record<string, string>>,
  pageRows: number | undefined,
): PageSize {
  const usual = endpoint.usualPage ?? otherwise;
  if (!endpoint.pages) return { rows: Number.POSITIVE_INFINITY, overlap: 0 };
  if (pageRows !== undefined) return { rows: pageRows, overlap: 0 };
  if (endpoint.id === 'shortvideo.sounds.search') return { rows: usual, overlap: soundsOverlap };
  const { pageRule } = endpoint;
  if (pageRule?.whileSet.some((key) => values[key] !== undefined)) {
    return { rows: pageRule.size, overlap: 0 };
  }
  const { limit } = values;
  return { rows: limit === undefined ? usual : Number(limit), overlap: 0 };
}

/** Specification, Resources: only the attributes named are returned. */
export const withFields = (item: Item, fields: Valid['fields']): Item =>
  fields === null
    ? item
    : Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name)));
