import { Check } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { QuietButton } from '../../components/buttons.tsx';
import { Section } from '../../components/page/Page.tsx';
import { ProblemText } from '../../components/problems/ProblemCard.tsx';
import classes from './SettingsPage.module.css';
import { changePreferences } from '../../state/preferences.ts';

/** A part of Settings: says quietly that it saved, and gives back the usual values. */
export function SettingsSection({
  title,
  saving,
  isDefault,
  onReset,
  children,
}: {
  title: string;
  saving: Saving;
  isDefault: boolean;
  onReset: () => void;
  children: ReactNode;
}) {
  return (
    <Section
      title={title}
      actions={
        <>
          {/* Always present, so that screen readers announce what appears in it. */}
          <output className={classes.saved} aria-label={`${title}: saving`}>
            {saving.saved && (
              <>
                <Check size={14} />
                Saved
              </>
            )}
          </output>
          {!isDefault && (
            <QuietButton aria-label={`Reset to default: ${title}`} onClick={onReset}>
              Reset to default
            </QuietButton>
          )}
        </>
      }
    >
      {children}
      {saving.problem !== null && <ProblemText problem={saving.problem} />}
    </Section>
  );
}

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
