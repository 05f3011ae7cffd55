/**
 * What the service says about itself, compared with what we assumed, and what a person decided. Every
 * value is text that can be read and typed: a path with `{keys}`, a name, "required" or "optional",
 * names separated by commas.
 */
import { z } from 'zod';
import { catalogueSchema, evidenceSchema, platformSchema } from '../catalogue/types.ts';

/** Longest value of a correction; the longest meaningful one is a list of fields. */
export const maxCorrectionLength = 20_000;
/** Identifies a fact: `name:photoshare.users.search:name`, `path:…`, `fields:microblog.post`. */
export const factIdSchema = z.string().min(1).max(400);

/** State of the latest reading of the description. */
const descriptionStateSchema = z.discriminatedUnion('kind', [
  /** Never requested. */
  z.object({ kind: z.literal('neverAsked') }),
  z.object({ kind: z.literal('asking') }),
  z.object({ kind: z.literal('read'), at: z.string() }),
  /** Missing, broken or too large: nothing changed. `message`: whole sentences. */
  z.object({ kind: z.literal('failed'), at: z.string(), message: z.string() }),
]);
export type DescriptionState = z.infer<typeof descriptionStateSchema>;

/** The current description: the last one that could be read. */
const readDescriptionSchema = z.object({
  /** When it was read, ISO 8601. */
  at: z.string(),
  /** `/openapi.json` or `/openapi.yaml`. */
  source: z.string(),
  title: z.string(),
  version: z.string(),
  /** Number of paths in it. */
  paths: z.number(),
});

export const factKindSchema = z.enum([
  /** An endpoint's path: "/api/data/forum/comments/users/{username}/live". */
  'path',
  /** A parameter's name on the wire. */
  'name',
  /** Whether a parameter is `required` or `optional`. */
  'required',
  /** A parameter's allowed values, separated by commas. */
  'values',
  /** The value that the service uses if a parameter is omitted. */
  'default',
  /** A parameter's smallest and largest value, "1–100". */
  'limits',
  /** The names that `fields` takes for a resource, separated by commas. */
  'fields',
]);
export type FactKind = z.infer<typeof factKindSchema>;

export interface FactName {
  kind: FactKind;
  /** An endpoint, a resource (`fields`), or all stored data (`stored`). */
  subject: string;
  /** A parameter or an option (`cursor`, `fields`…); null if the fact is about the subject itself. */
  key: string | null;
}

/** `name:photoshare.users.search:name`, `fields:microblog.post`. */
export const factId = ({ kind, subject, key }: FactName): string =>
  key === null ? `${kind}:${subject}` : `${kind}:${subject}:${key}`;

/** A place of the catalogue that the service or the person may change: what it is about, what each says. */
const factSchema = z.object({
  id: factIdSchema,
  kind: factKindSchema,
  platform: platformSchema.nullable(),
  /** Its question's id (for stored data, the stored one); null if it is about several. */
  endpointId: z.string().nullable(),
  /** The question's title, or what the items are: "Posts by their IDs", "microblog posts". */
  question: z.string(),
  /** What it is about, in plain words: "The name of “Post IDs”", "The path". */
  about: z.string(),
  /**
   * Whether the specification leaves it open. Otherwise it is documented, and listed because the
   * description says something else or the person changed it.
   */
  isAssumed: z.boolean(),
  /** What we assume, or what is documented. */
  ours: z.string(),
  /**
   * What the service's description says and how it was recognised, or why it settles nothing, in a
   * sentence; null: it wasn't asked, or says nothing of this.
   */
  service: z.object({ value: z.string().nullable(), why: z.string() }).nullable(),
  /** Names in the description for the person to choose from. */
  candidates: z.array(z.string()),
  /** The person's decision; null: none. */
  person: z.string().nullable(),
  /** The effective value. Precedence: person, service, ours; of what is documented, person, ours. */
  inForce: z.object({ value: z.string(), by: evidenceSchema }),
});
export type Fact = z.infer<typeof factSchema>;

/** An endpoint that only the description has. */
const discoveredSchema = z.object({
  /** Its form; null if none could be made. */
  endpointId: z.string().nullable(),
  platform: platformSchema.nullable(),
  title: z.string(),
  path: z.string(),
  /** Why it has no form, in a sentence. */
  leftOut: z.string().nullable(),
});

/** The service profile: everything known about the current service beyond the specification. */
const serviceProfileSchema = z.object({
  /** `sample`, or the origin of the service's address. */
  profileId: z.string(),
  state: descriptionStateSchema,
  /** Null: only the specification, our assumptions and the person's corrections apply. */
  description: readDescriptionSchema.nullable(),
  facts: z.array(factSchema),
  discovered: z.array(discoveredSchema),
  /** Number of the person's corrections. */
  corrections: z.number(),
});
export type ServiceProfile = z.infer<typeof serviceProfileSchema>;

/** The service profile and the effective catalogue. */
export const serviceProfileReplySchema = z.object({
  serviceProfile: serviceProfileSchema,
  catalogue: catalogueSchema,
  /** Replies and events may overtake each other: the higher number is the newer state. */
  revision: z.number(),
});
export type ServiceProfileReply = z.infer<typeof serviceProfileReplySchema>;

/** The outcome of an import. */
export const importedProfileSchema = serviceProfileReplySchema.extend({
  taken: z.number(),
  /** What was omitted or is worth knowing, in whole sentences. */
  notices: z.array(z.string()),
});
export type ImportedProfile = z.infer<typeof importedProfileSchema>;
