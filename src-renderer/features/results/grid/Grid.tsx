// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
/**
 * The grid of results: virtual rows and columns over the row cache. The focus stays on the grid and
 * `aria-activedescendant` names the active cell, so that scrolling it out of view loses nothing.
 */
import { Flex } from '@mantine/core';
import { useContext, useId, useLayoutEffect, useMemo } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { VirtualItem } from '@tanstack/react-virtual';
import { ActionMenu } from '#renderer/components/actions.tsx';
import { useWidth } from '#renderer/components/hooks.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import type { RowStyle } from '#shared/contract/snapshot.ts';
import { usePageStarts } from '#renderer/state/pages.ts';
import { useRowsAround } from '#renderer/state/rows.ts';
import { askToOpen } from '../LinkDialog.tsx';
import { NoColumns } from '../columns/ColumnsButton.tsx';
import { gridCellAt, useGridPicking } from '../copy/use-grid-picking.ts';
import { RowsElement } from '../row-cards.tsx';
import { BesideDetails, useRows } from '../rows-scope.ts';
import { expectedRows } from '../run-bar/progress.ts';
import { useDateLook } from '../values/moments.ts';
import { useActiveCell } from '../view-state.ts';
import type { ActiveCell } from '../view-state.ts';
import classes from './Grid.module.css';
import { GridHeader, useGridHeader } from './GridHeader.tsx';
import type { HeaderExtras } from './GridHeader.tsx';
import { cellId, GridRow, hoverRow, PageLines, RowNumbers, StuckCells } from './GridRow.tsx';
import { numberColumnWidth } from './columns.ts';
import { moveCell } from './grid-keys.ts';
import { useRevealed, useRowScroll, useScrollPosition } from './row-scroll.ts';
import type { DrawnRow, RowScroll, RowScrollOptions } from './row-scroll.ts';
import { rowSizes, rowVariables } from './sizes.ts';
import { useGridColumns } from './use-grid-columns.ts';
import type { PlacedColumn } from './use-grid-columns.ts';

interface GridProps {
  /** What other features add to the header. */
  header: HeaderExtras;
  rowStyle: RowStyle;
}

/**
 * Pass the view and the height of a row as `key`: another view starts where it was left, and heights
 * never change.
 */
