/** A part of Settings: says quietly that it saved, and gives back the default values. */
import { Group, SegmentedControl } from '@mantine/core';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { type Preferences, usualPreferences } from '#shared/contract/snapshot.ts';
import { QuietButton } from '../../components/buttons.tsx';
import { Card, CardRow, Section } from '../../components/page/Page.tsx';
import { ProblemText } from '../../components/problems/ProblemCard.tsx';
import { useSnapshot } from '../../state/app.ts';
import { changePreferences } from '../../state/preferences.ts';

export type Save = (change: Partial<Preferences>) => void;

/** How long "Saved" stays (ms). */
const saidForMs = 2500;

interface SettingsSectionProps {
  title: string;
  /** What is set here. */
  keys: readonly (keyof Preferences)[];
  /** Its rows, and what stands below them. */
  children: (preferences: Preferences, save: Save) => ReactNode;
  footnote?: ReactNode;
}

export function SettingsSection({ title, keys, children, footnote }: SettingsSectionProps) {
  const preferences = useSnapshot((snapshot) => snapshot.preferences);
  const [savedAt, setSavedAt] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (savedAt === 0) return undefined;
    const timer = setTimeout(() => setSavedAt(0), saidForMs);
    return () => clearTimeout(timer);
  }, [savedAt]);
  const keep = async (change: Partial<Preferences>): Promise<void> => {
    const found = await changePreferences(change);
    setProblem(found);
    setSavedAt(found === null ? Date.now() : 0);
  };
  const save: Save = (change) => void keep(change);
  const defaults = only(usualPreferences, keys);
  return (
    <Section
      title={title}
      actions={
        <>
          {/* Always present, so that screen readers announce what appears in it. */}
          <Group
            component="output"
            gap={5}
            miw={56}
            fz={12}
            c="var(--text-2)"
            aria-label={`${title}: saving`}
          >
            {savedAt !== 0 && (
              <>
                <Check size={14} color="var(--ok)" />
                Saved
              </>
            )}
          </Group>
          {JSON.stringify(only(preferences, keys)) !== JSON.stringify(defaults) && (
            <QuietButton aria-label={`Reset to default: ${title}`} onClick={() => save(defaults)}>
              Reset to default
            </QuietButton>
          )}
        </>
      }
    >
      <Card>{children(preferences, save)}</Card>
      {footnote}
      {problem !== null && <ProblemText problem={problem} />}
    </Section>
  );
}

const only = (all: Preferences, keys: readonly (keyof Preferences)[]) =>
  keys.reduce<Partial<Preferences>>((some, key) => Object.assign(some, { [key]: all[key] }), {});

interface ChoiceRowProps<T extends string> {
  title: string;
  detail: string;
  /** Values, each with its word. */
  choices: Readonly<Record<T, string>>;
  value: NoInfer<T>;
  onChange: (value: T) => void;
  /** Before the choice. */
  before?: ReactNode;
}

/** A setting with a few values to choose among. */
export function ChoiceRow<T extends string>(props: ChoiceRowProps<T>) {
  const { title, detail, choices, value, onChange, before } = props;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of a record of T
  const values = Object.keys(choices) as T[];
  return (
    <CardRow
      title={title}
      detail={detail}
      actions={
        <>
          {before}
          <SegmentedControl
            size="xs"
            aria-label={title}
            data={values.map((one) => ({ value: one, label: choices[one] }))}
            value={value}
            onChange={onChange}
          />
        </>
      }
    />
  );
}
