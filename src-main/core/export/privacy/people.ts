/**
 * The people in the rows: the ids, usernames and names of a run's own people, and where else they occur.
 * Column names are a poor guide to that: a picture's address may contain a username as well as a text.
 */
import { fold, plainText } from '#shared/fold.ts';
import { isExactNumber } from '../../json/index.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { linkMeanings, memberOf } from '#shared/catalogue/types.ts';
import type { Platform } from '#shared/catalogue/types.ts';
import {
  areRowsPeople,
  isHistoryOfNames,
  suggestPseudonyms,
} from '#shared/contract/export/privacy.ts';
import type { FoundPeople, Privacy, PseudonymKind } from '#shared/contract/export/privacy.ts';
import { countOf } from '#shared/counts.ts';
import { kindIn, namingInputs } from './list-inputs.ts';
import type { Column } from '#shared/contract/run.ts';
import type { Change, ExportSpec } from '#shared/contract/export/export.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import type { Replace } from '../cells.ts';
import { allColumns } from '../columns.ts';

/** Further ones are not remembered; people of the same row are found anyway. */
const maxIdentifiers = 500_000;
/** Maximum number of words in an identifier that is searched for. */
const maxWords = 6;
const minLength = 3;
/** Shorter numbers are more often counts, hours and years than ids. */
const minNumberLength = 5;

export interface Identifier {
  kind: PseudonymKind;
  value: string;
}

/** The people of one row, in the forms that are searched for. */
export interface Own {
  /** See `keyOf`. */
  keys: ReadonlySet<string>;
  firstWords: FirstWords;
  /** Names in scripts without spaces between words (Chinese, Thai), where a name may be anywhere. */
  parts: readonly string[];
}

/**
 * The number of words in the longest identifier that starts with a word: most words of a text start none,
 * and are dismissed with one lookup.
 */
type FirstWords = ReadonlyMap<string, number>;

export class People {
  /**
   * By their words; of two with the same words, the first. Names are stored separately, because a username
   * is often its owner’s name.
   */
  readonly #handles = new Map<string, Identifier>();
  readonly #names = new Map<string, Identifier>();
  readonly #firstWords = new Map<string, number>();

  /** No more people can be remembered. */
  get isFull(): boolean {
    return this.#handles.size + this.#names.size >= maxIdentifiers;
  }

  add(identifier: Identifier): void {
    const key = keyOf(identifier.value);
    const known = identifier.kind === 'name' ? this.#names : this.#handles;
    if (key === null || this.isFull || known.has(key)) return;
    known.set(key, identifier);
    addFirstWord(this.#firstWords, key);
  }

  /** The person with these words whose spelling also matches. */
  #written(key: string | null, text: string): Identifier | null {
    if (key === null) return null;
    const both = [this.#handles.get(key), this.#names.get(key)];
    return both.find((one) => one !== undefined && isWritten(one, text)) ?? null;
  }

  #isKnown(key: string): boolean {
    return this.#handles.has(key) || this.#names.has(key);
  }

