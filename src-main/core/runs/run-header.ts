/** The first line of a run's log: what was asked, under which names, and what they are by now. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { catalogue } from '#shared/catalogue/index.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { derivationSchema } from '#shared/contract/derived.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import type { KnownEndpoint } from '#shared/description/in-force.ts';
import { querySchema } from '#shared/query/types.ts';
import { knownEndpointSchema } from '../description/profile-file.ts';
import { lookUpIn } from '../description/service-knowledge.ts';
import { storedListSchema } from '../store/run-inputs.ts';

/** All that is needed to know what was asked, and no key. */
export const headerSchema = z.object({
  query: querySchema,
  /** Path and query string as sent for the first page. */
  target: z.string(),
  address: z.string(),
  profileId: z.string(),
  createdAt: z.string(),
  /** Of the application. */
  version: z.string(),
  /**
   * The endpoint as it was then, where it is not the catalogue's own: its names decide how the run
   * goes on and what is said of it, whatever the service says of itself later.
   */
  known: knownEndpointSchema.optional().catch(undefined),
  /** Its inputs are in a file of the run. */
  list: storedListSchema.optional(),
  /** Its rows were worked out from other runs: nothing is asked for it. */
  derived: derivationSchema.optional(),
});
export type RunHeader = z.infer<typeof headerSchema>;

/** Of the last page of a derived run: what came of working it out. */
export const factsMember = 'workedOut';

/** The endpoint of a run as it was asked; null when this version knows none such. */
export const knownOf = ({ known, query }: RunHeader): KnownEndpoint | null =>
  known ?? lookUpIn(catalogue, query.endpointId);

/** Whether the endpoint is the catalogue's own, word for word. */
export function isBuiltIn({ endpoint, resource }: KnownEndpoint): boolean {
  const own = lookUpIn(catalogue, endpoint.id);
  return own !== null && isDeepStrictEqual(own, { endpoint, resource });
}

interface FetchedAsDeps {
  /** In force for the service in use. */
  lookUp: (endpointId: string) => KnownEndpoint | null;
  profile: () => Profile | null;
}

/**
 * Under which names a run was fetched, and what is called otherwise by now. Of another service's run nothing is compared: its names are its own.
 */
export function fetchedAs(
  { target, profileId }: { target: string; profileId: string },
  then: DataEndpoint,
  { lookUp, profile }: FetchedAsDeps,
): Run['fetchedAs'] {
  return {
    target,
    differs:
      profile()?.id === profileId ? differences(then, lookUp(then.id)?.endpoint ?? null) : [],
  };
}

function differences(then: DataEndpoint, now: DataEndpoint | null): string[] {
  if (now === null || (now.discovered === 'gone' && then.discovered !== 'gone')) {
    return ['The service’s description no longer includes this question.'];
  }
  const path = then.path === now.path ? [] : [`The path was ${then.path}; now it is ${now.path}.`];
  const names = then.parameters.flatMap(({ key, label, wire, place }) => {
    if (place === 'path') return [];
    const other = now.parameters.find((one) => one.key === key);
    if (other === undefined) return [`“${label}” was sent as ${wire}; now it is unknown.`];
    return other.wire === wire
      ? []
      : [`“${label}” was sent as ${wire}; now it is sent as ${other.wire}.`];
  });
  return [...path, ...names];
}
