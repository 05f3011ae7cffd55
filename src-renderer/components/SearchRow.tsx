import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import classes from './SearchRow.module.css';

interface SearchRowProps {
  /** "Search metrics". */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** How many there are. */
  found: string;
}

/** Above a table: finding some of its rows. */
export function SearchRow({ label, search, onSearch, found }: SearchRowProps) {
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.search}
        aria-label={label}
        placeholder={label}
        leftSection={<Search size={14} />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <output className={classes.found}>{found}</output>
    </div>
  );
}
