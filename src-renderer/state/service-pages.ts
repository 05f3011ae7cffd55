/**
 * Pages about the account and the service: read when looked at, kept until they are read again, so
 * that a failure leaves what was there on screen.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Problem } from '#shared/contract/problem.ts';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import { host } from '../host/index.ts';
import { profileNow, useProfileId } from './app.ts';

export interface ServicePageState {
  /** The last answer; null before the first. */
  answer: ServiceAnswer | null;
  /** Why the last reading failed; null when it did not. */
  problem: Problem | null;
  busy: boolean;
}

const unread: ServicePageState = { answer: null, problem: null, busy: false };

/** By service profile and page. */
const usePages = create<Readonly<Record<string, ServicePageState>>>()(() => ({}));

const keyOf = (profileId: string, page: ServicePage): string => `${page} ${profileId}`;

/** Reads pages, one after the other: services of this kind refuse several requests at a time. */
export async function readServicePages(pages: readonly ServicePage[]): Promise<void> {
  const profileId = profileNow();
  const wanted = pages.filter((page) => usePages.getState()[keyOf(profileId, page)]?.busy !== true);
  for (const page of wanted) change(profileId, page, { busy: true });
  for (const page of wanted) {
    // Another service was chosen meanwhile: main would ask that one.
    if (profileNow() !== profileId) {
      change(profileId, page, { busy: false });
      continue;
    }
    const result = await host.call('service.read', { page });
    change(
      profileId,
      page,
      result.ok
        ? { busy: false, answer: result.value, problem: null }
        : { busy: false, problem: result.error },
    );
  }
}

function change(profileId: string, page: ServicePage, changed: Partial<ServicePageState>): void {
  usePages.setState((states) => {
    const key = keyOf(profileId, page);
    return { [key]: { ...(states[key] ?? unread), ...changed } };
  });
}

export function useServicePage(page: ServicePage): ServicePageState {
  const profileId = useProfileId();
  return usePages((states) => states[keyOf(profileId, page)] ?? unread);
}

/** Whether each of these pages has been answered or has failed: then they take the room they need. */
export function useAreRead(pages: readonly ServicePage[]): boolean {
  const profileId = useProfileId();
  return usePages((states) =>
    pages.every((page) => {
      const { answer, problem } = states[keyOf(profileId, page)] ?? unread;
      return answer !== null || problem !== null;
    }),
  );
}

/** An answer this young is not asked for again only because somebody looks. */
const freshMs = 60_000;

/** Reads pages (a list made once) when they are looked at. `wanted` false: nothing is asked. */
export function useReadServicePages(pages: readonly ServicePage[], wanted = true): void {
  const profileId = useProfileId();
  useEffect(() => {
    if (!wanted) return;
    const states = usePages.getState();
    const old = pages.filter((page) => {
      const at = states[keyOf(profileId, page)]?.answer?.at;
      return at === undefined || Date.now() - Date.parse(at) > freshMs;
    });
    void readServicePages(old);
  }, [profileId, pages, wanted]);
}
