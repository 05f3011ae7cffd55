import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { wholeNumber } from '../../components/numbers.tsx';

interface WholeNumberProps {
  /** Read out: the words around it say what it is. */
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
  /** Whether what is typed can be right. */
  onJudged: (isRight: boolean) => void;
}

/** A number in a sentence, from 1 on; what can't be right is marked and changes nothing. */
export function WholeNumber({ label, value, most, onChange, onJudged }: WholeNumberProps) {
  const [typed, setTyped] = useState(`${value}`);
  const take = (text: string): void => {
    const number = wholeNumber(text, most);
    setTyped(text);
    onJudged(number !== null);
    if (number !== null) onChange(number);
  };
  return (
    <TextInput
      size="xs"
      w={76}
      inputMode="numeric"
      aria-label={label}
      value={typed}
      error={wholeNumber(typed, most) === null}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}
