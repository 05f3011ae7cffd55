/** The result of a method call, which never throws. */
import { z } from 'zod';
import { problemSchema } from './problem.ts';

export type Result<T> =
  | { ok: true; value: T }
  | { ok: false; error: z.infer<typeof problemSchema> };

export const resultSchema = <T extends z.ZodType>(
  value: T,
): z.ZodDiscriminatedUnion<
  [
    z.ZodObject<{ ok: z.ZodLiteral<true>; value: T }>,
    z.ZodObject<{ ok: z.ZodLiteral<false>; error: typeof problemSchema }>,
  ]
> =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: problemSchema }),
  ]);
