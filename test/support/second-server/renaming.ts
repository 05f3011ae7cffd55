/**
 * A service that calls everything otherwise that the project only assumes, and has more than the
 * specification says. Requests are translated on their way in; the assumed names are unknown to it.
 */
import { liveEndpoints, storedEndpoints } from '../facts/endpoints.ts';
import { jsonAnswer, refusal } from './answers.ts';
import type { Answer, JsonObject } from './types.ts';

/** Assumed name → name at this service. */
export const renamedParameters: Readonly<Record<string, string>> = {
  interactionType: 'engagement',
  name: 'displayName',
  ids: 'postIds',
  keyword: 'term',
  pageNumber: 'pageNo',
  tableName: 'resultTable',
};

/** Assumed live paths. The keys in them are called otherwise too. */
const livePaths: Readonly<Record<string, string>> = {
  'forum.comments.by-user': '/api/data/forum/users/{author}/comments/live',
  'shortvideo.users.connections': '/api/data/shortvideo/accounts/{handle}/connections/live',
};

/** Path of a data endpoint at this service, with its own keys. */
export function renamedPath(endpoint: { id: string; path: string }): string {
  const live = livePaths[endpoint.id];
  if (live !== undefined) return live;
  // Keys mean nothing on the wire, so every one is called otherwise.
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, '{the_$1}');
  return endpoint.id.endsWith('.stored')
    ? path.replace(/^(\/api\/data\/\w+)\//, '$1/archive/')
    : path;
}

const translations = [...liveEndpoints, ...storedEndpoints]
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  .map((endpoint) => ({
    theirs: new RegExp(`^${renamedPath(endpoint).replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    ours: endpoint.path.split(/\{\w+\}/),
  }));

type Pairs = readonly (readonly [string, string])[];

/** The request in the specification's and our names; null when this service knows no such thing. */
export function translate(path: string, pairs: Pairs): { path: string; pairs: Pairs } | null {
  if (!path.startsWith('/api/data/') || path.startsWith('/api/data/operations/')) {
    return { path, pairs };
  }
  if (pairs.some(([name]) => Object.hasOwn(renamedParameters, name))) return null;
  const original = new Map(
    Object.entries(renamedParameters).map(([ours, theirs]) => [theirs, ours]),
  );
  for (const { theirs, ours } of translations) {
    const found = theirs.exec(path);
    if (found === null) continue;
    return {
      path: ours.map((part, at) => `${part}${found[at + 1] ?? ''}`).join(''),
      pairs: pairs.map(([name, value]) => [original.get(name) ?? name, value]),
    };
  }
  return null;
}

/** Endpoints that nobody else has: every kind of value, pages, a choice of fields. */
export const addedPaths = {
  trends: '/api/data/microblog/trends/{place}/live',
  stations: '/api/data/weather/stations/live',
} as const;

const total = 5;
const pageSize = 2;
const knownNames = new Set('min_volume withPromoted kind langs day fields cursor'.split(' '));

/** Answers an added endpoint; null when the path is none. */
export function answerAdded(path: string, pairs: Pairs): Answer | null {
  const trend = /^\/api\/data\/microblog\/trends\/([^/]+)\/live$/.exec(path);
  if (trend === null && path !== addedPaths.stations) return null;
  const unknown = pairs.find(([name]) => !knownNames.has(name));
  if (unknown !== undefined) return refusal(400, `Unknown query parameter '${unknown[0]}'`);
  const query = Object.fromEntries(pairs);
  if (trend !== null && query['kind'] === undefined) return refusal(400, `Missing 'kind'`);
  const from = query['cursor'] === undefined ? 0 : Number(/^at-(\d+)$/.exec(query['cursor'])?.[1]);
  const langs = pairs.filter(([name]) => name === 'langs').map(([, value]) => value);
  const fields = query['fields']?.split(',');
  const rows = Array.from({ length: Math.min(pageSize, total - from) }, (_, at): JsonObject => {
    const row: JsonObject = {
      trendId: `t${from + at}`,
      title: `Trend ${from + at} of ${decodeURIComponent(trend?.[1] ?? 'all')}`,
      postVolume: 1000 - from - at,
      langs,
    };
    return fields === undefined
      ? row
      : Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
  });
  const next = from + pageSize < total ? `at-${from + pageSize}` : null;
  return jsonAnswer(200, {
    results: rows,
    count: rows.length,
    dataSource: 'api',
    has_more: next !== null,
    next_page_cursor: next,
  });
}
