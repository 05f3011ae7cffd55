import classes from './Grid.module.css';
import type { GridRowPlace } from './use-grid-scroll.ts';

interface PageLinesProps {
  rows: readonly GridRowPlace[];
  /** Pages (from 1) by their first row. */
  pageStarts: ReadonlyMap<number, number>;
}

/** A line above the first row of each page; its number is the title of the row's number. */
export function PageLines({ rows, pageStarts }: PageLinesProps) {
  return rows
    .filter(({ index }) => index > 0 && pageStarts.has(index))
    .map(({ top, key }) => (
      <div key={key} aria-hidden className={classes.pageLine} style={{ top }} />
    ));
}
