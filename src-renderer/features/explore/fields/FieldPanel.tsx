/** Inside the field picker: search, All / None / My usual, the list, the usual choice. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import { AddName } from './AddName.tsx';
import type { FieldPickerProps } from './FieldPicker.tsx';
import { FieldList } from './FieldList.tsx';
import classes from './fields.module.css';
import {
  chosenNames,
  everything,
  fieldGroups,
  isSameSelection,
  nothing,
  ownNames,
  select,
  selectionOf,
  selectionWords,
  toggle,
  usualSelection,
} from './selection.ts';

const presets = { All: 'all', None: 'none', 'My usual': 'usual' } as const;

export function FieldPanel(props: FieldPickerProps & { onDone: () => void }) {
  const { resource, selection, usual, onChange, onSaveUsual, onDone } = props;
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const groups = fieldGroups(resource, ownNames(resource, selection), search);
  const isUsual = isSameSelection(resource, selection, selectionOf(usual, false));

  const selections = {
    all: everything,
    none: nothing,
    usual: usualSelection(resource, usual),
  };
  const enterList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLInputElement>('input[tabindex="0"]')?.focus();
  };
  return (
    <>
      <div className={classes.head}>
        <TextInput
          className={classes.search}
          aria-label="Find a field"
          placeholder="Find a field"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={enterList}
          leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
          spellCheck={false}
          data-autofocus
        />
        {Object.entries(presets).map(([label, preset]) => (
          <Button
            key={preset}
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => onChange(selections[preset])}
          >
            {label}
          </Button>
        ))}
      </div>
      <FieldList
        ref={list}
        groups={groups}
        search={search}
        chosen={new Set(chosenNames(resource, selection))}
        onToggle={(name) => onChange(toggle(resource, selection, name))}
      />
      <div className={classes.foot}>
        <p className={classes.state} aria-live="polite">
          {stateWords(props)}
        </p>
        {!resource.fieldsClosed && (
          <AddName
            isChosen={(name) => chosenNames(resource, selection).includes(name)}
            onAdd={(names) =>
              onChange(select(resource, [...chosenNames(resource, selection), ...names]))
            }
          />
        )}
        <div className={classes.last}>
          <Checkbox
            classNames={{ body: classes.fieldBody }}
            label={`Use as my usual choice for ${resource.many}`}
            checked={isUsual}
            // Every field is what new questions start with anyway; nothing can't be asked for.
            disabled={selection.kind === 'none' || (isUsual && selection.kind === 'all')}
            onChange={() =>
              onSaveUsual(isUsual || selection.kind !== 'some' ? [] : selection.names)
            }
          />
          <Button variant="default" size="xs" onClick={onDone}>
            Done
          </Button>
        </div>
      </div>
    </>
  );
}

function stateWords({ resource, selection }: FieldPickerProps): string {
  switch (selection.kind) {
    case 'all':
      return 'Every field comes: none is named in the request.';
    case 'none':
      return 'Choose at least one field, or all of them.';
    case 'some':
      return `${selectionWords(resource, selection)} come; the others are not fetched.`;
    default:
      return assertNever(selection);
  }
}
