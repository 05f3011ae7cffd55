/**
 * The effective catalogue: the built-in one, with patches by the service and by the person. A single
 * function that forms, validation, requests and the service profile page are all based on.
 */
import type { Catalogue, DataEndpoint, Endpoint, Resource } from '#shared/catalogue/types.ts';
import { factId } from '#shared/contract/description.ts';
import type { Fact, FactName } from '#shared/contract/description.ts';
import { compare } from './compare.ts';
import type { Comparison, Finding } from './compare.ts';
import type { DescribedService } from './described.ts';
import { discover } from './discover.ts';
import type { Discovered } from './discover.ts';
import { aboutFact, factValue, listAssumed, nameOfId, patched, problemOfFact } from './facts.ts';
import type { FactSource, Patch } from './facts.ts';
import { isDiscoveredId } from './paths.ts';

/** An endpoint with the resource of its rows: enough to draw a form and to open a run. */
export interface KnownEndpoint {
  endpoint: DataEndpoint;
  resource: Resource;
}

export interface Knowledge {
  /** Null: never read. */
  described: DescribedService | null;
  /** The person's own values and accepted differences, by fact id. */
  corrections: Readonly<Record<string, string>>;
  /** Found in an earlier description but not in the current one. */
  gone: readonly KnownEndpoint[];
}

export interface EffectiveCatalogue {
  catalogue: Catalogue;
  facts: Fact[];
  discovered: Discovered[];
  /** Why corrections aren't applied, in a sentence, by fact id. */
  refused: ReadonlyMap<string, string>;
}

const nothing: Comparison = { findings: [], additions: [], others: [] };

/** Precedence: person, service, assumption. Nothing documented changes unless the person agrees. */
export function effectiveCatalogue(
  builtIn: Catalogue,
  { described, corrections, gone }: Knowledge,
): EffectiveCatalogue {
  const assumed = listAssumed(builtIn);
  const assumedIds = new Set(assumed.map(factId));
  const decided = Object.entries(corrections).flatMap(([id, value]): Patch[] => {
    const name = nameOfId(id);
    return name === null ? [] : [{ name, value }];
  });
  // First, because it may be what decides which of the description's names are ours.
  const ofQuestions = decided.filter(({ name }) => name.kind !== 'fields');
  const corrected = applied(builtIn, ofQuestions, 'person').catalogue;
  const { findings, additions, others } =
    described === null ? nothing : compare(corrected, described);
  const found = new Map(findings.map((one) => [factId(one.name), one]));

  /** Whether the specification leaves it to the service: there is nothing documented to contradict. */
  const isOpen = ({ name }: Finding): boolean =>
    assumedIds.has(factId(name)) || (name.kind === 'default' && factValue(builtIn, name) === '');
  const said = findings.filter((one): one is Finding & Patch => one.value !== null && isOpen(one));
  const byService = applied(corrected, said, 'service');
  const withNew = withAdditions(byService.catalogue, additions);
  const byPerson = applied(
    withNew,
    decided.map((one) => ({ ...one, fields: found.get(factId(one.name))?.fields })),
    'person',
  );
  const { catalogue } = byPerson;
  const unknown = Object.keys(corrections).filter((id) => nameOfId(id) === null);
  const refused = new Map([
    ...unknown.map((id) => [id, unrecognised] as const),
    ...byPerson.refused,
  ]);

  const factOf = ([id, name]: [string, FactName]): Fact => {
    const own = Object.hasOwn(corrections, id) ? (corrections[id] ?? null) : null;
    const ours = factValue(builtIn, name) ?? 'not named';
    const isAssumed = assumedIds.has(id);
    const isByPerson = own !== null && !refused.has(id);
    const finding = found.get(id);
    const service = finding === undefined ? null : saidOf(finding, byService.refused.get(id));
    const isByService = isAssumed && service?.value != null;
    const otherwise = isAssumed ? 'assumed' : 'documented';
    return {
      id,
      kind: name.kind,
      ...aboutFact(catalogue, name),
      isAssumed,
      ours,
      service,
      candidates: [...(finding?.candidates ?? [])],
      person: own,
      inForce: {
        value: factValue(catalogue, name) ?? ours,
        by: isByPerson ? 'person' : isByService ? 'service' : otherwise,
      },
    };
  };
  const differing = findings.filter(
    (one) => !isOpen(one) && one.value !== factValue(builtIn, one.name),
  );
  const changed = decided.filter(({ name }) => factValue(catalogue, name) !== null);
  const listed = [...assumed, ...[...differing, ...changed].map(({ name }) => name)];
  const facts = [...new Map(listed.map((name) => [factId(name), name]))].map(factOf);
  const discovered = others.map((one) => discover(builtIn, one));
  return {
    catalogue: withDiscovered(withWarnings(catalogue, facts), discovered, gone),
    facts,
    discovered,
    refused,
  };
}

