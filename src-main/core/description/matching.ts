/**
 * Whether names and sentences of the service and ours have the same meaning: their words, and the pairs
 * that are most alike.
 */
const stopWords = new Set([
  'a',
  'an',
  'and',
  'are',
  'as',
  'at',
  'be',
  'by',
  'for',
  'from',
  'in',
  'is',
  'it',
  'of',
  'on',
  'one',
  'or',
  'the',
  'their',
  'this',
  'to',
  'which',
  'who',
  'with',
  'without',
  'optional',
  'required',
  'value',
  'parameter',
  'type',
  'api',
  'data',
  'live',
]);

/** "interactionType" → interaction; plural and singular are the same word. */
export function wordsOf(...texts: readonly (string | undefined)[]): ReadonlySet<string> {
  const words = texts
    .flatMap((text) =>
      (text ?? '').replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\d]+/u),
    )
    .map((word) => stem(word.toLowerCase()))
    .filter((word) => word.length > 1 && !stopWords.has(word));
  return new Set(words);
}

const stem = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

export function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((word) => other.has(word));
}

/** How similar two sets are, from 0 to 1; 0 for two empty sets. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = shared(one, other).length;
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}

/**
 * A matching of ours and theirs by likeness alone: a pair matches if each is the other's best match and
 * no other is close. Otherwise it is uncertain, and nothing is matched.
 */
interface Matching<Ours, Theirs> {
  pairs: ReadonlyMap<Ours, Theirs>;
  /** What one of ours could be, best match first. */
  candidates: (one: Ours) => { item: Theirs; score: number }[];
}

/** @param scoreOf 0: it can't be a match. */
export function matchByLikeness<Ours, Theirs>(
  ours: readonly Ours[],
  theirs: readonly Theirs[],
  scoreOf: (one: Ours, other: Theirs) => number,
  { least, lead }: { least: number; lead: number },
): Matching<Ours, Theirs> {
  /** Returns the best of a ranking if it is good enough and clearly ahead; otherwise null. */
  const clearBest = <T>([first, second]: readonly Scored<T>[]): T | null => {
    if (first === undefined || first.score < least) return null;
    return second === undefined || first.score - second.score >= lead ? first.item : null;
  };
  const rankings = new Map(
    ours.map((one) => [one, ranked(theirs, (other) => scoreOf(one, other))] as const),
  );
  const scoreIn = (one: Ours, other: Theirs): number =>
    rankings.get(one)?.find(({ item }) => item === other)?.score ?? 0;
  const pairs = new Map<Ours, Theirs>();
  for (const [one, ranking] of rankings) {
    const other = clearBest(ranking);
    if (other === null) continue;
    if (clearBest(ranked(ours, (any) => scoreIn(any, other))) === one) pairs.set(one, other);
  }
  return { pairs, candidates: (one) => rankings.get(one) ?? [] };
}

interface Scored<T> {
  item: T;
  score: number;
}

const ranked = <T>(items: readonly T[], scoreOf: (item: T) => number): Scored<T>[] =>
  items
    .map((item) => ({ item, score: scoreOf(item) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);

/** Returns why nothing matched. @param what is looked for: "path", "thing". */
export function whyMissing(what: string, candidates: number): string {
  const names = 'The service’s description names';
  if (candidates === 0)
    return `${names} ${what === 'path' ? 'no path' : 'nothing'} that could be this.`;
  return candidates === 1
    ? `${names} one ${what} that might be this, but it isn’t certain.`
    : `${names} ${candidates} ${what}s that could be this.`;
}
