/** Metered calls by day and platform: read when looked at, and again when more are counted. */
import { useEffect } from 'react';
import type { CountedCalls } from '#shared/contract/calls.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { host } from '../host/index.ts';
import { profileNow, useSnapshot, useProfileId } from './app.ts';
import { perService } from './per-service.ts';

interface CountedState {
  /** Null until it was read. */
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

/** The counts of the service in use; `wanted` false: those that are known already. */
export function useCountedCalls(wanted = true): CountedState {
  const profileId = useProfileId();
  const sent = useSnapshot(({ calls }) => calls.total);
  useEffect(() => {
    if (wanted) void read(profileId);
    // A call more is what there is to read.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [profileId, sent, wanted]);
  return counts.use();
}
