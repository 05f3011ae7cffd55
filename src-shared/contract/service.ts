/** Pages about the account and the service itself: shown as received, none is metered. */
import { z } from 'zod';
import { platformSchema } from '../catalogue/types.ts';

export const servicePages = ['plan', 'usage', 'status', 'history', 'health', 'metrics'] as const;
export const servicePageSchema = z.enum(servicePages);
export type ServicePage = z.infer<typeof servicePageSchema>;

/** The endpoint behind each page. */
export const servicePageEndpoints: Record<ServicePage, string> = {
  plan: 'account.plan',
  usage: 'account.usage',
  status: 'system.status',
  history: 'system.history',
  health: 'platform.health',
  metrics: 'platform.metrics',
};

/** The service's complete answer: the specification shows the plan's members only. */
export const serviceAnswerSchema = z.object({
  page: servicePageSchema,
  /** When it was requested, ISO 8601. */
  at: z.string(),
  /** From sending to the last byte. */
  ms: z.number(),
  /** The body as text. */
  text: z.string(),
  /** Whether the body was truncated. */
  isCut: z.boolean(),
  isJson: z.boolean(),
  /**
   * The body's JSON; numbers that don't fit a JavaScript number are `{ $n }`. Null if it isn't JSON.
   */
  value: z.unknown(),
});
export type ServiceAnswer = z.infer<typeof serviceAnswerSchema>;

/** A platform with trouble, as reported by the service. */
export const troubleSchema = z.object({
  /** Null: the whole service, if it reports nothing about its platforms. */
  platform: platformSchema.nullable(),
  /** In the service's spelling. */
  state: z.string(),
  phase: z.enum(['trouble', 'down']),
  message: z.string().nullable(),
});
export type Trouble = z.infer<typeof troubleSchema>;
