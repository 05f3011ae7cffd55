import classes from './Grid.module.css';
import type { GridRowPlace } from './use-grid-scroll.ts';

interface RowNumbersProps {
  rows: readonly GridRowPlace[];
  /** Of the view's first row, from 1. */
  firstNumber: number;
  width: number;
  activeRow: number | null;
}

/**
 * The numbers at the left edge, in arrival order. One sticky strip for all rows: a sticky cell in
 * each would be a layer of its own, which costs more per frame than everything else together.
 */
export function RowNumbers({ rows, firstNumber, width, activeRow }: RowNumbersProps) {
  return (
    <div aria-hidden className={classes.numbers} style={{ width }}>
      {rows.map(({ index, top, key }) => (
        <div
          key={key}
          data-number-of={index}
          className={
            index === activeRow ? `${classes.number} ${classes.activeNumber}` : classes.number
          }
          style={{ top }}
        >
          {firstNumber + index}
        </div>
      ))}
    </div>
  );
}
