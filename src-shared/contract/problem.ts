/** Problems: what happened, what to do, and whether it cost a call, in one value. */
import { z } from 'zod';

export const problemCodes = [
  'invalid_request',
  'unauthorized',
  'plan_limit',
  'trial_live',
  'forbidden',
  'not_found',
  'rate_limited',
  'service_error',
  'timeout',
  'connection',
  'unknown_host',
  'untrusted',
  'proxy',
  'redirect_refused',
  'not_json',
  'truncated',
  'wrong_shape',
  'cursor_refused',
  'no_address',
  'no_credential',
  'storage_full',
  'storage_failed',
  'in_use',
  'invalid_input',
  'unknown_method',
  'internal',
] as const;
const problemCodeSchema = z.enum(problemCodes);
export type ProblemCode = z.infer<typeof problemCodeSchema>;

/**
 * The outcome of the call. The specification does not say whether a refused or lost call is charged, so
 * this states what is known: nothing was sent, an answer arrived, or it was sent and no answer arrived.
 * `noCall`: the request was not metered, or the problem didn't involve one.
 */
const callOutcomeSchema = z.enum(['noCall', 'notSent', 'answered', 'unanswered']);
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

/** What the person can do about it, best first; the window makes a button of each. */
const remedySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tryAgain') }),
  z.object({ kind: z.literal('trySavingAgain') }),
  z.object({ kind: z.literal('runAgain') }),
  z.object({ kind: z.literal('openAccount') }),
  /** Asks the same question of the service's stored data. */
  z.object({ kind: z.literal('useStoredData') }),
  z.object({ kind: z.literal('changeParameter'), key: z.string().nullable() }),
]);
export type Remedy = z.infer<typeof remedySchema>;

/** For support, shown under *Details*. Never a key, a stack or a path of this computer. */
const problemDetailsSchema = z.object({
  serviceSaid: z.string().nullable(),
  status: z.number().nullable(),
  serviceCode: z.string().nullable(),
  /** Path and query of the request, with the cursor's value replaced. */
  target: z.string().nullable(),
  sentAt: z.string().nullable(),
  ms: z.number().nullable(),
  /** Requests sent for this page, retries included. */
  attempts: z.number(),
});
export type ProblemDetails = z.infer<typeof problemDetailsSchema>;

export const problemSchema = z.object({
  code: problemCodeSchema,
  /** One sentence on what happened. */
  title: z.string(),
  /** One sentence on what to do. */
  advice: z.string(),
  call: callOutcomeSchema,
  remedies: z.array(remedySchema),
  details: problemDetailsSchema.nullable(),
});
export type Problem = z.infer<typeof problemSchema>;

/**
 * Why one thing may not be found, in a sentence. Source: specification, Photoshare and Shortvideo, on
 * replies.
 */
export const whyNotFound = (thing: string): string =>
  thing === 'comment'
    ? 'It may be private or deleted, or a reply, which often can’t be found by its ID.'
    : 'It may be private or deleted.';

/** Whether one request cost a call, in the ledger's words. */
const callOutcomeWords: Record<CallOutcome, string> = {
  noCall: 'No call was counted.',
  notSent: 'Nothing was sent.',
  answered: 'Counted as one call.',
  unanswered: 'May have been counted.',
};

/**
 * Returns whether it cost a call. Retries were made because an answer was not a page or because nothing
 * was sent; how many of them were answered is unknown.
 */
export function costWords({ call, details }: Pick<Problem, 'call' | 'details'>): string {
  const isRepeated = details !== null && details.attempts > 1;
  return isRepeated && call === 'answered'
    ? 'Counted as one call for each answer.'
    : callOutcomeWords[call];
}
