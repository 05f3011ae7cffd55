/**
 * The rows of a run that are shown: those of a view of all rows, or those of one page. The row that a
 * person is at keeps its position on screen, whatever is added around it.
 */
import { useMemo, useState } from 'react';
import type { Column, Page, Run } from '#shared/contract/run.ts';
import { type View, isEveryRow } from '#shared/contract/view.ts';
import { usePage } from '#renderer/state/pages.ts';
import { everyRowOf, type RowView, rowNumberNow, viewKey } from '#renderer/state/rows.ts';
import {
  rowViewOf,
  useShownView,
  type ViewOnScreen,
  type RowAnchor,
} from '#renderer/state/views.ts';
import { arrangeDerived, arrangeColumns } from './grid/columns.ts';
import {
  useRunView,
  type ViewMode,
  activateCell,
  pickedNow,
  readRow,
  scrollPositions,
  useResultsView,
  type ScrollPosition,
} from './view-state.ts';

export interface ShownRows {
  view: RowView;
  total: number;
  /** Number of the first row in the run, from 1, if rows are in the order of arrival. */
  firstNumber: number;
}

interface PageView {
  mode: ViewMode;
  /** Number of the page shown, from 1. */
  number: number;
  /** Null until it has been read. */
  page: Page | null;
  /** The view of all rows, even while a page is shown. */
  view: ViewOnScreen;
  /** Without the view's filters if a page is shown. */
  rows: ShownRows;
}

/** `first`: the mode until a person chooses one. */
export function usePageView(run: Run, wanted: View, first: ViewMode): PageView {
  const { mode: chosenMode, page: chosen } = useRunView(run.id);
  const mode = chosenMode ?? first;
  const number = Math.min(chosen, Math.max(1, run.pageCount));
  const pageRows = mode === 'pages' ? everyRowOf(run, number) : null;
  const page = usePage(pageRows && run.id, number);
  const view = useShownView(run, wanted, rowAnchor, mode === 'table');
  const { shown } = view;
  const { rows, epoch } = shown?.opened ?? { rows: null, epoch: 0 };
  const rowView = useMemo(
    (): RowView => pageRows ?? (shown === null ? everyRowOf(run) : rowViewOf(run.id, shown)),
    // `opened` and the run are new objects with each answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [run.id, mode, number, shown?.view, rows, epoch],
  );
  const part: Omit<ShownRows, 'view'> =
    mode === 'pages'
      ? {
          total: page === null ? 0 : rowsShown(page, run),
          firstNumber: (page?.firstRow ?? 0) + 1,
        }
      : { total: shown?.opened.count ?? 0, firstNumber: 1 };
  return { mode, number, page, view, rows: { view: rowView, ...part } };
}

/** The last page may exceed the row limit. */
export const rowsShown = ({ firstRow, rows }: Page, { rowCount }: Run): number =>
  Math.max(0, Math.min(rows, rowCount - firstRow));

type Arranged = Pick<Run, 'id' | 'columns'>;

/**
 * Returns the run's columns in reading order, and the same array while they look the same: every report
 * on a run has new objects. While the run is on screen, columns don't move. A column that a later page
 * adds or fills is last, and one whose values turn out to be of several types keeps its look; opening
 * the run again rearranges them.
 */
export function useStableColumns(run: Run): readonly Column[] {
  const [kept, setKept] = useState<Arranged>(() => arranged(run));
  const now = kept.id === run.id ? grown(kept, run) : arranged(run);
  if (now !== kept) setKept(now);
  return now.columns;
}

/** What is counted, unlike what is drawn, follows the values of the latest page. */
export function withLatestTypes(
  columns: readonly Column[],
  latest: readonly Column[],
): readonly Column[] {
  const types = new Map(latest.map(({ field, type }) => [field, type]));
  return columns.map((column) => ({ ...column, type: types.get(column.field) ?? column.type }));
}

const arranged = ({ id, columns, resource, query, derived }: Run): Arranged => ({
  id,
  columns: arrangeDerived(arrangeColumns(columns, resource, query.fields), derived),
});

function grown(kept: Arranged, run: Run): Arranged {
  const known = new Map(kept.columns.map(({ field, type }) => [field, type]));
  const news = run.columns.filter(
    ({ field, type }) => !known.has(field) || (known.get(field) === 'empty' && type !== 'empty'),
  );
  if (news.length === 0) return kept;
  const { columns } = arranged({ ...run, columns: news });
  const filled = new Set(news.map(({ field }) => field));
  return {
    id: run.id,
    columns: [...kept.columns.filter(({ field }) => !filled.has(field)), ...columns],
  };
}

/**
 * A row more than `screenRows` below the top was not on screen; it is put `revealedRows` below the top.
 */
const screenRows = 30;
const revealedRows = 4;

const rowAnchor: RowAnchor = {
  anchorOf(from, view) {
    const row = anchorRow(from, view);
    if (row === null) return null;
    return isEveryRow(from.view) ? row : (rowNumberNow(from, row) ?? null);
  },

  keep(from, to, found) {
    const { active: cell } = pickedNow(from);
    const { row: top, left } = scrollOf(from);
    if (cell?.row === -1) activateCell(to, cell);
    if (found === null) {
      // Another view starts where it was left, or at its top.
      const row = isSame(from.view, to.view) ? 0 : (scrollPositions.get(viewKey(to))?.().row ?? 0);
      scrollPositions.set(viewKey(to), () => ({ row, left, shown: null }));
      return;
    }
    if (cell !== null && cell.row >= 0) activateCell(to, { ...cell, row: found });
    else if (useResultsView.getState().detailsOpen) readRow(to, found);
    const below = (anchorRow(from, to.view) ?? top) - top;
    const kept = below < 0 || below > screenRows ? revealedRows : below;
    const first = Math.max(0, found - kept);
    scrollPositions.set(viewKey(to), () => ({ row: first, left, shown: null }));
  },
};

/**
 * Returns the row to find again: the active one, or the one in *Details*. In the same view with more
 * rows, also the topmost one unless it is the first.
 */
function anchorRow(from: RowView, view: View): number | null {
  const { active: cell, read } = pickedNow(from);
  if (cell !== null && cell.row >= 0) return cell.row;
  if (useResultsView.getState().detailsOpen) return read;
  if (cell !== null) return null;
  const { row } = scrollOf(from);
  return isSame(from.view, view) && row > 0 ? row : null;
}

const scrollOf = (view: RowView): ScrollPosition =>
  scrollPositions.get(viewKey(view))?.() ?? { row: 0, left: 0, shown: null };

const isSame = (one: View, other: View): boolean => JSON.stringify(one) === JSON.stringify(other);
