/** The row a person is at stays where it is on screen, whatever comes around it. */
import type { View } from '#shared/contract/view.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { rowNumberNow, viewKey, type RowView } from '#renderer/state/rows.ts';
import type { PlaceKeeper } from '#renderer/state/views.ts';
import {
  activateCell,
  scrollPlaces,
  useResultsView,
  type ActiveCell,
  type ScrollPlace,
} from '../view-state.ts';

/** A row further down than that was not on screen; it comes so far below the top. */
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
    if (place === null || cell?.row === -1) {
      if (cell?.row === -1) activateCell(to, cell);
      // Another view begins where it was left, or at its top.
      const row = isSame(from.view, to.view) ? 0 : (scrollPlaces.get(viewKey(to))?.().row ?? 0);
      scrollPlaces.set(viewKey(to), () => ({ row, left, shown: null }));
      return;
    }
    if (cell !== null) activateCell(to, { ...cell, row: place });
    const below = cell === null ? 0 : cell.row - top;
    const kept = below < 0 || below > screenRows ? intoSight : below;
    const first = Math.max(0, place - kept);
    scrollPlaces.set(viewKey(to), () => ({ row: first, left, shown: null }));
  },
};

/**
 * The row to be found again: the active one. In the same view with more rows, also the topmost
 * one, unless it is the first.
 */
function heldRow(from: RowView, view: View): number | null {
  const cell = cellOf(from);
  if (cell !== null) return cell.row === -1 ? null : cell.row;
  const { row } = placeOf(from);
  return isSame(from.view, view) && row > 0 ? row : null;
}

const cellOf = (view: RowView): ActiveCell | null =>
  useResultsView.getState().active[viewKey(view)] ?? null;

const placeOf = (view: RowView): ScrollPlace =>
  scrollPlaces.get(viewKey(view))?.() ?? { row: 0, left: 0, shown: null };

const isSame = (one: View, other: View): boolean => JSON.stringify(one) === JSON.stringify(other);
