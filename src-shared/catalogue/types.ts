/**
 * The vocabulary of the catalogue: how an endpoint, a parameter, a resource and a field are
 * described. Schemas and not only types, because the effective catalogue crosses the contract.
 */
import { z } from 'zod';
import { parameterTypeSchema } from './parameter-kinds.ts';
import { networkPresetSchema, nodeInfoSchema } from './networks.ts';

export const platforms = ['microblog', 'photoshare', 'forum', 'shortvideo'] as const;
export const platformSchema = z.enum(platforms);
export type Platform = z.infer<typeof platformSchema>;

/**
 * How sure we are of a path, a name or a list: `documented` in the specification, or `assumed`
 * where the specification says "not shown". What takes the place of either was said by the
 * `service`'s own description or by the `person`.
 */
export const evidenceSchema = z.enum(['documented', 'assumed', 'service', 'person']);
export type Evidence = z.infer<typeof evidenceSchema>;

/** What a value of a field stands for: decides its rendering, width, alignment and default place. */
export const meaningSchema = z.enum([
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
  'list',
  'object',
  'code',
]);
export type Meaning = z.infer<typeof meaningSchema>;

export const fieldSchema = z.object({
  /** The service's name, sent in `fields` and found in every item. */
  name: z.string(),
  /** The plain word in grid headers and pickers. */
  label: z.string(),
  /** Heading in the field picker. */
  group: z.string(),
  meaning: meaningSchema,
  /** Shown in the grid from the start; the others are one click away. */
  usual: z.boolean(),
});
export type Field = z.infer<typeof fieldSchema>;

