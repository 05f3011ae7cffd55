// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { memo } from 'react';
import { useRow, type RowView } from '#renderer/state/rows.ts';
import { cellView } from '../values/cell-view.ts';
import type { DateLook } from '../values/date-look.ts';
import { dressCell, type CellDress } from './cell-dress.tsx';
import classes from './Grid.module.css';
import type { PlacedColumn } from './use-grid-columns.ts';

interface GridRowProps {
  view: RowView;
  index: number;
  top: number;
  columns: readonly PlacedColumn[];
  numberWidth: number;
  /** The active cell's column when the row is the active one. */
  activeField: string | null;
  activeId: string;
  /** The fields of its selected cells; null for none. */
  selected: ReadonlySet<string> | null;
  dates: DateLook;
}

/** One row: drawn again only when its own row, its place or the shown columns change. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { view, index, top, columns, numberWidth, activeField, activeId, selected, dates } = props;
  const row = useRow(view, index);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className={activeField === null ? classes.row : `${classes.row} ${classes.activeRow}`}
      style={{ top }}
    >
      {columns.map((column) => {
        const isActive = column.field === activeField;
        const isSelected = selected !== null && selected.has(column.field);
        const dress =
          row === undefined
            ? bone
            : dressCell(cellView(row, column, dates.zone), column.width, dates);
        return (
          <div
            key={column.field}
            role="gridcell"
            aria-colindex={column.index + 1}
            data-field={column.field}
            id={isActive ? activeId : undefined}
            aria-selected={isSelected || undefined}
            className={cellClass(column, isActive, isSelected, dress.className)}
            dir={dress.dir}
            title={dress.title}
            style={{ left: numberWidth + column.left, width: column.width }}
          >
            {dress.children}
          </div>
        );
      })}
    </div>
  );
});

/** Stands for a value that is still being read. */
const bone: CellDress = { children: <span className={classes.bone} aria-hidden /> };

function cellClass(
  column: PlacedColumn,
  isActive: boolean,
  isSelected: boolean,
  worn: string | undefined,
): string {
  let names = classes.cell ?? '';
  if (column.isRight) names += ` ${classes.right}`;
  if (isSelected) names += ` ${classes.selected}`;
  if (isActive) names += ` ${classes.activeCell}`;
  return worn === undefined ? names : `${names} ${worn}`;
}
