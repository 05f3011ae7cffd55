// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
/**
 * The grid of results: virtual rows and columns over the row cache. The focus stays on the grid and
 * `aria-activedescendant` names the active cell, so that scrolling it out of view loses nothing.
 */
import { Flex, VisuallyHidden } from '@mantine/core';
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import type { Range, VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { ActionMenu } from '#renderer/components/actions.tsx';
import { useWidth } from '#renderer/components/hooks.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { useRowStyle } from '#renderer/state/workspace.ts';
import { usePageStarts } from '#renderer/state/pages.ts';
import { useRowsAround, viewKey } from '#renderer/state/rows.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { askToOpen } from '../LinkDialog.tsx';
import { NoColumns } from '../columns/ColumnsButton.tsx';
import { useCopyNews } from '../copy/copy-rows.ts';
import { gridCellAt, useGridPicking } from '../copy/use-grid-picking.ts';
import { useRows } from '../rows-scope.ts';
import { expectedRows } from '../run-bar/progress.ts';
import { useDateLook } from '../values/moments.ts';
import {
  scrollPositions,
  useActiveCell,
  useFocusTakenOver,
  useResultsView,
} from '../view-state.ts';
import type { ActiveCell, ScrollPosition } from '../view-state.ts';
import classes from './Grid.module.css';
import { GridHeader, plainHeader, useGridHeader } from './GridHeader.tsx';
import type { HeaderExtras } from './GridHeader.tsx';
import { cellId, GridRow, hoverRow, PageLines, RowNumbers, StuckCells } from './GridRow.tsx';
import type { DrawnRow } from './GridRow.tsx';
import { numberColumnWidth } from './columns.ts';
import { moveCell } from './grid-keys.ts';
import { rowSizes, rowVariables, ScrollSpace } from './sizes.ts';
import { useGridColumns } from './use-grid-columns.ts';
import type { PlacedColumn } from './use-grid-columns.ts';

interface GridProps {
  /** What other features add to the header. */
  header?: HeaderExtras;
  /** The row that *Details* shows; null while they are closed. */
  readRow: number | null;
  /** Width of the overlay at the right edge, in px: the active cell is never under it. */
  coveredRight: number;
  onOpenDetails: () => void;
}

/**
 * Pass the view and the height of a row as `key`: another view starts where it was left, and heights
 * never change.
 */
export function Grid(props: GridProps) {
  const { header = plainHeader, readRow, coveredRight, onOpenDetails } = props;
  const { grid: element, run, rows, columns } = useRows();
  const { view, total, pageCount } = rows;
  const { ref: frame, width: frameWidth } = useWidth();
  const gridId = useId();
  const active = useActiveCell(view);
  const rowStyle = useRowStyle();
  const isCopied = useCopyNews((news) => news?.kind === 'copied');
  const [dates, refreshDates] = useDateLook();

  // Wide enough for the finished run from the start.
  const numberWidth = numberColumnWidth(Math.max(total, expectedRows(run)));
  const available = Math.max(0, Math.floor(frameWidth) - numberWidth);
  const grid = useGridColumns(columns, run.resource, available);
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
  useScrollPosition(view, active, scroll);
  useFocusTakenOver(element);
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
  /** Whether the next focus event is caused by a click. */
  const isPointing = useRef(false);
  const announcement = useResultsView((state) => state.announcement);
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
      onOpenDetails();
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
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      {grid.placed.length === 0 && <NoColumns />}
      <div
        ref={element}
        hidden={grid.placed.length === 0}
        // With reduced motion, visibility itself takes a frame to change.
        inert={grid.placed.length === 0}
        role="grid"
        aria-label="Results"
        aria-multiselectable
        aria-rowcount={total + 1}
        aria-colcount={grid.placed.length}
        aria-activedescendant={
          active !== null && activeColumn !== undefined && isDrawn(active, activeColumn, scroll)
            ? cellId(gridId, active.row, activeColumn)
            : undefined
        }
        tabIndex={0}
        data-copied={isCopied || undefined}
        data-lines={rowStyle.lines}
        className={classes.grid}
        style={rowVariables(rowStyle)}
        onKeyDown={onKeyDown}
        onKeyUp={head.onKeyUp}
        onContextMenu={(event) => {
          head.onContextMenu(event);
          picking.onContextMenu(event);
        }}
        onClick={onClick}
        onDoubleClick={picking.onDoubleClick}
        onPointerDown={(event) => {
          isPointing.current = true;
          picking.onPointerDown(event);
        }}
        onPointerEnter={refreshDates}
        onBlur={() => {
          isPointing.current = false;
        }}
        onFocus={(event) => {
          // A click determines the active cell; no other may be scrolled into view before it.
          if (isPointing.current) return;
          if (active === null) activate(Math.min(0, total - 1), grid.placed[0]);
          // Tabbing through the header may have scrolled the active cell away.
          else if (event.target === event.currentTarget) scroll.reveal(active.row, activeColumn);
        }}
      >
        <div style={{ width: coveredLeft + grid.scrolledWidth + coveredRight }}>
          <GridHeader
            gridId={gridId}
            stuck={grid.stuck}
            stuckWidth={grid.stuckWidth}
            scrolled={scroll.columns}
            numberWidth={numberWidth}
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
                view={view}
                rows={scroll.rows}
                width={numberWidth}
                activeRow={readRow ?? active?.row ?? null}
                pageStarts={pageStarts}
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
      </div>
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

// Which part of the grid is on screen, and scrolling to other cells.

/**
 * Rows drawn beyond the edges: those that may scroll into view between two frames, and those behind.
 */
const rowsAhead = 6;
const rowsBehind = 2;
/** So many rows are added at a time: most frames of a slow scroll then need no rendering at all. */
const rowsAtOnce = 4;
const overscanColumns = 1;

export interface GridScroll {
  rows: readonly DrawnRow[];
  columns: readonly PlacedColumn[];
  height: number;
  /** Number of rows that fit on the screen. */
  pageRows: () => number;
  /** Scrolls as little as needed; row −1 is the header, which is always visible. */
  reveal: (row: number, column: PlacedColumn | undefined) => void;
  /** The topmost row, and the horizontal position in px. */
  position: () => { row: number; left: number };
  /** Whether a row is fully visible. */
  isShown: (row: number) => boolean;
  /** Scrolls a row to the top. */
  goTo: (row: number, left: number) => void;
}

interface GridScrollOptions {
  element: RefObject<HTMLDivElement | null>;
  rowCount: number;
  /** In px; never changes. */
  rowHeight: number;
  headerHeight: number;
  /** The scrolling columns. */
  columns: readonly PlacedColumn[];
  /** Width of the row numbers and the columns at the left edge, in px. */
  coveredLeft: number;
  /** Width of the overlay at the right edge, in px. */
  coveredRight: number;
}

function useGridScroll(options: GridScrollOptions): GridScroll {
  const { element, rowCount, rowHeight, headerHeight, columns, coveredLeft, coveredRight } =
    options;
  const bodyHeight = (): number => (element.current?.clientHeight ?? 0) - headerHeight;
  const [space] = useState(() => new ScrollSpace(rowHeight));
  // Like the virtualizers, the space is an object that rendering reads; this is idempotent.
  space.resize(rowCount);

  // oxlint-disable-next-line react/incompatible-library -- this hook is not compiled
  const rowItems = useVirtualizer({
    count: space.slots,
    getScrollElement: () => element.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
    rangeExtractor: useMemo(() => extractFor(space), [space]),
    observeElementOffset: useMemo(() => observeThrough(space), [space]),
  }).getVirtualItems();

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

  // Rows were added while the last slot was on screen: no scroll event follows.
  useLayoutEffect(() => {
    if (element.current !== null)
      scrollDown(element.current, space.settle(element.current.scrollTop));
  }, [element, space, rowCount]);

  useLayoutEffect(() => stayAtEnd(element.current), [element]);

  const goTo = useCallback(
    (row: number, left: number) => {
      if (element.current === null) return;
      const top = space.positionFor(row, element.current.scrollTop);
      space.moved(top);
      scrollDown(element.current, top);
      element.current.scrollLeft = left;
    },
    [element, space],
  );

  // The number of keys is the highest number of rows drawn at once, so that two on screen never share
  // one.
  const [keys, setKeys] = useState(rowItems.length);
  const ring = Math.max(keys, rowItems.length);
  if (ring > keys) setKeys(ring);

  return {
    rows: rowItems.map(({ index, start }) => {
      const row = space.rowInSlot(index);
      return { index: row, top: start, key: row % ring };
    }),
    columns: useShown(columns, columnItems),
    height: space.height,
    pageRows: () => Math.max(1, Math.floor(bodyHeight() / rowHeight) - 1),
    reveal: (row, column) => {
      const grid = element.current;
      if (grid === null) return;
      if (row >= 0) {
        const top = revealed(space.positionFor(row, grid.scrollTop), grid.scrollTop, {
          row: rowHeight,
          body: bodyHeight(),
        });
        space.moved(top);
        scrollDown(grid, top);
      }
      if (column?.isStuck === false) revealColumn(grid, column, coveredLeft + coveredRight);
    },
    position: () => ({
      row: space.rowInSlot(Math.floor((element.current?.scrollTop ?? 0) / rowHeight)),
      left: element.current?.scrollLeft ?? 0,
    }),
    isShown: (row) => {
      const top = space.topOf(row);
      const now = element.current?.scrollTop ?? 0;
      return top !== null && top >= now && top + rowHeight <= now + bodyHeight();
    },
    goTo,
  };
}

/** Draws more rows ahead of scrolling than behind. */
const extractFor =
  (space: ScrollSpace) =>
  ({ startIndex, endIndex, count }: Range): number[] => {
    const [above, below] = space.isUpward ? [rowsAhead, rowsBehind] : [rowsBehind, rowsAhead];
    const first = Math.max(0, startIndex - above);
    const last = Math.min(count - 1, endIndex + below + rowsAtOnce);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  };

/** Reports every scroll to the space before the virtualizer draws, which hears of whole blocks of rows. */
function observeThrough(space: ScrollSpace) {
  const block = rowsAtOnce * space.rowHeight;
  return (
    instance: Virtualizer<HTMLDivElement, Element>,
    report: (offset: number, isScrolling: boolean) => void,
  ) =>
    observeElementOffset(instance, (offset, isScrolling) => {
      space.follow(offset);
      const grid = instance.scrollElement;
      if (grid !== null && (!isScrolling || space.isNearWall(offset))) {
        scrollDown(grid, space.settle(offset));
      }
      report(Math.floor((grid?.scrollTop ?? offset) / block) * block, isScrolling);
    });
}

/** Keeps the last row on screen when a growing bar makes the grid smaller. */
function stayAtEnd(grid: HTMLDivElement | null): (() => void) | undefined {
  if (grid === null) return undefined;
  let height = grid.clientHeight;
  const observer = new ResizeObserver(() => {
    const wasAtEnd = grid.scrollTop > 0 && grid.scrollTop + height >= grid.scrollHeight - 1;
    height = grid.clientHeight;
    if (wasAtEnd) grid.scrollTop = grid.scrollHeight;
  });
  observer.observe(grid);
  return () => observer.disconnect();
}

function scrollDown(grid: HTMLDivElement, top: number): void {
  // Writing an unchanged position would end a smooth scroll.
  if (Math.abs(grid.scrollTop - top) >= 1) grid.scrollTop = top;
}

/**
 * Returns the nearest position at which a row at `top` is fully visible; a row more than a screen away
 * is centred, so that its surroundings are visible.
 */
function revealed(top: number, now: number, height: { row: number; body: number }): number {
  const lowest = top + height.row - height.body;
  const isFar = now > top + height.body || now < lowest - height.body;
  if (isFar) return Math.max(0, Math.round((top + lowest) / 2));
  return Math.min(top, Math.max(lowest, now));
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

/**
 * Scrolls the active cell into view whenever one of `causes` changes: the cell, by the grid or by the
 * record pane, or the space beside that pane, which may have opened over the cell.
 */
function useRevealed(causes: readonly unknown[], reveal: () => void): void {
  // A new grid is scrolled to where it was left, not to its active cell.
  const last = useRef(causes);
  useLayoutEffect(() => {
    if (causes.every((cause, index) => cause === last.current[index])) return;
    last.current = causes;
    reveal();
  });
}

/** Starts where the view was left and records the scroll position. */
function useScrollPosition(
  view: RowView,
  active: ActiveCell | null,
  { goTo, position, isShown, reveal }: GridScroll,
): void {
  const key = viewKey(view);
  const now = (): ScrollPosition => ({
    ...position(),
    shown: active !== null && isShown(active.row) ? active.row : null,
  });
  const latest = useRef({ now, reveal });
  useLayoutEffect(() => {
    latest.current = { now, reveal };
  });
  useLayoutEffect(() => {
    const left = scrollPositions.get(key)?.();
    if (left !== undefined) goTo(left.row, left.left);
    if (left?.shown != null) latest.current.reveal(left.shown, undefined);
    scrollPositions.set(key, () => latest.current.now());
    return () => {
      // The ref of the grid is still set while layout effects are cleaned up.
      const last = latest.current.now();
      scrollPositions.set(key, () => last);
    };
  }, [key, goTo]);
}