export const resourceIds = [
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
/** Resources that the specification names. */
export type KnownResourceId = (typeof resourceIds)[number];

/** One of those, or one that only the service's description names. */
export const resourceIdSchema = z.string().max(300);
export type ResourceId = z.infer<typeof resourceIdSchema>;

export const resourceSchema = z.object({
  id: resourceIdSchema,
  /** Null: of no platform that we know. */
  platform: platformSchema.nullable(),
  /** Plain words for one and several items: "post", "posts". */
  one: z.string(),
  many: z.string(),
  fields: z.array(fieldSchema),
  /** The field that tells one item from another. */
  identity: z.string(),
  /** The field with the address of the item itself, for *Open original*. */
  original: z.string().optional(),
  /** Networks that its rows hold, and what they say about nodes. */
  networks: z.array(networkPresetSchema).readonly().optional(),
  nodes: z.array(nodeInfoSchema).readonly().optional(),
  fieldsEvidence: evidenceSchema,
  /** False: the list is a suggestion, and a person may add names of their own. */
  fieldsClosed: z.boolean(),
});
export type Resource = z.infer<typeof resourceSchema>;

/** A field of the same platform whose values the parameter takes. */
export const takenSchema = z.object({
  resource: resourceIdSchema,
  field: z.string(),
  /** Put before a value that lacks it. */
  prefix: z.string().optional(),
  /** Left off the beginning of a value. */
  without: z.string().optional(),
  /** The value is no good for this while the row has one in that field… */
  whileEmpty: z.string().optional(),
  /** …and what the item is then: "reply". */
  otherwise: z.string().optional(),
});
export type Taken = z.infer<typeof takenSchema>;

/** A field that counts the rows of a question about its item: "63 comments". */
export const countedSchema = z.object({
  resource: resourceIdSchema,
  field: z.string(),
  /** The choices for which it counts them. */
  values: z.record(z.string(), z.string()),
});
export type Counted = z.infer<typeof countedSchema>;

export const parameterSchema = z.object({
  /** Canonical key: how forms, tabs, files and tests call it, whatever the service calls it. */
  key: z.string(),
  /** The name on the wire. Differs from `key` only after a correction. */
  wire: z.string(),
  place: z.enum(['path', 'query', 'body']),
  required: z.boolean(),
  type: parameterTypeSchema,
  label: z.string(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  /** What the service uses when the parameter is left out. */
  default: z.string().optional(),
  /** The parameter only matters when another one has one of these values. */
  appliesWhen: z.object({ key: z.string(), values: z.array(z.string()) }).optional(),
  /** A list whose values are sent one by one, each under the name; otherwise with commas. */
  repeated: z.boolean().optional(),
  /** What the person reads when a required value is missing. */
  missing: z.string(),
  /** Which fields hold what it asks for. */
  takes: z.array(takenSchema).readonly(),
  /** Of the name. */
  evidence: evidenceSchema,
  /** Of being required or optional: the specification lists some names without either word. */
  requiredEvidence: evidenceSchema,
});
export type Parameter = z.infer<typeof parameterSchema>;

export const endpointKindSchema = z.enum([
  'live',
  'stored',
  'operation',
  'account',
  'trial',
  'system',
  'platform',
]);

export const credentialNeedSchema = z.enum(['accessKey', 'sessionToken', 'none']);
export type CredentialNeed = z.infer<typeof credentialNeedSchema>;

/** Names on the wire of what is no parameter of the form. Differ from these only by a correction. */
export const optionNamesSchema = z.object({
  /** Null: the endpoint takes no list of fields. */
  fields: z.string().nullable(),
  cursor: z.string(),
  /** Assumed: of a finished operation's further pages. */
  pageNumber: z.string(),
  tableName: z.string(),
});
export type OptionNames = z.infer<typeof optionNamesSchema>;

export const usualOptionNames: OptionNames = {
  fields: 'fields',
  cursor: 'cursor',
  pageNumber: 'pageNumber',
  tableName: 'tableName',
};

/** Every endpoint, whatever its family. Canonical ids are listed in the design, "Endpoint ids". */
export const endpointSchema = z.object({
  id: z.string(),
  kind: endpointKindSchema,
  platform: platformSchema.nullable(),
  method: z.enum(['GET', 'POST']),
  /** Relative to the service's address; `{key}` marks a path parameter by its canonical key. */
  path: z.string(),
  pathEvidence: evidenceSchema,
  /**
   * Null for those of the specification. `described`: only the service's description has it; `gone`:
   * an earlier description had it, and tabs or runs may still name it; it is not listed any more.
   */
  discovered: z.enum(['described', 'gone']).nullable(),
  optionNames: optionNamesSchema,
  /** The question in plain words: "Comments on a post". */
  title: z.string(),
  /** One sentence under the title. */
  description: z.string(),
  /** Short words for the names of tabs and runs: "Comments", "Search posts". */
  noun: z.string(),
  parameters: z.array(parameterSchema),
  /** What an item is; null where the answer is not a list of items. */
  resource: resourceIdSchema.nullable(),
  envelope: z.enum(['live', 'stored', 'operation', 'plan', 'trial', 'open']),
  /** An extra object beside the rows, by name (`parent_comment`). */
  extra: z.string().nullable(),
  credential: credentialNeedSchema,
  metered: z.boolean(),
  trialAllowed: z.boolean(),
  /** Whether further pages can follow (`cursor`). */
  pages: z.boolean(),
  /** Which fields of other items count its rows. */
  counted: z.array(countedSchema).readonly(),
  /** Items a page usually has, for the cost line; null when unknown. */
  usualPage: z.number().nullable(),
  /** Pages have `size` items while one of the parameters `whileSet` has a value. */
  pageRule: z
    .object({ whileSet: z.array(z.string()), size: z.number(), words: z.string() })
    .nullable(),
  /**
   * Rows come newest first by this field, unless a parameter asks for another order; null: nobody
   * knows. A run whose cursor is lost can then be continued by date.
   */
  newestFirst: z
    .object({
      field: z.string(),
      unless: z.object({ key: z.string(), values: z.array(z.string()) }).nullable(),
    })
    .nullable()
    // Runs of earlier versions keep their endpoint without it.
    .default(null),
  /** What a person should know, in whole sentences. */
  notes: z.array(z.string()),
  /** A filled-in example that works on the sample service. */
  example: z.record(z.string(), z.string()),
});
export type Endpoint = z.infer<typeof endpointSchema>;
/** An endpoint whose answer is rows: those with a form. */
export type DataEndpoint = Endpoint & { resource: ResourceId };

export const catalogueSchema = z.object({
  endpoints: z.array(endpointSchema),
  resources: z.array(resourceSchema),
});
export type Catalogue = z.infer<typeof catalogueSchema>;

/** Whether the answer is one item: a profile, a post, a comment. */
export const answersWithOne = ({ pages, usualPage }: Endpoint): boolean =>
  !pages && usualPage === 1;

export function isDataEndpoint(endpoint: Endpoint): endpoint is DataEndpoint {
  return endpoint.resource !== null;
}
