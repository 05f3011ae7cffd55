/**
 * What the service says of itself, set beside what we assumed, and what a person decided. Every
 * value is text, so that it can be read and typed: a path with `{keys}`, a name, "required" or
 * "optional", names separated by commas.
 */
import { z } from 'zod';
import { catalogueSchema, platformSchema } from '../catalogue/types.ts';
import { querySchema } from '../query/types.ts';

/** Longest value of a correction; a list of fields is the longest that makes sense. */
export const maxCorrectionLength = 20_000;
/** Names one fact: `name:photoshare.users.search:name`, `path:…`, `fields:microblog.post`. */
export const factIdSchema = z.string().min(1).max(400);

/** How the last reading of the description went. */
export const descriptionStateSchema = z.discriminatedUnion('kind', [
  /** It was never asked. */
  z.object({ kind: z.literal('neverAsked') }),
  z.object({ kind: z.literal('asking') }),
  z.object({ kind: z.literal('read'), at: z.string() }),
  /** It is not there, broken or too large: nothing changed. `message`: whole sentences. */
  z.object({ kind: z.literal('failed'), at: z.string(), message: z.string() }),
]);
export type DescriptionState = z.infer<typeof descriptionStateSchema>;

/** The description in use: the last one that could be read. */
export const readDescriptionSchema = z.object({
  /** When it was read, ISO 8601. */
  at: z.string(),
  /** `/openapi.json` or `/openapi.yaml`. */
  source: z.string(),
  title: z.string(),
  version: z.string(),
  /** Paths it names. */
  paths: z.number(),
});

export const factKindSchema = z.enum([
  /** Of an endpoint: "/api/data/forum/comments/users/{username}/live". */
  'path',
  /** Of a parameter: its name on the wire. */
  'name',
  /** Of a parameter: `required` or `optional`. */
  'required',
  /** Of a parameter: its allowed values, separated by commas. */
  'values',
  /** Of a parameter: what the service uses when it is left out. */
  'default',
  /** Of a parameter: smallest and largest value, "1–100". */
  'limits',
  /** Of a resource: the names that `fields` takes, separated by commas. */
  'fields',
]);
export type FactKind = z.infer<typeof factKindSchema>;

/** What an assumption and a difference have in common: what they are about. */
const factSchema = z.object({
  id: factIdSchema,
  kind: factKindSchema,
  platform: platformSchema.nullable(),
  /** The question it belongs to (of stored data: its own id); null for a resource's fields. */
  endpointId: z.string().nullable(),
  /** The question's title, or what the items are: "Posts by their IDs", "microblog posts". */
  question: z.string(),
  /** What of it, in plain words: "The name of “Post IDs”", "The path". */
  about: z.string(),
});

/** Something that the specification doesn't show. */
export const assumptionSchema = factSchema.extend({
  /** What we assume. */
  assumed: z.string(),
  /** What the service's description says, and how it was recognised; null when it says nothing. */
  service: z.object({ value: z.string(), reason: z.string() }).nullable(),
  /** Why nothing was taken over from the description, in a sentence; null where something was. */
  notTaken: z.string().nullable(),
  /** What it could be, where more than one thing fits: for the person to choose from. */
  candidates: z.array(z.string()),
  /** What the person decided; null when nothing. */
  person: z.string().nullable(),
  /** Precedence: person, service, assumption. */
  inForce: z.object({ value: z.string(), by: z.enum(['assumption', 'service', 'person']) }),
  /** Whether *Try it* can show a request that uses it. */
  triable: z.boolean(),
});
export type Assumption = z.infer<typeof assumptionSchema>;

/** Something documented that the service's description says differently. */
export const differenceSchema = factSchema.extend({
  documented: z.string(),
  service: z.string(),
  /** Why we think that it is about the same thing. */
  reason: z.string(),
  /** The person accepted it, so it applies. */
  accepted: z.boolean(),
  /** In force: `documented`, `service`, or what was accepted of an earlier description. */
  inForce: z.string(),
  /** False: for reading only (an endpoint that the description doesn't name). */
  acceptable: z.boolean(),
});
export type Difference = z.infer<typeof differenceSchema>;

/** An endpoint that only the description has. */
export const discoveredSchema = z.object({
  /** Its form; null when it could not be made. */
  endpointId: z.string().nullable(),
  platform: platformSchema.nullable(),
  title: z.string(),
  path: z.string(),
  /** Why there is no form, in a sentence. */
  leftOut: z.string().nullable(),
});

/** The service profile: everything that is known of the service in use beyond the specification. */
export const serviceProfileSchema = z.object({
  /** `sample`, or the origin of the service's address. */
  profileId: z.string(),
  state: descriptionStateSchema,
  /** Null: what is in force is the specification, our assumptions and the person's corrections. */
  description: readDescriptionSchema.nullable(),
  assumptions: z.array(assumptionSchema),
  differences: z.array(differenceSchema),
  discovered: z.array(discoveredSchema),
  /** Corrections by the person, of assumptions and accepted differences. */
  corrections: z.number(),
});
export type ServiceProfile = z.infer<typeof serviceProfileSchema>;

/** The profile, and the effective catalogue. */
export const serviceProfileReplySchema = z.object({
  serviceProfile: serviceProfileSchema,
  catalogue: catalogueSchema,
  /** Replies and events cross on their way: the one with the higher number was made later. */
  revision: z.number(),
});
export type ServiceProfileReply = z.infer<typeof serviceProfileReplySchema>;

/** The request that *Try it* would send. Sending it is an ordinary run of `query`. */
export const tryItSchema = z.object({
  query: querySchema,
  /** Whole address, without the key. */
  address: z.string(),
  metered: z.boolean(),
  /** Why it can't be sent as it is (a value is missing), in a sentence; null when it can. */
  complaint: z.string().nullable(),
});
export type TryIt = z.infer<typeof tryItSchema>;

/** The small file that colleagues share: what was decided, and for which service. */
export const profileFileSchema = z.object({
  kind: z.literal('social-data-explorer/service-profile'),
  version: z.literal(1),
  /** Of the application that wrote it. */
  application: z.string(),
  writtenAt: z.string(),
  /** Whose names these are: `sample`, or the origin of the service's address. */
  profileId: z.string(),
  /** By fact id. */
  corrections: z.record(factIdSchema, z.string().max(maxCorrectionLength)),
});
export type ProfileFile = z.infer<typeof profileFileSchema>;

/** What became of a file that was imported. */
export const importedProfileSchema = serviceProfileReplySchema.extend({
  taken: z.number(),
  /** What was left out or deserves to be known, in whole sentences. */
  notices: z.array(z.string()),
});
export type ImportedProfile = z.infer<typeof importedProfileSchema>;
