import { TextInput } from '@mantine/core';
import { useState } from 'react';

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
  const [isRight, setRight] = useState(true);
  const take = (text: string): void => {
    const number = Number(text.replaceAll(/[\s,]/g, ''));
    const fits = Number.isInteger(number) && number >= 1 && number <= most;
    setTyped(text);
    setRight(fits);
    onJudged(fits);
    if (fits) onChange(number);
  };
  return (
    <TextInput
      size="xs"
      w={76}
      inputMode="numeric"
      aria-label={label}
      value={typed}
      error={!isRight}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}
