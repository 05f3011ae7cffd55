/** What privacy does to the values of a row, before any format sees them. */
import type { Platform } from '#shared/catalogue/types.ts';
import { replacesPeople } from '#shared/export/privacy.ts';
import type { Privacy, PseudonymKind } from '#shared/export/privacy.ts';
import type { JsonValue } from '../../json/index.ts';
import { isExactNumber } from '../../json/index.ts';
import type { Replace } from '../shape.ts';
import { mentionsOn } from './mentions.ts';
import { People } from './people.ts';
import { createPseudonymiser } from './pseudonyms.ts';
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
        // Nobody is called nothing.
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
