/** Whether the menu of a cell is open, and where. */
import { create } from 'zustand';
import type { RowView } from '#renderer/state/rows.ts';

export interface MenuPlace {
  /** Px from the window's left and top. */
  x: number;
  y: number;
}

interface GridMenuState {
  view: RowView | null;
  place: MenuPlace;
}

export const useGridMenu = create<GridMenuState>()(() => ({ view: null, place: { x: 0, y: 0 } }));

export function openGridMenu(view: RowView, place: MenuPlace): void {
  useGridMenu.setState({ view, place });
}

/** The place stays while the menu fades. */
export function closeGridMenu(): void {
  useGridMenu.setState({ view: null });
}
