/** The ledger's counts as Account shows them. */
import type { CallsByPlatform, CountedCalls } from '#shared/contract/calls.ts';
import { platformSchema } from '#shared/catalogue/types.ts';
import { localDay, sentCalls } from '../store/call-tally.ts';
import type { CallCount, ProfileCalls } from '../store/call-tally.ts';

/** Calls that never left this computer are no calls: days that had only those are left out. */
export function countedCalls(calls: ProfileCalls, now: Date): CountedCalls {
  const days = [...calls.byDayAndPlatform]
    .map(([day, counts]) => ({ day, calls: byPlatform(counts) }))
    .filter(({ calls: ofDay }) => Object.keys(ofDay).length > 0);
  return {
    today: localDay(now.toISOString()),
    days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    byPlatform: byPlatform(calls.byPlatform),
    session: sentCalls(calls.session),
    total: sentCalls(calls.total),
  };
}

/** The ledger may know platforms of another version; they are in the totals all the same. */
function byPlatform(counts: ReadonlyMap<string, CallCount>): CallsByPlatform {
  const known: CallsByPlatform = {};
  for (const [name, count] of counts) {
    const platform = platformSchema.safeParse(name);
    const sent = sentCalls(count);
    if (platform.success && sent > 0) known[platform.data] = sent;
  }
  return known;
}
