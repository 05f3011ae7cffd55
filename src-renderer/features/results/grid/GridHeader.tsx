// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { memo, type PointerEventHandler } from 'react';
import { cellId } from './cell-id.ts';
import { HeaderCell, type HeaderActions } from './HeaderCell.tsx';
import classes from './Header.module.css';
import type { HeaderExtras } from './header-extras.ts';
import type { PlacedColumn } from './use-grid-columns.ts';

interface GridHeaderProps {
  gridId: string;
  stuck: readonly PlacedColumn[];
  stuckWidth: number;
  /** Those on screen of the others. */
  scrolled: readonly PlacedColumn[];
  numberWidth: number;
  activeField: string | null;
  /** The column whose menu is open. */
  openField: string | null;
  extras: HeaderExtras;
  actions: HeaderActions;
  /** A header is moved by dragging it. */
  onPointerDown: PointerEventHandler<HTMLElement>;
}

export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { gridId, stuck, stuckWidth, scrolled, numberWidth, activeField, openField } = props;
  const { extras, actions, onPointerDown } = props;
  const cell = (column: PlacedColumn, offset: number) => (
    <HeaderCell
      key={column.field}
      column={column}
      offset={offset}
      id={cellId(gridId, -1, column)}
      isActive={column.field === activeField}
      isOpen={column.field === openField}
      extras={extras}
      actions={actions}
    />
  );
  return (
    <div role="rowgroup" className={classes.head} style={{ height: extras.height }}>
      <div role="row" aria-rowindex={1} className={classes.row} onPointerDown={onPointerDown}>
        <div className={classes.stuck} style={{ width: numberWidth + stuckWidth }}>
          {stuck.map((column) => cell(column, numberWidth))}
        </div>
        {scrolled.map((column) => cell(column, numberWidth + stuckWidth))}
      </div>
    </div>
  );
});
