/** People in the rows that are saved: where they were found, and the treatments that follow. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { FoundPeople } from '#shared/contract/export/privacy.ts';
import type { Run } from '#shared/contract/run.ts';
import { useAction, type Attempt } from '#renderer/components/hooks.ts';
import { findPeople } from '#renderer/state/exports.ts';
import { treatmentsOf, updated, type Treatments } from './choices.ts';

interface Saved {
  /** The run whose tab this is. */
  run: Run;
  /** All runs that are saved. */
  runIds: readonly string[];
  treatments: Treatments;
  /** Whether treatments apply to what is saved. */
  areApplied: boolean;
}

export interface People {
  /** The search: until it has ended, nothing can be chosen or saved. */
  looking: Attempt;
  /** What the last search suggests; nothing before. */
  suggested: Treatments;
  /** Who is still named after that. */
  remains: FoundPeople['remains'];
  /** Whether people must be looked for before anything is saved. */
  isBehind: boolean;
  /** Looks for people in all rows, and replaces all treatments. */
  look: () => void;
  /** Saves, after looking in rows that have arrived since. */
  save: (save: (treatments: Treatments) => void) => void;
}

/** Runs that are added are looked through at once, later rows when they are saved: a run may be growing. */
export function usePeople(
  { run, runIds, treatments, areApplied }: Saved,
  onChange: (treatments: Treatments) => void,
): People {
  const [looked, setLooked] = useState<{
    suggested: Treatments;
    remains: FoundPeople['remains'];
    runIds: readonly string[];
    rows: number;
  } | null>(null);
  const looking = useAction();
  const { busy, problem } = looking;
  const isDone = areApplied && looked !== null && Object.keys(treatments).length > 0;
  const lacksRuns = isDone && runIds.some((id) => !looked.runIds.includes(id));
  const lacksRows = isDone && run.rowCount > looked.rows;
  /** `before`: what was suggested so far; all else was chosen by hand, and stays. */
  const look = (before: Treatments | null, onDone?: (treatments: Treatments) => void): void =>
    looking.run(async () => {
      const result = await findPeople(runIds);
      if (!result.ok) return result.error;
      const suggested = treatmentsOf(result.value.privacy);
      const next = before === null ? suggested : updated(treatments, before, suggested);
      setLooked({ suggested, remains: result.value.remains, runIds, rows: run.rowCount });
      onChange(next);
      onDone?.(next);
      return null;
    });
  const lookAgain = useEffectEvent(() => look(looked?.suggested ?? null));
  const mayLook = !busy && problem === null;
  useEffect(() => {
    if (lacksRuns && mayLook) lookAgain();
  }, [lacksRuns, mayLook]);
  return {
    looking,
    suggested: looked?.suggested ?? {},
    remains: looked?.remains ?? [],
    isBehind: lacksRuns || (lacksRows && problem !== null),
    look: () => look(null),
    save: (save) => (lacksRows ? look(looked.suggested, save) : save(treatments)),
  };
}
