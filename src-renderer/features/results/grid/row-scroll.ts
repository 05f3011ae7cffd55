/** Scrolling through rows of one height: which are on screen, and going to others. Of the grid and of the wall. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import type { Range, Virtualizer } from '@tanstack/react-virtual';
import { viewKey } from '#renderer/state/rows.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { scrollPositions } from '../view-state.ts';
import type { ActiveCell, ScrollPosition } from '../view-state.ts';
import { ScrollSpace } from './sizes.ts';

export interface DrawnRow {
  index: number;
  top: number;
  /** A row scrolled into view reuses the elements of one scrolled out. */
  key: number;
}

export interface RowScroll {
  rows: readonly DrawnRow[];
  height: number;
  /** Rows go by so fast that nobody can look at them. */
  isFast: boolean;
  /** Number of rows that fit on the screen. */
  pageRows: () => number;
  /** Scrolls as little as needed. */
  reveal: (row: number) => void;
  /** The topmost row, and the horizontal position in px. */
  position: () => { row: number; left: number };
  /** Whether a row is fully visible. */
  isShown: (row: number) => boolean;
  /** Scrolls a row to the top. */
  goTo: (row: number, left: number) => void;
}

export interface RowScrollOptions {
  element: RefObject<HTMLDivElement | null>;
  rowCount: number;
  /** In px; never changes. */
  rowHeight: number;
  headerHeight: number;
  /** Rows drawn ahead of scrolling and behind it; never changes. Ahead, so many are added at a time. */
  drawn: DrawnBeyond;
}

interface DrawnBeyond {
  ahead: number;
  behind: number;
  atOnce: number;
}

export function useRowScroll(options: RowScrollOptions): RowScroll {
  const { element, rowCount, rowHeight, headerHeight, drawn } = options;
  const bodyHeight = (): number => (element.current?.clientHeight ?? 0) - headerHeight;
  const [space] = useState(() => new ScrollSpace(rowHeight));
  // Like the virtualizers, the space is an object that rendering reads; this is idempotent.
  space.resize(rowCount);

  // oxlint-disable-next-line react/incompatible-library -- this hook is not compiled
  const rowItems = useVirtualizer({
    count: space.slots,
    getScrollElement: () => element.current,
    estimateSize: () => rowHeight,
    overscan: drawn.ahead,
    rangeExtractor: useMemo(() => extractFor(space, drawn), [space, drawn]),
    observeElementOffset: useMemo(() => observeThrough(space, drawn), [space, drawn]),
  }).getVirtualItems();

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
    height: space.height,
    isFast: space.isFast,
    pageRows: () => Math.max(1, Math.floor(bodyHeight() / rowHeight) - 1),
    reveal: (row) => {
      const grid = element.current;
      if (grid === null) return;
      const top = revealed(space.positionFor(row, grid.scrollTop), grid.scrollTop, {
        row: rowHeight,
        body: bodyHeight(),
      });
      space.moved(top);
      scrollDown(grid, top);
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
  (space: ScrollSpace, { ahead, behind, atOnce }: DrawnBeyond) =>
  ({ startIndex, endIndex, count }: Range): number[] => {
    const [above, below] = space.isUpward ? [ahead, behind] : [behind, ahead];
    const first = Math.max(0, startIndex - above);
    const last = Math.min(count - 1, endIndex + below + atOnce);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  };

/** Reports every scroll to the space before the virtualizer draws, which hears of whole blocks of rows. */
function observeThrough(space: ScrollSpace, { atOnce }: DrawnBeyond) {
  const block = atOnce * space.rowHeight;
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
  { goTo, position, isShown, reveal }: Pick<RowScroll, 'goTo' | 'position' | 'isShown' | 'reveal'>,
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
    if (left?.shown != null) latest.current.reveal(left.shown);
    scrollPositions.set(key, () => latest.current.now());
    return () => {
      // The ref of the grid is still set while layout effects are cleaned up.
      const last = latest.current.now();
      scrollPositions.set(key, () => last);
    };
  }, [key, goTo]);
}
