/** What is left out or replaced before rows leave this computer. */
import { z } from 'zod';
import type { Column } from '../run.ts';

const fieldName = z.string().max(1000);

/** What a column names people by; decides how its pseudonyms look. */
export const pseudonymKinds = ['id', 'username', 'name'] as const;
export const pseudonymKindSchema = z.enum(pseudonymKinds);
export type PseudonymKind = z.infer<typeof pseudonymKindSchema>;

/**
 * A pseudonym is a keyed hash: the same person has the same one in every export made with the same
 * secret, and without the secret nobody can tell who it is.
 */
export const privacySchema = z.strictObject({
  /** Columns that are left out. */
  drop: z.array(fieldName).max(5000).default([]),
  /** Columns whose texts are replaced, whole, in lists and objects too. */
  pseudonyms: z
    .array(z.strictObject({ field: fieldName, kind: pseudonymKindSchema }))
    .max(1000)
    .default([]),
  /**
   * Columns of texts in which each `@name` (on the forum each `u/name`, too) becomes the pseudonym
   * of that username: of anybody, because who is mentioned here may be a row of another export. Ids,
   * usernames and names of people in the rows are replaced there without the sign, too, unless they
   * are a single ordinary word.
   */
  scrubMentions: z.array(fieldName).max(1000).default([]),
});
export type Privacy = z.output<typeof privacySchema>;

/** Columns that are left out are nobody's values. */
export const replacesPeople = (privacy: Privacy | null): privacy is Privacy =>
  privacy !== null && privacy.pseudonyms.length + privacy.scrubMentions.length > 0;

/** All that leaves main about the secret. */
export const pseudonymSecretSchema = z.object({
  /** Made with the first pseudonym, or taken over. */
  present: z.boolean(),
  /** The same for the same secret, and says nothing of it; null while there is none. */
  fingerprint: z.string().nullable(),
  /** It is there after a restart; else pseudonyms change with it. */
  lasting: z.boolean(),
  /** "this computer’s keychain", or where it is instead. */
  place: z.string(),
});
export type PseudonymSecret = z.infer<typeof pseudonymSecretSchema>;

/**
 * What the one click does about people, found in the values of all rows: which columns go by
 * pseudonyms, are left out or have names in their texts replaced.
 */
export const foundPeopleSchema = z.object({
  privacy: privacySchema,
  /** Columns in which somebody of the rows can be named even then, and in how many rows. */
  remains: z.array(z.object({ field: fieldName, rows: z.number() })),
});
export type FoundPeople = z.infer<typeof foundPeopleSchema>;

const person = /user|author|owner|creator|account|member/i;
const usernames =
  /^(?:.*_)?(?:user_?name|screen_?name|handle)$|[a-z](?:Username|ScreenName|Handle)$/i;
const personNames =
  /^(?:full|display|author|user|real|screen)?_?name$|nick_?name|^(?:author|artist)$/i;

/**
 * Columns that say who somebody is: by what the catalogue says they are, and by the service's word
 * for them. `ofPeople`: the rows themselves are accounts, so every id is somebody's.
 */
export function suggestPseudonyms(
  columns: readonly { field: string; meaning: string }[],
  ofPeople: boolean,
): Privacy['pseudonyms'] {
  return columns.flatMap(({ field, meaning }): Privacy['pseudonyms'] => {
    const isText = meaning === 'text' || meaning === 'name';
    if (meaning === 'username' || field === 'mentions' || (isText && usernames.test(field))) {
      return [{ field, kind: 'username' }];
    }
    if (meaning === 'id' && (ofPeople || person.test(field))) return [{ field, kind: 'id' }];
    if (/id$/i.test(field) && person.test(field) && (isText || meaning === 'number')) {
      return [{ field, kind: 'id' }];
    }
    return meaning === 'name' && personNames.test(field) ? [{ field, kind: 'name' }] : [];
  });
}

/** What somebody was called before is in no other column. A mere number of changes names nobody. */
export const isHistoryOfNames = ({ field, type, meaning }: Column): boolean =>
  /user_?name|nick/i.test(field) &&
  meaning !== 'date' &&
  ['text', 'list', 'object', 'mixed'].includes(type);

/**
 * Fields of the columns that can name people, in their order: those that say who somebody is, and
 * texts, links and pictures, which may. What else names people only a look at the values tells.
 */
export function fieldsOfPeople(columns: readonly Column[], ofPeople: boolean): string[] {
  const naming = new Set(suggestPseudonyms(columns, ofPeople).map(({ field }) => field));
  const mayName = (column: Column): boolean =>
    column.type !== 'empty' &&
    (['text', 'url', 'image'].includes(column.meaning) || isHistoryOfNames(column));
  return columns
    .filter((column) => naming.has(column.field) || mayName(column))
    .map(({ field }) => field);
}

/** The rows themselves are accounts. */
export const areRowsPeople = (resourceId: string): boolean => resourceId.endsWith('.user');
