/** Metered calls as counted by the ledger, for the service profile in use. */
import { z } from 'zod';
import { platformSchema } from '../catalogue/types.ts';

/** Calls sent, or perhaps sent, by platform; a platform without any is left out. */
const byPlatformSchema = z.partialRecord(platformSchema, z.number());

export const countedCallsSchema = z.object({
  /** Main's day, `2026-03-31`: days are local, and the window may be in another time zone. */
  today: z.string(),
  /** Days with calls, the earliest first. */
  days: z.array(z.object({ day: z.string(), calls: byPlatformSchema })),
  /** Of all days. */
  byPlatform: byPlatformSchema,
  session: z.number(),
  total: z.number(),
});
export type CountedCalls = z.infer<typeof countedCallsSchema>;
export type CallsByPlatform = z.infer<typeof byPlatformSchema>;
