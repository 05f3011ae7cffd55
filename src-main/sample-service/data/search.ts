/**
 * Searches: what a query asks for, and its results before they get a platform's form: who wrote when, in
 * which language. A row is derived from its cell on the search's timeline, and the cell from the moment in
 * an id.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice, itemAt, seed } from './dice.ts';
import type { Occasion } from './ids.ts';
import { isSpokenIn, someAuthor } from './people.ts';
import type { Persona } from './people.ts';
import { languages, subjectOf } from './texts.ts';
import type { LanguageCode } from './texts.ts';
import { createTimeline } from './timeline.ts';

export type SearchKey = Omit<Extract<Occasion, { kind: 'search' }>, 'kind'>;

/** Between the phrases of a search for several. */
export const orMark = ' OR ';

/** Half English, the others distributed so that neighbours differ. */
const mixture = 'en ja en es en ar en ja en es en es ar en es en ja en ar en ja en es'
  .split(' ')
  .flatMap((wanted) => languages.filter((language) => language === wanted));

/** The languages of a search, repeated cyclically. */
function languagesFor({ country, language, phrase }: SearchKey): readonly LanguageCode[] {
  if (language !== null) return [language];
  const spoken = languages.filter((code) => isSpokenIn(code, country));
  if (spoken.length > 0) return spoken;
  const own = subjectOf(phrase).language;
  if (own === null || own === 'en') return mixture;
  // A search in another language: mostly that one.
  return mixture.flatMap((code, index) => (index % 3 === 0 ? [code] : [own]));
}

export function findPosts(platform: Platform, search: SearchKey) {
  const { country, language, phrase } = search;
  const key = [seed, platform, phrase, language, country].join('\u0000');
  const pattern = languagesFor(search);
  // 8 minutes between posts on busy searches, 20 on quiet ones: some hundred cover days.
  const timeline = createTimeline(key, createDice(key, 'gap').between(450, 1200));
  const languageAt = (cell: number): LanguageCode => itemAt(pattern, cell);
  return {
    timeline,
    authorAt: (cell: number): Persona =>
      someAuthor(languageAt(cell), country, createDice(key, 'author', cell)),
    /** Its ordinal within its language in this search. */
    ordinalAt: (cell: number): number => {
      const isSame = (one: LanguageCode): boolean => one === languageAt(cell);
      const round = Math.floor(cell / pattern.length) * pattern.filter(isSame).length;
      return round + pattern.slice(0, cell % pattern.length).filter(isSame).length;
    },
  };
}

// The query, in the Lucene-style syntax of the specification: quoted phrases, OR, AND, NOT, `-word`,
// `field:word`. Only what the texts need: which words must appear.

const maxPhraseLength = 80;

/** The number of results of a question: thousands, but none for `nothing` and 3 for `rare` (README). */
export function totalFor(key: string): number {
  const words = key.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  if (words.includes('nothing')) return 0;
  if (words.includes('rare')) return 3;
  const share = createDice(seed, 'total', key).float();
  return 2000 + Math.floor(58_000 * share * share);
}

const excluded = /(?:\bNOT\s+|(?<!\S)[-!]\s*)(?:[\p{L}_]+:)?(?:"[^"]*"|“[^”]*”|[^\s()]+)/gu;
const syntax = /(?<!\S)\+?[\p{L}_]+:(?=\S)|[~^][\d.]*(?!\S)|["“”()*?]|(?<!\S)(?:AND|&&)(?!\S)/gu;

const shortened = (words: string): string =>
  words.trim().replaceAll(/\s+/g, ' ').slice(0, maxPhraseLength).trim();

/**
 * The phrases of a query: one of these is in each result; more than one after an OR.
 * `title:"low tide"~2 NOT storm` → `low tide`.
 */
export function phrasesOf(q: string): readonly string[] {
  const alternatives = q.split(/\s(?:OR|\|\|)\s/);
  const phrases = alternatives
    .map((words) => shortened(words.replaceAll(excluded, ' ').replaceAll(syntax, ' ')))
    .filter((phrase) => phrase !== '');
  return phrases.length > 0 ? phrases : [shortened(q.replaceAll(/["“”()]/g, ''))];
}
