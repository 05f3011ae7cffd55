// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { memo, useContext, type PointerEvent } from 'react';
import { inputField } from '#shared/contract/list.ts';
import type { Row } from '#shared/contract/run.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { useRow, useRowNumber, type RowView } from '#renderer/state/rows.ts';
import { cellView } from '../values/cell-view.ts';
import type { DateLook } from '../values/moments.ts';
import classes from './Grid.module.css';
import { cellContent, type CellContent } from './cell-content.tsx';
import { ChangeMarksContext, markOf, type ChangeMarks } from './columns.ts';
import type { PlacedColumn } from './use-grid-columns.ts';
import type { DrawnRow } from './use-grid-scroll.ts';

interface GridRowProps {
  view: RowView;
  index: number;
  top: number;
  /** Those that scroll, as far as they are on screen. */
  columns: readonly PlacedColumn[];
  /** Those that stay at the left edge: drawn there by `StuckCells`, but cells of this row. */
  stuck: readonly PlacedColumn[];
  /** Px that the row numbers and the stuck columns take. */
  offset: number;
  /** The active cell's column when the row is the active one. */
  activeField: string | null;
  /** *Details* shows it. */
  isRead: boolean;
  gridId: string;
  /** The fields of its selected cells; null for none. */
  selected: ReadonlySet<string> | null;
  dates: DateLook;
}

/** One row: drawn again only when its own row, its place or the shown columns change. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { view, index, top, stuck } = props;
  const row = useRow(view, index);
  const marks = useContext(ChangeMarksContext);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-current={props.isRead || undefined}
      data-row={index}
      className={rowClass(props)}
      style={{ top, paddingLeft: props.offset + (props.columns[0]?.left ?? 0) }}
    >
      {stuck.length > 0 && spokenCells(row, props)}
      {drawCells(row, marks, props)}
    </div>
  );
});

/**
 * The cells of a row in the columns that don't scroll sideways, for the eye alone: they lie in a
 * layer of their own, and a row's cells must be inside the row.
 */
export const StuckCells = memo(function StuckCells(
  props: Omit<GridRowProps, 'stuck'> & { width: number },
) {
  const { view, index, top, width, offset } = props;
  const row = useRow(view, index);
  const marks = useContext(ChangeMarksContext);
  return (
    <div data-row={index} className={rowClass(props)} style={{ top, left: offset, width }}>
      {drawCells(row, marks, props)}
    </div>
  );
});

const rowClass = ({ activeField, isRead }: Pick<GridRowProps, 'activeField' | 'isRead'>) =>
  activeField === null && !isRead ? classes.row : `${classes.row} ${classes.activeRow}`;

/** Side by side in the flow of the row, which begins where the first of them does. */
function drawCells(
  row: Row | undefined,
  marks: ChangeMarks | null,
  props: Omit<GridRowProps, 'stuck'>,
) {
  const { index, columns, activeField, gridId, selected, dates } = props;
  return columns.map((column) => {
    const isActive = column.field === activeField;
    const isSelected = selected !== null && selected.has(column.field);
    const content =
      row === undefined
        ? bone
        : cellContent(cellView(row, column, dates.zone), column.width, dates);
    return (
      <div
        key={column.field}
        role="gridcell"
        aria-colindex={column.index + 1}
        data-field={column.field}
        data-change={markOf(marks, row, column.field)}
        id={isActive && !column.isStuck ? cellId(gridId, index, column) : undefined}
        aria-selected={isSelected || undefined}
        className={cellClass(column, isActive, isSelected, content)}
        dir={content.dir}
        title={content.title}
        style={{ width: column.width }}
      >
        {content.children}
      </div>
    );
  });
}

/** The same cells for screen readers. */
function spokenCells(row: Row | undefined, props: GridRowProps) {
  const { index, stuck, gridId, selected, dates } = props;
  return stuck.map((column) => (
    <div
      key={`spoken ${column.field}`}
      role="gridcell"
      aria-colindex={column.index + 1}
      aria-selected={selected?.has(column.field) === true || undefined}
      id={cellId(gridId, index, column)}
      className={classes.spoken}
    >
      {row !== undefined &&
        cellContent(cellView(row, column, dates.zone), column.width, dates).children}
    </div>
  ));
}

