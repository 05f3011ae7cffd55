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
  const candidates = free.map((operation) => ({ operation, traits: traitsOf(operation) }));
  const scores = new Map(
    looking.map((endpoint) => [endpoint, rank(endpoint, candidates, catalogue)] as const),
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

/** What is compared of an endpoint, put together once: a description may name a thousand. */
interface Traits {
  words: ReadonlySet<string>;
  /** Of query parameters. */
  names: ReadonlySet<string>;
  /** Of an item; null where the answer is not described. */
  fields: ReadonlySet<string> | null;
}

/** Names that nearly every endpoint has say nothing about which it is. */
const everywhere = new Set(['since', 'until', 'responseType']);
const tellsApart = (name: string): boolean => !everywhere.has(name) && !isOption(name);

const traitsOf = ({ path, query, fields }: DescribedOperation): Traits => ({
  words: wordsOf(wordsOfPath(path)),
  names: new Set(query.map(({ name }) => name).filter(tellsApart)),
  fields: fields === null ? null : new Set(fields.map(({ name }) => name)),
});

function ourTraits(endpoint: DataEndpoint, catalogue: Catalogue): Traits {
  const resource = catalogue.resources.find(({ id }) => id === endpoint.resource);
  const query = endpoint.parameters.filter(({ place }) => place === 'query');
  return {
    words: wordsOf(wordsOfPath(endpoint.path)),
    names: new Set(query.map(({ wire }) => wire).filter(tellsApart)),
    fields: new Set(resource?.fields.map(({ name }) => name)),
  };
}

interface Candidate {
  operation: DescribedOperation;
  traits: Traits;
}

/** Those that can be it at all, with how alike they are. */
function rank(
  endpoint: DataEndpoint,
  candidates: readonly Candidate[],
  catalogue: Catalogue,
): Score<DescribedOperation>[] {
  const ours = ourTraits(endpoint, catalogue);
  return candidates
    .filter(({ operation }) => canBe(endpoint, operation))
    .map(({ operation, traits }) => ({ operation, score: scoreOf(ours, traits) }));
}

/** Same platform, same family, as many keys, and every documented name that must be given. */
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

function scoreOf(ours: Traits, theirs: Traits): number {
  const nothingToTell = ours.names.size === 0 && theirs.names.size === 0;
  return (
    3 * likeness(ours.words, theirs.words) +
    2 * (nothingToTell ? 0.5 : likeness(ours.names, theirs.names)) +
    // Where the answer isn't described, that speaks neither for it nor against it.
    (theirs.fields === null || ours.fields === null ? 0.5 : likeness(ours.fields, theirs.fields))
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
          ? 'The service’s description names one path that could be this, but not certainly.'
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
