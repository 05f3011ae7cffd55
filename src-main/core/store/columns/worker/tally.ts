/** Counts words in all their forms, within a limit of memory; and compares those of two groups. Pure. */
import type { ChartQuestion, DrawnOf, WordGroup, WordKind } from '#shared/contract/chart.ts';
import { keyFor, keyOf, readTokens } from './tokens.ts';
import type { TokenKind } from './tokens.ts';

type Words = Extract<ChartQuestion, { kind: 'words' }>;

/** A text, the number of its row, and its group. */
export interface ReadText {
  text: string;
  row: number;
  group: 0 | 1;
}

const tokenKinds: Readonly<Record<WordKind, TokenKind>> = {
  words: 'word',
  pairs: 'word',
  hashtags: 'hashtag',
  mentions: 'mention',
  emoji: 'emoji',
  sites: 'site',
};

/** Longer ones are nobody's words. */
const longest = 200;

/** Forms kept at once, about 150 bytes each. */
const mostForms = 250_000;

/** What is known of each form, in one array: its word (-1: not counted), and how often it is there. */
const ofForm = { word: 0, times: 1, size: 2 } as const;

/**
 * What is known of each word, beside each other in memory: by group, the rows with it and how often it is there;
 * the last row with it; and how often it may have been there before it was first remembered.
 */
const ofWord = { rows: 0, times: 2, last: 4, missed: 5, size: 6 } as const;

/** A word of the result. */
interface Counted {
  key: string;
  id: number;
  rows: [number, number];
  times: [number, number];
  missed: number;
}

/**
 * Counts words within a limit of memory (Manku and Motwani 2002, lossy counting): when there are too many
 * forms, words that were rare so far are forgotten. What is still known was counted in full if nothing had been
 * forgotten when it was first seen.
 */
export class Tally {
  readonly #of: WordKind;
  readonly #kind: TokenKind;
  readonly #stopWords: ReadonlySet<string>;
  readonly #mostForms: number;
  /** Numbers of forms and of words, as they are written and by their keys. */
  #forms = new Map<string, number>();
  #words = new Map<string, number>();
  #form: Int32Array;
  #word: Int32Array;
  /** No forgotten word was there more often. */
  #missed = 0;
  /** Rows with a word, and words, by group. */
  readonly #rows: [number, number] = [0, 0];
  readonly #times: [number, number] = [0, 0];

  constructor(of: WordKind, stopWords: readonly string[], most = mostForms) {
    this.#of = of;
    this.#kind = tokenKinds[of];
    this.#stopWords = new Set(stopWords.map((word) => keyOf('word', word)));
    this.#mostForms = most;
    this.#form = new Int32Array(most * ofForm.size);
    this.#word = new Int32Array(most * ofWord.size);
  }

