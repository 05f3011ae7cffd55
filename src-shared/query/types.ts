import { z } from 'zod';

/** Longest value of a parameter, in characters; far beyond what an address can carry. */
export const maxValueLength = 20_000;
/** Longest name of a field. */
export const maxFieldNameLength = 200;

/** @param most length of a value, in characters. */
export const queryWithValues = (most: number) =>
  z.object({
    endpointId: z.string().max(200),
    values: z.record(z.string().max(100), z.string().max(most)),
    fields: z.array(z.string().max(maxFieldNameLength)).max(500),
  });

/**
 * A query: an endpoint, the values of its parameters and the chosen fields. Values are keyed by the
 * canonical key and are text as typed; a blank value means "not given". Without chosen fields, no
 * `fields` is sent and the answer has every field.
 */
export const querySchema = queryWithValues(maxValueLength);
export type Query = z.infer<typeof querySchema>;
