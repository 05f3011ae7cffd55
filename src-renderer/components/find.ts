/** Finding by typed words: case and accents don't matter, and every word has to be somewhere. */

/** Lower case, without accents: "Réponses" is found by "reponses". */
export const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of what was typed, folded; none when nothing was. */
export const wordsOf = (typed: string): string[] =>
  fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '');

/**
 * How well the words fit a thing whose texts (folded) are given in their order of weight: the
 * number of the last text that one of them needed, so lower is better. Null: a word fits none.
 */
export function rankOf(texts: readonly string[], words: readonly string[]): number | null {
  const places = words.map((word) => texts.findIndex((text) => text.includes(word)));
  return places.includes(-1) ? null : Math.max(0, ...places);
}