const unrecognised = 'This version doesn’t recognise it.';

/** Applies the patches that make sense, by the same rules for what a person types and what the service says. */
function applied(
  catalogue: Catalogue,
  patches: readonly Patch[],
  by: FactSource,
): { catalogue: Catalogue; refused: Map<string, string> } {
  let result = catalogue;
  const refused = new Map<string, string>();
  for (const patch of patches) {
    const isKnown = factValue(result, patch.name) !== null;
    const complaint = isKnown ? problemOfFact(result, patch.name, patch.value) : unrecognised;
    if (complaint === null) result = patched(result, patch, by);
    else refused.set(factId(patch.name), complaint);
  }
  return { catalogue: result, refused };
}

const saidOf = ({ value, why }: Finding, complaint: string | undefined): Fact['service'] =>
  complaint === undefined
    ? { value, why }
    : { value: null, why: `What it says can’t be used. ${complaint}` };

/** Adds parameters that only the description has. */
function withAdditions(catalogue: Catalogue, additions: Comparison['additions']): Catalogue {
  const add = (endpoint: Endpoint): Endpoint => {
    const more = additions
      .filter(({ endpointId }) => endpointId === endpoint.id)
      .map(({ parameter }) => parameter);
    return { ...endpoint, parameters: [...endpoint.parameters, ...more] };
  };
  return { ...catalogue, endpoints: catalogue.endpoints.map(add) };
}

const asGone = ({ endpoint, resource }: KnownEndpoint): KnownEndpoint => ({
  endpoint: { ...endpoint, discovered: 'gone' },
  resource,
});

function withDiscovered(
  catalogue: Catalogue,
  discovered: readonly Discovered[],
  gone: readonly KnownEndpoint[],
): Catalogue {
  const found = discovered.flatMap((one) => (one.found === null ? [] : [one.found]));
  const still = new Set(found.map(({ endpoint }) => endpoint.id));
  const all = [
    ...found,
    ...gone.filter(({ endpoint }) => !still.has(endpoint.id)).map(asGone),
  ].filter(
    ({ endpoint }, index, list) =>
      // Two paths of the same shape are ambiguous, so only the first is kept.
      list.findIndex((other) => other.endpoint.id === endpoint.id) === index,
  );
  const resources = new Map(catalogue.resources.map((one) => [one.id, one]));
  for (const { resource } of all) {
    if (!resources.has(resource.id) && isDiscoveredId(resource.id)) {
      resources.set(resource.id, resource);
    }
  }
  return {
    endpoints: [...catalogue.endpoints, ...all.map(({ endpoint }) => endpoint)],
    resources: [...resources.values()],
  };
}

/** Number of facts listed in a warning; the others are in Settings. */
const mostNamed = 3;

/** Adds notes to endpoints whose requests differ from the service's description. */
function withWarnings(catalogue: Catalogue, facts: readonly Fact[]): Catalogue {
  const doubts = facts.filter(
    ({ kind, service, inForce: { by } }) =>
      (kind === 'path' || kind === 'name' || kind === 'required') &&
      service !== null &&
      (by === 'assumed' || by === 'documented'),
  );
  const warned = (endpoint: Endpoint): Endpoint => {
    const about = doubts
      .filter(({ endpointId }) => endpointId === endpoint.id)
      .map((one) => one.about);
    return about.length === 0
      ? endpoint
      : { ...endpoint, notes: [...endpoint.notes, warning(about)] };
  };
  return { ...catalogue, endpoints: catalogue.endpoints.map(warned) };
}

function warning(about: readonly string[]): string {
  const named = about.slice(0, mostNamed).map(lowered);
  const more = about.length - named.length;
  const all = more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
  return `The service’s own description doesn’t confirm ${all}. Check the service profile in Settings before you ask.`;
}

const lowered = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
