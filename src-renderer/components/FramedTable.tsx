import type { ReactNode } from 'react';
import classes from './FramedTable.module.css';

interface FramedTableProps {
  /** The accessible name. */
  name: string;
  head: readonly string[];
  /** Which columns are numbers: all after the first, or the last only. */
  numbers: 'afterFirst' | 'last';
  /** In px; what is longer scrolls. Without it, the frame is as high as its rows. */
  height?: number;
  /** The rows. */
  children: ReactNode;
  /** Below the rows, in the frame. */
  after?: ReactNode;
}

/** A table of numbers in a frame that scrolls, its head always in sight. */
export function FramedTable({ name, head, numbers, height, children, after }: FramedTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={name} style={{ height }}>
      <table className={classes.table} data-numbers={numbers}>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {after}
    </section>
  );
}
