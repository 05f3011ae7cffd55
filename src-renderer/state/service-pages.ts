/** Pages about the account and the service, and the counted calls. */
import type { CountedCalls } from '#shared/contract/calls.ts';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { useProfileId, useSnapshot } from './app.ts';
import { type Asked, Lane, useAsked } from './asked.ts';
import { useDay } from './time.ts';

export type ServicePageState = Asked<ServiceAnswer>;

/** A renewed sign-in is of the same person; if it doesn't say whose it is, each is of another. */
function whoseNow(
  page: ServicePage,
  { credentials }: Pick<Snapshot, 'credentials'>,
): string | null {
  if (page !== 'plan' && page !== 'usage') return null;
  const token = credentials.find(({ kind, inUse }) => kind === 'sessionToken' && inUse);
  return token === undefined ? null : (token.who ?? `${token.id} ${token.lastFour}`);
}

/** Pages are read one after the other: services of this kind refuse several requests at a time. */
const lane = new Lane(1);

/** An answer younger than this isn't requested again merely because the page is viewed (ms). */
const freshMs = 60_000;

/**
 * Returns a page of the service; a failure leaves the last answer. What was read for another sign-in
 * than the current one counts as not read. `isWanted` false: nothing is sent.
 */
export function useServicePage(page: ServicePage, isWanted = true): ServicePageState {
  const profileId = useProfileId();
  const whose = useSnapshot((snapshot) => whoseNow(page, snapshot));
  return useAsked({
    key: [profileId, page, whose],
    ask: isWanted ? () => host.call('service.read', { page }) : null,
    keep: freshMs,
    lane,
  });
}

/** Whether a page has an answer or a problem, so that its final height is known. */
export const isRead = ({ value, problem }: ServicePageState): boolean =>
  value !== null || problem !== null;

/** Returns the counts of the current service; `isWanted` false: only those already known. */
export function useCountedCalls(isWanted = true): Asked<CountedCalls> {
  const profileId = useProfileId();
  const sent = useSnapshot(({ calls }) => calls.total);
  return useAsked({
    key: [profileId, 'counts'],
    // Each further call changes the counts, and so does midnight.
    version: [sent, useDay()],
    ask: isWanted ? () => host.call('calls.counts', {}) : null,
    keep: 0,
  });
}

/** Returns the calls of the current service since midnight; null: not known yet, or not wanted. */
export function useCallsToday(isWanted: boolean): number | null {
  const { value } = useCountedCalls(isWanted);
  return isWanted ? (value?.callsToday ?? null) : null;
}
