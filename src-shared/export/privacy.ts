/** What is left out or replaced before rows leave this computer. */
import { z } from 'zod';

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
   * of that username: of anybody, because who is mentioned here may be a row of another export.
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
 * Columns that seem to name people, as a start: usernames by what the catalogue says they are, ids
 * and names by the service's word for them. `ofPeople`: the rows themselves are accounts.
 */
export function suggestPseudonyms(
  columns: readonly { field: string; meaning: string }[],
  ofPeople: boolean,
): Privacy['pseudonyms'] {
  return columns.flatMap(({ field, meaning }): Privacy['pseudonyms'] => {
    const namesPerson = /user|author|owner|creator/i.test(field);
    if (meaning === 'username') return [{ field, kind: 'username' }];
    if (field === 'mentions') return [{ field, kind: 'username' }];
    if (meaning === 'id' && (namesPerson || (ofPeople && field === 'id'))) {
      return [{ field, kind: 'id' }];
    }
    const isName = /^(?:full|display|author|user)?name$/i.test(field);
    return isName && meaning === 'name' ? [{ field, kind: 'name' }] : [];
  });
}
