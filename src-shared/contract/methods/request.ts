/** Methods of the Request page: any GET path of the service, entered by hand. */
import type { AnswerHead, FreeAnswer, Sent } from '../request.ts';
import { z } from 'zod';
import { freeRequestSchema, requestIdSchema } from '../request.ts';
import { done, nothing, reply } from './parts.ts';

const oneAnswer = z.strictObject({ requestId: requestIdSchema });

export const requestMethods = {
  /**
   * Sends the request once, with the credential required by the path's family; never repeated
   * automatically. A second call with the same id sends nothing: it waits for the answer, or returns
   * it.
   */
  'request.send': {
    metered: 'ifAgreed',
    input: z.strictObject({
      requestId: requestIdSchema,
      request: freeRequestSchema,
      /** The person agreed to a metered call. */
      metered: z.boolean().default(false),
      /** The person agreed to exceed the day's limit. */
      beyondCeiling: z.boolean().default(false),
    }),
    output: reply<Sent>(),
  },

  /** Stops waiting for the answer. */
  'request.stop': { input: oneAnswer, output: done },

  /** Lists the stored answers of the current profile, latest first. */
  'request.list': { input: nothing, output: reply<{ answers: AnswerHead[] }>() },

  /** Returns an answer again, without a call. */
  'request.open': { input: oneAnswer, output: reply<{ answer: FreeAnswer }>() },

  /** Deletes an answer, on disk too. */
  'request.remove': { input: oneAnswer, output: done },
} as const;
