/** For lists we assume: says so, and takes names that the list doesn't have. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { maxFieldNameLength } from '#shared/query/types.ts';
import { isFieldName } from '#shared/query/validate.ts';
import { splitIds } from '#shared/query/values.ts';
import { TextLink } from '../../../components/TextLink.tsx';
import classes from './fields.module.css';

interface AddNameProps {
  isChosen: (name: string) => boolean;
  onAdd: (names: readonly string[]) => void;
}

export function AddName({ isChosen, onAdd }: AddNameProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);

  const add = () => {
    const names = splitIds(text);
    const wrong = complainAboutNames(names, isChosen);
    setMessage(wrong);
    if (wrong !== null) return;
    onAdd(names);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div>
      <p className={classes.assumed}>
        Assumed names: the service doesn’t publish this list. It may refuse a name.{' '}
        {!open && <TextLink onClick={() => setOpen(true)}>Add a name</TextLink>}
      </p>
      {open && (
        <div className={classes.adding}>
          <TextInput
            className={classes.newName}
            size="xs"
            aria-label="Name of the field"
            placeholder="viewCount"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setMessage(null);
            }}
            onKeyDown={onKeyDown}
            error={message}
            spellCheck={false}
            // The person just asked for it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
          <Button variant="default" size="xs" onClick={add}>
            Add
          </Button>
        </div>
      )}
    </div>
  );
}

function complainAboutNames(
  names: readonly string[],
  isChosen: (name: string) => boolean,
): string | null {
  if (names.length === 0) return 'Type the name as the service writes it.';
  const wrong = names.find((name) => !isFieldName(name) || name.length > maxFieldNameLength);
  if (wrong !== undefined) {
    return `“${wrong}” can’t be a name: letters, digits, _ and . only, and no digit first.`;
  }
  const known = names.find(isChosen);
  return known === undefined ? null : `“${known}” is chosen already.`;
}
