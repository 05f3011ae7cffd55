/** What privacy does to the values of a row, before any format sees them. */
import type { Platform } from '#shared/catalogue/types.ts';
import { replacesPeople } from '#shared/export/privacy.ts';
import type { Privacy } from '#shared/export/privacy.ts';
import type { JsonValue } from '../../json/index.ts';
import { isExactNumber } from '../../json/index.ts';
import type { Replace } from '../shape.ts';
import { mentionsOn } from './mentions.ts';
import { createPseudonymiser } from './pseudonyms.ts';
import { fingerprintOf } from './secret.ts';

export interface Replacer {
  replace: Replace;
  /** Values replaced so far. */
  counts: () => { pseudonyms: number; mentions: number };
  /** The pseudonym of an account that was asked for, as the columns have it. */
  accountOf: (value: string) => string;
  fingerprint: string;
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
  const counts = { pseudonyms: 0, mentions: 0 };
  const texts = new Map<string, (text: string) => string>();
  const mention = mentionsOn(platform);
  for (const field of privacy.scrubMentions) {
    texts.set(field, (text) =>
      text.replaceAll(mention, (_, sign: string, name: string) => {
        counts.mentions++;
        return `${sign === '＠' ? '@' : sign}${pseudonymise('username', name)}`;
      }),
    );
  }
  for (const { field, kind } of privacy.pseudonyms) {
    texts.set(field, (text) => {
      // Nobody is called nothing.
      if (text.trim() === '') return text;
      counts.pseudonyms++;
      return pseudonymise(kind, text);
    });
  }
  const named = new Set(privacy.pseudonyms.map(({ field }) => field));
  return {
    replace: (field, value) => {
      const change = texts.get(field);
      return change === undefined ? value : replaceTexts(value, change, named.has(field));
    },
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
