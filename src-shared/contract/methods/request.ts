/** Methods of the Request page: any GET path of the service, written by hand. */
import { z } from 'zod';
import {
  answerHeadSchema,
  freeAnswerSchema,
  freeRequestSchema,
  requestIdSchema,
  sentSchema,
} from '../request.ts';
import { savedSchema } from '../saved.ts';
import { done, nothing } from './parts.ts';

const oneAnswer = z.strictObject({ requestId: requestIdSchema });

export const requestMethods = {
  /**
   * Sends it once, with the credential that the path's family calls for; never repeated by itself.
   * A second call with the same id sends nothing: it waits for the answer, or gives it.
   */
  'request.send': {
    metered: 'ifAgreed',
    input: z.strictObject({
      requestId: requestIdSchema,
      request: freeRequestSchema,
      /** The person said yes to a metered call. */
      metered: z.boolean().default(false),
      /** The person said yes when the day's ceiling asked. */
      beyondCeiling: z.boolean().default(false),
    }),
    output: sentSchema,
  },

  /** Waits no longer for the answer. */
  'request.stop': { input: oneAnswer, output: done },

  /** Answers of the profile in use that can be looked at again, the latest first. */
  'request.list': { input: nothing, output: z.object({ answers: z.array(answerHeadSchema) }) },

  /** An answer again, without a call. */
  'request.open': { input: oneAnswer, output: z.object({ answer: freeAnswerSchema }) },

  /** Saves the body. */
  'request.save': { input: oneAnswer, output: savedSchema },

  /** Forgets an answer, on disk too. */
  'request.remove': { input: oneAnswer, output: done },
} as const;
