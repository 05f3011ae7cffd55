/**
 * What the service answers. Source: specification, Response envelope and Errors. Unknown members
 * are kept everywhere: a field that the service adds tomorrow must reach the grid.
 */
import { z } from 'zod';

/** Any object. Its members are not walked here: a page has thousands, and all are welcome. */
const itemSchema = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

export const dataSourceSchema = z.enum(['database', 'api', 'hybrid']);

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
export type LiveEnvelope = z.infer<typeof liveEnvelopeSchema>;

/** Error bodies: `{success, message, code?, error?}`; 402 may have any body. */
export const errorBodySchema = z.looseObject({
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});

/** Specification, Errors: a trial key on a live endpoint. */
export const trialLiveCode = 'on_demand_not_available_in_trial';

/** Specification, Authentication: the value of a trial key begins with this. */
export const trialKeyPrefix = 'TRIAL';
