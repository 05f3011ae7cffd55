/**
 * Who is in the rows: the ids, usernames and names of a run's own people, and where else they occur.
 * Column names say little about that: a picture's address may hold a username as well as a text.
 */
import type { PseudonymKind } from '#shared/contract/export/privacy.ts';
import type { Platform } from '#shared/catalogue/types.ts';
import type { JsonValue } from '../../json/index.ts';
import { isExactNumber } from '../../json/index.ts';

/** More are not remembered; whoever is in the same row is found all the same. */
const mostIdentifiers = 500_000;
/** Words of the longest identifier that is looked for. */
const mostWords = 6;
const shortest = 3;
/** Shorter numbers are counts, hours and years more often than anybody’s id. */
const shortestNumber = 5;

export interface Identifier {
  kind: PseudonymKind;
  value: string;
}

/** The people of one row, by what is looked for. */
export interface Own {
  /** See `keyOf`. */
  keys: ReadonlySet<string>;
  beginnings: Beginnings;
  /** In scripts that don’t part words (Chinese, Thai), where a name may be anywhere. */
  parts: readonly string[];
}

/**
 * How many words the longest identifier has that begins with a word: most words of a text begin none,
 * and are done with by one look.
 */
type Beginnings = ReadonlyMap<string, number>;

export class People {
  /**
   * By their words; of two that are written with the same words, the first. Names have their own
   * list, because a username is often its owner’s name.
   */
  readonly #handles = new Map<string, Identifier>();
  readonly #names = new Map<string, Identifier>();
  readonly #beginnings = new Map<string, number>();

  /** Nobody more can be remembered. */
  get isFull(): boolean {
    return this.#handles.size + this.#names.size >= mostIdentifiers;
  }

  add(identifier: Identifier): void {
    const key = keyOf(identifier.value);
    const known = identifier.kind === 'name' ? this.#names : this.#handles;
    if (key === null || this.isFull || known.has(key)) return;
    known.set(key, identifier);
    noteBeginning(this.#beginnings, key);
  }

  /** Whose words these are and who is written just so. */
  #written(key: string | null, text: string): Identifier | null {
    if (key === null) return null;
    const both = [this.#handles.get(key), this.#names.get(key)];
    return both.find((one) => one !== undefined && isWritten(one, text)) ?? null;
  }

  #isKnown(key: string): boolean {
    return this.#handles.has(key) || this.#names.has(key);
  }

