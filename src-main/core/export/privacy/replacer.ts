/** What privacy does to the values of a row, before any format sees them. */
import { createHmac } from 'node:crypto';
import type { Platform, DataEndpoint } from '#shared/catalogue/types.ts';
import { replacesPeople } from '#shared/contract/export/privacy.ts';
import type { Privacy, PseudonymKind } from '#shared/contract/export/privacy.ts';
import type { Query } from '#shared/query/types.ts';
import { sentValue } from '#shared/query/values.ts';
import type { JsonValue } from '../../json/index.ts';
import { isExactNumber } from '../../json/index.ts';
import type { SelectedRun } from '../selection.ts';
import type { Replace } from '../shape.ts';
import { mentionsOn, People } from './people.ts';
import { fingerprintOf } from './secret.ts';

export interface Replacer {
  replace: Replace;
  /** The same without being counted: for looking. */
  replaceUncounted: Replace;
  /** Who is in the rows: to be filled before the first is replaced. */
  people: People;
  /** Values replaced so far. */
  counts: () => Counts;
  /** The pseudonym of an account that was asked for, as the columns have it. */
  accountOf: (value: string) => string;
  fingerprint: string;
}

interface Counts {
  pseudonyms: number;
  mentions: number;
}

/**
 * Null where nothing is replaced.
 * @param platform Of the rows.
 */
export async function createReplacer(
  privacy: Privacy | null,
  platform: Platform | null,
  secretOf: () => Promise<string>,
): Promise<Replacer | null> {
  if (!replacesPeople(privacy)) return null;
  const secret = await secretOf();
  const pseudonymise = createPseudonymiser(secret);
  const people = new People();
  const mention = mentionsOn(platform);
  const named = new Map(privacy.pseudonyms.map(({ field, kind }) => [field, kind]));
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
        // An empty text is nobody's name.
        if (text.trim() === '') return text;
        counts.pseudonyms++;
        return pseudonymise(kind, text);
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
    accountOf: (value) => pseudonymise(/^\d+$/.test(value) ? 'id' : 'username', value),
    fingerprint: fingerprintOf(secret),
  };
}

/** Every text in the value; `numbersToo`: ids may be numbers. */
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

const prefixes: Record<PseudonymKind, string> = { id: 'id', username: 'user', name: 'name' };
/** RFC 4648, base32, in small letters: survives programs that ignore case. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** 80 bits: among a million people two have the same by a chance of one in a trillion. */
const bytes = 10;
/** Remembered, because the same people appear again and again. */
const remembered = 100_000;

export const isPseudonym = (text: string): boolean => /^(?:id|user|name)_[a-z2-7]{16}$/.test(text);

type Pseudonymise = (kind: PseudonymKind, value: string) => string;

export function createPseudonymiser(secret: string): Pseudonymise {
  const known = new Map<string, string>();
  return (kind, value) => {
    const key = `${kind}\0${normalise(kind, value)}`;
    let pseudonym = known.get(key);
    if (pseudonym === undefined) {
      const hash = createHmac('sha256', secret).update(key).digest();
      pseudonym = `${prefixes[kind]}_${base32(hash.subarray(0, bytes))}`;
      if (known.size === remembered) known.clear();
      known.set(key, pseudonym);
    }
    return pseudonym;
  };
}

/** Usernames are the same with and without @, and whatever the case. */
function normalise(kind: PseudonymKind, value: string): string {
  const plain = value.normalize('NFC').trim();
  return kind === 'username' ? plain.replace(/^[@＠]/, '').toLowerCase() : plain;
}

function base32(hash: Uint8Array): string {
  let bits = '';
  for (const byte of hash) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}

interface Asked {
  endpoint: DataEndpoint;
  query: Query;
}

/** Parameter, value and pseudonym of each account that the question names. */
function accountsOf(
  { endpoint, query }: Asked,
  { accountOf }: Replacer,
): (readonly [key: string, value: string, pseudonym: string])[] {
  return endpoint.parameters.flatMap((parameter) => {
    const { key, type } = parameter;
    const value = type.kind === 'text' && type.at === true ? sentValue(parameter, query) : null;
    return value === null ? [] : [[key, value, accountOf(value)] as const];
  });
}

/** The question as it may be shown; the same object when it names no account. */
export function withoutAccounts(asked: Asked, replacer: Replacer | null): Query {
  const accounts = replacer === null ? [] : accountsOf(asked, replacer);
  if (accounts.length === 0) return asked.query;
  const replaced = Object.fromEntries(accounts.map(([key, , pseudonym]) => [key, pseudonym]));
  return { ...asked.query, values: { ...asked.query.values, ...replaced } };
}

/** A run's name is its question, or what the person made of it: it names accounts, too. */
export function labelsWithoutAccounts(
  selection: readonly SelectedRun[],
  replacer: Replacer | null,
): readonly SelectedRun[] {
  if (replacer === null) return selection;
  const accounts = selection.flatMap(({ run }) => accountsOf(run, replacer));
  // A name can be a part of another one: the longest first.
  const longestFirst = accounts.toSorted(([, one], [, other]) => other.length - one.length);
  const hide = (label: string): string =>
    longestFirst.reduce((text, [, name, pseudonym]) => {
      // What was replaced holds no word that a person typed.
      return text.replaceAll(wordOf(name), pseudonym);
    }, label);
  return selection.map((selected) => ({ ...selected, label: hide(selected.label) }));
}

const wordOf = (name: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_])[@＠]?${name.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`)}(?![\p{L}\p{N}_])`,
    'giu',
  );
