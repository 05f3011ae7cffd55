/**
 * Words of a column's texts: counted in all their forms within a limit of memory, typical of a group, in their
 * context, and those left out. Texts are read here, a chunk at a time, so that other questions have their turn; for
 * at most `wordsMs`, because a language that needs a dictionary takes ten times as long as others.
 */
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
import { mostLines } from '#shared/contract/chart.ts';
import type {
  ChartQuestion,
  ContextLine,
  DrawnOf,
  WordGroup,
  WordKind,
} from '#shared/contract/chart.ts';
import { createPause } from '../../serial.ts';
import { filterCondition, mayHaveWord } from './condition.ts';
import type { Statement } from './database.ts';
import { countRows, readRows } from './database.ts';
import { valueType } from './layout.ts';
import { filledOf } from './measures.ts';
import type { ColumnRows } from './measures.ts';
import type { Subject } from './query.ts';
import { keyFor, keyOf, own, readTokens, wordFinder } from './tokens.ts';
import type { TokenKind } from './tokens.ts';

type Words = Extract<ChartQuestion, { kind: 'words' }>;
type Context = Extract<ChartQuestion, { kind: 'context' }>;

/** The texts that are asked about, through the columns as they are by now. */
export type TextsOf = (subject: Subject) => Promise<ColumnRows>;

/** A text, the number of its row, and its group. */
interface ReadText {
  text: string;
  row: number;
  group: 0 | 1;
}

/**
 * Reads the texts of filled rows in their order until all are read or time is up; `onText` gets each. Rows that wait
 * to be filled in have their turn meanwhile.
 */
async function readTexts(
  texts: TextsOf,
  subject: Subject,
  groups: Words['groups'],
  onText: (read: ReadText) => void,
): Promise<{ filled: number; read: number }> {
  const end = performance.now() + subject.wordsMs;
  let [filled, read, last, isInOrder] = [-1, 0, -1, true];
  const pause = createPause();
  for (let now: Subject | null = subject; now !== null;) {
    const { rows, column, subject: asked } = filledOf(await texts(now));
    if (filled === -1) filled = await countRows(asked.connection, rows);
    const group = groups === null ? { sql: '0', values: [] } : groupsOf(groups, asked);
    const result = await asked.connection.stream(
      `SELECT CAST(c${column.n} AS VARCHAR), CAST(seq AS INTEGER), ${group.sql} FROM ${rows.sql} AND seq > ${last}`,
      [...group.values, ...rows.values],
    );
    now = null;
    while (now === null && performance.now() < end) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) break;
      const [values, seqs, ofGroups] = [0, 1, 2].map((at) => chunk.getColumnVector(at));
      for (let at = 0; at < chunk.rowCount; at++) {
        const row = Number(seqs!.getItem(at));
        if (at % 64 === 0) await pause();
        isInOrder &&= row > last;
        last = row;
        const inGroup = ofGroups!.getItem(at);
        // In neither group.
        if (inGroup === null) continue;
        onText({ text: String(values!.getItem(at)), row, group: inGroup === 1 ? 1 : 0 });
      }
      read += chunk.rowCount;
      asked.throwIfCancelled();
      // Read on from the last row: DuckDB keeps their order, unless a future query plan doesn't.
      now = isInOrder ? await asked.giveWay() : null;
    }
  }
  return { filled, read };
}

export async function countWords(
  texts: TextsOf,
  subject: Subject,
  question: Words,
): Promise<DrawnOf<'words'>> {
  const of = await texts(subject);
  const tally = (stopWords: readonly string[]): Tally => new Tally(question.of, stopWords);
  const none = { kind: 'words' as const, filled: 0, read: 0, stopWords: [], languages: [] };
  if (valueType(of.column) === 'NONE') return { ...tally([]).result(question), ...none };
  const isOfWords = question.of === 'words' || question.of === 'pairs';
  const languages = isOfWords && question.stopWords === null ? await languagesIn(filledOf(of)) : [];
  const stopWords = isOfWords ? (question.stopWords ?? stopWordsOf(languages)) : [];
  const counted = tally(stopWords);
  const read = await readTexts(texts, subject, question.groups, (one) => counted.add(one));
  return { ...none, ...read, ...counted.result(question), stopWords, languages };
}

