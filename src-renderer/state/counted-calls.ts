/** Metered calls by day and platform: read when looked at, and again when more are counted. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { CountedCalls } from '#shared/contract/calls.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { host } from '../host/index.ts';
import { profileNow, useSnapshot, useProfileId } from './app.ts';

interface CountedState {
  /** Null until it was read. */
  counted: CountedCalls | null;
  problem: Problem | null;
}

/** With the profile they were read for: those of another service say nothing of this one. */
const useCounted = create<CountedState & { profileId: string | null }>()(() => ({
  profileId: null,
  counted: null,
  problem: null,
}));

async function read(): Promise<void> {
  const profileId = profileNow();
  const result = await host.call('calls.counts', {});
  if (profileId !== profileNow()) return;
  useCounted.setState(
    result.ok
      ? { profileId, counted: result.value, problem: null }
      : { profileId, problem: result.error },
  );
}

const unread: CountedState = { counted: null, problem: null };

/** The counts of the service in use; `wanted` false: those that are known already. */
export function useCountedCalls(wanted = true): CountedState {
  const profileId = useProfileId();
  const sent = useSnapshot(({ calls }) => calls.total);
  useEffect(() => {
    if (wanted) void read();
    // A call more is what there is to read.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [profileId, sent, wanted]);
  const known = useCounted();
  return known.profileId === profileId ? known : unread;
}
