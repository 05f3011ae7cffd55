/** Pages about the account and the service itself: shown as received, none is metered. */
import { z } from 'zod';

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
export interface ServiceAnswer {
  /** When it was requested, ISO 8601. */
  at: string;
  /** From sending to the last byte. */
  ms: number;
  /** The body as text. */
  text: string;
  /** Whether the body was truncated. */
  isCut: boolean;
  isJson: boolean;
  /**
   * The body's JSON; numbers that don't fit a JavaScript number are `{ $n }`. Null if it isn't JSON.
   */
  value: unknown;
}
