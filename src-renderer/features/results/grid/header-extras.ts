/** What other parts put into the header of the grid and into the menu of a column. */
import type { ReactNode } from 'react';
import type { MenuItem } from '../columns/column-items.ts';
import { headerHeight } from './sizes.ts';
import type { PlacedColumn } from './use-grid-columns.ts';

export interface HeaderExtras {
  /** In px: `headerHeight`, or `tallHeaderHeight` where there is something below the names. */
  height: number;
  /** A click on a name, or Enter on the active one; `adds` with Shift. */
  onName?: (column: PlacedColumn, adds: boolean) => void;
  /** For `aria-sort`; undefined where rows are not sorted by the column. */
  sortOf?: (column: PlacedColumn) => 'ascending' | 'descending' | undefined;
  /** Small, beside the name: an arrow, a funnel. */
  mark?: (column: PlacedColumn) => ReactNode;
  /** Under the name, as wide as the column less its padding. */
  below?: (column: PlacedColumn) => ReactNode;
  /** A section of the column's menu above what every column offers. */
  menuItems?: (column: PlacedColumn) => readonly MenuItem[];
}

/** Names only. */
export const plainHeader: HeaderExtras = { height: headerHeight };
