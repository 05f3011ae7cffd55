/** Whole numbers as people type them, and a field for one within a sentence. */
import { Group, type GroupProps, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { grouping } from './words.ts';

const digits = /^(?:\d+|\d{1,3}(?:[\s,'’]\d{3})+)$/;

/**
 * Reads a whole number as people type it: "1,000", "1 000" and "1’000" are a thousand; a point is
 * ambiguous, so it is refused. Null: it is no whole number from `least` to `most`.
 */
export function wholeNumber(typed: string, most: number, least = 1): number | null {
  const text = typed.trim();
  if (!digits.test(text)) return null;
  const value = Number(text.replaceAll(/\D/g, ''));
  return value >= least && value <= most ? value : null;
}

interface NumberBoxProps {
  /** For screen readers: the words around the field are not enough. */
  label: string;
  /** As typed. */
  value: string;
  placeholder?: string | undefined;
  isWrong: boolean;
  onType: (typed: string) => void;
}

const NumberBox = ({ label, value, placeholder, isWrong, onType }: NumberBoxProps) => (
  <TextInput
    size="xs"
    w={76}
    inputMode="numeric"
    aria-label={label}
    {...{ value, placeholder }}
    error={isWrong}
    onChange={(event) => onType(event.currentTarget.value)}
  />
);

interface NumberInSentenceProps
  extends NumberBoxProps, Omit<GroupProps, 'onChange' | 'children' | keyof NumberBoxProps> {
  most: number;
  /** "At most". */
  before: string;
  /** "calls in total." */
  after: string;
}

export function NumberInSentence(props: NumberInSentenceProps) {
  const { before, after, label, value, placeholder, isWrong, onType, most, ...look } = props;
  return (
    <Group component="label" gap={6} wrap="nowrap" {...look}>
      {before}
      <NumberBox {...{ label, value, placeholder, isWrong, onType }} />
      {isWrong ? (
        <Text span inherit role="alert" c="var(--danger)">
          Use a whole number from 1 to {grouping(most)}.
        </Text>
      ) : (
        after
      )}
    </Group>
  );
}

interface CallCapProps extends Pick<NumberInSentenceProps, 'label' | 'after' | 'fz' | 'c'> {
  /** In effect until the person types a number. */
  proposed: number;
  most: number;
}

/**
 * Returns the number of calls that is never exceeded, and the field for it; null: what was typed is
 * invalid. A typed number always takes precedence.
 */
export function useCallCap({ proposed, ...look }: CallCapProps): [cap: number | null, ReactNode] {
  const [typed, setTyped] = useState('');
  const cap = typed.trim() === '' ? proposed : wholeNumber(typed, look.most);
  const field = (
    <NumberInSentence
      {...look}
      before="At most"
      value={typed}
      placeholder={grouping(proposed)}
      isWrong={cap === null}
      onType={setTyped}
    />
  );
  return [cap, field];
}

interface WholeNumberProps extends Pick<NumberBoxProps, 'label'> {
  value: number;
  most: number;
  onChange: (value: number) => void;
  /** Reports whether the typed text is valid. */
  onValidity: (isValid: boolean) => void;
}

/** A number from 1; invalid text is marked and changes nothing. */
export function WholeNumber({ label, value, most, onChange, onValidity }: WholeNumberProps) {
  const [typed, setTyped] = useState(`${value}`);
  const onType = (text: string): void => {
    const number = wholeNumber(text, most);
    setTyped(text);
    onValidity(number !== null);
    if (number !== null) onChange(number);
  };
  const isWrong = wholeNumber(typed, most) === null;
  return <NumberBox label={label} value={typed} isWrong={isWrong} onType={onType} />;
}
