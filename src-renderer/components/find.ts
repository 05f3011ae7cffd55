/** Search by typed words: case and accents don't matter, and every word has to match somewhere. */
import { foldAccents } from '#shared/fold.ts';

/** Returns the typed words, folded; empty if there are none. */
export const wordsOf = (typed: string): string[] =>
  foldAccents(typed)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether texts about one thing contain every typed word. */
export function hasWords(texts: readonly (string | null | undefined)[], typed: string): boolean {
  const text = foldAccents(texts.join(' '));
  return wordsOf(typed).every((word) => text.includes(word));
}

/**
 * Returns how well the words match something whose texts (folded) are given in order of weight: the
 * index of the last text needed for a word, so lower is better. Null: a word doesn't match.
 */
export function rankOf(texts: readonly string[], words: readonly string[]): number | null {
  const indices = words.map((word) => texts.findIndex((text) => text.includes(word)));
  return indices.includes(-1) ? null : Math.max(0, ...indices);
}
