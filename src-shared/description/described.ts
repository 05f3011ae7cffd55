/**
 * What is kept of a service's own description: its GET endpoints under `/api/data/`, in few words.
 * A schema, because it comes out of a worker that read a stranger's document, and off the disk.
 * Everything is bounded here, so that nothing beyond this file needs to think of size.
 */
import { z } from 'zod';

/** Beyond these the description as a whole is not read: nobody could look through it. */
export const mostPaths = 5000;
export const mostOperations = 1000;
/** Of parameters, values and fields together: references can make much of a small document. */
export const mostEntries = 50_000;
/** Beyond these the rest is left out. */
export const mostParameters = 60;
export const mostFields = 400;
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
  /** Several, or none given. */
  'any',
]);
export type DescribedType = z.infer<typeof describedTypeSchema>;

export const describedParameterSchema = z.object({
  name: nameSchema,
  required: z.boolean(),
  description: wordsSchema,
  type: describedTypeSchema,
  /** `date`, `date-time` and the like. */
  format: nameSchema.nullable(),
  /** Allowed values; of a list, those of its items. */
  values: z.array(nameSchema).max(mostValues).nullable(),
  default: nameSchema.nullable(),
  example: nameSchema.nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Of a list: most entries. */
  maxItems: z.number().nullable(),
  /** Of a list: each value under the name again, instead of commas between them. */
  repeated: z.boolean(),
});
export type DescribedParameter = z.infer<typeof describedParameterSchema>;

export const describedFieldSchema = z.object({
  name: nameSchema,
  type: describedTypeSchema,
  format: nameSchema.nullable(),
  description: wordsSchema,
});
export type DescribedField = z.infer<typeof describedFieldSchema>;

export const describedOperationSchema = z.object({
  /** Relative to the service's address, as the description writes it. */
  path: z.string().max(500),
  title: wordsSchema,
  description: wordsSchema,
  /** In the order of the path. */
  pathParameters: z.array(describedParameterSchema).max(20),
  query: z.array(describedParameterSchema).max(mostParameters),
  /** What else a request must carry and we can't send (a header, a nested object); null: nothing. */
  needs: nameSchema.nullable(),
  /** Attributes of an item; null when the answer's shape is not described. */
  fields: z.array(describedFieldSchema).max(mostFields).nullable(),
  /** Members of the answer beside the items; null when its shape is not described. */
  envelope: z.array(nameSchema).max(60).nullable(),
});
export type DescribedOperation = z.infer<typeof describedOperationSchema>;

export const describedServiceSchema = z.object({
  title: wordsSchema,
  version: nameSchema,
  /** All paths that the description names, also those that are not kept. */
  paths: z.number(),
  operations: z.array(describedOperationSchema).max(mostOperations),
});
export type DescribedService = z.infer<typeof describedServiceSchema>;
