/** Words that say little about a text: kept lists, and which of them suit given texts. */
import { stopwords as ar } from '@orama/stopwords/arabic';
import { stopwords as bg } from '@orama/stopwords/bulgarian';
import { stopwords as da } from '@orama/stopwords/danish';
import { stopwords as nl } from '@orama/stopwords/dutch';
import { stopwords as en } from '@orama/stopwords/english';
import { stopwords as fi } from '@orama/stopwords/finnish';
import { stopwords as fr } from '@orama/stopwords/french';
import { stopwords as de } from '@orama/stopwords/german';
import { stopwords as el } from '@orama/stopwords/greek';
import { stopwords as hi } from '@orama/stopwords/indian';
import { stopwords as hu } from '@orama/stopwords/hungarian';
import { stopwords as hy } from '@orama/stopwords/armenian';
import { stopwords as id } from '@orama/stopwords/indonesian';
import { stopwords as it } from '@orama/stopwords/italian';
import { stopwords as ja } from '@orama/stopwords/japanese';
import { stopwords as zh } from '@orama/stopwords/mandarin';
import { stopwords as ne } from '@orama/stopwords/nepali';
import { stopwords as no } from '@orama/stopwords/norwegian';
import { stopwords as pt } from '@orama/stopwords/portuguese';
import { stopwords as ro } from '@orama/stopwords/romanian';
import { stopwords as ru } from '@orama/stopwords/russian';
import { stopwords as es } from '@orama/stopwords/spanish';
import { stopwords as sv } from '@orama/stopwords/swedish';
import { stopwords as ta } from '@orama/stopwords/tamil';
import { stopwords as tr } from '@orama/stopwords/turkish';
import { keyOf, readTokens } from './tokens.ts';

// Those of the library's other languages have letters of another language, or broken ones; English lacks one.
const northern = { bg, da, de, en: ['a', ...en], fi, hu, nl, no, ro, ru, sv };
const southern = { ar, el, es, fr, hi, hy, id, it, ja, ne, pt, ta, tr, zh };
const lists: Readonly<Record<string, readonly string[]>> = { ...northern, ...southern };

/** Languages by stop word. */
let languagesBy: Map<string, string[]> | undefined;

function indexed(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [language, words] of Object.entries(lists)) {
    for (const key of new Set(words.map((word) => keyOf('word', word)))) {
      const others = found.get(key);
      if (others === undefined) found.set(key, [language]);
      else others.push(language);
    }
  }
  return found;
}

/** Of the texts whose language shows, at least this part must be in one. */
const leastShare = 0.02;

/** Returns the languages of texts, the most common first: of each, the one with most of its stop words. */
export function languagesOf(texts: readonly string[]): string[] {
  const by = (languagesBy ??= indexed());
  const counts = new Map<string, number>();
  for (const text of texts) {
    const hits = new Map<string, number>();
    readTokens(text, (kind, start, end) => {
      if (kind !== 'word') return;
      for (const language of by.get(keyOf(kind, text.slice(start, end))) ?? []) {
        hits.set(language, (hits.get(language) ?? 0) + 1);
      }
    });
    const [best, next] = [...hits].toSorted(([, a], [, b]) => b - a);
    // Of one word, or of as many in two languages, nothing can be said.
    if (best === undefined || best[1] < 2 || best[1] === next?.[1]) continue;
    counts.set(best[0], (counts.get(best[0]) ?? 0) + 1);
  }
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .filter(([, count]) => count >= known * leastShare)
    .toSorted(([, a], [, b]) => b - a)
    .map(([language]) => language);
}

/** The stop words of these languages, in their order. */
export const stopWordsOf = (languages: readonly string[]): string[] => {
  const words = languages.flatMap((language) => lists[language] ?? []);
  return [...new Set(words)].filter((word) => /\p{L}/u.test(word));
};
