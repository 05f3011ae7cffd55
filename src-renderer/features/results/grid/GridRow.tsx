// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { memo, useContext } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { inputField } from '#shared/contract/list.ts';
import type { Row } from '#shared/contract/run.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { useRow, useRowNumber } from '#renderer/state/rows.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { assertNever } from '#shared/assert-never.ts';
import { momentTitle } from '#renderer/components/dates.ts';
import { cellView, groupDigits, itemsText } from '../values/cell-view.ts';
import type { CellView } from '../values/cell-view.ts';
import type { DateLook } from '../values/moments.ts';
import classes from './Grid.module.css';
import { ChangeMarksContext, markOf } from './columns.ts';
import type { ChangeMarks } from './columns.ts';
import type { DrawnRow } from './row-scroll.ts';
import type { PlacedColumn } from './use-grid-columns.ts';

interface GridRowProps {
  view: RowView;
  index: number;
  top: number;
  /** The scrolling columns that are on screen. */
  columns: readonly PlacedColumn[];
  /** The columns at the left edge: drawn by `StuckCells`, but cells of this row. */
  stuck: readonly PlacedColumn[];
  /** Width of the row numbers and the stuck columns, in px. */
  offset: number;
  /** The field of the active cell if it is in this row. */
  activeField: string | null;
  /** Whether *Details* shows it. */
  isRead: boolean;
  gridId: string;
  /** The fields of its selected cells; null for none. */
  selected: ReadonlySet<string> | null;
  dates: DateLook;
}

/** One row: rendered again only if its data, its position or the shown columns change. */
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
      {stuck.length > 0 && screenReaderCells(row, props)}
      {drawCells(row, marks, props)}
    </div>
  );
});

/**
 * The cells of a row in the columns that don't scroll horizontally, for display only: they are in a
 * layer of their own, while the cells for screen readers must be inside the row.
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

/** Renders cells side by side in the flow of the row, starting at the first of them. */
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

/** Renders the cells of stuck columns for screen readers. */
function screenReaderCells(row: Row | undefined, props: GridRowProps) {
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

/** A placeholder for a value that is still being read. */
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
  // An input is a name or an id, which shouldn't wrap.
  if (content.wraps === true && column.field !== inputField) names += ` ${classes.wraps}`;
  return content.className === undefined ? names : `${names} ${content.className}`;
}

interface RowNumbersProps {
  view: RowView;
  rows: readonly DrawnRow[];
  width: number;
  activeRow: number | null;
  /** Page numbers (from 1) by their first row. */
  pageStarts: ReadonlyMap<number, number>;
  /** Whether the whole row is selected. */
  isSelected: (row: number) => boolean;
}

/** The numbers at the left edge: a row keeps its number in filtered and sorted views. */
export function RowNumbers(props: RowNumbersProps) {
  const { view, rows, width, activeRow, pageStarts, isSelected } = props;
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
          {isInOrder ? index + 1 : <ReadNumber view={view} index={index} />}
        </div>
      ))}
    </div>
  );
}

const numberClass = (isActive: boolean, isSelected: boolean): string =>
  [classes.number, isActive && classes.activeNumber, isSelected && classes.selected]
    .filter(Boolean)
    .join(' ');

/** The number of a row, which is known once the row has been read. */
function ReadNumber({ view, index }: { view: RowView; index: number }) {
  const number = useRowNumber(view, index);
  return number === undefined ? null : number + 1;
}

/** A line above the first row of each page; the title of the row's number names the page. */
export const PageLines = ({ rows, pageStarts }: Pick<RowNumbersProps, 'rows' | 'pageStarts'>) =>
  rows
    .filter(({ index }) => index > 0 && pageStarts.has(index))
    .map(({ top, key }) => (
      <div key={key} aria-hidden className={classes.pageLine} style={{ top }} />
    ));

/**
 * Marks both halves of the row under the pointer, since pinned columns are rendered separately.
 * Directly in the DOM, because rendering rows for each movement would cost frames. For `onPointerOver`
 * and `onPointerLeave` of the element around the rows.
 */
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

/** Returns the id of a cell's element; row −1 is the header. `gridId`: that of its grid. */
export const cellId = (gridId: string, row: number, column: { index: number }): string =>
  `${gridId}-${row}-${column.index}`;

/** The content of a cell's element: no further element where possible, for speed. */
interface CellContent {
  className?: string | undefined;
  dir?: 'auto' | 'ltr';
  title?: string;
  /** Whether it may take more than one line, if rows are that high. */
  wraps?: boolean;
  /** Text nodes only: data from the service is never markup. */
  children: ReactNode;
}

/** `width`: that of the cell, in px. */
function cellContent(view: CellView, width: number, dates: DateLook): CellContent {
  switch (view.kind) {
    case 'missing':
      return { children: null };
    case 'null':
      return { className: classes.faint, children: '–' };
    case 'emptyText':
      return { className: classes.faint, children: 'empty' };
    case 'boolean':
      return view.value ? { children: 'Yes' } : { className: classes.faint, children: 'No' };
    case 'text':
      return { className: classes.text, dir: 'auto', wraps: true, children: view.text };
    case 'username':
      return { dir: 'ltr', children: view.text };
    case 'id':
      return { className: classes.id, dir: 'ltr', children: view.text };
    case 'number':
      return view.at === null
        ? { children: view.text }
        : { title: momentTitle(view.at, view.text, dates), children: view.text };
    case 'date':
      return {
        className: classes.date,
        title: momentTitle(view.at, view.sent, dates),
        children: view.text,
      };
    case 'link':
      return {
        dir: 'ltr',
        children: (
          <span className={classes.link} data-link={view.address}>
            {view.text}
          </span>
        ),
      };
    case 'tags':
      return { children: <Tags tags={view.tags} count={view.count} width={width} /> };
    case 'items':
      return { className: classes.faint, children: itemsText(view.count) };
    case 'object':
      return { className: classes.json, dir: 'ltr', wraps: true, children: view.text };
    default:
      return assertNever(view);
  }
}

function Tags({ tags, count, width }: { tags: string[]; count: number; width: number }) {
  const shown = tagsThatFit(tags, count, width);
  return (
    <span className={classes.tags}>
      {tags.slice(0, shown).map((tag, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list may hold a value twice
        <span key={index} dir="auto" className={classes.tag}>
          {tag}
        </span>
      ))}
      {count > shown && <span className={classes.more}>+{groupDigits(String(count - shown))}</span>}
    </span>
  );
}

// Estimates of what fits in a cell, in px: measuring would cost a layout per cell.

const padding = 20;
const frame = 18;
const moreWidth = 28;

/** Estimates the width of a text at 12 px: ideographs and emoji are about twice as wide as letters. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 12.5 : 7;
  return width;
}

/** Returns how many of `count` tags are shown in a cell of `width` px; at least one. */
export function tagsThatFit(tags: readonly string[], count: number, width: number): number {
  let left = width - padding;
  for (const [index, tag] of tags.entries()) {
    left -= textWidth(tag) + frame;
    const isLast = index + 1 === count;
    if (left < (isLast ? 0 : moreWidth)) return Math.max(1, index);
  }
  return Math.max(1, tags.length);
}
