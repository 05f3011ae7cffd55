/** Finds the endpoint of a path: literal segments win over parameters, live over stored. */
import { liveEndpoints, otherEndpoints, storedEndpoints } from '../facts/endpoints.ts';
import type { LiveEndpointFact, OtherEndpointFact, StoredEndpointFact } from '../facts/types.ts';

export type Route = { readonly values: Readonly<Record<string, string>> } & (
  | { readonly kind: 'live'; readonly endpoint: LiveEndpointFact }
  | { readonly kind: 'stored'; readonly endpoint: StoredEndpointFact }
  | { readonly kind: 'other'; readonly endpoint: OtherEndpointFact }
);

interface Entry {
  readonly segments: readonly string[];
  readonly parameters: number;
  readonly found: (values: Readonly<Record<string, string>>) => Route;
}

function entry(path: string, found: Entry['found']): Entry {
  return {
    segments: path.split('/'),
    parameters: path.split('{').length - 1,
    found,
  };
}

const entries: readonly Entry[] = [
  ...liveEndpoints.map((endpoint) =>
    entry(endpoint.path, (values) => ({ kind: 'live', endpoint, values })),
  ),
  ...otherEndpoints.map((endpoint) =>
    entry(endpoint.path, (values) => ({ kind: 'other', endpoint, values })),
  ),
  ...storedEndpoints.map((endpoint) =>
    entry(endpoint.path, (values) => ({ kind: 'stored', endpoint, values })),
  ),
];

function matchEntry(one: Entry, segments: readonly string[]): Route | undefined {
  if (one.segments.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, expected] of one.segments.entries()) {
    const actual = segments[at] ?? '';
    if (expected.startsWith('{')) {
      if (actual === '') return undefined;
      values[expected.slice(1, -1)] = decodeURIComponent(actual);
    } else if (expected !== actual) return undefined;
  }
  return one.found(values);
}

/**
 * The endpoint of a path as sent (percent-encoded), or undefined when there is none. Throws
 * URIError when a segment is not valid percent-encoding.
 */
export function findRoute(path: string): Route | undefined {
  const segments = path.split('/');
  const byLiterals = entries
    .filter((one) => one.segments.length === segments.length)
    .toSorted((one, other) => one.parameters - other.parameters);
  for (const one of byLiterals) {
    const route = matchEntry(one, segments);
    if (route) return route;
  }
  return undefined;
}
