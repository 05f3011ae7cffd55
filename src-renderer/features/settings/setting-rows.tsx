/** A section of the settings, and its rows: each is saved as soon as it is valid, and says what is wrong with it. */
import { Group, TextInput, SegmentedControl } from '@mantine/core';
import { useEffect, useState, type ReactNode, useEffectEvent } from 'react';
import { Check } from 'lucide-react';
import {
  defaultPreferences,
  type Preferences,
  type PreferencesChange,
  longestTimeoutSeconds,
} from '#shared/contract/snapshot.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { Card, CardRow, Section } from '#renderer/components/page/Page.tsx';
import { useSnapshot } from '#renderer/state/app.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { afterPress } from '#renderer/components/hooks.ts';
import { wholeNumber } from '#renderer/components/numbers.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import classes from './SettingsPage.module.css';

export type Save = (change: PreferencesChange) => void;

/** How long "Saved" is shown (ms). */
const saidForMs = 2500;

interface SettingsSectionProps {
  title: string;
  /** The preferences set here. */
  keys: readonly (keyof Preferences)[];
  /** Its rows. */
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
  const keep = async (change: PreferencesChange): Promise<void> => {
    const found = await changePreferences(change);
    setProblem(found);
    setSavedAt(found === null ? Date.now() : 0);
  };
  const save: Save = (change) => void keep(change);
  const defaults = only(defaultPreferences, keys);
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
  /** Values with their labels. */
  choices: Readonly<Record<T, string>>;
  value: NoInfer<T>;
  onChange: (value: T) => void;
}

/** A setting with a few values to choose from. */
export function ChoiceRow<T extends string>(props: ChoiceRowProps<T>) {
  const { title, detail, choices, value, onChange } = props;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of a record of T
  const values = Object.keys(choices) as T[];
  return (
    <CardRow
      {...{ title, detail }}
      actions={
        <SegmentedControl
          aria-label={title}
          data={values.map((one) => ({ value: one, label: choices[one] }))}
          {...{ value, onChange }}
        />
      }
    />
  );
}

/** The result of parsing typed text: a number, nothing, or what is wrong. */
type ParsedNumber = { value: number | null } | { complaint: string };

interface NumberSettingProps {
  label: string;
  /** Null shows an empty field. */
  value: number | null;
  read: (typed: string) => ParsedNumber;
  onSave: (value: number | null) => void;
  /** After the number: "s". */
  unit?: string;
  placeholder?: string;
  /** Whether it fills its container. */
  isFilling?: boolean;
}

/** A number that is saved as soon as it is valid; otherwise shows what is wrong and doesn't save. */
export function NumberSetting(props: NumberSettingProps) {
  const { label, value, read, unit, placeholder, isFilling = false } = props;
  const onSave = useEffectEvent(props.onSave);
  const [typed, setTyped] = useState(asText(value));
  const [shown, setShown] = useState(value);
  // Changed elsewhere: by a reset, or because it could not be saved.
  if (shown !== value) {
    setShown(value);
    const parsed = read(typed);
    if (!('value' in parsed) || parsed.value !== value) setTyped(asText(value));
  }
  const parsed = read(typed);
  const wanted = 'value' in parsed ? parsed.value : undefined;
  useEffect(() => {
    if (wanted === undefined || wanted === value) return undefined;
    // Typing "1500" is one change, not four.
    const timer = setTimeout(() => afterPress(() => onSave(wanted)), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted, value]);
  return (
    <TextInput
      className={classes.number}
      data-filling={isFilling || undefined}
      aria-label={label}
      inputMode="decimal"
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (wanted !== undefined && wanted !== value) afterPress(() => props.onSave(wanted));
      }}
      error={'complaint' in parsed ? parsed.complaint : undefined}
      rightSection={unit === undefined ? undefined : <span aria-hidden>{unit}</span>}
    />
  );
}

const pauseMs = 500;

const asText = (value: number | null): string => (value === null ? '' : String(value));

export const readTimeout = (typed: string): ParsedNumber =>
  orComplaint(
    wholeNumber(typed, longestTimeoutSeconds),
    `Enter a whole number of seconds from 1 to ${longestTimeoutSeconds}.`,
  );

const leastMegabytes = 50;
const mostMegabytes = 1_000_000;

export function readMegabytes(typed: string): ParsedNumber {
  const value = wholeNumber(typed, mostMegabytes);
  return orComplaint(
    value !== null && value >= leastMegabytes ? value : null,
    `Enter a whole number of megabytes from ${leastMegabytes} to 1,000,000.`,
  );
}

/** Empty: no limit. */
export const readCeiling = (typed: string): ParsedNumber =>
  typed.trim() === ''
    ? { value: null }
    : orComplaint(
        wholeNumber(typed, Number.MAX_SAFE_INTEGER),
        'Enter a whole number of calls, or leave it empty.',
      );

/** Empty: no price. Decimal point or comma; “1,500” could be either, so it is refused. */
export function readPrice(typed: string): ParsedNumber {
  const text = typed.trim();
  if (text === '') return { value: null };
  if (!/^\d{1,9}(?:[.,]\d{1,8})?$/.test(text) || /^[1-9]\d{0,2},\d{3}$/.test(text)) {
    return { complaint: 'Enter an amount such as 0.02, or leave it empty.' };
  }
  return { value: Number(text.replace(',', '.')) };
}

const orComplaint = (value: number | null, complaint: string): ParsedNumber =>
  value === null ? { complaint } : { value };
