/** Where the grid stands: at its active cell when that changes, and where it was left. */
import { useLayoutEffect, useRef } from 'react';
import { viewKey, type RowView } from '#renderer/state/rows.ts';
import { scrollPlaces, type ActiveCell } from '../view-state.ts';
import type { GridScroll } from './use-grid-scroll.ts';

/** Brings the active cell on screen whenever it changes, from here or from the record pane. */
export function useRevealed(active: ActiveCell | null, reveal: () => void): void {
  // A grid that opens stands where it was left, not at its active cell.
  const shown = useRef(active);
  useLayoutEffect(() => {
    if (shown.current === active) return;
    shown.current = active;
    reveal();
  });
}

/** Begins where the view was left and remembers where it is. */
export function useScrollPlace(view: RowView, { goTo, place }: GridScroll): void {
  const key = viewKey(view);
  const latest = useRef(place);
  useLayoutEffect(() => {
    latest.current = place;
  });
  useLayoutEffect(() => {
    const left = scrollPlaces.get(key)?.();
    if (left !== undefined) goTo(left.row, left.left);
    scrollPlaces.set(key, () => latest.current());
    return () => {
      // The ref of the grid is still set while layout effects are undone.
      const now = latest.current();
      scrollPlaces.set(key, () => now);
    };
  }, [key, goTo]);
}
