/** Under which names a run was fetched, and what is called otherwise by now. */
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import type { KnownEndpoint } from '#shared/description/in-force.ts';

export interface FetchedAsDeps {
  /** In force for the service in use. */
  lookUp: (endpointId: string) => KnownEndpoint | null;
  profile: () => Profile | null;
}

/** Of another service's run nothing is compared: its names are its own. */
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
