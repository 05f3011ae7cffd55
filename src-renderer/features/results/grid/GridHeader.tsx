// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { UnstyledButton } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEventHandler, ReactNode, RefObject } from 'react';
import type { MenuLine } from '#renderer/components/popups.tsx';
import type { Column } from '#shared/contract/run.ts';
import { changeColumnLayout, columnLayout } from '#renderer/state/workspace.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { useDrag } from '../use-drag.ts';
import { columnItems } from '../columns/ColumnMenu.tsx';
import type { ColumnActions } from '../columns/ColumnMenu.tsx';
import { resetColumns } from '../columns/ColumnsButton.tsx';
import {
  arrangeByLayout,
  fieldsNotEmpty,
  stepBeside,
  withHidden,
  withMoved,
  withPinned,
} from '../columns/layout.ts';
import type { ColumnEdges } from '../columns/layout.ts';
import { useColumnDrag } from '../columns/use-column-drag.ts';
import { activateCell, useHandedOverState } from '../view-state.ts';
import { cellId } from './GridRow.tsx';
import classes from './Header.module.css';
import { headerAction, headerKeys } from './grid-keys.ts';
import { headerHeight } from './sizes.ts';
import type { GridColumns, PlacedColumn } from './use-grid-columns.ts';
import { clampWidth } from './columns.ts';

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
      title={label === field ? label : `${label} (${field})`}
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

// The header's behaviour: its keys, the menu of a column, and moving a column by its header.

/** Step by which Alt and an arrow move a column's edge, in px. */
const widthStep = 16;

interface GridHeaderOptions {
  element: RefObject<HTMLDivElement | null>;
  view: RowView;
  /** Columns of the run, in their default order. */
  columns: readonly Column[];
  resourceId: string;
  grid: GridColumns;
  numberWidth: number;
  /** Width of the overlay at the right edge, in px. */
  coveredRight: number;
  header: HeaderExtras;
  /** The column whose header is the active cell. */
  activeColumn: PlacedColumn | undefined;
  reveal: (column: PlacedColumn) => void;
  /** Reports to a screen reader. */
  announce: (words: string) => void;
}

export function useGridHeader(options: GridHeaderOptions) {
  const { element, view, grid, numberWidth, coveredRight, header, activeColumn, reveal } = options;
  const { placed, stuckWidth, resize, keepWidth } = grid;
  const [openField, setOpenField] = useHandedOverState<string | null>(`menu ${view.runId}`, null);
  const columnActions = useColumnActions(options);

  const edgesOf = ({ field, isPinned, isStuck, left, width }: PlacedColumn): ColumnEdges => {
    const scrolled = stuckWidth - (element.current?.scrollLeft ?? 0);
    const start = numberWidth + left + (isStuck ? 0 : scrolled);
    return { field, isPinned, start, end: start + width };
  };
  const { drag, begin } = useColumnDrag({
    axis: 'x',
    scroller: element,
    edges: () => placed.map(edgesOf),
    covered: { start: numberWidth + stuckWidth, end: coveredRight },
    onDrop: columnActions.move,
  });

  const { fit } = columnActions;
  const actions = useMemo(
    (): HeaderActions => ({ resize, keepWidth, fit, openMenu: setOpenField }),
    [resize, keepWidth, fit, setOpenField],
  );

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const action = activeColumn === undefined ? null : headerAction(event);
    if (activeColumn === undefined || action === null) return false;
    event.preventDefault();
    const { field, width } = activeColumn;
    switch (action) {
      case 'menu':
        reveal(activeColumn);
        setOpenField(field);
        break;
      case 'name':
        header.onName?.(activeColumn, event.shiftKey);
        break;
      case 'narrower':
      case 'wider':
        resize(field, width + (action === 'wider' ? widthStep : -widthStep));
        break;
      default: {
        const beside = stepBeside(placed, field, action === 'moveLeft' ? -1 : 1);
        if (beside === null) break;
        columnActions.move(field, beside);
        // Activated again, so that it is scrolled into view at its new position.
        activateCell(view, { row: -1, field });
      }
    }
    return true;
  };
  /** Saves once when the keys are released, not at every step. */
  const onKeyUp = (event: KeyboardEvent): void => {
    // Alt may be released first.
    const isResizing =
      event.key === 'Alt' || event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (activeColumn === undefined || !isResizing || !grid.isChanging(activeColumn.field)) return;
    keepWidth(activeColumn.field, activeColumn.width);
  };

  const onContextMenu = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    const field = target?.closest('[role="columnheader"]')?.getAttribute('data-field') ?? null;
    // The menu key has already opened the column's menu: then the grid itself is the target.
    if (field !== null || activeColumn !== undefined) event.preventDefault();
    if (field !== null) setOpenField(field);
  };

  const open = placed.find(({ field }) => field === openField);
  const items = (column: PlacedColumn) =>
    columnItems(column, placed, {
      ...columnActions,
      hide: (field) => {
        columnActions.hide(field);
        const neighbour = placed[column.index + 1] ?? placed[column.index - 1];
        if (neighbour !== undefined) activateCell(view, { row: -1, field: neighbour.field });
      },
    });
  return {
    onKeyDown,
    onKeyUp,
    onContextMenu,
    actions,
    beginDrag: begin,
    drag:
      drag === null
        ? null
        : { ...drag, label: placed.find(({ field }) => field === drag.field)?.label ?? '' },
    menu:
      open === undefined
        ? null
        : {
            field: open.field,
            label: open.label,
            at: { left: Math.max(0, edgesOf(open).start), top: header.height },
            sections: [header.menuItems?.(open) ?? [], ...items(open)].filter(
              (section) => section.length > 0,
            ),
            onClose: () => {
              setOpenField(null);
              element.current?.focus();
            },
          },
  };
}