export function Grid({ header, rowStyle }: GridProps) {
  const { readRow, coveredRight, onOpenDetails } = useContext(BesideDetails);
  const { grid: element, run, rows, columns } = useRows();
  const { view, total, pageCount } = rows;
  const { ref: frame, width: frameWidth } = useWidth();
  const gridId = useId();
  const active = useActiveCell(view);
  const [dates, refreshDates] = useDateLook();

  // Wide enough for the finished run from the start.
  const numberWidth = numberColumnWidth(Math.max(total, expectedRows(run)));
  const available = Math.max(0, Math.floor(frameWidth) - numberWidth);
  const grid = useGridColumns(columns, run, available);
  const coveredLeft = numberWidth + grid.stuckWidth;
  const scroll = useGridScroll({
    element,
    rowCount: total,
    rowHeight: rowSizes(rowStyle).row,
    headerHeight: header.height,
    columns: grid.scrolled,
    coveredLeft,
    coveredRight,
  });
  const first = scroll.rows[0]?.index ?? 0;
  const last = scroll.rows.at(-1)?.index ?? 0;
  useRowsAround(view, first, last, total);
  useScrollPosition(view, active, { ...scroll, reveal: (row) => scroll.reveal(row, undefined) });
  const pageStarts = usePageStarts(
    view.runId,
    isEveryRow(view.view) ? { pageCount, rowCount: total, first, last } : null,
  );

  const activeColumn = grid.placed.find(({ field }) => field === active?.field);
  const isReading = readRow !== null;
  useRevealed([active, isReading, isReading && frameWidth], () =>
    scroll.reveal(active?.row ?? 0, activeColumn),
  );
  const picking = useGridPicking(grid.placed);
  const activate = (row: number, column: PlacedColumn | undefined, isExtending = false): void => {
    if (column !== undefined) picking.pickCell({ row, field: column.field }, isExtending);
  };
  const head = useGridHeader({
    grid,
    numberWidth,
    coveredRight,
    header,
    activeColumn: active !== null && active.row < 0 ? activeColumn : undefined,
    reveal: (column) => scroll.reveal(-1, column),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (isForButton(event)) return;
    if (head.onKeyDown(event) || event.altKey || picking.onKeyDown(event)) return;
    if (event.key === 'Enter' && active !== null && active.row >= 0) {
      event.preventDefault();
      if (activeColumn?.own === undefined) onOpenDetails();
      else picking.openMenuAtCell('own');
      return;
    }
    const from = { row: active?.row ?? 0, column: activeColumn?.index ?? 0 };
    const size = { rows: total, columns: grid.placed.length, pageRows: scroll.pageRows() };
    const to = moveCell(from, { key: event.key, command: event.ctrlKey || event.metaKey }, size);
    if (to === null) return;
    event.preventDefault();
    activate(to.row, grid.placed[to.column], event.shiftKey);
  };

  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const target = gridCellAt(event.target);
    if (target === null) return;
    if (target.field === null) {
      picking.pickRow(target.row, (activeColumn ?? grid.placed[0])?.field ?? '', event);
      return;
    }
    const link = event.target instanceof Element ? event.target.closest('[data-link]') : null;
    activate(
      target.row,
      grid.placed.find(({ field }) => field === target.field),
      event.shiftKey,
    );
    if (link !== null && !event.shiftKey) askToOpen(link.getAttribute('data-link') ?? '');
  };

  const rowProps = ({ index, top }: DrawnRow) => ({
    view,
    gridId,
    index,
    top,
    dates,
    activeField: active?.row === index ? active.field : null,
    isRead: index === readRow,
    selected: picking.fieldsIn(index),
  });
  return (
    <Flex ref={frame} pos="relative" direction="column" flex={1} miw={0} mih={0}>
      {grid.placed.length === 0 && <NoColumns />}
      <RowsElement
        {...{ picking, onKeyDown, onClick }}
        hidden={grid.placed.length === 0}
        // With reduced motion, visibility itself takes a frame to change.
        inert={grid.placed.length === 0}
        role="grid"
        aria-label="Results"
        aria-rowcount={total + 1}
        aria-colcount={grid.placed.length}
        aria-activedescendant={
          active !== null && activeColumn !== undefined && isDrawn(active, activeColumn, scroll)
            ? cellId(gridId, active.row, activeColumn)
            : undefined
        }
        data-lines={rowStyle.lines}
        className={classes.grid}
        style={rowVariables(rowStyle)}
        onKeyUp={head.onKeyUp}
        onContextMenu={(event) => {
          head.onContextMenu(event);
          picking.onContextMenu(event);
        }}
        onDoubleClick={picking.onDoubleClick}
        onPointerEnter={refreshDates}
        onReached={(event) => {
          // No other cell may be scrolled into view before a click determines the active one.
          if (active === null) activate(Math.min(0, total - 1), grid.placed[0]);
          // Tabbing through the header may have scrolled the active cell away.
          else if (event.target === event.currentTarget) scroll.reveal(active.row, activeColumn);
        }}
      >
        <div style={{ width: coveredLeft + grid.scrolledWidth + coveredRight }}>
          <GridHeader
            {...{ gridId, numberWidth }}
            stuck={grid.stuck}
            stuckWidth={grid.stuckWidth}
            scrolled={scroll.columns}
            activeField={active !== null && active.row < 0 ? active.field : null}
            openField={head.menu?.field ?? null}
            extras={header}
            actions={head.actions}
            onPointerDown={head.beginDrag}
          />
          <div
            role="rowgroup"
            style={{ position: 'relative', minWidth: '100%', height: scroll.height }}
            onPointerOver={grid.stuck.length > 0 ? hoverRow : undefined}
            onPointerLeave={grid.stuck.length > 0 ? hoverRow : undefined}
          >
            <div aria-hidden className={classes.strip} style={{ width: coveredLeft }}>
              {grid.stuck.length > 0 &&
                scroll.rows.map((row) => (
                  <StuckCells
                    key={row.key}
                    {...rowProps(row)}
                    columns={grid.stuck}
                    offset={numberWidth}
                    width={grid.stuckWidth}
                  />
                ))}
              <RowNumbers
                {...{ view, pageStarts }}
                rows={scroll.rows}
                width={numberWidth}
                activeRow={readRow ?? active?.row ?? null}
                isSelected={picking.isWholeRow}
              />
            </div>
            {scroll.rows.map((row) => (
              <GridRow
                key={row.key}
                {...rowProps(row)}
                columns={scroll.columns}
                stuck={grid.stuck}
                offset={coveredLeft}
              />
            ))}
            <PageLines rows={scroll.rows} pageStarts={pageStarts} />
          </div>
        </div>
      </RowsElement>
      {head.drag !== null && (
        <>
          {head.drag.line !== null && (
            <div aria-hidden className={classes.dropLine} style={{ left: head.drag.line }} />
          )}
          <div aria-hidden className={classes.dragged} style={{ left: head.drag.at }}>
            {head.drag.label}
          </div>
        </>
      )}
      {head.menu !== null && (
        <ActionMenu
          opened
          at={head.menu.at}
          label={`Column menu: ${head.menu.label}`}
          sections={head.menu.sections}
          // Returns the focus to where the menu was opened from.
          onClose={head.menu.onClose}
          position="bottom-start"
          offset={2}
          width={220}
          transitionProps={{ duration: 0 }}
        />
      )}
    </Flex>
  );
}

