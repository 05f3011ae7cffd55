/**
 * A project's details: entered once and written into the metadata of exported data. A project is a data
 * folder; everything here may be empty.
 */
import { z } from 'zod';

/**
 * Returns an ORCID iD in its canonical form (`0000-0002-1825-0097`), from that form or from its
 * address; null if its check digit (ISO 7064 mod 11-2) is wrong or the text is something else.
 */
export function readOrcid(text: string): string | null {
  const found =
    /^(?:https?:\/\/(?:www\.)?orcid\.org\/)?(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])\/?$/i.exec(
      text.trim(),
    );
  if (found === null) return null;
  const groups = found.slice(1, 5).map((group) => group.toUpperCase());
  const characters = groups.join('');
  let sum = 0;
  for (let index = 0; index < 15; index++) sum = (sum + Number(characters[index])) * 2;
  const check = (12 - (sum % 11)) % 11;
  return characters.endsWith(check === 10 ? 'X' : String(check)) ? groups.join('-') : null;
}

/** What others may do with the data, by SPDX identifier; `restricted` has none. */
export const licences = [
  {
    id: 'restricted',
    name: 'Not shared',
    url: null,
    meaning: 'Nobody may use it without asking you.',
  },
  {
    id: 'CC-BY-4.0',
    name: 'CC BY 4.0',
    url: 'https://creativecommons.org/licenses/by/4.0/',
    meaning: 'Anyone may use and share it if they credit you.',
  },
  {
    id: 'CC-BY-SA-4.0',
    name: 'CC BY-SA 4.0',
    url: 'https://creativecommons.org/licenses/by-sa/4.0/',
    meaning: 'Anyone may use it if they credit you and share their version under the same licence.',
  },
  {
    id: 'CC-BY-NC-4.0',
    name: 'CC BY-NC 4.0',
    url: 'https://creativecommons.org/licenses/by-nc/4.0/',
    meaning: 'Anyone may use and share it if they credit you and make no money from it.',
  },
  {
    id: 'CC0-1.0',
    name: 'CC0 1.0',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    meaning: 'Anyone may use it for anything, without crediting you.',
  },
] as const;

const licenceSchema = z.enum(licences.map(({ id }) => id));

const creatorSchema = z.object({
  name: z.string().trim().min(1).max(200),
  /** Validated, in canonical form; omitted if the person has none. */
  orcid: z
    .string()
    .max(100)
    .transform((text, context) => {
      const orcid = readOrcid(text);
      if (orcid !== null) return orcid;
      context.addIssue('no ORCID iD');
      return z.NEVER;
    })
    .optional(),
});

export const projectDetailsSchema = z.object({
  title: z.string().trim().max(200),
  creators: z.array(creatorSchema).max(50),
  /** Null: not decided yet. */
  licence: licenceSchema.nullable(),
  note: z.string().max(10_000),
});
export type ProjectDetails = z.infer<typeof projectDetailsSchema>;

export const noDetails: ProjectDetails = { title: '', creators: [], licence: null, note: '' };

/** A project in the list. */
export interface KnownProject {
  id: string;
  /** Empty: untitled. */
  title: string;
  /** The last segment of its path, to distinguish projects with the same title. */
  folder: string;
  /** ISO 8601; null: never opened on this computer. */
  openedAt: string | null;
  /** `newer`: created by a newer version of the program. */
  state: 'open' | 'closed' | 'missing' | 'newer';
  /** Whether it can be removed from the list: those in the program's own folder are always listed. */
  isForgettable: boolean;
}
