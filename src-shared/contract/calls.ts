/** Metered calls counted by the ledger, for the current service profile. */
import { z } from 'zod';
import { platforms } from '../catalogue/types.ts';

/** `other`: paths of no platform, which requests by hand and discovered questions may have. */
export const callKinds = [...platforms, 'other'] as const;
export const callKindSchema = z.enum(callKinds);
export type CallKind = z.infer<typeof callKindSchema>;

/** Calls that were or may have been sent, by platform; platforms without calls are omitted. */
const byPlatformSchema = z.partialRecord(callKindSchema, z.number());

export const countedCallsSchema = z.object({
  /**
   * Today for the main process, `2026-03-31`: days are local, and the window may be in another time
   * zone.
   */
  today: z.string(),
  /** Those that count for the limit of a day: after the clock was set back, also of the days ahead. */
  callsToday: z.number(),
  /** Days with calls, earliest first. */
  days: z.array(z.object({ day: z.string(), calls: byPlatformSchema })),
  /** Over all days. */
  byPlatform: byPlatformSchema,
  session: z.number(),
  total: z.number(),
});
export type CountedCalls = z.infer<typeof countedCallsSchema>;
export type CallsByPlatform = z.infer<typeof byPlatformSchema>;