/** Returns the same object while the columns are the same. */
function useColumnActions({
  element,
  columns,
  resourceId,
  grid: { keepWidth },
  announce,
}: GridHeaderOptions): ColumnActions {
  return useMemo(() => {
    const fields = columns.map(({ field }) => field);
    const labelOf = (field: string): string =>
      columns.find((column) => column.field === field)?.label ?? field;
    return {
      move: (field, beside) => {
        changeColumnLayout(resourceId, (layout) => withMoved(layout, fields, field, beside));
        const shown = arrangeByLayout(columns, columnLayout(resourceId)).filter(
          ({ isHidden }) => !isHidden,
        );
        const position = shown.findIndex((column) => column.field === field) + 1;
        announce(`${labelOf(field)} is column ${position} of ${shown.length}`);
      },
      hide: (field) => {
        changeColumnLayout(resourceId, (layout) => withHidden(layout, [field], true));
        announce(`${labelOf(field)} is hidden`);
      },
      pin: (field, isPinned) => {
        changeColumnLayout(resourceId, (layout) =>
          withPinned(layout, fieldsNotEmpty(layout, columns), field, isPinned),
        );
        announce(`${labelOf(field)} ${isPinned ? 'is pinned at the left' : 'is no longer pinned'}`);
      },
      fit: (field) => {
        if (element.current !== null) keepWidth(field, fittingWidth(element.current, field));
      },
      reset: () => resetColumns(resourceId),
    };
  }, [element, columns, resourceId, keepWidth, announce]);
}

/** Padding of a cell at both sides (`Grid.module.css`), plus a pixel against rounding. */
const padding = 21;
/** A text of a thousand words still leaves room for other columns. */
const widestFit = 640;

/** Returns the width, in px, that fits the header and the cells of a field that are in the DOM now. */
function fittingWidth(grid: HTMLElement, field: string): number {
  const { lines } = grid.dataset;
  // Wrapped text is as wide as its column; on one line it has its natural width.
  grid.dataset['lines'] = '1';
  const range = document.createRange();
  let widest = 0;
  for (const cell of grid.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)) {
    const content = cell.querySelector('[data-name]') ?? cell;
    range.selectNodeContents(content);
    widest = Math.max(widest, range.getBoundingClientRect().width);
  }
  if (lines !== undefined) grid.dataset['lines'] = lines;
  return clampWidth(Math.min(widestFit, Math.ceil(widest) + padding));
}
