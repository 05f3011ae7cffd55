/** What other parts put into the header of the grid. */
import type { ReactNode } from 'react';
import type { PlacedColumn } from './use-grid-columns.ts';

export interface HeaderExtras {
  /** A click on a name, or Enter on the active one; `adds` with Shift. */
  onName?: (column: PlacedColumn, adds: boolean) => void;
  /** For `aria-sort`; undefined where rows are not sorted by the column. */
  sortOf?: (column: PlacedColumn) => 'ascending' | 'descending' | undefined;
  /** Small, beside the name: an arrow, a funnel. */
  mark?: (column: PlacedColumn) => ReactNode;
}
