/** How each run is being looked at: kept while the window is open, so that tabs can be changed. */
import { create } from 'zustand';
import type { RowView } from '#renderer/state/rows.ts';
import { viewKey } from '#renderer/state/rows.ts';

/** Row −1 is the header. The field, not its place: columns can come and move. */
export interface ActiveCell {
  row: number;
  field: string;
}

export interface RunView {
  mode: 'table' | 'pages' | 'summary' | 'charts';
  /** Shown in `pages`, from 1. */
  page: number;
}

interface ResultsViewState {
  /** The record pane, for all runs alike. */
  detailsOpen: boolean;
  runs: Readonly<Record<string, RunView>>;
  /** By view (`viewKey`). */
  active: Readonly<Record<string, ActiveCell>>;
}

const firstView: RunView = { mode: 'table', page: 1 };

export const useResultsView = create<ResultsViewState>()(() => ({
  detailsOpen: false,
  runs: {},
  active: {},
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

export function activateCell(view: RowView, cell: ActiveCell): void {
  useResultsView.setState(({ active }) => ({ active: { ...active, [viewKey(view)]: cell } }));
}

export function showDetails(detailsOpen: boolean): void {
  useResultsView.setState({ detailsOpen });
}

/** Where a grid is scrolled to. */
export interface ScrollPlace {
  /** The topmost row. */
  row: number;
  /** Px. */
  left: number;
  /** The active row if it was on screen: it must be again, also where rows are higher now. */
  shown: number | null;
}

/** By view (`viewKey`): where it is, or where it was left. Nothing is drawn by it. */
export const scrollPlaces = new Map<string, () => ScrollPlace>();
