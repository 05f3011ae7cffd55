/**
 * Methods about what the service says of itself and what a person corrects. All of them concern
 * the service in use; none is metered, and only `description.ask` calls the service.
 */
import { z } from 'zod';
import {
  factIdSchema,
  importedProfileSchema,
  maxCorrectionLength,
  serviceProfileReplySchema,
  tryItSchema,
} from '../description.ts';
import { savedSchema } from '../saved.ts';
import { nothing } from './parts.ts';

const valueSchema = z.string().max(maxCorrectionLength);

export const descriptionMethods = {
  /** Everything assumed, what the service says of it, and what is used. */
  'description.get': { input: nothing, output: serviceProfileReplySchema },

  /**
   * Reads the service's own description, without a credential. A service that has none, or a
   * broken one, changes nothing: `state` says why. Asking twice at once asks once.
   */
  'description.ask': { input: nothing, output: serviceProfileReplySchema },

  /** Forgets what the service said. What the person decided stays. */
  'description.forget': { input: nothing, output: serviceProfileReplySchema },

  /**
   * The person's own value, above what the service says and what we assume.
   * Refused with `invalid_input` and the fact's id as the parameter to change.
   */
  'correction.set': {
    outlivesPage: true,
    input: z.strictObject({ id: factIdSchema, value: valueSchema }),
    output: serviceProfileReplySchema,
  },

  /** Takes the person's value back; null: every correction and every accepted difference. */
  'correction.reset': {
    outlivesPage: true,
    input: z.strictObject({ id: factIdSchema.nullable() }),
    output: serviceProfileReplySchema,
  },

  /** Lets what the service says take the place of what is documented, or takes that back. */
  'difference.accept': {
    outlivesPage: true,
    input: z.strictObject({ id: factIdSchema, accepted: z.boolean() }),
    output: serviceProfileReplySchema,
  },

  /**
   * The request that uses this fact, with `value` instead (null: the one used now), and with
   * the question's example values unless `values` has others. Nothing is sent: trying it is a
   * `run.start` of the query, which is metered. A value must be set before it can be tried.
   */
  'correction.preview': {
    input: z.strictObject({
      id: factIdSchema,
      value: valueSchema.nullable().default(null),
      values: z.record(z.string().max(100), z.string().max(2000)).default({}),
    }),
    output: tryItSchema,
  },

  /** Saves the corrections as a small file; main asks where. */
  'profile.export': { input: nothing, output: savedSchema },

  /** Takes over the corrections of such a file. Those it doesn't name stay as they are. */
  'profile.import': {
    input: z.strictObject({ text: z.string().max(2_000_000) }),
    output: importedProfileSchema,
  },
} as const;
