// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { Box, Text, UnstyledButton } from '@mantine/core';
import { EllipsisVertical, Tag } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEventHandler, ReactNode } from 'react';
import { keysOf, perform, type Sections } from '#renderer/components/actions.tsx';
import { useDrag, useColumnDrag } from '../use-drag.ts';
import { fitColumn, moveColumn } from '../column-actions.ts';
import { layoutKey } from '../columns/layout.ts';
import type { ColumnEdges } from '../columns/layout.ts';
import { useRows } from '../rows-scope.ts';
import { cityOf, useZoneName } from '../values/moments.ts';
import { useHandedOverState } from '../view-state.ts';
import { cellId } from './GridRow.tsx';
import classes from './Header.module.css';
import { headerAction, headerKeys } from './grid-keys.ts';
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
      {...{ column, offset, extras, actions }}
      id={cellId(gridId, -1, column)}
      isActive={column.field === activeField}
      isOpen={column.field === openField}
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
  const { field, label, meaning, own } = column;
  const zone = useZoneName();
  const name = own === undefined ? field : 'your own column';
  const known = label === name ? label : `${label} (${name})`;
  const onName = (event: MouseEvent): void => extras.onName(column, event.shiftKey);
  return (
    <div
      role="columnheader"
      aria-label={label}
      aria-colindex={column.index + 1}
      aria-sort={extras.sortOf(column)}
      aria-keyshortcuts={headerKeys}
      data-field={field}
      id={id}
      title={meaning === 'date' ? `${known}: times in ${zone}` : known}
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
        {own !== undefined && <Tag size={12} aria-hidden />}
        <span data-cuts>{label}</span>
        {meaning === 'date' && (
          <Text span inherit flex="none" fw={400} c="dimmed">
            {cityOf(zone)}
          </Text>
        )}
        {extras.mark(column)}
      </div>
      {extras.below !== undefined && <Box h={46}>{extras.below(column)}</Box>}
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
  onName: (column: PlacedColumn, adds: boolean) => void;
  /** For `aria-sort`; undefined if rows are not sorted by the column. */
  sortOf: (column: PlacedColumn) => 'ascending' | 'descending' | undefined;
  /** A small icon beside the name: an arrow, a funnel. */
  mark: (column: PlacedColumn) => ReactNode;
  /** Below the name, as wide as the column without its padding. */
  below?: (column: PlacedColumn) => ReactNode;
  /** What can be done with a column: its menu, and its keys. */
  actions: (column: PlacedColumn) => Sections;
}

// The header's behaviour: its keys, the menu of a column, and moving a column by its header.

/** Step by which Alt and an arrow move a column's edge, in px. */
const widthStep = 16;

interface GridHeaderOptions {
  grid: GridColumns;
  numberWidth: number;
  /** Width of the overlay at the right edge, in px. */
  coveredRight: number;
  header: HeaderExtras;
  /** The column whose header is the active cell. */
  activeColumn: PlacedColumn | undefined;
  reveal: (column: PlacedColumn) => void;
}

export function useGridHeader(options: GridHeaderOptions) {
  const { grid, numberWidth, coveredRight, header, activeColumn, reveal } = options;
  const { grid: element, run, rows, columns } = useRows();
  const layoutOf = layoutKey(run);
  const { placed, stuckWidth, resize, keepWidth } = grid;
  const [openField, setOpenField] = useHandedOverState<string | null>(
    `menu ${rows.view.runId}`,
    null,
  );

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
    onDrop: (field, beside) => moveColumn(layoutOf, columns, field, beside),
  });

  const actions = useMemo(
    (): HeaderActions => ({
      resize,
      keepWidth,
      fit: (field) => fitColumn(element, layoutOf, field),
      openMenu: setOpenField,
    }),
    [element, layoutOf, resize, keepWidth, setOpenField],
  );

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (activeColumn === undefined) return false;
    const keys = keysOf(event);
    const found = header
      .actions(activeColumn)
      .flat()
      .find((one) => one.keys === keys);
    const action = headerAction(event);
    if (found === undefined && action === undefined) return false;
    event.preventDefault();
    if (found !== undefined) {
      if (found.isDisabled !== true) perform(found);
      return true;
    }
    const { field, width } = activeColumn;
    switch (action) {
      case 'menu':
        reveal(activeColumn);
        setOpenField(field);
        break;
      case 'name':
        header.onName(activeColumn, event.shiftKey);
        break;
      default:
        resize(field, width + (action === 'wider' ? widthStep : -widthStep));
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
            at: {
              pos: 'absolute' as const,
              left: Math.max(0, edgesOf(open).start),
              top: header.height,
            },
            sections: () => header.actions(open),
            onClose: () => {
              setOpenField(null);
              element.current?.focus();
            },
          },
  };
}
