/** A request entered by hand and the service's answer. */
import type { Problem } from './problem.ts';
import { z } from 'zod';
import { maxNameLength, maxParams, maxPathLength } from '../query/free-request.ts';
import { maxValueLength } from '../query/types.ts';
import { runIdSchema } from './run.ts';
import { credentialKindSchema } from './snapshot.ts';

export const freeRequestSchema = z.strictObject({
  /** As typed; checked by `problemOfPath`. */
  path: z.string().max(maxPathLength),
  params: z
    .array(
      z.strictObject({
        name: z.string().max(maxNameLength),
        value: z.string().max(maxValueLength),
      }),
    )
    .max(maxParams),
});

export const requestIdSchema = runIdSchema;

/** What is known about an answer without its text. */
export const answerHeadSchema = z.object({
  requestId: requestIdSchema,
  /** When it was requested, ISO 8601. */
  at: z.string(),
  /** From sending to the last byte. */
  ms: z.number(),
  /** HTTP status. */
  status: z.number(),
  contentType: z.string().nullable(),
  /** Path and query as sent, with the cursor's value replaced. */
  target: z.string(),
  metered: z.boolean(),
  /** Null: no credential was sent. */
  sentWith: credentialKindSchema.nullable(),
  bytes: z.number(),
  /** Whether it is on disk, as answers with data are. Others are lost when the program exits. */
  isKept: z.boolean(),
});
export type AnswerHead = z.infer<typeof answerHeadSchema>;

/** `large`: JSON that is too long or too deep for a table. `bytes`: not text. */
type AnswerForm = 'json' | 'large' | 'text' | 'bytes';

export type FreeAnswer = AnswerHead & {
  form: AnswerForm;
  /** The body as text, empty for bytes; truncated if too long, see `isCut`. */
  text: string;
  isCut: boolean;
  /** The body's JSON if `form` says so; numbers that don't fit a JavaScript number are `{ $n }`. */
  value: unknown;
  /** What the status or a truncated body means; null if the answer is complete and a 2xx. */
  problem: Problem | null;
};

/** The outcome of *Send*. Only `answered` and a problem mean that something was sent. */
export type Sent =
  | { kind: 'answered'; answer: FreeAnswer }
  /** Nothing was sent: the person has not agreed to a metered call. */
  | { kind: 'metered' }
  /** Nothing was sent: today's limit is reached. */
  | { kind: 'dayCeiling'; calls: number; ceiling: number }
  /** The person stopped it before it was sent. */
  | { kind: 'stopped' };
