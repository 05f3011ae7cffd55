/**
 * Which rows of a run are looked at: those of a view of all of them, or those of one page. The row
 * a person is at stays where it is on screen, whatever is added around it.
 */
import { useMemo, useState } from 'react';
import type { Column, Page, Run } from '#shared/contract/run.ts';
import { everyRow, type View, isEveryRow } from '#shared/contract/view.ts';
import { usePage } from '#renderer/state/pages.ts';
import { type RowView, rowNumberNow, viewKey } from '#renderer/state/rows.ts';
import {
  rowViewOf,
  useShownView,
  type ViewOnScreen,
  type PlaceKeeper,
} from '#renderer/state/views.ts';
import { arrangeDerived, arrangeColumns } from './grid/columns.ts';
import {
  useRunView,
  type ViewMode,
  activateCell,
  readRow,
  scrollPositions,
  useResultsView,
  type ActiveCell,
  type ScrollPosition,
} from './view-state.ts';

export interface ShownRows {
  view: RowView;
  total: number;
  /** Number of the first one in the run, from 1, where they are shown as they arrived. */
  firstNumber: number;
}

interface PageView {
  mode: ViewMode;
  /** Of the page looked at, from 1. */
  number: number;
  /** Null until it has been read. */
  page: Page | null;
  /** The view of all rows, also while a page is looked at. */
  view: ViewOnScreen;
  /** A page is always shown whole. */
  rows: ShownRows;
}

/** `first`: how the run is looked at until a person chooses. */
export function usePageView(run: Run, wanted: View, first: ViewMode): PageView {
  const { mode: chosenMode, page: chosen } = useRunView(run.id);
  const mode = chosenMode ?? first;
  const number = Math.min(chosen, Math.max(1, run.pageCount));
  const page = usePage(mode === 'pages' ? run.id : null, number);
  const view = useShownView(run, wanted, placeKeeper);
  const { shown } = view;
  const { rows, epoch } = shown?.opened ?? { rows: null, epoch: 0 };
  const rowView = useMemo(
    (): RowView =>
      mode === 'pages' || shown === null
        ? {
            runId: run.id,
            page: mode === 'pages' ? number : null,
            view: everyRow,
            rows: null,
            epoch: 0,
          }
        : rowViewOf(run.id, shown),
    // What was opened is another object with each answer.
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

/** The last page may have rows beyond the row limit. */
const rowsShown = ({ firstRow, rows }: Page, { rowCount }: Run): number =>
  Math.max(0, Math.min(rows, rowCount - firstRow));

type Arranged = Pick<Run, 'id' | 'columns'>;

/**
 * The run's columns in reading order, and the same array while the grid looks the same: every
 * report on a run brings new objects. What stands in the grid stays where it is as long as one
 * looks on. A column that a later page brings or fills comes last, and one whose values turn out to
 * be of several types keeps its look; opening the run another time arranges them again.
 */
export function useStableColumns(run: Run): readonly Column[] {
  const [kept, setKept] = useState<Arranged>(() => arranged(run));
  const now = kept.id === run.id ? grown(kept, run) : arranged(run);
  if (now !== kept) setKept(now);
  return now.columns;
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

/** A row further down than that was not on screen; it is put this far below the top. */
const screenRows = 30;
const intoSight = 4;

const placeKeeper: PlaceKeeper = {
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
