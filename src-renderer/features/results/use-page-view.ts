/** Which rows of a run are looked at: all of them, or those of one page. */
import { useMemo } from 'react';
import type { Page, Run } from '#shared/contract/run.ts';
import { usePage } from '#renderer/state/pages.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { useRunView, type RunView } from './view-state.ts';

export interface ShownRows {
  view: RowView;
  total: number;
  /** Number of the first one in the run, from 1. */
  firstNumber: number;
}

export interface PageView {
  mode: RunView['mode'];
  /** Of the page looked at, from 1. */
  number: number;
  /** Null until it has been read. */
  page: Page | null;
  rows: ShownRows;
}

export function usePageView(run: Run): PageView {
  const { mode, page: chosen } = useRunView(run.id);
  const number = Math.min(chosen, Math.max(1, run.pageCount));
  const page = usePage(mode === 'pages' ? run.id : null, number);
  const view = useMemo(
    (): RowView => ({ runId: run.id, page: mode === 'pages' ? number : null }),
    [run.id, mode, number],
  );
  const rows: ShownRows =
    mode === 'pages'
      ? {
          view,
          total: page === null ? 0 : rowsShown(page, run),
          firstNumber: (page?.firstRow ?? 0) + 1,
        }
      : { view, total: run.rowCount, firstNumber: 1 };
  return { mode, number, page, rows };
}

/** The last page may have rows beyond the row limit. */
const rowsShown = ({ firstRow, rows }: Page, { rowCount }: Run): number =>
  Math.max(0, Math.min(rows, rowCount - firstRow));
