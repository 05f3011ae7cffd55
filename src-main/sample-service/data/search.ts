/**
 * The results of a search, before they get a platform's form: who wrote when, in which language. A row is
 * derived from its cell on the search's timeline, and the cell from the moment in an id.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice, itemAt } from './dice.ts';
import type { World } from './memory.ts';
import { someAuthor } from './people/persona.ts';
import type { Persona } from './people/persona.ts';
import { countriesOf } from './people/names.ts';
import { subjectOf } from './texts/index.ts';
import type { Subject } from './texts/index.ts';
import { languages } from './texts/types.ts';
import type { LanguageCode } from './texts/types.ts';
import { createTimeline } from './timeline.ts';
import type { Timeline } from './timeline.ts';

/** Half English, the others distributed so that neighbours differ. */
const mixture = toLanguages('en ja en es en ar en ja en es en es ar en es en ja en ar en ja en es');

function toLanguages(codes: string): LanguageCode[] {
  const wanted = codes.split(' ');
  return wanted.flatMap((code) => languages.filter((language) => language === code));
}

/** The languages of a search, repeated cyclically; `ordinals` counts each language separately. */
interface Pattern {
  languages: readonly LanguageCode[];
  ordinals: readonly number[];
  perRound: ReadonlyMap<LanguageCode, number>;
}

function toPattern(codes: readonly LanguageCode[]): Pattern {
  const perRound = new Map<LanguageCode, number>();
  const ordinals = codes.map((code) => {
    const ordinal = perRound.get(code) ?? 0;
    perRound.set(code, ordinal + 1);
    return ordinal;
  });
  return { languages: codes, ordinals, perRound };
}

function patternFor(search: SearchKey, subject: Subject): Pattern {
  if (search.language !== null) return toPattern([search.language]);
  const { country } = search;
  const spoken = languages.filter((code) => countriesOf[code].some((at) => at.code === country));
  if (country !== null && spoken.length > 0) return toPattern(spoken);
  const own = subject.language;
  if (own === null || own === 'en') return toPattern(mixture);
  // A search in another language: mostly that one.
  return toPattern(mixture.flatMap((code, index) => (index % 3 === 0 ? [code] : [own])));
}

export interface SearchKey {
  phrase: string;
  language: LanguageCode | null;
  country: string | null;
}

interface FoundPost {
  cell: number;
  second: number;
  author: Persona;
  /** Its ordinal within its language in this search. */
  ordinal: number;
}

export interface Finds {
  timeline: Timeline;
  at: (cell: number) => FoundPost;
}

export function findPosts(world: World, platform: Platform, search: SearchKey): Finds {
  const key = [world.seed, platform, search.phrase, search.language, search.country].join('\u0000');
  const pattern = patternFor(search, subjectOf(search.phrase));
  // 45 seconds between posts on busy searches, some minutes on quiet ones.
  const timeline = createTimeline(key, createDice(key, 'gap').between(45, 420));
  const at = (cell: number): FoundPost => {
    const position = cell % pattern.languages.length;
    const language = itemAt(pattern.languages, position);
    const round = Math.floor(cell / pattern.languages.length);
    const dice = createDice(key, 'author', cell);
    return {
      cell,
      second: timeline.secondAt(cell),
      author: someAuthor(world, { language, country: search.country, dice }),
      ordinal: round * (pattern.perRound.get(language) ?? 1) + itemAt(pattern.ordinals, position),
    };
  };
  return { timeline, at };
}

// The query of a search, in the Lucene-style syntax of the specification: quoted phrases, OR, AND, NOT,
// `-word`, `field:word`. Only what the texts need: which words must appear.

export interface Search {
  /** One of these is in each result; more than one after an OR. */
  phrases: readonly string[];
  /** Number of results, regardless of the date. */
  total: number;
}

const maxPhraseLength = 80;

/** The number of results of a question: thousands, but none for `nothing` and 3 for `rare` (README). */
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
    .map((words) => words.join(' ').slice(0, maxPhraseLength).trim())
    .filter((phrase) => phrase !== '');
  const fallback = q
    .replaceAll(/["“”()]/g, '')
    .trim()
    .slice(0, maxPhraseLength);
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
