/** Saving a part of the preferences, and saying so. */
import { useCallback, useEffect, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { changePreferences } from '../../state/preferences.ts';

/** How long "Saved" stays. */
const saidForMs = 2500;

export interface Saving {
  save: (change: Partial<Preferences>) => void;
  /** The last change was kept, a moment ago. */
  saved: boolean;
  problem: Problem | null;
}

export function useSaving(): Saving {
  const [savedAt, setSavedAt] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (savedAt === 0) return undefined;
    const timer = setTimeout(() => setSavedAt(0), saidForMs);
    return () => clearTimeout(timer);
  }, [savedAt]);
  const save = useCallback((change: Partial<Preferences>): void => {
    const keep = async (): Promise<void> => {
      const found = await changePreferences(change);
      setProblem(found);
      setSavedAt(found === null ? Date.now() : 0);
    };
    void keep();
  }, []);
  return {
    save,
    saved: savedAt !== 0,
    problem,
  };
}