/** Whether a key presses a button in the header, such as a column's summary. */
const isForButton = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof Element &&
  target.closest('button') !== null;

/** Whether the active cell currently has an element. */
function isDrawn(
  { row }: ActiveCell,
  column: PlacedColumn,
  { rows, columns }: Pick<GridScroll, 'rows' | 'columns'>,
): boolean {
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? -1;
  return (row < 0 || (row >= first && row <= last)) && (column.isStuck || columns.includes(column));
}

// Which columns are on screen, beside the rows (`row-scroll.ts`).

const overscanColumns = 1;

interface GridScroll extends Omit<RowScroll, 'reveal'> {
  columns: readonly PlacedColumn[];
  /** Scrolls as little as needed; row −1 is the header, which is always visible. */
  reveal: (row: number, column: PlacedColumn | undefined) => void;
}

interface GridScrollOptions extends Omit<RowScrollOptions, 'drawn'> {
  /** The scrolling columns. */
  columns: readonly PlacedColumn[];
  /** Width of the row numbers and the columns at the left edge, in px. */
  coveredLeft: number;
  /** Width of the overlay at the right edge, in px. */
  coveredRight: number;
}

/**
 * Rows drawn beyond the edges: those that may scroll into view between two frames, and those behind. So
 * many are added at a time: most frames of a slow scroll then need no rendering at all.
 */
const drawnRows = { ahead: 6, behind: 2, atOnce: 4 };

function useGridScroll(options: GridScrollOptions): GridScroll {
  const { element, columns, coveredLeft, coveredRight } = options;
  const rows = useRowScroll({ ...options, drawn: drawnRows });
  // oxlint-disable-next-line react/incompatible-library -- this hook is not compiled
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => element.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    overscan: overscanColumns,
    paddingStart: coveredLeft,
  });
  const columnItems = columnVirtualizer.getVirtualItems();
  useLayoutEffect(() => columnVirtualizer.measure(), [columnVirtualizer, columns]);
  return {
    ...rows,
    columns: useShown(columns, columnItems),
    reveal: (row, column) => {
      const grid = element.current;
      if (grid === null) return;
      if (row >= 0) rows.reveal(row);
      if (column?.isStuck === false) revealColumn(grid, column, coveredLeft + coveredRight);
    },
  };
}

function revealColumn(grid: HTMLDivElement, column: PlacedColumn, covered: number): void {
  const room = grid.clientWidth - covered;
  const farthest = column.left + column.width - room;
  // A column wider than the screen shows its start.
  grid.scrollLeft = Math.min(column.left, Math.max(farthest, grid.scrollLeft));
}

/** Returns the same array while the same columns are shown: rows are not rendered again for a pixel. */
function useShown(
  columns: readonly PlacedColumn[],
  items: readonly VirtualItem[],
): readonly PlacedColumn[] {
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  return useMemo(() => columns.slice(from, to), [columns, from, to]);
}
