/**
 * The service's answers. Source: specification, Response envelope and Errors. Unknown members are
 * always kept: a field that the service adds tomorrow must reach the grid.
 */
import { z } from 'zod';

/** Any object. Its members are not checked: a page has thousands, and all are accepted. */
const itemSchema = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/**
 * The live envelope. `results` and whether there is more determine what we do, so they must be valid.
 * `count` and `dataSource` are only passed on, so an unexpected value there must not cost the person a
 * page that was paid for.
 */
export const liveEnvelopeSchema = z.looseObject({
  results: z.array(itemSchema),
  count: z.number().nullable().catch(null),
  dataSource: z.string().nullable().catch(null),
  has_more: z.boolean(),
  next_page_cursor: z.string().nullish(),
});

/** That of stored data (specification, Operation record, `result`): `pagination` says whether there is more. */
export const storedEnvelopeSchema = liveEnvelopeSchema.extend({
  has_more: z.boolean().nullish().catch(null),
});

/** Error bodies: `{success, message, code?, error?}`; that of a 402 can be anything. */
export const errorBodySchema = z.looseObject({
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});

/** Specification, Errors: common to all error bodies except that of a 402. */
export const servicesErrorSchema = z.looseObject({
  success: z.literal(false),
  message: z.string(),
});

/** Specification, Trial token: the location of the new key. */
export const trialAnswerSchema = z.looseObject({
  data: z.looseObject({ accessKey: z.string().min(1).max(20_000) }),
});

/**
 * An id that is safe in an address: a lone surrogate can't be encoded, and dots mean “this folder” and
 * “parent folder”, which would send the key to another path.
 */
const operationIdSchema = z
  .string()
  .min(1)
  .max(500)
  .refine((id) => !/^\.{1,2}$|\p{Surrogate}/u.test(id));

/** The answer to `responseType=paging`: the specification only says that an id is returned. */
export const operationStartedSchema = z.looseObject({
  operationId: operationIdSchema,
  results: z.undefined().optional(),
});

/** Specification, Operation record, `result`: paging of a finished operation. */
const paginationSchema = z.looseObject({
  totalPages: z.number().nullish().catch(null),
  totalRows: z.number().nullish().catch(null),
  tableName: z
    .string()
    .refine((name) => !/\p{Surrogate}/u.test(name))
    .nullish()
    .catch(null),
});

/**
 * Specification, Operation record. Only what determines the next step is checked; unknown states count
 * as running and are shown as received.
 */
export const operationRecordSchema = z.looseObject({
  status: z.string(),
  createdAt: z.string().nullish().catch(null),
  updatedAt: z.string().nullish().catch(null),
  error: z.string().nullish().catch(null),
  downloadUrl: z.string().nullish().catch(null),
  result: z
    .looseObject({
      results: z.array(itemSchema).nullish().catch(null),
      pagination: paginationSchema.nullish().catch(null),
      export: z
        .looseObject({ dataDumpExportOperationId: operationIdSchema.nullish().catch(null) })
        .nullish()
        .catch(null),
      downloadUrl: z.string().nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
export type OperationRecord = z.infer<typeof operationRecordSchema>;
