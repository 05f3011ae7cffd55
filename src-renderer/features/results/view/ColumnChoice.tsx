// oxlint-disable jsx-a11y/prefer-tag-over-role -- a list that is searched beside its input
import { Text, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { FieldName } from '#renderer/components/texts.tsx';
import { useFirstFocus } from './ConditionForm.tsx';
import classes from './Filter.module.css';
import type { AskedColumn } from './draft.ts';

interface ColumnChoiceProps {
  columns: readonly AskedColumn[];
  onChoose: (column: AskedColumn) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Every column, found by its word or its name. Arrows move, Enter chooses. */
export function ColumnChoice({ columns, onChoose }: ColumnChoiceProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const choice = useRef<HTMLDivElement>(null);
  useFirstFocus(choice);
  const found = findColumns(columns, search);
  const chosen = found[active];
  useLayoutEffect(() => {
    // Only the element knows where the chosen one is.
    if (chosen === undefined) return;
    choice.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(found.length - 1, active + step)));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (chosen !== undefined) onChoose(chosen);
    }
  };
  return (
    <div ref={choice}>
      <div className={classes.find}>
        <TextInput
          role="combobox"
          aria-label="Find a column"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
          placeholder="Find a column"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Columns" className={classes.columns}>
        {found.map((column, place) => (
          // The input has the keys and the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={column.field}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === active}
            className={classes.column}
            onClick={() => onChoose(column)}
          >
            <FieldName label={column.label} field={column.field} />
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <Text c="var(--text-2)" px={16} pb={16}>
          No column matches “{search.trim()}”.
        </Text>
      )}
    </div>
  );
}

/** Those that begin so come first, else in the order given: “posted” means *Posted*. */
export function findColumns(columns: readonly AskedColumn[], search: string): AskedColumn[] {
  const sought = search.trim().toLowerCase();
  const rank = ({ label, field }: AskedColumn): number => {
    const names = [label.toLowerCase(), field.toLowerCase()];
    if (names.some((name) => name.startsWith(sought))) return 0;
    return names.some((name) => name.includes(sought)) ? 1 : 2;
  };
  return [0, 1].flatMap((wanted) => columns.filter((column) => rank(column) === wanted));
}
