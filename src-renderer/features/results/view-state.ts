/** How each run is viewed: kept while the window is open, so that it survives switching tabs. */
import { create } from 'zustand';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { kept, keptMap } from '#renderer/state/kept.ts';
import { viewKey, type RowView } from '#renderer/state/rows.ts';
import { lookAt } from '#renderer/state/workspace.ts';
import type { ActiveCell, Picked, Selection } from './grid-selection.ts';

export type { ActiveCell };

/** How the record pane shows a row. */
export type RecordForm = 'fields' | 'json';

/** Of all runs alike. */
interface ResultsViewState {
  /** Whether the record pane is open. */
  detailsOpen: boolean;
  recordForm: RecordForm;
  /** What happened to the grid last, for screen readers. */
  announcement: string;
}

export const useResultsView = create<ResultsViewState>()(() => ({
  detailsOpen: false,
  recordForm: 'fields',
  announcement: '',
}));

export const announce = (announcement: string): void => useResultsView.setState({ announcement });

/** The active cell, what is selected besides it, and the row that *Details* shows. */
interface PickedRows extends Picked {
  /** The row last moved to. */
  read: number;
}

/** By view (`viewKey`), of which each search in the rows of a run is another one. */
const pickedRows = kept<PickedRows>('picked', { active: null, selection: null, read: 0 }, 200);

export const useActiveCell = (view: RowView): ActiveCell | null =>
  pickedRows.use(viewKey(view), ({ active }) => active);

export const useSelection = (view: RowView): Selection | null =>
  pickedRows.use(viewKey(view), ({ selection }) => selection);

/** Returns the row that *Details* shows, from 0. */
export const useReadRow = (view: RowView): number =>
  pickedRows.use(viewKey(view), ({ read }) => read);

/** Returns what is picked now: events may outpace rendering. */
export const pickedNow = (view: RowView): PickedRows => pickedRows.of(viewKey(view));

const pick = (view: RowView, change: Partial<PickedRows>): void =>
  pickedRows.change(viewKey(view), change);

export const readRow = (view: RowView, row: number): void => pick(view, { read: row });

/** Goes to a cell and clears the selection. */
export const activateCell = (view: RowView, cell: ActiveCell): void => select(view, cell, null);

/** Selects, and goes to the cell at the moving end of the selection. */
export function select(view: RowView, active: ActiveCell, selection: Selection | null): void {
  // A header is no row: *Details* doesn't change.
  pick(view, active.row < 0 ? { active, selection } : { active, selection, read: active.row });
}

/** Shows a row of a view in the table, beside its details. */
export function showRow(view: RowView, row: number, field: string): void {
  scrollPositions.set(viewKey(view), () => ({ row: Math.max(0, row - 4), left: 0, shown: null }));
  activateCell(view, { row, field });
  showDetails(true);
  lookAt(view.runId, 'table');
}

export const showRecordAs = (recordForm: RecordForm): void =>
  useResultsView.setState({ recordForm });

export const showDetails = (detailsOpen: boolean): void => useResultsView.setState({ detailsOpen });

/** The scroll position of a grid. */
export interface ScrollPosition {
  /** The topmost row. */
  row: number;
  /** Px. */
  left: number;
  /** The active row if it was on screen: it must stay visible, even if rows are taller now. */
  shown: number | null;
}

/** By view (`viewKey`): the current or last scroll position. Changes don't cause a render. */
export const scrollPositions = keptMap<() => ScrollPosition>();

/** Values of grids that unmounted in the current tick. */
const handedOver = new Map<string, unknown>();

/**
 * Like `useState`, but the value survives a grid that is replaced by another: an open menu or card
 * stays open. `key` identifies it and its run.
 */
export function useHandedOverState<T>(
  key: string,
  initial: T,
): [value: T, set: (value: T) => void] {
  const [value, setValue] = useState(initial);
  const latest = useRef(value);
  const set = useCallback((next: T) => {
    // Synchronously: a grid that unmounts in the same tick would hand over the previous value.
    latest.current = next;
    setValue(next);
  }, []);
  useLayoutEffect(() => {
    // A key always has values of the same type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, react/set-state-in-effect
    if (handedOver.has(key)) set(handedOver.get(key) as T);
    return () => {
      handedOver.set(key, latest.current);
      queueMicrotask(() => handedOver.delete(key));
    };
  }, [key, set]);
  return [value, set];
}

/** Whether a grid that unmounted in the current tick had the focus. */
let isFocusLeft = false;

/** Moves the focus to a grid that replaces one that had it. */
export const useFocusTakenOver = (element: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const grid = element.current;
    if (isFocusLeft) grid?.focus({ preventScroll: true });
    isFocusLeft = false;
    return () => {
      isFocusLeft = grid !== null && document.activeElement === grid;
      // No later grid may take it.
      queueMicrotask(() => {
        isFocusLeft = false;
      });
    };
  }, [element]);
