import { ActionIcon, TextInput } from '@mantine/core';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import classes from './QuestionList.module.css';

/** The box that finds a question: Enter opens the best one, arrow down goes into the list. */
export function FilterBox({
  value,
  onChange,
  onEnter,
  onDown,
}: {
  value: string;
  onChange: (value: string) => void;
  onEnter: () => void;
  onDown: () => void;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter();
    else if (event.key === 'ArrowDown') onDown();
    else if (event.key === 'Escape' && value !== '') onChange('');
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.filter}>
      <TextInput
        size="xs"
        aria-label="Filter endpoints"
        placeholder="Find a question"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        leftSection={<Search size={15} />}
        rightSection={
          value === '' ? null : (
            <ActionIcon size={20} aria-label="Clear the filter" onClick={() => onChange('')}>
              <X size={14} />
            </ActionIcon>
          )
        }
        spellCheck={false}
        autoComplete="off"
      />
    </div>
  );
}
