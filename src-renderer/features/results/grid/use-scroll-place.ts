/** Where the grid stands: at its active cell when that changes, and where it was left. */
import { useLayoutEffect, useRef } from 'react';
import { viewKey, type RowView } from '#renderer/state/rows.ts';
import { scrollPlaces, type ActiveCell, type ScrollPlace } from '../view-state.ts';
import type { GridScroll } from './use-grid-scroll.ts';

/**
 * Brings the active cell on screen whenever one of `causes` changes: the cell, from here or from the
 * record pane, or the room beside that pane, which opens over the cell otherwise.
 */
export function useRevealed(causes: readonly unknown[], reveal: () => void): void {
  // A grid that opens stands where it was left, not at its active cell.
  const last = useRef(causes);
  useLayoutEffect(() => {
    if (causes.every((cause, place) => cause === last.current[place])) return;
    last.current = causes;
    reveal();
  });
}

/** Begins where the view was left and remembers where it is. */
export function useScrollPlace(
  view: RowView,
  active: ActiveCell | null,
  { goTo, place, isShown, reveal }: GridScroll,
): void {
  const key = viewKey(view);
  const now = (): ScrollPlace => ({
    ...place(),
    shown: active !== null && isShown(active.row) ? active.row : null,
  });
  const latest = useRef({ now, reveal });
  useLayoutEffect(() => {
    latest.current = { now, reveal };
  });
  useLayoutEffect(() => {
    const left = scrollPlaces.get(key)?.();
    if (left !== undefined) goTo(left.row, left.left);
    if (left?.shown != null) latest.current.reveal(left.shown, undefined);
    scrollPlaces.set(key, () => latest.current.now());
    return () => {
      // The ref of the grid is still set while layout effects are undone.
      const last = latest.current.now();
      scrollPlaces.set(key, () => last);
    };
  }, [key, goTo]);
}
