/**
 * Matches the description's endpoints to ours. By shape first, whatever the names of the path's
 * parameters; then, for assumed paths, by their parameters, words and answers.
 */
import { keysOf, isLive, platformOf, shapeOf, withOurKeys, wordsOfPath } from './paths.ts';
import type { DescribedOperation } from './described.ts';
import { isOption } from './facts.ts';
import { matchByLikeness, whyMissing, likeness, wordsOf } from './matching.ts';
import { type Catalogue, type DataEndpoint, isDataEndpoint } from '#shared/catalogue/types.ts';

export interface MatchedPath {
  endpoint: DataEndpoint;
  operation: DescribedOperation;
  /** Their path with our keys. */
  path: string;
  reason: string;
}

export interface MatchedPaths {
  matched: MatchedPath[];
  missing: { endpoint: DataEndpoint; why: string; candidates: string[] }[];
  /** Theirs without a match. */
  others: DescribedOperation[];
}

/** Minimum likeness of a match, and its lead over the next one. */
const alikeEnough = { least: 2, lead: 0.4 };

export function matchPaths(
  catalogue: Catalogue,
  operations: readonly DescribedOperation[],
): MatchedPaths {
  const ours = catalogue.endpoints.filter(isDataEndpoint);
  const byShape = groupBy(operations, ({ path }) => shapeOf(path));
  const matched: MatchedPath[] = [];
  const unmatched: DataEndpoint[] = [];
  for (const endpoint of ours) {
    const [operation, ...more] = byShape.get(shapeOf(endpoint.path)) ?? [];
    // Two paths of the same shape are one path to the service, and contradict each other.
    if (operation === undefined || more.length > 0) unmatched.push(endpoint);
    else
      matched.push({ endpoint, operation, path: endpoint.path, reason: 'The path is the same.' });
  }
  const ofOurs = new Set(ours.map(({ path }) => shapeOf(path)));
  const free = operations.filter(({ path }) => !ofOurs.has(shapeOf(path)));
  const assumed = unmatched.filter(
    (endpoint) => endpoint.pathEvidence === 'assumed' && !byShape.has(shapeOf(endpoint.path)),
  );
  const ofTheirs = new Map(free.map((operation) => [operation, traitsOf(operation)]));
  const ofOurEndpoints = new Map(assumed.map((one) => [one, ourTraits(one, catalogue)]));
  const { pairs, candidates } = matchByLikeness(
    assumed,
    free,
    (endpoint, operation) =>
      canBe(endpoint, operation)
        ? likenessOf(ofOurEndpoints.get(endpoint)!, ofTheirs.get(operation)!)
        : 0,
    alikeEnough,
  );
  const taken = new Set(pairs.values());
  for (const [endpoint, operation] of pairs) {
    const path = withOurKeys(operation.path, keysOf(endpoint.path));
    matched.push({ endpoint, operation, path, reason: reasonFor(endpoint, operation) });
  }
  return {
    matched,
    missing: ours
      .filter((endpoint) => !matched.some((one) => one.endpoint === endpoint))
      .map((endpoint) => {
        const isTwice = (byShape.get(shapeOf(endpoint.path))?.length ?? 0) > 1;
        const near = isTwice ? [] : candidates(endpoint).filter(({ score }) => score >= 1);
        return {
          endpoint,
          why: isTwice
            ? 'The service’s description names this path more than once.'
            : whyMissing('path', near.length),
          candidates: near
            .slice(0, 20)
            .map(({ item: { path } }) => withOurKeys(path, keysOf(endpoint.path))),
        };
      }),
    others: free.filter((operation) => !taken.has(operation)),
  };
}

/** What is compared of an endpoint, computed once: a description may have a thousand. */
interface Traits {
  words: ReadonlySet<string>;
  /** Names of query parameters. */
  names: ReadonlySet<string>;
  /** Names of an item's fields; null if the answer is not described. */
  fields: ReadonlySet<string> | null;
}

/** Names of nearly every endpoint don't distinguish them. */
const everywhere = new Set(['since', 'until', 'responseType']);
const isDistinctive = (name: string): boolean => !everywhere.has(name) && !isOption(name);

const traitsOf = ({ path, query, fields }: DescribedOperation): Traits => ({
  words: wordsOf(wordsOfPath(path)),
  names: new Set(query.map(({ name }) => name).filter(isDistinctive)),
  fields: fields === null ? null : new Set(fields.map(({ name }) => name)),
});

function ourTraits(endpoint: DataEndpoint, catalogue: Catalogue): Traits {
  const resource = catalogue.resources.find(({ id }) => id === endpoint.resource);
  const query = endpoint.parameters.filter(({ place }) => place === 'query');
  return {
    words: wordsOf(wordsOfPath(endpoint.path)),
    names: new Set(query.map(({ wire }) => wire).filter(isDistinctive)),
    fields: new Set(resource?.fields.map(({ name }) => name)),
  };
}

/** Same platform, same family, same number of keys, and every documented name that is required. */
function canBe(endpoint: DataEndpoint, { path, query, needs }: DescribedOperation): boolean {
  if (
    needs !== null ||
    platformOf(path) !== endpoint.platform ||
    isLive(path) !== (endpoint.kind === 'live') ||
    keysOf(path).length !== keysOf(endpoint.path).length
  ) {
    return false;
  }
  const takes = (wanted: string): boolean => query.some(({ name }) => name === wanted);
  return (
    endpoint.parameters.every(
      ({ place, required, evidence, wire }) =>
        place !== 'query' || !required || evidence !== 'documented' || takes(wire),
    ) &&
    (endpoint.kind === 'live' || takes('responseType'))
  );
}

/** Returns the likeness, from 0 to 6. */
function likenessOf(ours: Traits, theirs: Traits): number {
  const hasNoNames = ours.names.size === 0 && theirs.names.size === 0;
  return (
    3 * likeness(ours.words, theirs.words) +
    2 * (hasNoNames ? 0.5 : likeness(ours.names, theirs.names)) +
    // An undescribed answer is neutral.
    (theirs.fields === null || ours.fields === null ? 0.5 : likeness(ours.fields, theirs.fields))
  );
}

function reasonFor(endpoint: DataEndpoint, { query }: DescribedOperation): string {
  const names = query
    .map(({ name }) => name)
    .filter((name) =>
      endpoint.parameters.some(({ wire, key }) => wire === name && !everywhere.has(key)),
    );
  return names.length === 0
    ? 'Of the paths left, it is most like what we look for.'
    : `Of the paths left, it is the one that takes ${names.join(', ')}.`;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
