/** How each run is being looked at: kept while the window is open, so that tabs can be changed. */
import { create } from 'zustand';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { viewKey, type RowView } from '#renderer/state/rows.ts';
import type { ActiveCell, Picked, Selection } from './copy/grid-selection.ts';

export type { ActiveCell };

/** `card`: of one item. `inputs`: of a run with a list. */
export type ViewMode = 'card' | 'table' | 'inputs' | 'pages' | 'summary' | 'charts';

interface RunView {
  /** Null: none was chosen. */
  mode: ViewMode | null;
  /** Shown in `pages`, from 1. */
  page: number;
}

/** How the record pane shows a row. */
export type RecordForm = 'fields' | 'json';

interface ResultsViewState {
  /** The record pane, for all runs alike. */
  detailsOpen: boolean;
  runs: Readonly<Record<string, RunView>>;
  /** By view (`viewKey`). */
  active: Readonly<Record<string, ActiveCell>>;
  /** The row that *Details* shows, by view: the one last gone to. */
  read: Readonly<Record<string, number>>;
  /** What is selected beside the active cell, by view. */
  selected: Readonly<Record<string, Selection | null>>;
  /** For all runs alike. */
  recordForm: RecordForm;
}

const firstView: RunView = { mode: null, page: 1 };

export const useResultsView = create<ResultsViewState>()(() => ({
  detailsOpen: false,
  runs: {},
  active: {},
  read: {},
  selected: {},
  recordForm: 'fields',
}));

export const useRunView = (runId: string): RunView =>
  useResultsView((state) => state.runs[runId] ?? firstView);

export function changeRunView(runId: string, change: Partial<RunView>): void {
  useResultsView.setState(({ runs }) => ({
    runs: { ...runs, [runId]: { ...(runs[runId] ?? firstView), ...change } },
  }));
}

export const useActiveCell = (view: RowView): ActiveCell | null =>
  useResultsView((state) => state.active[viewKey(view)] ?? null);

/** Goes to a cell; what was selected is not any more. */
export const activateCell = (view: RowView, cell: ActiveCell): void => select(view, cell, null);

/** The row that *Details* shows, from 0. */
export const useReadRow = (view: RowView): number =>
  useResultsView((state) => state.read[viewKey(view)] ?? 0);

export function readRow(view: RowView, row: number): void {
  useResultsView.setState(({ read }) => ({ read: { ...read, [viewKey(view)]: row } }));
}

export const useSelection = (view: RowView): Selection | null =>
  useResultsView((state) => state.selected[viewKey(view)] ?? null);

/** What is active and selected at this moment: events may be faster than drawing. */
export function pickedNow(view: RowView): Picked {
  const { active, selected } = useResultsView.getState();
  const key = viewKey(view);
  return { active: active[key] ?? null, selection: selected[key] ?? null };
}

/** Selects, and goes to the cell at its moving end. */
export function select(view: RowView, cell: ActiveCell, selection: Selection | null): void {
  const key = viewKey(view);
  useResultsView.setState(({ active, read, selected }) => ({
    active: { ...active, [key]: cell },
    // Going to a header is no other row.
    read: cell.row < 0 ? read : { ...read, [key]: cell.row },
    selected: { ...selected, [key]: selection },
  }));
}

export function showRecordAs(recordForm: RecordForm): void {
  useResultsView.setState({ recordForm });
}

export function showDetails(detailsOpen: boolean): void {
  useResultsView.setState({ detailsOpen });
}

/** Where a grid is scrolled to. */
export interface ScrollPosition {
  /** The topmost row. */
  row: number;
  /** Px. */
  left: number;
  /** The active row if it was on screen: it must be again, also where rows are higher now. */
  shown: number | null;
}

/** By view (`viewKey`): where it is, or where it was left. Nothing is drawn by it. */
export const scrollPositions = new Map<string, () => ScrollPosition>();

/** Of grids that went, in the moment that has not passed yet. */
const left = new Map<string, unknown>();

/** A menu or card that a person opened stays open. `key` names it and its run. */
export function useHandedOver<T>(key: string, initial: T): [value: T, set: (value: T) => void] {
  const [value, setValue] = useState(initial);
  const latest = useRef(value);
  const set = useCallback((next: T) => {
    // At once: a grid that goes in the same moment would hand over what was before.
    latest.current = next;
    setValue(next);
  }, []);
  useLayoutEffect(() => {
    // The same key is always of the same type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, react/set-state-in-effect
    if (left.has(key)) set(left.get(key) as T);
    return () => {
      left.set(key, latest.current);
      queueMicrotask(() => left.delete(key));
    };
  }, [key, set]);
  return [value, set];
}

/** A grid had the focus when it went, in the moment that has not passed yet. */
let isFocusLeft = false;

/** A grid that replaces another takes over its focus. */
export function useFocusTakenOver(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const grid = element.current;
    if (isFocusLeft) grid?.focus({ preventScroll: true });
    isFocusLeft = false;
    return () => {
      isFocusLeft = grid !== null && document.activeElement === grid;
      // Nobody else may find it later.
      queueMicrotask(() => {
        isFocusLeft = false;
      });
    };
  }, [element]);
}