  /**
   * Returns whether the value names somebody. A single ordinary word (`sea`) counts if it is a whole
   * segment of an address, or names somebody in the same row.
   */
  areIn(text: string, own: Own): boolean {
    return [text, decoded(text)].some(
      (one) =>
        one !== null &&
        (own.parts.some((part) => one.includes(part)) ||
          find(one, [own.firstWords, this.#firstWords], (key, start, end) => {
            const isSomebody =
              own.keys.has(key) ||
              (this.#isKnown(key) && (isDistinctive(key) || isPartOfAddress(one, start, end)));
            return isSomebody || null;
          }) !== null),
    );
  }

  /** The person named by the whole value. */
  whoIs(text: string): Identifier | null {
    return this.#written(keyOf(text), text);
  }

  /** Replaces unambiguous names in a running text: no single ordinary words. */
  replaceIn(text: string, change: (identifier: Identifier) => string): string {
    let done = '';
    let from = 0;
    for (;;) {
      const found = find(
        text,
        [this.#firstWords],
        (key, start, end) => {
          if (!isDistinctive(key) || !this.#isKnown(key)) return null;
          const known = this.#written(key, text.slice(start, end));
          return known === null ? null : { known, start, end };
        },
        from,
      );
      if (found === null) return done + text.slice(from);
      done += text.slice(from, found.start) + change(found.known);
      from = found.end;
    }
  }
}

export function ownOf(identifiers: readonly Identifier[]): Own {
  const values = identifiers.map(({ value }) => value.trim());
  const keys = new Set(values.map(keyOf).filter((key) => key !== null));
  const firstWords = new Map<string, number>();
  for (const key of keys) addFirstWord(firstWords, key);
  return {
    keys,
    firstWords,
    parts: values.filter((value) => /[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]{2}/u.test(value)),
  };
}

/** Every text in a value, and optionally every number. A loop, because the service determines the depth. */
function textsIn(value: JsonValue, numbersToo = false): string[] {
  const texts: string[] = [];
  const pending: JsonValue[] = [value];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (typeof one === 'string') texts.push(one);
    else if (typeof one === 'number') {
      if (numbersToo) texts.push(String(one));
    } else if (isExactNumber(one)) texts.push(one.$n);
    else if (typeof one === 'object' && one !== null) {
      // One by one: a list may be longer than a call's maximum number of arguments.
      for (const member of Object.values(one)) pending.push(member);
    }
  }
  return texts;
}

function addFirstWord(firstWords: Map<string, number>, key: string): void {
  const words = key.split(' ');
  const first = words[0] ?? '';
  firstWords.set(first, Math.max(firstWords.get(first) ?? 0, words.length));
}

/** Names of members in a value: votes may be counted by username. They don't get pseudonyms. */
function memberNamesIn(value: JsonValue): string[] {
  const names: string[] = [];
  const pending: JsonValue[] = [value];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (typeof one !== 'object' || one === null || isExactNumber(one)) continue;
    if (!Array.isArray(one)) names.push(...Object.keys(one));
    for (const member of Object.values(one)) pending.push(member);
  }
  return names;
}

/** Scripts without spaces between words, or which join their endings to foreign words (Korean). */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Bopo}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]`;

const asciiOnly = /^[\x20-\x7e\s]*$/;
const asciiWord = /[a-z\d]+/g;
/** A word also ends where Chinese begins, or the other way round. */
const anyWord = new RegExp(
  String.raw`[[\p{L}\p{M}\p{N}]--${unspaced}]+|[[\p{L}\p{M}\p{N}]&&${unspaced}]+`,
  'gv',
);

/** The pattern that finds a text's words one by one, from its `lastIndex` on, and their normal form. */
function wordSearch(text: string): {
  searched: string;
  pattern: RegExp;
  compared: (word: string) => string;
} {
  return asciiOnly.test(text)
    ? { searched: text.toLowerCase(), pattern: asciiWord, compared: (word) => word }
    : { searched: text, pattern: anyWord, compared: fold };
}

/** The words of an identifier; null if it is too short, or too long, to be searched for. */
function keyOf(value: string): string | null {
  const { searched, pattern, compared } = wordSearch(value);
  const words = (searched.match(pattern) ?? []).map(compared);
  const key = words.join(' ');
  const minKeyLength = /^\d+$/.test(key) ? minNumberLength : minLength;
  return words.length <= maxWords && key.length >= minKeyLength ? key : null;
}

/** `lena ortiz`, `lena42`: unlikely to be written with another meaning. */
const isDistinctive = (key: string): boolean => /[\p{N} ]/u.test(key);

/** The result of `test` for the first span of words it accepts, the longest of those that start there. */
function find<T>(
  text: string,
  firstWords: readonly FirstWords[],
  test: (key: string, start: number, end: number) => T | null,
  from = 0,
): T | null {
  if (text.length < minLength) return null;
  const { searched, pattern, compared } = wordSearch(text);
  /** The end of the previous word: nothing is kept of words that start no identifier. */
  let at = from;
  const next = (): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(searched);
    at = pattern.lastIndex;
    return found;
  };
  for (let first = next(); first !== null; first = next()) {
    let key = compared(first[0]);
    let most = 0;
    for (const one of firstWords) most = Math.max(most, one.get(key) ?? 0);
    if (most === 0) continue;
    const afterFirst = at;
    let longest = test(key, first.index, at);
    for (let words = 1; words < most; words++) {
      const word = next();
      if (word === null) break;
      key = `${key} ${compared(word[0])}`;
      longest = test(key, first.index, at) ?? longest;
    }
    if (longest !== null) return longest;
    at = afterFirst;
  }
  return null;
}

/** Usernames and ids match ignoring case; names exactly. */
function isWritten({ kind, value }: Identifier, text: string): boolean {
  const [known, found] = [bare(value), bare(text)];
  return kind === 'name' ? known === found : fold(known) === fold(found);
}

const bare = (text: string): string =>
  plainText(text).replaceAll(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');

/** Of a value that is an address, and of addresses in a text. */
function isPartOfAddress(text: string, start: number, end: number): boolean {
  if (!/[/@=]/.test(text.charAt(start - 1))) return false;
  if (!/^(?:\.\w{1,5})?(?:$|[/?&#]|[.,;:!]?(?:$|[\s)>\]"']))/.test(text.slice(end))) return false;
  let from = start;
  while (from > 0 && from > start - longestAddress && !/[\s(<["']/.test(text.charAt(from - 1)))
    from -= 1;
  return text.startsWith('/') || /^(?:[a-z][a-z+.-]*:\/\/|www\.)/i.test(text.slice(from, start));
}

/** In characters; one that is longer is searched for its beginning no further. */
const longestAddress = 2000;

function decoded(text: string): string | null {
  if (!text.includes('%')) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A letter or digit that a name beside it would be part of: `谢谢lena` names Lena, `helena` doesn’t. */
export const joinedLetter = String.raw`[[\p{L}\p{N}]--${unspaced}]`;

/** A letter may be followed by combining marks (Hindi, Thai, decomposed accents). */
const letter = String.raw`\p{L}\p{M}\p{N}_`;

/** A dot or hyphen at the end belongs to the sentence. */
const nameOf = (first: string, inside: string): string =>
  `(?<name>[${first}](?:[${letter}${inside}]*[${letter}])?)`;

/**
 * Not in the middle of a word: that is an e-mail address. Marks alone make no word (an emoji has one), nor
 * does Markdown’s `_`. The sign is looked for first, because looking back from every letter is slow.
 */
const mention = (sign: string, name: string): RegExp =>
  new RegExp(String.raw`(?=${sign})(?<!${joinedLetter}[\p{M}_]*)(?<sign>${sign})${name}`, 'gv');

const anywhere = mention('[@＠]', nameOf(String.raw`\p{L}\p{N}_`, '.'));

/** Forum names may have hyphens, also at the start; an address contains them as `/user/name`. */
const onForum = mention(
  '(?:[@＠]|[uU]/|(?<=/)user/)',
  nameOf(String.raw`\p{L}\p{N}_\-`, String.raw`.\-`),
);

/** A pattern with the groups `sign` and `name`. */
export const mentionsOn = (platform: Platform | null): RegExp =>
  platform === 'forum' ? onForum : anywhere;

// Searches all rows for people: who they are, and which columns name them.

interface SearchedRows {
  spec: Pick<ExportSpec, 'privacy'>;
  runs: readonly LiveRun[];
  each(): AsyncIterable<JsonObject>;
}

/** Columns that identify people, out of all columns of the runs; those chosen by the person first. */
function namingColumns({ spec, runs }: SearchedRows): Privacy['pseudonyms'] {
  const ofPeople = areRowsPeople(runs[0]?.resource.id ?? '');
  const suggested = [...namingInputs(runs), ...suggestPseudonyms(allColumns(runs), ofPeople)];
  const chosen = spec.privacy?.pseudonyms ?? [];
  return [
    ...chosen,
    ...suggested.filter(({ field }) => !chosen.some((one) => one.field === field)),
  ];
}

/** Adds everyone in columns that identify people to `people`. */
export async function collectPeople(
  rows: SearchedRows,
  people: People,
  naming = namingColumns(rows),
): Promise<void> {
  for await (const row of rows.each()) {
    if (people.isFull) return;
    for (const one of peopleOf(row, naming)) people.add(one);
  }
}

/**
 * The one click: each column that names one of the run's own people gets pseudonyms or is left out, links
 * and pictures are always left out, and the result reports who is still named in texts after that.
 * @param people who is known already, from other rows; those of these rows are added.
 */
export async function findPeople(rows: SearchedRows, people = new People()): Promise<FoundPeople> {
  const naming = namingColumns(rows);
  await collectPeople(rows, people, naming);
  const scans = allColumns(rows.runs)
    .filter(({ field }) => !naming.some((one) => one.field === field))
    .map((column) => new ColumnScan(column));
  const mentions = mentionsOn(rows.runs[0]?.endpoint.platform ?? null);
  const scrub: Replace = (_field, value) =>
    textsIn(value).map((text) => people.replaceIn(text.replaceAll(mentions, ''), () => ''));
  // Counted in the same pass: reading the rows once more costs as much as everything else.
  const prose = scans.filter(({ column }) => column.meaning === 'text');
  const named = countNamed(people, scrub);
  for await (const row of rows.each()) {
    const own = ownOf(peopleOf(row, naming));
    for (const scan of scans) scan.add(memberOf(row, scan.column.field) ?? null, own, people);
    for (const { column } of prose)
      named.add(column.field, memberOf(row, column.field) ?? null, own);
  }
  const fieldsOf = (wanted: Treatment): string[] =>
    scans.filter((scan) => scan.treatment() === wanted).map(({ column }) => column.field);
  const alsoNaming = scans.flatMap((scan) =>
    scan.treatment() === 'replaced' ? [{ field: scan.column.field, kind: scan.kind ?? 'id' }] : [],
  );
  const pseudonyms = [...naming, ...alsoNaming];
  const texts = fieldsOf('scrubbed');
  // With more people known, the counts so far are incomplete.
  if (alsoNaming.length > 0) await collectPeople(rows, people, alsoNaming);
  const remains =
    alsoNaming.length > 0
      ? await findRemaining(rows, texts, people, scrub, pseudonyms)
      : named.of(texts);
  return { privacy: { drop: fieldsOf('leftOut'), pseudonyms, scrubMentions: texts }, remains };
}

type Treatment = 'asItIs' | 'replaced' | 'leftOut' | 'scrubbed';

/** Determines from the values of a column, row by row, how it names people. */
class ColumnScan {
  readonly column: Column;
  /** Kind of the values that name somebody, as long as each is nothing else. */
  kind: PseudonymKind | null = null;
  #isInside = false;
  /** The column is prose: its values contain spaces. */
  #isProse = false;
  /** The values are addresses: their targets identify a person even without a name in the address. */
  #hasLinks = false;

  constructor(column: Column) {
    this.column = column;
    this.#isInside = isHistoryOfNames(column);
    this.#hasLinks = linkMeanings.has(column.meaning);
  }

  add(value: JsonValue, own: Own, people: People): void {
    const mayBeProse = this.column.meaning === 'text';
    if (this.#isInside && (!mayBeProse || this.#isProse)) return;
    if (typeof value === 'number' && own.keys.has(String(value))) this.#isInside = true;
    this.#isInside ||= memberNamesIn(value).some((name) => people.areIn(name, own));
    for (const text of textsIn(value)) {
      this.#isProse ||= mayBeProse && /\s/.test(text.trim());
      this.#hasLinks ||= /^https?:\/\/\S+$/i.test(text);
      if (this.#isInside || !people.areIn(text, own)) continue;
      const kind = people.whoIs(text)?.kind ?? null;
      if (kind === null || (this.kind ?? kind) !== kind) this.#isInside = true;
      else this.kind = kind;
    }
  }

  treatment(): Treatment {
    const { meaning } = this.column;
    const isAtRisk = this.#isInside || this.#hasLinks || this.kind !== null;
    if (meaning === 'text' && (this.#isProse || !isAtRisk)) return 'scrubbed';
    return this.#isInside || this.#hasLinks
      ? 'leftOut'
      : this.kind === null
        ? 'asItIs'
        : 'replaced';
  }
}

/** Counts by column the rows in which somebody is still named after `replace`. */
export async function findRemaining(
  rows: SearchedRows,
  fields: readonly string[],
  people: People,
  replace: Replace,
  naming = namingColumns(rows),
): Promise<FoundPeople['remains']> {
  const named = countNamed(people, replace);
  for await (const row of rows.each()) {
    const own = ownOf(peopleOf(row, naming));
    for (const field of fields) named.add(field, memberOf(row, field) ?? null, own);
  }
  return named.of(fields);
}

/** Counts by column the rows whose written values name somebody. */
function countNamed(people: People, replace: Replace) {
  const counts = new Map<string, number>();
  return {
    add(field: string, value: JsonValue, own: Own): void {
      if (value === null) return;
      const written = replace(field, value);
      const texts = [...textsIn(written), ...memberNamesIn(written)];
      if (texts.some((text) => people.areIn(text, own))) {
        counts.set(field, (counts.get(field) ?? 0) + 1);
      }
    },
    /** The counts of these columns, in the order in which somebody was first found. */
    of: (fields: readonly string[]): FoundPeople['remains'] =>
      [...counts].flatMap(([field, rows]) => (fields.includes(field) ? [{ field, rows }] : [])),
  };
}

/** The same as a change for the file's record; none if nobody is named. */
export function remainsAsChange(remains: FoundPeople['remains']): Change[] {
  if (remains.length === 0) return [];
  const columns = remains.map(({ field, rows }) => `${field} (${countOf(rows, 'row')})`);
  return [
    {
      code: 'peopleRemain',
      count: remains.length,
      message: `IDs, usernames or names of people in the rows remain in: ${columns.join(', ')}.`,
    },
  ];
}

const peopleOf = (row: JsonObject, naming: Privacy['pseudonyms']): Identifier[] =>
  naming.flatMap(({ field, kind }) =>
    textsIn(memberOf(row, field) ?? null, true).map((value) => ({
      kind: kindIn(field, kind, value),
      value,
    })),
  );
