/**
 * What the service answers. Source: specification, Response envelope and Errors. Unknown members
 * are kept everywhere: a field that the service adds tomorrow must reach the grid.
 */
import { z } from 'zod';

/** Any object. Its members are not walked here: a page has thousands, and all are welcome. */
const itemSchema = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/**
 * The live envelope. `results` and whether more follows decide what we do, so they must be
 * right. `count` and `dataSource` are only told on, so a strange value there must not cost the
 * person a page that was paid for.
 */
export const liveEnvelopeSchema = z.looseObject({
  results: z.array(itemSchema),
  count: z.number().nullable().catch(null),
  dataSource: z.string().nullable().catch(null),
  has_more: z.boolean(),
  next_page_cursor: z.string().nullish(),
});

/** Error bodies: `{success, message, code?, error?}`; 402 may have any body. */
export const errorBodySchema = z.looseObject({
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});

/** Specification, Errors: what all error bodies but that of a 402 have. */
export const servicesErrorSchema = z.looseObject({
  success: z.literal(false),
  message: z.string(),
});

/** Specification, Errors: a trial key on a live endpoint. */
export const trialLiveCode = 'on_demand_not_available_in_trial';

/** Specification, Authentication: the value of a trial key begins with this. */
export const trialKeyPrefix = 'TRIAL';

/** Specification, Limits: a trial key works for so many days from when it was given out. */
export const trialKeyDays = 5;

/** Specification, Limits: results that a trial key gets with one call. */
export const trialRowsPerCall = 5;

/** Specification, Trial token: where the new key is. */
export const trialAnswerSchema = z.looseObject({
  data: z.looseObject({ accessKey: z.string().min(1).max(20_000) }),
});

/**
 * An id that can stand in an address: half a character can't be encoded, and the dots mean “this
 * folder” and “the folder above”, which would take the key to another path.
 */
const operationIdSchema = z
  .string()
  .min(1)
  .max(500)
  .refine((id) => !/^\.{1,2}$|\p{Surrogate}/u.test(id));

/** Answer to `responseType=paging`: the specification says only that an id is returned. */
export const operationStartedSchema = z.looseObject({
  operationId: operationIdSchema,
  results: z.undefined().optional(),
});

/** Specification, Operation record, `result`: paging of a finished operation. */
const paginationSchema = z.looseObject({
  totalPages: z.number().nullish().catch(null),
  totalRows: z.number().nullish().catch(null),
  tableName: z.string().nullish().catch(null),
});

/**
 * Specification, Operation record. Only what decides the next step is checked; states that are
 * unknown count as running and are shown as they come.
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

/** What a state of an operation means; other spellings are seen at services of this kind. */
export function operationPhase(
  status: string,
): 'running' | 'success' | 'error' | 'noData' | 'cancelled' {
  switch (status.toLowerCase()) {
    case 'success':
    case 'completed':
      return 'success';
    case 'error':
    case 'failed':
      return 'error';
    case 'no_data':
      return 'noData';
    case 'cancelled':
    case 'canceled':
      return 'cancelled';
    default:
      return 'running';
  }
}

/** Specification, Limits: background operations are kept so long after finishing. */
export const operationRetentionMs = 15 * 60_000;
