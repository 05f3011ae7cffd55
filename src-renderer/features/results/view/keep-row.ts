/** The row a person is at stays where it is on screen, whatever is added around it. */
import { isEveryRow, type View } from '#shared/contract/view.ts';
import { rowNumberNow, viewKey, type RowView } from '#renderer/state/rows.ts';
import type { PlaceKeeper } from '#renderer/state/views.ts';
import {
  activateCell,
  readRow,
  scrollPositions,
  useResultsView,
  type ActiveCell,
  type ScrollPosition,
} from '../view-state.ts';

/** A row further down than that was not on screen; it is put this far below the top. */
const screenRows = 30;
const intoSight = 4;

export const placeKeeper: PlaceKeeper = {
  anchorOf(from, view) {
    const row = heldRow(from, view);
    if (row === null) return null;
    return isEveryRow(from.view) ? row : (rowNumberNow(from, row) ?? null);
  },

  keep(from, to, place) {
    const cell = cellOf(from);
    const { row: top, left } = placeOf(from);
    if (cell?.row === -1) activateCell(to, cell);
    if (place === null) {
      // Another view begins where it was left, or at its top.
      const row = isSame(from.view, to.view) ? 0 : (scrollPositions.get(viewKey(to))?.().row ?? 0);
      scrollPositions.set(viewKey(to), () => ({ row, left, shown: null }));
      return;
    }
    if (cell !== null && cell.row >= 0) activateCell(to, { ...cell, row: place });
    else if (useResultsView.getState().detailsOpen) readRow(to, place);
    const below = (heldRow(from, to.view) ?? top) - top;
    const kept = below < 0 || below > screenRows ? intoSight : below;
    const first = Math.max(0, place - kept);
    scrollPositions.set(viewKey(to), () => ({ row: first, left, shown: null }));
  },
};

/**
 * The row to be found again: the active one, or the one in *Details*. In the same view with more
 * rows, also the topmost one, unless it is the first.
 */
function heldRow(from: RowView, view: View): number | null {
  const cell = cellOf(from);
  if (cell !== null && cell.row >= 0) return cell.row;
  const { detailsOpen, read } = useResultsView.getState();
  if (detailsOpen) return read[viewKey(from)] ?? 0;
  if (cell !== null) return null;
  const { row } = placeOf(from);
  return isSame(from.view, view) && row > 0 ? row : null;
}

const cellOf = (view: RowView): ActiveCell | null =>
  useResultsView.getState().active[viewKey(view)] ?? null;

const placeOf = (view: RowView): ScrollPosition =>
  scrollPositions.get(viewKey(view))?.() ?? { row: 0, left: 0, shown: null };

const isSame = (one: View, other: View): boolean => JSON.stringify(one) === JSON.stringify(other);
