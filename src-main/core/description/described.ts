/**
 * What is kept of a service's own description: its GET endpoints under `/api/data/`, abridged. It is a
 * schema because it is returned by a worker that read an untrusted document, and read from disk. All
 * sizes are limited here, so that nothing outside this file needs to check them.
 */
import { z } from 'zod';

/** A description beyond these limits is not read at all: no one could review it. */
export const mostPaths = 5000;
export const mostOperations = 1000;
/** Parameters, values and fields combined: with references, a small document can expand to many. */
export const mostEntries = 50_000;
/** Entries beyond these limits are omitted. */
export const mostParameters = 60;
export const mostFields = 400;
/** A longer list of values is omitted whole. */
export const mostValues = 300;

const wordsSchema = z.string().max(600);
const nameSchema = z.string().max(200);

export const describedTypeSchema = z.enum([
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
  /** Several types, or none given. */
  'any',
]);
export type DescribedType = z.infer<typeof describedTypeSchema>;

const describedParameterSchema = z.object({
  name: nameSchema,
  required: z.boolean(),
  description: wordsSchema,
  type: describedTypeSchema,
  /** `date`, `date-time` and the like. */
  format: nameSchema.nullable(),
  /** Allowed values; for a list, those of its items. */
  values: z.array(nameSchema).max(mostValues).nullable(),
  default: nameSchema.nullable(),
  example: nameSchema.nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** For a list: maximum number of items. */
  maxItems: z.number().nullable(),
  /** For a list: whether each value is sent under the name, instead of all separated by commas. */
  repeated: z.boolean(),
});
export type DescribedParameter = z.infer<typeof describedParameterSchema>;

const describedFieldSchema = z.object({
  name: nameSchema,
  type: describedTypeSchema,
  format: nameSchema.nullable(),
  description: wordsSchema,
});
export type DescribedField = z.infer<typeof describedFieldSchema>;

const describedOperationSchema = z.object({
  /** Relative to the service's address, as the description writes it. */
  path: z.string().max(500),
  title: wordsSchema,
  description: wordsSchema,
  /** In path order. */
  pathParameters: z.array(describedParameterSchema).max(20),
  query: z.array(describedParameterSchema).max(mostParameters),
  /**
   * Something else that a request requires and we can't send (a header, a nested object); null:
   * nothing.
   */
  needs: nameSchema.nullable(),
  /** Attributes of an item; null if the answer's shape is not described. */
  fields: z.array(describedFieldSchema).max(mostFields).nullable(),
  /** Members of the answer beside the items; null if its shape is not described. */
  envelope: z.array(nameSchema).max(60).nullable(),
});
export type DescribedOperation = z.infer<typeof describedOperationSchema>;

export const describedServiceSchema = z.object({
  title: wordsSchema,
  version: nameSchema,
  /** Number of all paths in the description, including those not kept. */
  paths: z.number(),
  operations: z.array(describedOperationSchema).max(mostOperations),
});
export type DescribedService = z.infer<typeof describedServiceSchema>;
