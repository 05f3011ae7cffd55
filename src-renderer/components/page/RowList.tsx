import type { ReactNode } from 'react';
import classes from './RowList.module.css';

interface RowListProps {
  /** Where the section's name does not say it. */
  label?: string;
  /** The order means something: time. */
  ordered?: boolean;
  /** `<li>` elements. */
  children: ReactNode;
}

/** Rows in a frame with lines between them, each laid out by whoever lists them. */
export function RowList({ label, ordered = false, children }: RowListProps) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={classes.list} aria-label={label}>
      {children}
    </List>
  );
}
