/** What was searched, filtered and chosen: kept while the window is open. */
import { create } from 'zustand';
import { noFilter, type RunFilter } from './find-runs.ts';

interface HistoryView {
  filter: RunFilter;
  /** The run in the pane beside the list. */
  chosen: string | null;
  /** The run whose name and note are being written. */
  naming: string | null;
}

export const useHistoryView = create<HistoryView>()(() => ({
  filter: noFilter,
  chosen: null,
  naming: null,
}));

export function changeFilter(change: Partial<RunFilter>): void {
  useHistoryView.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
}

export function chooseRun(chosen: string | null): void {
  useHistoryView.setState({ chosen });
}

export function nameRun(naming: string | null): void {
  useHistoryView.setState({ naming });
}
