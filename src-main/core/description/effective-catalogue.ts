/**
 * The effective catalogue: the built-in one, what the service says, and what the person decided. A
 * single function that forms, validation, requests and the service profile page are all based on.
 */
import { type AssumedFact, listAssumed, listDifferences } from './assumptions.ts';
import { problemOfCorrection } from './corrections.ts';
import type { DescribedService } from './described.ts';
import { discover, type Discovered, parameterOf } from './discover.ts';
import { isDiscoveredId } from './paths.ts';
import { factValue, nameOfId, withFact } from './facts.ts';
import { reconcile } from './reconcile.ts';
import type { Contradiction, NotTaken, Reconciled, Said } from './reconciled.ts';
import type {
  Catalogue,
  DataEndpoint,
  Endpoint,
  Parameter,
  Resource,
} from '#shared/catalogue/types.ts';
import {
  type Assumption,
  type Difference,
  factId,
  type FactName,
} from '#shared/contract/description.ts';

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
  assumptions: Assumption[];
  differences: Difference[];
  discovered: Discovered[];
}

const nothing: Reconciled = {
  said: [],
  notTaken: [],
  contradictions: [],
  additions: [],
  fields: new Map(),
  others: [],
};

/** Precedence: person, service, assumption. Nothing documented changes unless the person agrees. */
export function effectiveCatalogue(
  builtIn: Catalogue,
  { described, corrections, gone }: Knowledge,
): EffectiveCatalogue {
  const found = described === null ? nothing : reconcile(builtIn, described);
  const assumed = listAssumed(builtIn);
  const discovered = described === null ? [] : found.others.map((one) => discover(builtIn, one));

  let catalogue = builtIn;
  const notSafe = new Map<string, string>();
  for (const { name, value } of found.said) {
    // What the service says must follow the same rules as what a person types.
    const complaint = problemOfCorrection(catalogue, name, value);
    if (complaint === null) {
      catalogue = withFact(catalogue, name, value, 'service', found.fields.get(name.subject));
    } else notSafe.set(factId(name), complaint);
  }
  const known = Object.entries(corrections).flatMap(([id, value]) => {
    const name = nameOfId(id);
    return name === null ? [] : [{ name, value }];
  });
  const ofOurs = known.filter(({ name }) => factValue(builtIn, name) !== null);
  catalogue = withCorrections(catalogue, ofOurs, found);
  // After the corrections: one of them may say that a new parameter is one of ours.
  catalogue = withAdditions(catalogue, builtIn, found);
  catalogue = withCorrections(
    catalogue,
    known.filter((one) => !ofOurs.includes(one)),
    found,
  );
  const assumptions = assumed.map((one) =>
    assumptionOf(one, { builtIn, catalogue, found, corrections, notSafe }),
  );
  const differences = listDifferences(found, { builtIn, catalogue, corrections, assumed });
  return {
    catalogue: withDiscovered(withWarnings(catalogue, assumptions, differences), discovered, gone),
    assumptions,
    differences,
    discovered,
  };
}

function withCorrections(
  catalogue: Catalogue,
  corrections: readonly { name: FactName; value: string }[],
  { fields }: Reconciled,
): Catalogue {
  let result = catalogue;
  for (const { name, value } of corrections) {
    if (factValue(result, name) === null) continue;
    if (problemOfCorrection(result, name, value) !== null) continue;
    result = withFact(result, name, value, 'person', fields.get(name.subject));
  }
  return result;
}

const asOptional = (parameter: Parameter): Parameter => ({ ...parameter, required: false });

/** Adds parameters that only the description has, as optional ones: they change no request. */
function withAdditions(
  catalogue: Catalogue,
  builtIn: Catalogue,
  { additions }: Reconciled,
): Catalogue {
  if (additions.length === 0) return catalogue;
  const add = (endpoint: Endpoint): Endpoint => {
    const before = builtIn.endpoints.find(({ id }) => id === endpoint.id)?.parameters ?? [];
    const names = new Set<string | null>([
      ...endpoint.parameters.map(({ wire }) => wire),
      ...Object.values(endpoint.optionNames),
    ]);
    /** Whether our name is still in use, so that the real parameter may be any of the new ones. */
    const isOpen = (key: string): boolean =>
      endpoint.parameters.find((one) => one.key === key)?.wire ===
      before.find((one) => one.key === key)?.wire;
    const keys = new Set(endpoint.parameters.map(({ key }) => key));
    const more = additions
      .filter(
        ({ endpointId, described, couldBe }) =>
          endpointId === endpoint.id && !names.has(described.name) && !couldBe.some(isOpen),
      )
      .map(({ described }, index) => parameterOf(described, 'query', `value${index + 1}`))
      .filter(({ key }) => !keys.has(key))
      .map(asOptional);
    return more.length === 0
      ? endpoint
      : { ...endpoint, parameters: [...endpoint.parameters, ...more] };
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

interface Sides {
  builtIn: Catalogue;
  catalogue: Catalogue;
  found: Reconciled;
  corrections: Knowledge['corrections'];
  notSafe: ReadonlyMap<string, string>;
}

const isOf =
  (name: FactName) =>
  (one: Said | NotTaken | Contradiction): boolean =>
    factId(one.name) === factId(name);

function assumptionOf({ name, ...about }: AssumedFact, sides: Sides): Assumption {
  const { builtIn, catalogue, found, corrections, notSafe } = sides;
  const id = factId(name);
  const said = found.said.find(isOf(name)) ?? null;
  const notTaken = found.notTaken.find(isOf(name)) ?? null;
  const complaint = notSafe.get(id) ?? null;
  const assumed = factValue(builtIn, name) ?? '';
  const value = factValue(catalogue, name) ?? assumed;
  const own = Object.hasOwn(corrections, id) ? (corrections[id] ?? null) : null;
  const byPerson = own !== null && problemOfCorrection(catalogue, name, own) === null;
  return {
    id,
    kind: name.kind,
    ...about,
    assumed,
    service: said === null ? null : { value: said.value, reason: said.reason },
    notTaken:
      complaint === null ? (notTaken?.why ?? null) : `What it says can’t be used. ${complaint}`,
    candidates: notTaken?.candidates ?? [],
    person: own,
    inForce: {
      value,
      by: byPerson ? 'person' : said !== null && complaint === null ? 'service' : 'assumption',
    },
    triable: name.kind !== 'fields' && about.endpointId !== null,
  };
}

/** Number of facts listed in a warning; the others are in Settings. */
const mostNamed = 3;

/** Adds notes to endpoints whose requests differ from the service's description. */
function withWarnings(
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
  return `The service’s own description doesn’t confirm ${all}. Check the service profile in Settings before you ask.`;
}

const lowered = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
