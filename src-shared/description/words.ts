/** Words of names and sentences, for telling whether two of them speak of the same. */

const small = new Set([
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

/** "interactionType" → interaction; plural and singular are one word. */
export function wordsOf(...texts: readonly (string | undefined)[]): ReadonlySet<string> {
  const words = texts
    .flatMap((text) =>
      (text ?? '').replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\d]+/u),
    )
    .map((word) => stem(word.toLowerCase()))
    .filter((word) => word.length > 1 && !small.has(word));
  return new Set(words);
}

const stem = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

export function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((word) => other.has(word));
}

/** How much two sets are the same, from 0 to 1; of two empty ones 0. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = shared(one, other).length;
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}