/** Stands for a value that is still being read. */
const bone: CellContent = { children: <span className={classes.bone} aria-hidden /> };

function cellClass(
  column: PlacedColumn,
  isActive: boolean,
  isSelected: boolean,
  content: CellContent,
): string {
  let names = classes.cell ?? '';
  if (column.isRight) names += ` ${classes.right}`;
  if (isSelected) names += ` ${classes.selected}`;
  if (isActive) names += ` ${classes.activeCell}`;
  // An input is a name or an id, which breaks badly.
  if (content.wraps === true && column.field !== inputField) names += ` ${classes.wraps}`;
  return content.className === undefined ? names : `${names} ${content.className}`;
}

interface RowNumbersProps {
  view: RowView;
  rows: readonly DrawnRow[];
  /** Of the view's first row, from 1, where all rows are shown as they arrived. */
  firstNumber: number;
  width: number;
  activeRow: number | null;
  /** Pages (from 1) by their first row. */
  pageStarts: ReadonlyMap<number, number>;
  /** Whole rows that are selected. */
  isSelected: (row: number) => boolean;
}

/** The numbers at the left edge: a row keeps its number whatever is hidden or sorted. */
export function RowNumbers(props: RowNumbersProps) {
  const { view, rows, firstNumber, width, activeRow, pageStarts, isSelected } = props;
  const isInOrder = isEveryRow(view.view);
  return (
    <div className={classes.numbers} style={{ width }}>
      {rows.map(({ index, top, key }) => (
        <div
          key={key}
          data-number-of={index}
          className={numberClass(index === activeRow, isSelected(index))}
          title={pageStarts.has(index) ? `Page ${pageStarts.get(index)}` : undefined}
          style={{ top }}
        >
          {isInOrder ? firstNumber + index : <ReadNumber view={view} index={index} />}
        </div>
      ))}
    </div>
  );
}

const numberClass = (isActive: boolean, isSelected: boolean): string =>
  [classes.number, isActive && classes.activeNumber, isSelected && classes.selected]
    .filter(Boolean)
    .join(' ');

/** Known once the row has been read. */
function ReadNumber({ view, index }: { view: RowView; index: number }) {
  const number = useRowNumber(view, index);
  return number === undefined ? null : number + 1;
}

/** A line above the first row of each page; its number is the title of the row's number. */
export function PageLines({ rows, pageStarts }: Pick<RowNumbersProps, 'rows' | 'pageStarts'>) {
  return rows
    .filter(({ index }) => index > 0 && pageStarts.has(index))
    .map(({ top, key }) => (
      <div key={key} aria-hidden className={classes.pageLine} style={{ top }} />
    ));
}

// Marks both halves of the row under the pointer, where some columns are drawn apart from the
// others. By hand, because drawing rows again for each move of the pointer would cost frames.

/** For `onPointerOver` and `onPointerLeave` of what is around the rows. */
export function hoverRow({ type, target, currentTarget }: PointerEvent<HTMLElement>): void {
  const row = target instanceof Element && type !== 'pointerleave' ? rowOf(target) : null;
  for (const marked of currentTarget.querySelectorAll<HTMLElement>('[data-hovered]')) {
    if (marked.dataset['row'] !== row) delete marked.dataset['hovered'];
  }
  if (row === null) return;
  for (const half of currentTarget.querySelectorAll<HTMLElement>(`[data-row="${row}"]`)) {
    half.dataset['hovered'] = '';
  }
}

const rowOf = (target: Element): string | null =>
  target.closest('[data-row]')?.getAttribute('data-row') ?? null;

/** Id of a cell's element; row −1 is the header. `gridId`: of the grid the cell is in. */
export const cellId = (gridId: string, row: number, column: { index: number }): string =>
  `${gridId}-${row}-${column.index}`;
