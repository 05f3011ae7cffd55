// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { UnstyledButton } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { memo, type MouseEvent, type PointerEventHandler, type ReactNode } from 'react';
import type { MenuLine } from '#renderer/components/popups.tsx';
import { useDrag } from '../use-drag.ts';
import { cellId } from './GridRow.tsx';
import classes from './Header.module.css';
import { headerKeys } from './grid-keys.ts';
import { headerHeight } from './sizes.ts';
import type { GridColumns, PlacedColumn } from './use-grid-columns.ts';

interface GridHeaderProps {
  gridId: string;
  stuck: readonly PlacedColumn[];
  stuckWidth: number;
  /** Those of the other columns that are on screen. */
  scrolled: readonly PlacedColumn[];
  numberWidth: number;
  activeField: string | null;
  /** The column whose menu is open. */
  openField: string | null;
  extras: HeaderExtras;
  actions: HeaderActions;
  /** Starts dragging a header. */
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

/** The actions of headers, the same for all of them. */
export interface HeaderActions extends Pick<GridColumns, 'resize' | 'keepWidth'> {
  fit: (field: string) => void;
  openMenu: (field: string) => void;
}

interface HeaderCellProps {
  column: PlacedColumn;
  /** Position of column 0 in the parent element, in px. */
  offset: number;
  id: string;
  isActive: boolean;
  /** Whether its menu is open. */
  isOpen: boolean;
  extras: HeaderExtras;
  actions: HeaderActions;
}

/**
 * A column's name, with its menu, its resize handle, and what other features add beside and below the
 * name.
 */
function HeaderCell(props: HeaderCellProps) {
  const { column, offset, id, isActive, isOpen, extras, actions } = props;
  const { field, label } = column;
  const onName = (event: MouseEvent): void => extras.onName?.(column, event.shiftKey);
  return (
    <div
      role="columnheader"
      aria-label={label}
      aria-colindex={column.index + 1}
      aria-sort={extras.sortOf?.(column)}
      aria-keyshortcuts={headerKeys}
      data-field={field}
      id={id}
      title={label === field ? undefined : field}
      className={[
        classes.cell,
        column.isRight ? classes.right : '',
        isActive ? classes.active : '',
        isOpen ? classes.open : '',
      ].join(' ')}
      style={{ left: offset + column.left, width: column.width }}
    >
      {/* It gets key events as the active cell of the grid, which has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={classes.name} data-name onClick={onName}>
        <span className={classes.label}>{label}</span>
        {extras.mark?.(column)}
      </div>
      {extras.below !== undefined && <div className={classes.below}>{extras.below(column)}</div>}
      <UnstyledButton
        tabIndex={-1}
        aria-label={`Column menu: ${label}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={classes.menu}
        onClick={() => actions.openMenu(field)}
      >
        <EllipsisVertical size={14} />
      </UnstyledButton>
      <ResizeHandle column={column} actions={actions} />
    </div>
  );
}

/** Drag to resize, double-click to fit the content. Keys and the menu do the same. */
function ResizeHandle({ column, actions }: Pick<HeaderCellProps, 'column' | 'actions'>) {
  const { field, width } = column;
  const { resize, keepWidth, fit } = actions;
  const begin = useDrag(({ clientX: startedAt }) => {
    let changed = width;
    return {
      move: ({ clientX }) => {
        changed = width + clientX - startedAt;
        resize(field, changed);
        return clientX !== startedAt;
      },
      end: (isDropped) => {
        // A click, or the first half of a double-click, changes nothing.
        if (isDropped) keepWidth(field, changed);
        else if (changed !== width) resize(field, width);
      },
    };
  });

  return (
    <div
      aria-hidden
      className={classes.handle}
      onPointerDown={(event) => {
        event.preventDefault();
        // The header would start a drag.
        event.stopPropagation();
        begin(event);
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => fit(field)}
    />
  );
}

export interface HeaderExtras {
  /** In px: `headerHeight`, or `tallHeaderHeight` if there is something below the names. */
  height: number;
  /** Handles a click on a name, or Enter on the active one; `adds` with Shift. */
  onName?: (column: PlacedColumn, adds: boolean) => void;
  /** For `aria-sort`; undefined if rows are not sorted by the column. */
  sortOf?: (column: PlacedColumn) => 'ascending' | 'descending' | undefined;
  /** A small icon beside the name: an arrow, a funnel. */
  mark?: (column: PlacedColumn) => ReactNode;
  /** Below the name, as wide as the column without its padding. */
  below?: (column: PlacedColumn) => ReactNode;
  /** A section of the column's menu above the items of every column. */
  menuItems?: (column: PlacedColumn) => readonly MenuLine[];
}

/** Names only. */
export const plainHeader: HeaderExtras = { height: headerHeight };
