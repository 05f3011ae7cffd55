import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { FoundPeople, Privacy } from '#shared/export/privacy.ts';
import { findPeople } from '#renderer/state/exports.ts';

interface FoundPeopleState {
  remains: FoundPeople['remains'];
  problem: Problem | null;
  look: () => Promise<void>;
}

/**
 * Looks for the people of the runs, in all rows. `onLooking` is told when that begins and ends,
 * `onFound` what should become of columns.
 */
export function useFoundPeople(
  runIds: readonly string[],
  onLooking: (isLooking: boolean) => void,
  onFound: (privacy: Privacy) => void,
): FoundPeopleState {
  const [remains, setRemains] = useState<FoundPeople['remains']>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const look = async (): Promise<void> => {
    onLooking(true);
    const result = await findPeople(runIds);
    onLooking(false);
    setProblem(result.ok ? null : result.error);
    setRemains(result.ok ? result.value.remains : []);
    if (result.ok) onFound(result.value.privacy);
  };
  return { remains, problem, look };
}