  /**
   * Whether somebody is named in the value. A single ordinary word (`sea`) counts where it is the
   * whole of a part of an address, and where it names somebody of the same row.
   */
  areIn(text: string, own: Own): boolean {
    return [text, decoded(text)].some(
      (one) =>
        one !== null &&
        (own.parts.some((part) => one.includes(part)) ||
          find(one, [own.beginnings, this.#beginnings], (key, start, end) => {
            const isSomebody =
              own.keys.has(key) ||
              (this.#isKnown(key) && (isDistinctive(key) || isPartOfAddress(one, start, end)));
            return isSomebody || null;
          }) !== null),
    );
  }

  /** The one whom the whole value names. */
  whoIs(text: string): Identifier | null {
    return this.#written(keyOf(text), text);
  }

  /** Replaces in a running text what names somebody beyond doubt: no single ordinary word. */
  replaceIn(text: string, change: (identifier: Identifier) => string): string {
    let done = '';
    let from = 0;
    for (;;) {
      const found = find(
        text,
        [this.#beginnings],
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
  const beginnings = new Map<string, number>();
  for (const key of keys) noteBeginning(beginnings, key);
  return {
    keys,
    beginnings,
    parts: values.filter((value) => /[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]{2}/u.test(value)),
  };
}

/** Every text in a value, and every number too long to be a count. A loop: depth is the service’s choice. */
export function textsIn(value: JsonValue, numbersToo = false): string[] {
  const texts: string[] = [];
  const left: JsonValue[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one === 'string') texts.push(one);
    else if (typeof one === 'number') {
      if (numbersToo) texts.push(String(one));
    } else if (isExactNumber(one)) texts.push(one.$n);
    else if (typeof one === 'object' && one !== null) {
      // One by one: a list may be longer than a call has room for arguments.
      for (const member of Object.values(one)) left.push(member);
    }
  }
  return texts;
}

function noteBeginning(beginnings: Map<string, number>, key: string): void {
  const words = key.split(' ');
  const first = words[0] ?? '';
  beginnings.set(first, Math.max(beginnings.get(first) ?? 0, words.length));
}

/** Names of members in a value: votes may be counted by username. No pseudonym is put there. */
export function memberNamesIn(value: JsonValue): string[] {
  const names: string[] = [];
  const left: JsonValue[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null || isExactNumber(one)) continue;
    if (!Array.isArray(one)) names.push(...Object.keys(one));
    for (const member of Object.values(one)) left.push(member);
  }
  return names;
}

const asciiOnly = /^[\x20-\x7e\s]*$/;
const asciiWord = /[a-z\d]+/g;
const anyWord = /[\p{L}\p{M}\p{N}]+/gu;

/** What finds the words of a text one by one, from its `lastIndex` on, and how each is compared. */
function wordSearch(text: string): {
  searched: string;
  pattern: RegExp;
  compared: (word: string) => string;
} {
  return asciiOnly.test(text)
    ? { searched: text.toLowerCase(), pattern: asciiWord, compared: (word) => word }
    : { searched: text, pattern: anyWord, compared: (word) => word.normalize('NFC').toLowerCase() };
}

/** The words of an identifier; null for what is too short, or too long, to be looked for. */
function keyOf(value: string): string | null {
  const { searched, pattern, compared } = wordSearch(value);
  const words = (searched.match(pattern) ?? []).map(compared);
  const key = words.join(' ');
  const least = /^\d+$/.test(key) ? shortestNumber : shortest;
  return words.length <= mostWords && key.length >= least ? key : null;
}

/** `lena ortiz`, `lena42`: nothing that is written by somebody who means something else. */
const isDistinctive = (key: string): boolean => /[\p{N} ]/u.test(key);

/** What `test` says of the first span of words that it takes, the longest of those that begin there. */
function find<T>(
  text: string,
  beginnings: readonly Beginnings[],
  test: (key: string, start: number, end: number) => T | null,
  from = 0,
): T | null {
  if (text.length < shortest) return null;
  const { searched, pattern, compared } = wordSearch(text);
  /** Where the word before ended: nothing is kept of words that begin no identifier. */
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
    for (const one of beginnings) most = Math.max(most, one.get(key) ?? 0);
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

/** Usernames and ids are written with the same characters, ignoring case; names exactly. */
function isWritten({ kind, value }: Identifier, text: string): boolean {
  const [known, found] = [bare(value), bare(text)];
  return kind === 'name' ? known === found : known.toLowerCase() === found.toLowerCase();
}

const bare = (text: string): string =>
  text.normalize('NFC').replaceAll(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');

const isPartOfAddress = (text: string, start: number, end: number): boolean =>
  /^(?:[a-z][a-z+.-]*:\/\/|\/|www\.)/i.test(text) &&
  /[/@=]/.test(text.charAt(start - 1)) &&
  /^(?:$|[/?&#]|\.\w{1,5}$)/.test(text.slice(end));

function decoded(text: string): string | null {
  if (!text.includes('%')) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A letter may be followed by marks that belong to it (Hindi, Thai, accents that stand alone). */
const letter = String.raw`\p{L}\p{M}\p{N}_`;
const notInAWord = `(?<![${letter}])`;

/** A dot or hyphen at the end is the sentence’s. */
const nameOf = (first: string, inside: string): string =>
  `(?<name>[${first}](?:[${letter}${inside}]*[${letter}])?)`;

/** Not in the middle of a word: that is an address of mail. */
const anywhere = new RegExp(
  String.raw`${notInAWord}(?<sign>[@＠])${nameOf(String.raw`\p{L}\p{N}_`, '.')}`,
  'gu',
);

/** Names there may have hyphens, in front as well; an address leads to them as `/user/name`. */
const onForum = new RegExp(
  String.raw`${notInAWord}(?<sign>[@＠]|[uU]/|(?<=/)user/)${nameOf(String.raw`\p{L}\p{N}_\-`, String.raw`.\-`)}`,
  'gu',
);

/** With the groups `sign` and `name`. */
export const mentionsOn = (platform: Platform | null): RegExp =>
  platform === 'forum' ? onForum : anywhere;
