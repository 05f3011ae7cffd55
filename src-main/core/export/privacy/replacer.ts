/** Applies privacy to the values of a row, before any format sees them. */
import { fold, plainText } from '#shared/fold.ts';
import { createHmac } from 'node:crypto';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { replacesPeople } from '#shared/contract/export/privacy.ts';
import type { Privacy, PseudonymKind } from '#shared/contract/export/privacy.ts';
import type { Query } from '#shared/query/types.ts';
import { sentValue } from '#shared/query/values.ts';
import type { JsonValue } from '../../json/index.ts';
import { isExactNumber } from '../../json/index.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import type { SelectedRun } from '../selection.ts';
import type { Replace } from '../cells.ts';
import { accountKind, isAccount, kindIn, listedAccounts, namingInputs } from './list-inputs.ts';
import type { ListedRun } from './list-inputs.ts';
import { joinedLetter, mentionsOn, People } from './people.ts';
import { fingerprintOf } from './secret.ts';

export interface Replacer {
  replace: Replace;
  /** The same without counting, for searches. */
  replaceUncounted: Replace;
  /** The people in the rows: must be filled before the first value is replaced. */
  people: People;
  /** Number of values replaced so far. */
  counts: () => Counts;
  /** The pseudonym of a requested account, the same as in the columns. */
  accountOf: (value: string) => string;
  /** The same, counted, for a text of the rows. */
  replaceAccount: (value: string) => string;
  fingerprint: string;
}

interface Counts {
  pseudonyms: number;
  mentions: number;
}

/**
 * Returns null when nothing is replaced.
 * @param runs the runs of the rows, all with one resource.
 * @param people those of other rows that are saved with these; those of these rows are added.
 */
export async function createReplacer(
  privacy: Privacy | null,
  runs: readonly ListedRun[],
  secretOf: () => Promise<string>,
  people = new People(),
): Promise<Replacer | null> {
  if (!replacesPeople(privacy)) return null;
  const secret = await secretOf();
  const pseudonymise = createPseudonymiser(secret);
  const mention = mentionsOn(runs[0]?.endpoint.platform ?? null);
  const accountOf = (value: string): string => pseudonymise(accountKind(value), value);
  const accounts = new Set(namingInputs(runs).map(({ field }) => field));
  const named = new Map<string, PseudonymKind>(
    privacy.pseudonyms.map(({ field, kind }) => [field, accounts.has(field) ? 'username' : kind]),
  );
  const scrubbed = new Set(privacy.scrubMentions);

  const replaceInto = (counts: Counts): Replace => {
    const scrub = (text: string): string => {
      const pseudonymOf = (kind: PseudonymKind, name: string): string => {
        counts.mentions++;
        return pseudonymise(kind, name);
      };
      const unmentioned = text.replaceAll(
        mention,
        (_, sign: string, name: string) =>
          `${sign === '＠' ? '@' : sign}${pseudonymOf('username', name)}`,
      );
      return people.replaceIn(unmentioned, ({ kind, value }) => pseudonymOf(kind, value));
    };
    return (field, value) => {
      const kind = named.get(field);
      if (kind === undefined) {
        return scrubbed.has(field) ? replaceTexts(value, scrub, false) : value;
      }
      const change = (text: string): string => {
        // An empty text names nobody.
        if (text.trim() === '') return text;
        counts.pseudonyms++;
        return pseudonymise(kindIn(field, kind, text), text);
      };
      return replaceTexts(value, change, true);
    };
  };

  const counts: Counts = { pseudonyms: 0, mentions: 0 };
  return {
    replace: replaceInto(counts),
    replaceUncounted: replaceInto({ pseudonyms: 0, mentions: 0 }),
    people,
    counts: () => ({ ...counts }),
    accountOf,
    replaceAccount: (value) => {
      counts.pseudonyms++;
      return accountOf(value);
    },
    fingerprint: fingerprintOf(secret),
  };
}

/** Changes every text in the value; `numbersToo`: ids may be numbers. */
function replaceTexts(
  value: JsonValue,
  change: (text: string) => string,
  numbersToo: boolean,
): JsonValue {
  switch (typeof value) {
    case 'string':
      return change(value);
    case 'number':
      return numbersToo ? change(String(value)) : value;
    case 'boolean':
      return value;
    default:
      if (value === null) return null;
      if (isExactNumber(value)) return numbersToo ? change(value.$n) : value;
      if (Array.isArray(value)) return value.map((one) => replaceTexts(one, change, numbersToo));
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, replaceTexts(one, change, numbersToo)]),
      );
  }
}

