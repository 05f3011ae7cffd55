import { Button } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Section } from '../../components/page/Page.tsx';
import { ProblemText } from '../../components/problems/ProblemText.tsx';
import classes from './SettingsPage.module.css';
import type { Saving } from './use-preference.ts';

/** A part of Settings: says quietly that it saved, and gives back the usual values. */
export function SettingsSection({
  title,
  saving,
  isUsual,
  onReset,
  children,
}: {
  title: string;
  saving: Saving;
  isUsual: boolean;
  onReset: () => void;
  children: ReactNode;
}) {
  return (
    <Section
      title={title}
      actions={
        <>
          {/* There from the start, so that a screen reader hears what is put into it. */}
          <output className={classes.saved} aria-label={`${title}: saving`}>
            {saving.saved && (
              <>
                <Check size={14} aria-hidden />
                Saved
              </>
            )}
          </output>
          {!isUsual && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={`Reset to usual: ${title}`}
              onClick={onReset}
            >
              Reset to usual
            </Button>
          )}
        </>
      }
    >
      {children}
      {saving.problem !== null && <ProblemText problem={saving.problem} />}
    </Section>
  );
}
