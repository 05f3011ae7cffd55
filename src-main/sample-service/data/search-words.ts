/**
 * What a search asks for, in the Lucene-style syntax of the specification: quoted phrases, OR,
 * AND, NOT, `-word`, `field:word`. Only what the texts need: which words must appear.
 */
import { createDice } from './dice.ts';

export interface Search {
  /** One of these appears in each result; more than one after an OR. */
  phrases: readonly string[];
  /** How many results there are, whatever the date. */
  total: number;
}

const longestPhrase = 80;

/** How many results a question has: thousands, but none for `nothing` and 3 for `rare` (README). */
export function totalFor(seed: string, key: string): number {
  const words = key.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  if (words.includes('nothing')) return 0;
  if (words.includes('rare')) return 3;
  const share = createDice(seed, 'total', key).float();
  return 2000 + Math.floor(58_000 * share * share);
}

export function readSearch(seed: string, q: string): Search {
  const tokens = q.match(/-?(?:[\p{L}_]+:)?(?:"[^"]*"|“[^”]*”)|[^\s()]+/gu) ?? [];
  const alternatives: string[][] = [[]];
  let excluded = false;
  for (const token of tokens) {
    if (token === 'OR' || token === '||') alternatives.push([]);
    else if (token === 'NOT' || token === '!') excluded = true;
    else if (token !== 'AND' && token !== '&&') {
      const word = plainWord(token);
      if (!excluded && !token.startsWith('-') && word !== '') alternatives.at(-1)?.push(word);
      excluded = false;
    }
  }
  const phrases = alternatives
    .map((words) => words.join(' ').slice(0, longestPhrase).trim())
    .filter((phrase) => phrase !== '');
  const fallback = q
    .replaceAll(/["“”()]/g, '')
    .trim()
    .slice(0, longestPhrase);
  return {
    phrases: phrases.length > 0 ? phrases : [fallback],
    total: totalFor(seed, q.trim()),
  };
}

/** `title:"low tide"~2` → `low tide`. */
const plainWord = (token: string): string =>
  token
    .replace(/^[+-]?(?:[\p{L}_]+:)?/u, '')
    .replace(/[~^][\d.]*$/, '')
    .replaceAll(/["“”*?]/g, '')
    .trim();
