/** Pages about the account and the service itself: read as they come, none is metered. */
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

/** What the service answered, whole: the specification shows the plan's members only. */
export const serviceAnswerSchema = z.object({
  page: servicePageSchema,
  /** When it was asked, ISO 8601. */
  at: z.string(),
  /** From sending to the last byte. */
  ms: z.number(),
  /** The body as text. */
  text: z.string(),
  /** Longer bodies are cut, and said to be. */
  isCut: z.boolean(),
  isJson: z.boolean(),
  /** The body's JSON; numbers beyond a JavaScript number are `{ $n }`. Null when it is none. */
  value: z.unknown(),
});
export type ServiceAnswer = z.infer<typeof serviceAnswerSchema>;

/** What the service reports of its platforms, where that is trouble. */
export const troubleSchema = z.object({
  /** Null: of the whole service, where it tells nothing of its platforms. */
  platform: platformSchema.nullable(),
  /** As the service spells it. */
  state: z.string(),
  phase: z.enum(['trouble', 'down']),
  message: z.string().nullable(),
});
export type Trouble = z.infer<typeof troubleSchema>;
