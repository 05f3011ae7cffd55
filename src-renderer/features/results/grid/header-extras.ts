/** What other parts put into the header of the grid. */
import type { ReactNode } from 'react';
import type { PlacedColumn } from './use-grid-columns.ts';

export interface HeaderExtras {
  /** In px: `headerHeight`, or `tallHeaderHeight` where there is something below the names. */
  height: number;
  /** Under the name, as wide as the column less its padding. */
  below?: (column: PlacedColumn) => ReactNode;
}
