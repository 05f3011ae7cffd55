/** What is omitted or replaced before rows leave this computer. */
import { linkMeanings } from '../../catalogue/types.ts';
import { z } from 'zod';
import type { Column } from '../run.ts';

const fieldName = z.string().max(1000);

/** How a column identifies people; determines what its pseudonyms look like. */
const pseudonymKinds = ['id', 'username', 'name'] as const;
const pseudonymKindSchema = z.enum(pseudonymKinds);
export type PseudonymKind = z.infer<typeof pseudonymKindSchema>;

/**
 * A pseudonym is a keyed hash: a person has the same one in every export made with the same secret, and
 * can't be identified without that secret.
 */
export const privacySchema = z.strictObject({
  /** Columns to omit. */
  drop: z.array(fieldName).max(5000).default([]),
  /** Columns whose texts are replaced entirely, in lists and objects too. */
  pseudonyms: z
    .array(z.strictObject({ field: fieldName, kind: pseudonymKindSchema }))
    .max(1000)
    .default([]),
  /**
   * Text columns in which each `@name` (on the forum also each `u/name`) becomes the pseudonym of that
   * username, even if no row has it: whoever is mentioned here may be a row of another export. Ids,
   * usernames and names of people in the rows are also replaced without the sign, unless they are a
   * single ordinary word.
   */
  scrubMentions: z.array(fieldName).max(1000).default([]),
});
export type Privacy = z.output<typeof privacySchema>;

/** Whether anything is replaced; omitted columns name no one. */
export const replacesPeople = (privacy: Privacy | null): privacy is Privacy =>
  privacy !== null && privacy.pseudonyms.length + privacy.scrubMentions.length > 0;

/** Everything that leaves main about the secret. */
export interface PseudonymSecret {
  /** Created with the first pseudonym, or imported. */
  present: boolean;
  /** The same for the same secret, and reveals nothing about it; null if there is none. */
  fingerprint: string | null;
  /** Whether it survives a restart; otherwise pseudonyms change then. */
  lasting: boolean;
  /** "this computer’s keychain", or where it is instead. */
  place: string;
}

/**
 * What one click does about people, based on the values of all rows: which columns are pseudonymised or
 * omitted, and in which texts names are replaced.
 */
export interface FoundPeople {
  privacy: Privacy;
  /** Columns that may still name people of the rows, and in how many rows. */
  remains: { field: z.infer<typeof fieldName>; rows: number }[];
}

const person = /user|author|owner|creator|account|member/i;
const usernames =
  /^(?:.*_)?(?:user_?name|screen_?name|handle)$|[a-z](?:Username|ScreenName|Handle)$/i;
const personNames =
  /^(?:full|display|author|user|real|screen)?_?name$|nick_?name|^(?:author|artist)$/i;

/**
 * Suggests pseudonyms for identifying columns, by their meaning in the catalogue and by the service's
 * name for them. `ofPeople`: the rows are accounts, so every id identifies a person.
 */
export const suggestPseudonyms = (
  columns: readonly { field: string; meaning: string }[],
  ofPeople: boolean,
): Privacy['pseudonyms'] =>
  columns.flatMap(({ field, meaning }): Privacy['pseudonyms'] => {
    // In a comparison, the column with the earlier value is called after its field.
    const name = field.replace(/_before_*$/, '');
    const isText = meaning === 'text' || meaning === 'name';
    if (meaning === 'username' || name === 'mentions' || (isText && usernames.test(name))) {
      return [{ field, kind: 'username' }];
    }
    if (meaning === 'id' && (ofPeople || person.test(name))) return [{ field, kind: 'id' }];
    if (/id$/i.test(name) && person.test(name) && (isText || meaning === 'number')) {
      return [{ field, kind: 'id' }];
    }
    return meaning === 'name' && personNames.test(name) ? [{ field, kind: 'name' }] : [];
  });

/** A person's former names are in no other column. A mere number of changes names no one. */
export const isHistoryOfNames = ({ field, type, meaning }: Column): boolean =>
  /user_?name|nick/i.test(field) &&
  meaning !== 'date' &&
  ['text', 'list', 'object', 'mixed'].includes(type);

/**
 * Returns the fields that can name people, in the order of the columns: those that identify someone,
 * and texts, links and pictures, which may. Others can only be found by examining the values.
 */
export function fieldsOfPeople(columns: readonly Column[], ofPeople: boolean): string[] {
  const naming = new Set(suggestPseudonyms(columns, ofPeople).map(({ field }) => field));
  const mayName = (column: Column): boolean =>
    column.type !== 'empty' &&
    (column.meaning === 'text' || linkMeanings.has(column.meaning) || isHistoryOfNames(column));
  return columns
    .filter((column) => naming.has(column.field) || mayName(column))
    .map(({ field }) => field);
}

/** Whether the rows themselves are accounts. */
export const areRowsPeople = (resourceId: string): boolean => resourceId.endsWith('.user');
