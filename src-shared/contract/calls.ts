/** Metered calls counted by the ledger, for the current service profile. */
import { z } from 'zod';
import { platforms } from '../catalogue/types.ts';

/** `other`: paths of no platform, which requests by hand and discovered questions may have. */
export const callKinds = [...platforms, 'other'] as const;
export const callKindSchema = z.enum(callKinds);
export type CallKind = z.infer<typeof callKindSchema>;

/** Calls that were or may have been sent, by platform; platforms without calls are omitted. */
export type CallsByPlatform = Partial<Record<CallKind, number>>;

export interface CountedCalls {
  /**
   * Today for the main process, `2026-03-31`: days are local, and the window may be in another time
   * zone.
   */
  today: string;
  /** Those that count for the limit of a day: after the clock was set back, also of the days ahead. */
  callsToday: number;
  /** Days with calls, earliest first. */
  days: { day: string; calls: CallsByPlatform }[];
  /** Over all days. */
  byPlatform: CallsByPlatform;
  /** Over all days, by the id of the key that was sent; without one, under an empty id. */
  byKey: Record<string, number>;
  total: number;
}
