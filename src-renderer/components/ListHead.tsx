import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import classes from './ListHead.module.css';

interface ListHeadProps {
  /** "Find a column". */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** Its one box with `tabIndex` 0 is where the arrow down leads to. */
  list: RefObject<HTMLElement | null>;
  /** What is done with everything that is found. */
  children: ReactNode;
}

/** Above a list of boxes to tick: finding some of them, and acting on all of these. */
export function ListHead({ label, search, onSearch, list, children }: ListHeadProps) {
  const enterList = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLInputElement>('input[tabindex="0"]')?.focus();
  };
  return (
    <div className={classes.head}>
      <TextInput
        className={classes.search}
        aria-label={label}
        placeholder={label}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={enterList}
        leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
        spellCheck={false}
        data-autofocus
      />
      {children}
    </div>
  );
}
