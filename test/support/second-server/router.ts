/** Finds the endpoint of a path: literal segments win over parameters, live over stored. */
import { liveEndpoints, otherEndpoints, storedEndpoints } from '../facts/endpoints.ts';
import type { LiveEndpointFact, OtherEndpointFact, StoredEndpointFact } from '../facts/types.ts';

type Endpoint =
  | { readonly kind: 'live'; readonly endpoint: LiveEndpointFact }
  | { readonly kind: 'stored'; readonly endpoint: StoredEndpointFact }
  | { readonly kind: 'other'; readonly endpoint: OtherEndpointFact };
export type Route = Endpoint & { readonly values: Readonly<Record<string, string>> };
export type DataRoute = Exclude<Route, { kind: 'other' }>;

const endpoints = [
  ...liveEndpoints.map((endpoint) => ({ kind: 'live', endpoint }) as const),
  ...otherEndpoints.map((endpoint) => ({ kind: 'other', endpoint }) as const),
  ...storedEndpoints.map((endpoint) => ({ kind: 'stored', endpoint }) as const),
];
const partsOf = ({ path }: { path: string }): string[] => path.split(/\{\w+\}/);
const patterns = endpoints
  .toSorted((one, other) => partsOf(one.endpoint).length - partsOf(other.endpoint).length)
  .map((found) => ({ found, pattern: new RegExp(`^${partsOf(found.endpoint).join('([^/]+)')}$`) }));

/**
 * The endpoint of a path as sent (percent-encoded), or undefined when there is none. Throws
 * URIError when a segment is not valid percent-encoding.
 */
export function findRoute(path: string): Route | undefined {
  for (const { found, pattern } of patterns) {
    const matched = pattern.exec(path);
    if (matched === null) continue;
    const names = [...found.endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = names.map((name, at) => [name, decodeURIComponent(matched[at + 1] ?? '')]);
    return { ...found, values: Object.fromEntries(values) as Record<string, string> };
  }
  return undefined;
}
