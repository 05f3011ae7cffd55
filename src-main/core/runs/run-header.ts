/** The first line of a run's log: the question, the names it was asked with, and their changes since. */
import { quoted } from '#shared/characters.ts';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { catalogue } from '../../catalogue/index.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { derivationSchema } from '#shared/contract/derived.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import type { KnownEndpoint } from '../description/effective-catalogue.ts';
import { querySchema } from '#shared/query/types.ts';
import type { Query } from '#shared/query/types.ts';
import { askedServiceSchema } from '#shared/service/profile.ts';
import { withCells } from '#shared/query/list.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import { knownEndpointSchema } from '../description/profile-file.ts';
import { lookUpIn } from '../description/service-knowledge.ts';
import { storedListSchema } from '../store/run-inputs.ts';
import type { LiveRun } from './live-run.ts';

/** Everything needed to know what was asked, without a key. */
export const headerSchema = z.object({
  query: querySchema,
  /** Path and query string as sent for the first page. */
  target: z.string(),
  ...askedServiceSchema.shape,
  createdAt: z.string(),
  /** Version of the application. */
  version: z.string(),
  /**
   * The endpoint as it was then, unless it is the built-in one: its names decide how the run continues
   * and is described, whatever the service's description says later.
   */
  known: knownEndpointSchema.optional().catch(undefined),
  /** The inputs are in a file of the run. */
  list: storedListSchema.optional(),
  /** Set if its rows were derived from other runs, so that nothing is requested for it. */
  derived: derivationSchema.optional(),
});
export type RunHeader = z.infer<typeof headerSchema>;

/** Member of a derived run's last page that holds the resulting facts. */
export const factsMember = 'workedOut';

/** Returns a run's endpoint as it was asked; null when this version doesn't know it. */
export const knownOf = ({ known, query }: RunHeader): KnownEndpoint | null =>
  known ?? lookUpIn(catalogue, query.endpointId);

/** Returns whether the endpoint is exactly the built-in one. */
export function isBuiltIn({ endpoint, resource }: KnownEndpoint): boolean {
  const own = lookUpIn(catalogue, endpoint.id);
  return own !== null && isDeepStrictEqual(own, { endpoint, resource });
}

/** The service in use, and what it offers. */
export interface ServiceInUse {
  /** Returns the service; null before one is chosen. */
  profile: () => Profile | null;
  /** Returns an endpoint and the resource of its rows; null when its catalogue has no such endpoint. */
  lookUp: (endpointId: string) => KnownEndpoint | null;
}

/**
 * Returns the names that a run was fetched with, and which of them have changed. Nothing is compared for
 * a run of another service, whose names are its own.
 */
export const fetchedAs = (
  { target, profileId }: { target: string; profileId: string },
  then: DataEndpoint,
  { lookUp, profile }: ServiceInUse,
): Run['fetchedAs'] => ({
  target,
  differs: profile()?.id === profileId ? differences(then, lookUp(then.id)?.endpoint ?? null) : [],
});

function differences(then: DataEndpoint, now: DataEndpoint | null): string[] {
  if (now === null || (now.discovered === 'gone' && then.discovered !== 'gone')) {
    return ['The service’s description no longer includes this question.'];
  }
  const path = then.path === now.path ? [] : [`The path was ${then.path}; now it is ${now.path}.`];
  const names = then.parameters.flatMap(({ key, label, wire, place }) => {
    if (place === 'path') return [];
    const other = now.parameters.find((one) => one.key === key);
    if (other === undefined) return [`${quoted(label)} was sent as ${wire}; now it is unknown.`];
    return other.wire === wire
      ? []
      : [`${quoted(label)} was sent as ${wire}; now it is sent as ${other.wire}.`];
  });
  return [...path, ...names];
}

// The questions of a run as path and query string, with marks in place of a list's inputs.

/** Returns the question with `<input>` in place of a list's inputs; the same object without a list. */
export function withMarks({ list }: LiveRun, query: Query): Query {
  if (list === null) return query;
  const { keys } = list.inputs.list;
  const mark = (key: string): string => (keys.length === 1 ? '<input>' : `<input_${key}>`);
  return withCells(query, keys, keys.map(mark));
}

/** Returns the path and query string of a question, with marks unencoded. */
export const targetOf = ({ endpoint }: LiveRun, query: Query): string =>
  requestTarget(buildRequest(endpoint, query)).replaceAll(/%3Cinput(_\w+)?%3E/g, '<input$1>');
