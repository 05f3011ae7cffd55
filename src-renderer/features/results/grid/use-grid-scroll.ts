/** Which part of the grid is on screen, and scrolling to other cells. */
import {
  observeElementOffset,
  useVirtualizer,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { viewKey, type RowView } from '#renderer/state/rows.ts';
import { scrollPositions, type ActiveCell, type ScrollPosition } from '../view-state.ts';
import { ScrollSpace } from './sizes.ts';
import type { PlacedColumn } from './use-grid-columns.ts';

/**
 * Rows drawn beyond the edges: those that may scroll into view between two frames, and those behind.
 */
const rowsAhead = 6;
const rowsBehind = 2;
/** So many rows are added at a time: most frames of a slow scroll then need no rendering at all. */
const rowsAtOnce = 4;
const overscanColumns = 1;

export interface DrawnRow {
  index: number;
  top: number;
  /** A row scrolled into view reuses the elements of one scrolled out. */
  key: number;
}

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

export function useGridScroll(options: GridScrollOptions): GridScroll {
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
export function useRevealed(causes: readonly unknown[], reveal: () => void): void {
  // A new grid is scrolled to where it was left, not to its active cell.
  const last = useRef(causes);
  useLayoutEffect(() => {
    if (causes.every((cause, index) => cause === last.current[index])) return;
    last.current = causes;
    reveal();
  });
}

/** Starts where the view was left and records the scroll position. */
export function useScrollPosition(
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
