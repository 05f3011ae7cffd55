import { TextInput } from '@mantine/core';
import { Search, X } from 'lucide-react';
import classes from './HistoryPage.module.css';
import { changeFilter, useHistoryView } from './view-state.ts';

/** Finds runs by words, names, notes and values. */
export function SearchBox() {
  const search = useHistoryView(({ filter }) => filter.search);
  const set = (next: string): void => changeFilter({ search: next });
  return (
    <TextInput
      className={classes.search}
      aria-label="Search history"
      placeholder="Search history"
      value={search}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && search !== '') set('');
      }}
      leftSection={<Search size={15} aria-hidden />}
      rightSection={
        search === '' ? null : (
          <button
            type="button"
            className={classes.clear}
            aria-label="Clear the search"
            onClick={() => set('')}
          >
            <X size={14} aria-hidden />
          </button>
        )
      }
      spellCheck={false}
      autoComplete="off"
    />
  );
}
