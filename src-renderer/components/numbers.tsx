/** Whole numbers as people type them, and the box for one inside a sentence. */
import { Group, type GroupProps, TextInput } from '@mantine/core';

/** Returns the number from 1 to `most`; thousands may be set apart. Null: it is none, or beyond. */
export function wholeNumber(typed: string, most: number): number | null {
  const value = Number(typed.replaceAll(/[\s,]/g, ''));
  return Number.isInteger(value) && value >= 1 && value <= most ? value : null;
}

interface NumberInSentenceProps extends Omit<GroupProps, 'onChange' | 'children'> {
  /** "Never more than". */
  before: string;
  /** "calls in all." */
  after: string;
  /** Read out: the words around it don't say it alone. */
  label: string;
  /** As typed. */
  value: string;
  placeholder?: string;
  isWrong: boolean;
  onType: (typed: string) => void;
}

export function NumberInSentence(props: NumberInSentenceProps) {
  const { before, after, label, value, placeholder, isWrong, onType, ...look } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- Mantine's input is one
    <Group component="label" gap={6} wrap="nowrap" {...look}>
      {before}
      <TextInput
        size="xs"
        w={76}
        inputMode="numeric"
        aria-label={label}
        value={value}
        placeholder={placeholder}
        error={isWrong}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {after}
    </Group>
  );
}