/** As many texts as show which languages there are. */
const sampled = 2000;

async function languagesIn({ column, rows, subject }: ColumnRows): Promise<string[]> {
  const found = await readRows(
    subject.connection,
    `SELECT CAST(c${column.n} AS VARCHAR) FROM ${rows.sql} ` +
      `AND hash(seq) % greatest(1, (SELECT count(*) FROM ${rows.sql}) // ${sampled}) = 0 LIMIT ${2 * sampled}`,
    [...rows.values, ...rows.values],
  );
  return languagesOf(found.map(([text]) => String(text)));
}

/** SQL for the group of a row: 0, 1, or null for neither. */
function groupsOf({ one, other }: NonNullable<Words['groups']>, { layout }: Subject): Statement {
  const first = filterCondition(one, layout);
  const second = other === null ? { sql: 'true', values: [] } : filterCondition(other, layout);
  return {
    sql: `CASE WHEN ${first.sql} THEN 0 WHEN ${second.sql} THEN 1 END`,
    values: [...first.values, ...second.values],
  };
}

/** Characters on either side of a word. */
const around = 80;

export async function wordInContext(
  texts: TextsOf,
  subject: Subject,
  { word, sort, most }: Context,
): Promise<DrawnOf<'context'>> {
  const found: (ContextLine & { key: string })[] = [];
  let [times, withIt] = [0, 0];
  const mayHaveIt: TextsOf = async (now) => {
    const { column, rows, ...of } = await texts(now);
    const { sql, values } = mayHaveWord(column, word);
    return {
      ...of,
      column,
      rows: { sql: `${rows.sql} AND ${sql}`, values: [...rows.values, ...values] },
    };
  };
  const find = wordFinder(word);
  const read = await readTexts(mayHaveIt, subject, null, ({ text, row }) => {
    const before = times;
    find(text, (start, end) => {
      times++;
      if (found.length === mostLines) return;
      const sides = [text.slice(Math.max(0, start - around), start), text.slice(end, end + around)];
      const [left = '', right = ''] = sides.map(shown);
      const key = sort === 'row' ? '' : keyOfLine(sort === 'after' ? right : left, sort);
      found.push({ row, before: left, word: shown(text.slice(start, end)), after: right, key });
    });
    if (times > before) withIt++;
  });
  const lines = found
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row - b.row))
    .slice(0, most)
    .map(({ key: _key, ...line }) => line);
  return { kind: 'context', times, rows: withIt, ...read, lines };
}

/** In one line, and without half a character at an end. */
const shown = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\uDC00-\uDFFF]/, '')
    .replace(/[\uD800-\uDBFF]$/, '');

/** The words beside the word, the nearest first: what comes before it is read backwards. */
function keyOfLine(text: string, side: 'after' | 'before'): string {
  const keys: string[] = [];
  readTokens(text, (kind, start, end) => {
    keys.push(keyOf(kind, text.slice(start, end)));
  });
  return (side === 'after' ? keys : keys.toReversed()).join(' ');
}

// Counting.

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

/** Forms kept at once, about 300 bytes each. */
const mostForms = 250_000;

/** A word in all its forms; by group, the rows with it and how often it is there. */
interface Word {
  readonly key: string;
  readonly rows: [number, number];
  readonly times: [number, number];
  /** The last row with it. */
  last: number;
  /** How often it may have been there before it was first remembered. */
  readonly missed: number;
}

/** A word as it is written; null: it is left out. */
interface Form {
  readonly word: Word | null;
  times: number;
}

const bothOf = ([one, other]: readonly [number, number]): number => one + other;

/**
 * Counts words within a limit of memory (Manku and Motwani 2002, lossy counting): when there are too many
 * forms, words that were rare so far are forgotten. What is still known was counted in full if nothing had been
 * forgotten when it was first seen. Pure.
 */