/** `isPseudonym` knows them again. */
const prefixes: Record<PseudonymKind, string> = { id: 'id', username: 'user', name: 'name' };
/** RFC 4648 base32 in lower case: survives programs that ignore case. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** 80 bits: among a million people, the chance of two equal ones is about one in a trillion. */
const hashBytes = 10;
/** Size of the cache: the same people appear repeatedly. */
const maxCached = 100_000;

type Pseudonymise = (kind: PseudonymKind, value: string) => string;

export function createPseudonymiser(secret: string): Pseudonymise {
  const known = new Map<string, string>();
  return (kind, value) => {
    const key = `${kind}\0${normalise(kind, value)}`;
    let pseudonym = known.get(key);
    if (pseudonym === undefined) {
      const hash = createHmac('sha256', secret).update(key).digest();
      pseudonym = `${prefixes[kind]}_${base32(hash.subarray(0, hashBytes))}`;
      if (known.size === maxCached) known.clear();
      known.set(key, pseudonym);
    }
    return pseudonym;
  };
}

/** Usernames are equal with and without @, and ignoring case. */
const normalise = (kind: PseudonymKind, value: string): string =>
  kind === 'username'
    ? fold(value)
        .trim()
        .replace(/^[@＠]/, '')
    : plainText(value).trim();

function base32(hash: Uint8Array): string {
  let bits = '';
  for (const byte of hash) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}

interface Asked {
  /** Null: this version doesn't know it. */
  endpoint: DataEndpoint | null;
  query: Query;
}

/** Parameter and value of each account in the question. */
const accountsOf = ({ endpoint, query }: Asked): (readonly [key: string, value: string])[] =>
  (endpoint?.parameters ?? []).flatMap((parameter) => {
    const value = isAccount(parameter) ? sentValue(parameter, query) : null;
    return value === null ? [] : [[parameter.key, value] as const];
  });

/** The question with pseudonyms; the same object when it names no account. */
export function withoutAccounts(asked: Asked, replacer: Replacer | null): Query {
  const accounts = replacer === null ? [] : accountsOf(asked);
  if (replacer === null || accounts.length === 0) return asked.query;
  const replaced = Object.fromEntries(
    accounts.map(([key, value]) => [key, replacer.accountOf(value)]),
  );
  return { ...asked.query, values: { ...asked.query.values, ...replaced } };
}

/** Returns a function that replaces the accounts of a run's question and list in a text about it. */
export function textWithoutAccounts(
  run: ListedRun,
  replacer: Replacer | null,
): (text: string) => string {
  if (replacer === null) return (text) => text;
  const accounts = [
    ...run.asked.flatMap(accountsOf).map(([, value]) => value),
    ...listedAccounts(run),
  ];
  return (text) => withoutNames(text, accounts, replacer);
}

/**
 * Names runs by number and day: their names are their questions, or were edited by the person, and may name
 * people in words that nothing here recognises.
 */
export function labelsWithoutPeople(
  selection: readonly SelectedRun[],
  runs: readonly LiveRun[],
  replacer: Replacer | null,
): readonly SelectedRun[] {
  if (replacer === null) return selection;
  return selection.map((selected) => ({
    ...selected,
    label: `Run ${runs.indexOf(selected.run) + 1}, asked ${selected.run.createdAt.slice(0, 10)}`,
  }));
}

export function withoutNames(
  text: string,
  names: readonly string[],
  { accountOf }: Pick<Replacer, 'accountOf'>,
): string {
  const folded = fold(text);
  return (
    names
      // A list may have a hundred thousand names.
      .filter((name) => folded.includes(fold(name)))
      .map(plainText)
      // A name can be part of another one: the longest first.
      .toSorted((one, other) => other.length - one.length)
      // A pseudonym contains no word that a person typed.
      .reduce(
        (changed, name) => changed.replaceAll(wordOf(name), () => accountOf(name)),
        plainText(text),
      )
  );
}

const wordOf = (name: string): RegExp => {
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`(?<!_|${joinedLetter})[@＠]?${escaped}(?!_|${joinedLetter})`, 'giv');
};
