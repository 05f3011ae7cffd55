/**
 * Methods about what the service says about itself and what a person corrects. All of them concern the
 * current service; none is metered, and only `description.ask` calls the service.
 */
import type { ImportedProfile, ServiceProfileReply } from '../description.ts';
import { z } from 'zod';
import { factIdSchema, maxCorrectionLength } from '../description.ts';
import { nothing, reply } from './parts.ts';

const valueSchema = z.string().max(maxCorrectionLength);

export const descriptionMethods = {
  /** Returns every fact that is assumed or in dispute, what the service says about it, and what is used. */
  'description.get': { input: nothing, output: reply<ServiceProfileReply>() },

  /**
   * Reads the service's own description, without a credential. If it is missing or broken, nothing
   * changes and `state` says why. Concurrent calls send one request.
   */
  'description.ask': { input: nothing, output: reply<ServiceProfileReply>() },

  /** Forgets what the service said, but not what the person decided. */
  'description.forget': { input: nothing, output: reply<ServiceProfileReply>() },

  /**
   * Sets the person's own value, which overrides the service's and ours. It may be the service's, where
   * that differs from what is documented and so applies only if accepted. Refused with
   * `invalid_input` and the fact's id as the parameter to change.
   */
  'correction.set': {
    outlivesPage: true,
    input: z.strictObject({ id: factIdSchema, value: valueSchema }),
    output: reply<ServiceProfileReply>(),
  },

  /** Removes the person's value; null: every one. */
  'correction.reset': {
    outlivesPage: true,
    input: z.strictObject({ id: factIdSchema.nullable() }),
    output: reply<ServiceProfileReply>(),
  },

  /** Imports the corrections of such a file. Others don't change. */
  'profile.import': {
    input: z.strictObject({ text: z.string().max(2_000_000) }),
    output: reply<ImportedProfile>(),
  },
} as const;
