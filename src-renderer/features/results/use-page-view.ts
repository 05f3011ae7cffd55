/** Which rows of a run are looked at: those of a view of all of them, or those of one page. */
import { useMemo } from 'react';
import type { Page, Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { OpenedView, View } from '#shared/contract/view.ts';
import { usePage } from '#renderer/state/pages.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { useOpenedView } from '#renderer/state/views.ts';
import { useRunView, type RunView } from './view-state.ts';

export interface ShownRows {
  view: RowView;
  total: number;
  /** Number of the first one in the run, from 1, where they are shown as they arrived. */
  firstNumber: number;
}

export interface PageView {
  mode: RunView['mode'];
  /** Of the page looked at, from 1. */
  number: number;
  /** Null until it has been read. */
  page: Page | null;
  /** What the view came to; null until that is known. A page is always shown whole. */
  opened: OpenedView | null;
  rows: ShownRows;
}

export function usePageView(run: Run, view: View): PageView {
  const { mode, page: chosen } = useRunView(run.id);
  const number = Math.min(chosen, Math.max(1, run.pageCount));
  const page = usePage(mode === 'pages' ? run.id : null, number);
  const opened = useOpenedView(run, mode === 'pages' ? everyRow : view);
  const ofRows = opened?.rows ?? null;
  const shown = useMemo(
    (): RowView =>
      mode === 'pages'
        ? { runId: run.id, page: number, view: everyRow, rows: null }
        : { runId: run.id, page: null, view, rows: ofRows },
    [run.id, mode, number, view, ofRows],
  );
  const rows: ShownRows =
    mode === 'pages'
      ? {
          view: shown,
          total: page === null ? 0 : rowsShown(page, run),
          firstNumber: (page?.firstRow ?? 0) + 1,
        }
      : { view: shown, total: opened?.count ?? 0, firstNumber: 1 };
  return { mode, number, page, opened, rows };
}

/** The last page may have rows beyond the row limit. */
const rowsShown = ({ firstRow, rows }: Page, { rowCount }: Run): number =>
  Math.max(0, Math.min(rows, rowCount - firstRow));
