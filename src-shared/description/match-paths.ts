/**
 * Which endpoint of the description is which of ours. By shape first, whatever the parameters in
 * the path are called; then, for paths that we assumed, the one that is most like ours, if both
 * find each other and no other comes near.
 */
import { keysOf, isLive, platformOf, shapeOf, withOurKeys, wordsOfPath } from './paths.ts';
import type { DescribedOperation } from './described.ts';
import { isOption } from './facts.ts';
import { likeness, wordsOf } from './words.ts';
import type { Catalogue, DataEndpoint } from '../catalogue/types.ts';
import { isDataEndpoint } from '../catalogue/types.ts';

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
  /** Theirs that are none of ours. */
  others: DescribedOperation[];
}

/** Alike enough to be taken, and so much more than the next. From 0 to 6. */
const least = 2;
const lead = 0.4;

export function matchPaths(
  catalogue: Catalogue,
  operations: readonly DescribedOperation[],
): MatchedPaths {
  const ours = catalogue.endpoints.filter(isDataEndpoint);
  const byShape = groupBy(operations, ({ path }) => shapeOf(path));
  const matched: MatchedPath[] = [];
  const left: DataEndpoint[] = [];
  for (const endpoint of ours) {
    const [operation, ...more] = byShape.get(shapeOf(endpoint.path)) ?? [];
    // Two paths of one shape are one path to the service, and contradict each other.
    if (operation === undefined || more.length > 0) left.push(endpoint);
    else
      matched.push({ endpoint, operation, path: endpoint.path, reason: 'The path is the same.' });
  }
  const ofOurs = new Set(ours.map(({ path }) => shapeOf(path)));
  const free = operations.filter(({ path }) => !ofOurs.has(shapeOf(path)));
  const looking = left.filter(
    (endpoint) => endpoint.pathEvidence === 'assumed' && !byShape.has(shapeOf(endpoint.path)),
  );
  const scores = new Map(
    looking.map((endpoint) => [endpoint, rank(endpoint, free, catalogue)] as const),
  );
  const taken = new Set<DescribedOperation>();
  const found = looking.flatMap((endpoint): MatchedPath[] => {
    const operation = clearBest(scores.get(endpoint) ?? []);
    if (operation === null) return [];
    // The other way round: of all that we look for, this must be what it is most like.
    const wanting = looking.map((other) => ({
      operation: other,
      score: scores.get(other)?.find((one) => one.operation === operation)?.score ?? 0,
    }));
    if (clearBest(wanting) !== endpoint) return [];
    const path = withOurKeys(operation.path, keysOf(endpoint.path));
    taken.add(operation);
    return [{ endpoint, operation, path, reason: reasonFor(endpoint, operation) }];
  });
  const all = [...matched, ...found];
  return {
    matched: all,
    missing: ours
      .filter((endpoint) => !all.some((one) => one.endpoint === endpoint))
      .map((endpoint) => missingOf(endpoint, byShape, scores.get(endpoint) ?? [])),
    others: free.filter((operation) => !taken.has(operation)),
  };
}

interface Score<T> {
  operation: T;
  score: number;
}

/** The best that is good enough and stands out; null otherwise. */
function clearBest<T>(scores: readonly Score<T>[]): T | null {
  const [first, second] = scores.toSorted((a, b) => b.score - a.score);
  if (first === undefined || first.score < least) return null;
  return second === undefined || first.score - second.score >= lead ? first.operation : null;
}

/** Those that can be it at all, with how alike they are. */
function rank(
  endpoint: DataEndpoint,
  operations: readonly DescribedOperation[],
  catalogue: Catalogue,
): Score<DescribedOperation>[] {
  return operations
    .filter((operation) => canBe(endpoint, operation))
    .map((operation) => ({ operation, score: scoreOf(endpoint, operation, catalogue) }));
}

/** Same platform, same family, as many keys, and every documented name that must be given. */
function canBe(endpoint: DataEndpoint, operation: DescribedOperation): boolean {
  const { path } = operation;
  const names = new Set(operation.query.map(({ name }) => name));
  return (
    operation.needs === null &&
    platformOf(path) === endpoint.platform &&
    isLive(path) === (endpoint.kind === 'live') &&
    keysOf(path).length === keysOf(endpoint.path).length &&
    endpoint.parameters.every(
      ({ place, required, evidence, wire }) =>
        place !== 'query' || !required || evidence !== 'documented' || names.has(wire),
    ) &&
    (endpoint.kind === 'live' || names.has('responseType'))
  );
}

/** Names that nearly every endpoint has say nothing about which it is. */
const everywhere = new Set(['since', 'until', 'responseType']);

function scoreOf(
  endpoint: DataEndpoint,
  operation: DescribedOperation,
  catalogue: Catalogue,
): number {
  const ours = new Set(
    endpoint.parameters
      .filter(({ place, key }) => place === 'query' && !everywhere.has(key))
      .map(({ wire }) => wire),
  );
  const theirs = new Set(
    operation.query
      .map(({ name }) => name)
      .filter((name) => !everywhere.has(name) && !isOption(name)),
  );
  const resource = catalogue.resources.find(({ id }) => id === endpoint.resource);
  const fields = new Set(resource?.fields.map(({ name }) => name));
  const described = new Set(operation.fields?.map(({ name }) => name));
  const parameters = ours.size === 0 && theirs.size === 0 ? 0.5 : likeness(ours, theirs);
  return (
    3 * likeness(wordsOf(wordsOfPath(endpoint.path)), wordsOf(wordsOfPath(operation.path))) +
    2 * parameters +
    // Where the answer isn't described, that speaks neither for it nor against it.
    (operation.fields === null ? 0.5 : likeness(fields, described))
  );
}

function reasonFor(endpoint: DataEndpoint, operation: DescribedOperation): string {
  const names = operation.query
    .map(({ name }) => name)
    .filter((name) =>
      endpoint.parameters.some(({ wire, key }) => wire === name && !everywhere.has(key)),
    );
  const places = keysOf(operation.path).length;
  const shape =
    places === 0
      ? 'without a value in it'
      : places === 1
        ? 'with one value in it'
        : `with ${places} values in it`;
  return names.length === 0
    ? `Of the paths ${shape}, it is most like what we look for.`
    : `Of the paths ${shape}, it is the one that takes ${names.join(', ')}.`;
}

function missingOf(
  endpoint: DataEndpoint,
  byShape: ReadonlyMap<string, readonly DescribedOperation[]>,
  scores: readonly Score<DescribedOperation>[],
): MatchedPaths['missing'][number] {
  if ((byShape.get(shapeOf(endpoint.path))?.length ?? 0) > 1) {
    return {
      endpoint,
      why: 'The service’s description names this path more than once.',
      candidates: [],
    };
  }
  const near = scores.filter(({ score }) => score >= 1).toSorted((a, b) => b.score - a.score);
  return {
    endpoint,
    why:
      near.length === 0
        ? 'The service’s description names no path that could be this.'
        : near.length === 1
          ? 'The service’s description names one path that could be this, but not surely.'
          : `The service’s description names ${near.length} paths that could be this.`,
    candidates: near
      .slice(0, 20)
      .map(({ operation }) => withOurKeys(operation.path, keysOf(endpoint.path))),
  };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
