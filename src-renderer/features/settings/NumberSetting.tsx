import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import classes from './SettingsPage.module.css';

/** What is read from what was typed: a number, nothing, or why it is neither. */
export type ReadNumber = { value: number | null } | { complaint: string };

interface NumberSettingProps {
  label: string;
  /** Null shows an empty box. */
  value: number | null;
  read: (typed: string) => ReadNumber;
  onSave: (value: number | null) => void;
  /** Behind the number: "s". */
  unit?: string;
  placeholder?: string;
  /** As wide as its place. */
  isFilling?: boolean;
}

/** A number that is saved as soon as it makes sense; what makes none is said and not saved. */
export function NumberSetting(props: NumberSettingProps) {
  const { label, value, read, unit, placeholder, isFilling = false } = props;
  const onSave = useEffectEvent(props.onSave);
  const [typed, setTyped] = useState(asText(value));
  const [shown, setShown] = useState(value);
  // Changed from elsewhere: by a reset, or because it could not be kept.
  if (shown !== value) {
    setShown(value);
    const now = read(typed);
    if (!('value' in now) || now.value !== value) setTyped(asText(value));
  }
  const now = read(typed);
  const wanted = 'value' in now ? now.value : undefined;
  useEffect(() => {
    if (wanted === undefined || wanted === value) return undefined;
    // Typing "1500" is one change, not four.
    const timer = setTimeout(() => onSave(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted, value]);
  return (
    <TextInput
      className={classes.number}
      data-filling={isFilling || undefined}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (wanted !== undefined && wanted !== value) props.onSave(wanted);
      }}
      error={'complaint' in now ? now.complaint : undefined}
      rightSection={unit === undefined ? undefined : <span aria-hidden>{unit}</span>}
    />
  );
}

const pauseMs = 500;

const asText = (value: number | null): string => (value === null ? '' : String(value));

/** Specification, Limits: a request can take up to 120 s. */
export const longestAnswerSeconds = 120;

export const readTimeout = (typed: string): ReadNumber =>
  readWhole(typed, 1, 3600, 'Enter seconds, from 1 to 3,600.');

/** Empty: no limit. */
export const readCeiling = (typed: string): ReadNumber =>
  typed.trim() === ''
    ? { value: null }
    : readWhole(
        typed,
        1,
        Number.MAX_SAFE_INTEGER,
        'Enter a whole number of calls, or leave it empty.',
      );

/** Empty: no price. Decimal point or comma. */
export function readPrice(typed: string): ReadNumber {
  const text = typed.trim();
  if (text === '') return { value: null };
  if (!/^\d{1,9}(?:[.,]\d{1,8})?$/.test(text)) {
    return { complaint: 'Enter an amount such as 0.02, or leave it empty.' };
  }
  return { value: Number(text.replace(',', '.')) };
}

function readWhole(typed: string, least: number, most: number, complaint: string): ReadNumber {
  // Thousands may be set apart: 10,000 or 10 000.
  const text = typed.trim().replaceAll(/(?<=\d)[,\s](?=\d{3}(?:\D|$))/g, '');
  const value = Number(text);
  return /^\d{1,15}$/.test(text) && value >= least && value <= most ? { value } : { complaint };
}
