/**
 * What the service says about itself, compared with what we assumed, and what a person decided. Every
 * value is text that can be read and typed: a path with `{keys}`, a name, "required" or "optional",
 * names separated by commas.
 */
import { z } from 'zod';
import { catalogueSchema, platformSchema } from '../catalogue/types.ts';
import { querySchema } from '../query/types.ts';

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

/** Members of both assumptions and differences: what they are about. */
const factSchema = z.object({
  id: factIdSchema,
  kind: factKindSchema,
  platform: platformSchema.nullable(),
  /** Its question's id (for stored data, the stored one); null for a resource's fields. */
  endpointId: z.string().nullable(),
  /** The question's title, or what the items are: "Posts by their IDs", "microblog posts". */
  question: z.string(),
  /** What it is about, in plain words: "The name of “Post IDs”", "The path". */
  about: z.string(),
});

/** A fact that the specification doesn't show. */
const assumptionSchema = factSchema.extend({
  /** The assumed value. */
  assumed: z.string(),
  /** What the service's description says, and how it was recognised; null if it says nothing. */
  service: z.object({ value: z.string(), reason: z.string() }).nullable(),
  /** Why nothing was taken from the description, in a sentence; null if something was. */
  notTaken: z.string().nullable(),
  /** Candidates for the person to choose from, if several match. */
  candidates: z.array(z.string()),
  /** The person's decision; null: none. */
  person: z.string().nullable(),
  /** The effective value. Precedence: person, service, assumption. */
  inForce: z.object({ value: z.string(), by: z.enum(['assumption', 'service', 'person']) }),
  /** Whether *Try it* can show a request that uses it. */
  triable: z.boolean(),
});
export type Assumption = z.infer<typeof assumptionSchema>;

/** A documented fact that the service's description contradicts. */
const differenceSchema = factSchema.extend({
  documented: z.string(),
  service: z.string(),
  /** Why it is considered the same fact. */
  reason: z.string(),
  /** Whether the person accepted it, so that it applies. */
  accepted: z.boolean(),
  /** The effective value: `documented`, `service`, or what was accepted from an earlier description. */
  inForce: z.string(),
  /** False: for information only (an endpoint that the description lacks). */
  acceptable: z.boolean(),
});
export type Difference = z.infer<typeof differenceSchema>;

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
  assumptions: z.array(assumptionSchema),
  differences: z.array(differenceSchema),
  discovered: z.array(discoveredSchema),
  /** Number of the person's corrections, of assumptions and accepted differences. */
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

/** The request that *Try it* would send. Sending it is an ordinary run of `query`. */
export const tryItSchema = z.object({
  query: querySchema,
  /** The complete address, without the key. */
  address: z.string(),
  metered: z.boolean(),
  /** Why it can't be sent yet (a value is missing), in a sentence; null if it can. */
  complaint: z.string().nullable(),
});
export type TryIt = z.infer<typeof tryItSchema>;

/** The small file that colleagues share: the decisions, and the service they are for. */
export const profileFileSchema = z.object({
  kind: z.literal('social-data-explorer/service-profile'),
  version: z.literal(1),
  /** Version of the application that wrote it. */
  application: z.string(),
  writtenAt: z.string(),
  /** The service that the corrections are for: `sample`, or the origin of its address. */
  profileId: z.string(),
  /** By fact id. */
  corrections: z.record(factIdSchema, z.string().max(maxCorrectionLength)),
});
export type ProfileFile = z.infer<typeof profileFileSchema>;

/** The outcome of an import. */
export const importedProfileSchema = serviceProfileReplySchema.extend({
  taken: z.number(),
  /** What was omitted or is worth knowing, in whole sentences. */
  notices: z.array(z.string()),
});
export type ImportedProfile = z.infer<typeof importedProfileSchema>;
