import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Sort } from '#shared/contract/view.ts';
import classes from './SortMark.module.css';

interface SortMarkProps {
  direction: Sort['direction'];
  /** From 1; null where only one column is sorted by. */
  place: number | null;
}

/** An arrow beside a name, and which of several it is. `aria-sort` says it to those who listen. */
export function SortMark({ direction, place }: SortMarkProps) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <span aria-hidden className={classes.mark}>
      <Arrow size={14} />
      {place}
    </span>
  );
}
