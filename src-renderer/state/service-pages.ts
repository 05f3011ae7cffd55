/**
 * Pages about the account and the service, and the counted calls: read when viewed, and kept until they
 * are read again, so that a failure leaves the last answer on screen.
 */
import { useEffect } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import type { CountedCalls } from '#shared/contract/calls.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { profileNow, useApp, useProfileId, useSnapshot } from './app.ts';
import { perService } from './per-service.ts';
import { useDay } from './time.ts';

export interface ServicePageState {
  /** The last answer; null before the first. */
  answer: ServiceAnswer | null;
  /** Why the last reading failed; null if it succeeded. */
  problem: Problem | null;
  busy: boolean;
}

interface Read extends ServicePageState {
  /** Whose account it is about; null for pages that anyone may read. */
  whose: string | null;
}

const unread: Read = { answer: null, problem: null, busy: false, whose: null };

const pages = perService<Partial<Record<ServicePage, Read>>>({});

const stateOf = (page: ServicePage, profileId: string): Read => pages.of(profileId)[page] ?? unread;

/** A renewed sign-in is of the same person; if it doesn't say whose it is, each is of another. */
function whoseNow(
  page: ServicePage,
  { credentials }: Pick<Snapshot, 'credentials'>,
): string | null {
  if (page !== 'plan' && page !== 'usage') return null;
  const token = credentials.find(({ kind, inUse }) => kind === 'sessionToken' && inUse);
  return token === undefined ? null : (token.who ?? `${token.id} ${token.lastFour}`);
}

function change(profileId: string, page: ServicePage, changed: Partial<Read>): void {
  pages.change({ [page]: { ...stateOf(page, profileId), ...changed } }, profileId);
}

/** Reads pages one after the other: services of this kind refuse several requests at a time. */
export async function readServicePages(asked: readonly ServicePage[]): Promise<void> {
  const profileId = profileNow();
  const wanted = asked.filter((page) => !stateOf(page, profileId).busy);
  for (const page of wanted) change(profileId, page, { busy: true });
  for (const page of wanted) {
    // Another service was chosen in the meantime: main would ask that one.
    if (profileNow() !== profileId) {
      change(profileId, page, { busy: false });
      continue;
    }
    const { snapshot } = useApp.getState();
    const whose = snapshot === null ? null : whoseNow(page, snapshot);
    const result = await host.call('service.read', { page });
    const isSame = stateOf(page, profileId).whose === whose;
    change(profileId, page, {
      busy: false,
      whose,
      ...(result.ok
        ? { answer: result.value, problem: null }
        : { problem: result.error, ...(isSame ? {} : { answer: null }) }),
    });
  }
}

/** What was read for another sign-in than the current one counts as not read. */
export function useServicePage(page: ServicePage): ServicePageState {
  const state = pages.use()[page] ?? unread;
  const whose = useSnapshot((snapshot) => whoseNow(page, snapshot));
  return state.whose === whose ? state : { ...unread, busy: state.busy };
}

/** Whether each of these pages has an answer or a problem, so that their final height is known. */
export function useAreRead(asked: readonly ServicePage[]): boolean {
  const states = pages.use();
  return asked.every((page) => {
    const { answer, problem } = states[page] ?? unread;
    return answer !== null || problem !== null;
  });
}

/** An answer younger than this isn't requested again merely because the page is viewed. */
const freshMs = 60_000;

/** Reads pages when they are viewed (`asked` must be a stable array). `wanted` false: sends nothing. */
export function useReadServicePages(asked: readonly ServicePage[], wanted = true): void {
  const profileId = useProfileId();
  useEffect(() => {
    if (!wanted) return;
    const old = asked.filter((page) => {
      const at = stateOf(page, profileId).answer?.at;
      return at === undefined || Date.now() - Date.parse(at) > freshMs;
    });
    void readServicePages(old);
  }, [profileId, asked, wanted]);
}

interface CountedState {
  /** Null until read. */
  counted: CountedCalls | null;
  problem: Problem | null;
}

const counts = perService<CountedState>({ counted: null, problem: null });

async function read(profileId: string): Promise<void> {
  const result = await host.call('calls.counts', {});
  if (profileId !== profileNow()) return;
  counts.change(
    result.ok ? { counted: result.value, problem: null } : { problem: result.error },
    profileId,
  );
}

/** Returns the counts of the current service; `wanted` false: only those already known. */
export function useCountedCalls(wanted = true): CountedState {
  const profileId = useProfileId();
  const sent = useSnapshot(({ calls }) => calls.total);
  const day = useDay();
  useEffect(() => {
    if (wanted) void read(profileId);
    // Each further call changes the counts, and so does midnight.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [profileId, sent, day, wanted]);
  return counts.use();
}

/** Returns the calls of the current service since midnight; null: not known yet, or not `wanted`. */
export function useCallsToday(wanted: boolean): number | null {
  const { counted } = useCountedCalls(wanted);
  return wanted ? (counted?.callsToday ?? null) : null;
}