  add({ text, row, group }: ReadText): void {
    const before = this.#times[group];
    const [of, wanted] = [this.#of, this.#kind];
    /** The word before, if it can be the first of a pair: where it begins, and its key. */
    let [first, firstKey] = [-1, ''];
    readTokens(text, (kind, start, end, isNext) => {
      if (kind !== wanted || end - start > longest) {
        first = -1;
        return;
      }
      const token = text.slice(start, end);
      if (of !== 'pairs') {
        this.#count(kind === 'site' ? keyFor(kind, token) : token, null, row, group);
        return;
      }
      const key = keyFor(kind, token);
      const isStop = this.#stopWords.has(key);
      if (first !== -1 && isNext && !isStop) {
        const written = text.slice(first, end).replaceAll(/\s+/gu, ' ');
        this.#count(written, `${firstKey} ${key}`, row, group);
      }
      [first, firstKey] = [isStop ? -1 : start, key];
    });
    if (this.#times[group] > before) this.#rows[group]++;
  }

  /** @param key of a pair. */
  #count(written: string, key: string | null, row: number, group: 0 | 1): void {
    const form = this.#forms.get(written) ?? this.#addForm(written, key);
    const word = this.#form[form * ofForm.size]!;
    if (word === -1) return;
    this.#form[form * ofForm.size + ofForm.times]!++;
    this.#times[group]++;
    const at = word * ofWord.size;
    this.#word[at + ofWord.times + group]!++;
    if (this.#word[at + ofWord.last] === row) return;
    this.#word[at + ofWord.last] = row;
    this.#word[at + ofWord.rows + group]!++;
  }

  #addForm(written: string, keyOfPair: string | null): number {
    if (this.#forms.size === this.#mostForms) this.#forget();
    const kind = this.#kind === 'site' ? 'word' : this.#kind;
    const key = keyOfPair ?? keyOf(kind, written);
    const form = this.#forms.size;
    const at = form * ofForm.size;
    this.#form[at + ofForm.word] = this.#stopWords.has(key) ? -1 : this.#wordOf(key);
    this.#form[at + ofForm.times] = 0;
    this.#forms.set(own(written), form);
    return form;
  }

  #wordOf(key: string): number {
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const word = this.#words.size;
    this.#words.set(own(key), word);
    this.#word.fill(0, word * ofWord.size, (word + 1) * ofWord.size);
    this.#word[word * ofWord.size + ofWord.last] = -1;
    this.#word[word * ofWord.size + ofWord.missed] = this.#missed;
    return word;
  }

  /** Forgets a third of the forms or more; what is left gets new numbers, in the same order. */
  #forget(): void {
    const often = (word: number): number => {
      const [one = 0, other = 0, , missed = 0] = this.#word.subarray(
        word * ofWord.size + ofWord.times,
        (word + 1) * ofWord.size,
      );
      return one + other + missed;
    };
    const isKept = (word: number): boolean => word === -1 || often(word) > this.#missed;
    const left = (): [string, number][] =>
      [...this.#forms].filter(([, form]) => isKept(this.#form[form * ofForm.size]!));
    let forms = left();
    while (forms.length > this.#mostForms * 0.67) {
      this.#missed++;
      forms = left();
    }
    const words = [...this.#words].filter(([, word]) => isKept(word));
    const newWords = new Map(words.map(([, word], at) => [word, at]));
    for (const [at, [, word]] of words.entries()) {
      this.#word.copyWithin(at * ofWord.size, word * ofWord.size, (word + 1) * ofWord.size);
    }
    for (const [at, [, form]] of forms.entries()) {
      const [word = -1, times = 0] = this.#form.subarray(form * ofForm.size);
      this.#form.set([newWords.get(word) ?? -1, times], at * ofForm.size);
    }
    this.#forms = new Map(forms.map(([written], at) => [written, at]));
    this.#words = new Map(words.map(([key], at) => [key, at]));
  }

  /** @param question what was counted. */
  result({ by, most, groups }: Pick<Words, 'by' | 'most' | 'groups'>): TallyResult {
    const all = [...this.#words].map(([key, id]): Counted => {
      const [a = 0, b = 0, c = 0, d = 0, , missed = 0] = this.#word.subarray(id * ofWord.size);
      return { key, id, rows: [a, b], times: [c, d], missed };
    });
    const total = {
      rows: this.#rows[0] + this.#rows[1],
      times: this.#times[0] + this.#times[1],
      distinct: all.length,
    };
    if (groups !== null) {
      const [one, other] = this.#typical(all, most);
      return { ...total, exact: this.#missed === 0, values: [], groups: { one, other } };
    }
    const count = (word: Counted): number => word[by][0] + word[by][1];
    const top = all
      .toSorted((a, b) => count(b) - count(a) || (a.key < b.key ? -1 : 1))
      .slice(0, most);
    const exact = top.every((word) => word.missed === 0 && count(word) > this.#missed);
    const written = this.#written(top);
    const values = top.map((word) => ({
      text: written.get(word.id) ?? word.key,
      count: count(word),
    }));
    return { ...total, exact: exact || this.#missed === 0, values, groups: null };
  }

  /** The words of each group that set it apart from the other, the greatest difference first. */
  #typical(words: readonly Counted[], most: number): [WordGroup, WordGroup] {
    const totals = this.#times;
    const scored = words
      .map((word) => ({ ...word, score: logLikelihood(word.times, totals) }))
      .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
    const groupOf = (own: 0 | 1): WordGroup => {
      const other = own === 0 ? 1 : 0;
      const top = scored
        .filter(({ times }) => times[own] * totals[other] > times[other] * totals[own])
        .slice(0, most);
      const written = this.#written(top);
      const typical = top.map(({ id, key, times, score }) => ({
        text: written.get(id) ?? key,
        count: times[own],
        elsewhere: times[other],
        score,
      }));
      return { rows: this.#rows[own], times: totals[own], typical };
    };
    return [groupOf(0), groupOf(1)];
  }

  /** Words, by their numbers, as most often written. */
  #written(words: readonly Pick<Counted, 'id'>[]): Map<number, string> {
    const wanted = new Set(words.map(({ id }) => id));
    const best = new Map<number, [text: string, times: number]>();
    for (const [text, form] of this.#forms) {
      const [word = -1, times = 0] = this.#form.subarray(form * ofForm.size);
      if (wanted.has(word) && times > (best.get(word)?.[1] ?? 0)) best.set(word, [text, times]);
    }
    return new Map([...best].map(([word, [text]]) => [word, text]));
  }
}

type TallyResult = Pick<
  DrawnOf<'words'>,
  'rows' | 'times' | 'exact' | 'distinct' | 'values' | 'groups'
>;

/** A part of a text keeps all of it in memory; a copy doesn't. */
const own = (part: string): string => (part.length < 13 ? part : Buffer.from(part).toString());

/**
 * How much a word sets two groups apart (Rayson and Garside 2000): `2 × (a × ln(a/E1) + b × ln(b/E2))` for a word
 * that is there a and b times among c and d words, where E1 = c × (a+b)/(c+d) and E2 = d × (a+b)/(c+d).
 */
export function logLikelihood([a, b]: [number, number], [c, d]: [number, number]): number {
  const each = (a + b) / (c + d);
  const part = (count: number, expected: number): number =>
    count === 0 ? 0 : count * Math.log(count / expected);
  return 2 * (part(a, c * each) + part(b, d * each));
}