export class Tally {
  readonly #of: WordKind;
  readonly #kind: TokenKind;
  readonly #stopWords: ReadonlySet<string>;
  readonly #mostForms: number;
  readonly #forms = new Map<string, Form>();
  readonly #words = new Map<string, Word>();
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
    const { word } = form;
    if (word === null) return;
    form.times++;
    this.#times[group]++;
    word.times[group]++;
    if (word.last === row) return;
    word.last = row;
    word.rows[group]++;
  }

  #addForm(written: string, keyOfPair: string | null): Form {
    if (this.#forms.size === this.#mostForms) this.#forget();
    const key = keyOfPair ?? keyOf(this.#kind === 'site' ? 'word' : this.#kind, written);
    const form = { word: this.#stopWords.has(key) ? null : this.#wordOf(key), times: 0 };
    this.#forms.set(own(written), form);
    return form;
  }

  #wordOf(key: string): Word {
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const word: Word = {
      key: own(key),
      rows: [0, 0],
      times: [0, 0],
      last: -1,
      missed: this.#missed,
    };
    this.#words.set(word.key, word);
    return word;
  }

  /** Forgets a third of the forms or more. */
  #forget(): void {
    const isRare = (word: Word): boolean => bothOf(word.times) + word.missed <= this.#missed;
    while (this.#forms.size > this.#mostForms * 0.67) {
      this.#missed++;
      for (const [written, { word }] of this.#forms)
        if (word !== null && isRare(word)) this.#forms.delete(written);
    }
    for (const [key, word] of this.#words) if (isRare(word)) this.#words.delete(key);
  }

  /** @param question what was counted. */
  result({ by, most, groups }: Pick<Words, 'by' | 'most' | 'groups'>): TallyResult {
    const words = [...this.#words.values()];
    const total = {
      rows: bothOf(this.#rows),
      times: bothOf(this.#times),
      distinct: words.length,
    };
    if (groups !== null) {
      const [one, other] = this.#typical(words, most);
      return { ...total, exact: this.#missed === 0, values: [], groups: { one, other } };
    }
    const count = (word: Word): number => bothOf(word[by]);
    const top = words
      .toSorted((a, b) => count(b) - count(a) || (a.key < b.key ? -1 : 1))
      .slice(0, most);
    const exact = top.every((word) => word.missed === 0 && count(word) > this.#missed);
    const written = this.#written(top);
    const values = top.map((word) => ({ text: written.get(word)!, count: count(word) }));
    return { ...total, exact: exact || this.#missed === 0, values, groups: null };
  }

  /** The words of each group that set it apart from the other, the greatest difference first. */
  #typical(words: readonly Word[], most: number): [WordGroup, WordGroup] {
    const totals = this.#times;
    const scored = words
      .map((word) => ({ word, score: logLikelihood(word.times, totals) }))
      .toSorted((a, b) => b.score - a.score || (a.word.key < b.word.key ? -1 : 1));
    const groupOf = (mine: 0 | 1): WordGroup => {
      const other = mine === 0 ? 1 : 0;
      const top = scored
        .filter(({ word: { times } }) => times[mine] * totals[other] > times[other] * totals[mine])
        .slice(0, most);
      const written = this.#written(top.map(({ word }) => word));
      const typical = top.map(({ word, score }) => ({
        text: written.get(word)!,
        count: word.times[mine],
        elsewhere: word.times[other],
        score,
      }));
      return { rows: this.#rows[mine], times: totals[mine], typical };
    };
    return [groupOf(0), groupOf(1)];
  }

  /** Words as most often written. */
  #written(words: readonly Word[]): Map<Word, string> {
    const best = new Map(words.map((word) => [word, { written: word.key, times: 0 }]));
    for (const [written, { word, times }] of this.#forms) {
      const known = word && best.get(word);
      if (known != null && times > known.times) Object.assign(known, { written, times });
    }
    return new Map(Array.from(best, ([word, { written }]) => [word, written]));
  }
}

type TallyResult = Pick<
  DrawnOf<'words'>,
  'rows' | 'times' | 'exact' | 'distinct' | 'values' | 'groups'
>;

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

// Words that say little about a text: kept lists, and which of them suit given texts.

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
const stopWordsOf = (languages: readonly string[]): string[] => {
  const words = languages.flatMap((language) => lists[language] ?? []);
  return [...new Set(words)].filter((word) => /\p{L}/u.test(word));
};
