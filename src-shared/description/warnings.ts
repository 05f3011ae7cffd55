/** What a form says where the service's description doesn't bear it out: nothing is sent silently. */
import type { Catalogue, Endpoint } from '../catalogue/types.ts';
import type { Assumption, Difference } from '../contract/description.ts';

/** More than these are looked up in Settings. */
const mostNamed = 3;

/** Endpoints with a note on what is sent otherwise than the service's description has it. */
export function withWarnings(
  catalogue: Catalogue,
  assumptions: readonly Assumption[],
  differences: readonly Difference[],
): Catalogue {
  const doubts = new Map<string, string[]>();
  const doubt = ({ endpointId, about }: Assumption | Difference): void => {
    if (endpointId !== null) doubts.set(endpointId, [...(doubts.get(endpointId) ?? []), about]);
  };
  for (const one of assumptions) {
    const decides = one.kind === 'path' || one.kind === 'name';
    if (decides && one.notTaken !== null && one.inForce.by === 'assumption') doubt(one);
  }
  for (const one of differences) {
    const decides = one.kind === 'path' || one.kind === 'name' || one.kind === 'required';
    if (decides && !one.accepted) doubt(one);
  }
  if (doubts.size === 0) return catalogue;
  const warned = (endpoint: Endpoint): Endpoint => {
    const about = doubts.get(endpoint.id);
    return about === undefined
      ? endpoint
      : { ...endpoint, notes: [...endpoint.notes, warning(about)] };
  };
  return { ...catalogue, endpoints: catalogue.endpoints.map(warned) };
}

function warning(about: readonly string[]): string {
  const named = about.slice(0, mostNamed).map(lowered);
  const more = about.length - named.length;
  const all = more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
  return `The service’s own description doesn’t confirm ${all}. Look at the service profile in Settings before you ask.`;
}

const lowered = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
