/**
 * The vocabulary of the catalogue: how an endpoint, a parameter, a resource and a field are described.
 * Schemas rather than types, because the effective catalogue crosses the contract.
 */
import { z } from 'zod';
import { parameterTypeSchema } from './parameter-kinds.ts';
import { networkPresetSchema, nodeInfoSchema } from './networks.ts';

/**
 * Whether something can be looked up by this name in a plain object: not by `constructor` or
 * `__proto__`, which every object has. Names in a file may be anything.
 */
export const isLookupKey = (name: string): boolean => !(name in {});

/** Returns an object's own member; undefined for one that it only inherits, such as `constructor`. */
export const memberOf = <T>(
  object: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined =>
  object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;

export const platforms = ['microblog', 'photoshare', 'forum', 'shortvideo'] as const;
export const platformSchema = z.enum(platforms);
export type Platform = z.infer<typeof platformSchema>;

/**
 * How certain a path, a name or a list is: `documented` in the specification, or `assumed` where the
 * specification says "not shown". Replacements for either are from the `service`'s own description or
 * from the `person`.
 */
const evidenceSchema = z.enum(['documented', 'assumed', 'service', 'person']);
export type Evidence = z.infer<typeof evidenceSchema>;

/** What the service stated itself is not in doubt. */
export const isDoubtful = (evidence: Evidence): boolean =>
  evidence === 'assumed' || evidence === 'person';

/**
 * What a value of a field stands for; determines its rendering, width, alignment and default position.
 */
const meaningSchema = z.enum([
  'id',
  'username',
  'name',
  'text',
  'count',
  'number',
  'duration',
  'date',
  'boolean',
  'url',
  'image',
  'video',
  'subtitles',
  'list',
  'object',
  'code',
]);
export type Meaning = z.infer<typeof meaningSchema>;

/** The meanings of links. */
export const linkMeanings: ReadonlySet<Meaning> = new Set(['url', 'image', 'video', 'subtitles']);

const fieldSchema = z.object({
  /** The service's name: sent in `fields`, and the member of every item. */
  name: z.string(),
  /** The label in grid headers and pickers. */
  label: z.string(),
  /** Its heading in the field picker. */
  group: z.string(),
  meaning: meaningSchema,
  /** Shown in the grid by default; the others are one click away. */
  usual: z.boolean(),
});
export type Field = z.infer<typeof fieldSchema>;

const resourceIds = [
  'microblog.post',
  'microblog.user',
  'photoshare.post',
  'photoshare.comment',
  'photoshare.user',
  'forum.post',
  'forum.comment',
  'shortvideo.post',
  'shortvideo.comment',
  'shortvideo.user',
  'shortvideo.sound',
] as const;
/** Resources named in the specification. */
export type KnownResourceId = (typeof resourceIds)[number];

/** One of those, or one that only the service's description has. */
export const resourceIdSchema = z.string().max(300).refine(isLookupKey);
type ResourceId = z.infer<typeof resourceIdSchema>;

/** How its items answer each other. */
const conversationSchema = z.object({
  /** The fields with the ID of the item that one answers, the nearest first. */
  answers: z.array(z.string()).min(1).max(4),
  /** The field with the ID of the post that all of it is about. */
  about: z.string(),
  /** What IDs may begin with and mean the same without. */
  prefixes: z.array(z.string()),
  /** The item is by the post's author if this field is true, or has what the field `is` has. */
  byAuthor: z.object({ field: z.string(), is: z.string().optional() }).optional(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const resourceSchema = z.object({
  id: resourceIdSchema,
  /** Null: not of a platform we know. */
  platform: platformSchema.nullable(),
  /** Nouns for one and several items: "post", "posts". */
  one: z.string(),
  many: z.string(),
  fields: z.array(fieldSchema).max(10_000),
  /** The field that identifies an item. */
  identity: z.string(),
  /** The field with the item's address, for *Open original*. */
  original: z.string().optional(),
  /** Networks that its rows contain, and what they say about nodes. */
  networks: z.array(networkPresetSchema).readonly().optional(),
  nodes: z.array(nodeInfoSchema).readonly().optional(),
  conversation: conversationSchema.optional(),
  fieldsEvidence: evidenceSchema,
  /** False: the list is a suggestion, and a person may add names. */
  fieldsClosed: z.boolean(),
});
export type Resource = z.infer<typeof resourceSchema>;

/** A field of the same platform whose values the parameter takes. */
const takenSchema = z.object({
  resource: resourceIdSchema,
  field: z.string(),
  /** Prepended to a value that lacks it. */
  prefix: z.string().optional(),
  /** Stripped from the start of a value. */
  without: z.string().optional(),
  /** The value is unusable if the row's field of this name isn't empty… */
  whileEmpty: z.string().optional(),
  /** …and this is what the item is then: "reply". */
  otherwise: z.string().optional(),
});
export type Taken = z.infer<typeof takenSchema>;

/** A field that counts the rows of a question about its item: "63 comments". */
const countedSchema = z.object({
  resource: resourceIdSchema,
  field: z.string(),
  /** The choices for which it is the count. */
  values: z.record(z.string(), z.string()),
});
export type Counted = z.infer<typeof countedSchema>;

/** Canonical key of a parameter. */
export const keySchema = z.string().max(100).refine(isLookupKey);

const parameterSchema = z.object({
  /** Used by forms, tabs, files and tests whatever the service's name. */
  key: keySchema,
  /** The name on the wire. Differs from `key` only after a correction. */
  wire: z.string(),
  place: z.enum(['path', 'query', 'body']),
  required: z.boolean(),
  type: parameterTypeSchema,
  label: z.string(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  /** The value that the service uses if the parameter is omitted. */
  default: z.string().optional(),
  /** The parameter only matters if another one has one of these values. */
  appliesWhen: z.object({ key: keySchema, values: z.array(z.string()) }).optional(),
  /** Whether a list's values are sent one by one, each under the name; by default with commas. */
  repeated: z.boolean().optional(),
  /** The message for a missing required value. */
  missing: z.string(),
  /** The fields that hold what it takes. */
  takes: z.array(takenSchema).readonly(),
  /** Certainty of the name. */
  evidence: evidenceSchema,
  /**
   * Certainty of being required or optional: the specification lists some names without either word.
   */
  requiredEvidence: evidenceSchema,
});
export type Parameter = z.infer<typeof parameterSchema>;

const endpointKindSchema = z.enum([
  'live',
  'stored',
  'operation',
  'account',
  'trial',
  'system',
  'platform',
]);

const credentialNeedSchema = z.enum(['accessKey', 'sessionToken', 'none']);
export type CredentialNeed = z.infer<typeof credentialNeedSchema>;

/** Wire names of what isn't a form parameter. They differ from these only after a correction. */
const optionNamesSchema = z.object({
  /** Null: the endpoint doesn't take a list of fields. */
  fields: z.string().nullable(),
  cursor: z.string(),
  /** Assumed: for further pages of a finished operation. */
  pageNumber: z.string(),
  tableName: z.string(),
});
export type OptionNames = z.infer<typeof optionNamesSchema>;

export const defaultOptionNames: OptionNames = {
  fields: 'fields',
  cursor: 'cursor',
  pageNumber: 'pageNumber',
  tableName: 'tableName',
};

/** An endpoint of any family. The design lists the canonical ids ("Endpoint ids"). */
export const endpointSchema = z.object({
  id: z.string(),
  kind: endpointKindSchema,
  platform: platformSchema.nullable(),
  method: z.enum(['GET', 'POST']),
  /** Relative to the service's address; `{key}` marks a path parameter by its canonical key. */
  path: z.string(),
  pathEvidence: evidenceSchema,
  /**
   * Null for those of the specification. `described`: only in the service's description; `gone`: was in
   * an earlier description, so that tabs or runs may still refer to it; no longer listed.
   */
  discovered: z.enum(['described', 'gone']).nullable(),
  optionNames: optionNamesSchema,
  /** The question in plain words: "Comments on a post". */
  title: z.string(),
  /** One sentence shown under the title. */
  description: z.string(),
  /** Short noun for names of tabs and runs: "Comments", "Search posts". */
  noun: z.string(),
  parameters: z.array(parameterSchema),
  /** What an item is; null if the answer isn't a list of items. */
  resource: resourceIdSchema.nullable(),
  envelope: z.enum(['live', 'stored', 'operation', 'plan', 'trial', 'open']),
  /** Name of an extra object beside the rows (`parent_comment`). */
  extra: keySchema.nullable(),
  credential: credentialNeedSchema,
  metered: z.boolean(),
  trialAllowed: z.boolean(),
  /** Whether further pages can follow (`cursor`). */
  pages: z.boolean(),
  /** The fields of other items that count its rows. */
  counted: z.array(countedSchema).readonly(),
  /** Items that a page typically has, for the cost line; null if unknown. */
  usualPage: z.number().nullable(),
  /** Pages have `size` items if one of the parameters `whileSet` has a value. */
  pageRule: z
    .object({ whileSet: z.array(keySchema), size: z.number(), words: z.string() })
    .nullable(),
  /**
   * Rows are sorted newest first by this field, unless a parameter requests another order; null:
   * unknown. If known, a run that lost its cursor can be continued by date.
   */
  newestFirst: z
    .object({
      field: z.string(),
      unless: z.object({ key: keySchema, values: z.array(z.string()) }).nullable(),
    })
    .nullable()
    // Stored runs of earlier versions lack it.
    .default(null),
  /** What a person should know, in whole sentences. */
  notes: z.array(z.string()),
  /** An example that works with the sample service. */
  example: z.record(z.string(), z.string()),
});
export type Endpoint = z.infer<typeof endpointSchema>;
/** An endpoint that answers with rows, and so has a form. */
export type DataEndpoint = Endpoint & { resource: ResourceId };

export const catalogueSchema = z.object({
  endpoints: z.array(endpointSchema),
  resources: z.array(resourceSchema),
});
export type Catalogue = z.infer<typeof catalogueSchema>;

/** Whether the answer is a single item: a profile, a post, a comment. */
export const answersWithOne = ({ pages, usualPage }: Endpoint): boolean =>
  !pages && usualPage === 1;

/**
 * Returns the resource of the single item that a run asks for, whose answer has no pages; null if its
 * question has pages, or is asked for a list.
 */
export function singleItem(
  { endpoints, resources }: Catalogue,
  { query, list }: { query: { endpointId: string } | null; list: object | null },
): Resource | null {
  const endpoint = endpoints.find(({ id }) => id === query?.endpointId);
  if (list !== null || endpoint === undefined || !answersWithOne(endpoint)) return null;
  return resources.find(({ id }) => id === endpoint.resource) ?? null;
}

export const isDataEndpoint = (endpoint: Endpoint): endpoint is DataEndpoint =>
  endpoint.resource !== null;

/** Returns the field by whose time a live question's rows are sorted, newest first; null: they aren't. */
export function newestFirstField(
  { kind, newestFirst }: Pick<Endpoint, 'kind' | 'newestFirst'>,
  { values }: { values: Readonly<Record<string, string>> },
): string | null {
  if (kind !== 'live' || newestFirst === null) return null;
  const { field, unless } = newestFirst;
  return unless !== null && unless.values.includes(values[unless.key] ?? '') ? null : field;
}
