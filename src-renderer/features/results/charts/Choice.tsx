import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import classes from './Charts.module.css';

interface ChoiceProps<T extends string> {
  name: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** A small list in a line of words. */
export function Choice<T extends string>({ name, choices, value, onChange }: ChoiceProps<T>) {
  return (
    <Select
      className={classes.choice}
      size="xs"
      aria-label={name}
      data={[...choices]}
      value={value}
      allowDeselect={false}
      maxDropdownHeight={280}
      rightSection={<ChevronDown size={14} strokeWidth={1.75} aria-hidden />}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={(next) => {
        const found = choices.find((choice) => choice.value === next);
        if (found !== undefined) onChange(found.value);
      }}
    />
  );
}
