/** Views of a run: which of its rows, in which order. They query the columns, never the service. */
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { Summary } from '#shared/contract/summary.ts';
import type { Duplicates, OpenedView, View } from '#shared/contract/view.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import type { RowWindow } from '#shared/contract/run.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import { shownRows } from './live-run.ts';
import type { LiveRun } from './live-run.ts';
import { rowsInOrder, rowsOfList } from './windows.ts';

/** Part of a view of the run's first `rows` rows; null: of all that are shown now. */
interface ViewWindow {
  view: View;
  rows: number | null;
  offset: number;
  count: number;
}

export interface Views {
  /**
   * Counts the rows of a view, and finds the position in it of the row numbered `anchor`.
   * @throws ColumnsError
   */
  open(run: LiveRun, view: View, anchor: number | null): Promise<OpenedView>;
  /** @throws ColumnsError */
  window(run: LiveRun, part: ViewWindow): Promise<RowWindow>;
  /**
   * Returns the numbers of all rows of a view in its order, among those shown now (the first `rows`);
   * null: all of them in order of arrival.
   * @throws ColumnsError
   */
  list(
    run: LiveRun,
    view: View,
    first?: number | null,
  ): Promise<{ rows: number; seqs: Uint32Array | null }>;
  /**
   * Summarises the values of a view's rows, of `fields` or of every column.
   * @throws ColumnsError
   */
  summary(
    run: LiveRun,
    view: View,
    fields: readonly string[] | null,
    timeZone: string,
  ): Promise<Summary>;
  /**
   * Returns the data of a chart of a view's rows.
   * @throws ColumnsError
   */
  chart(run: LiveRun, view: View, question: ChartQuestion): Promise<Chart>;
  /**
   * Counts the rows that appear more than once, among the first `rows`, by default those shown now.
   * @throws ColumnsError
   */
  duplicates(run: LiveRun, rows?: number): Promise<Duplicates>;
}

export function createViews(columns: ColumnStore): Views {
  return {
    async open(run, view, anchor) {
      const shown = shownRows(run);
      if (isEveryRow(view)) {
        const position = positionOf(anchor, null, shown);
        return { rows: shown, of: shown, count: shown, epoch: 0, anchor: position };
      }
      // Rows beyond a row limit aren't shown.
      const { rows, count, epoch, seqs } = await columns.query(run.stored, view, { upTo: shown });
      return { rows, of: shown, count, epoch, anchor: positionOf(anchor, seqs, rows) };
    },

    async window(run, { view, rows, offset, count }) {
      if (isEveryRow(view)) return rowsInOrder(run, null, offset, count);
      const asked = Math.min(shownRows(run), rows ?? Number.POSITIVE_INFINITY);
      const { seqs } = await columns.query(run.stored, view, { rows: asked });
      return seqs === null
        ? rowsInOrder(run, null, offset, count)
        : rowsOfList(run, seqs, offset, count);
    },

    async list(run, view, first = null) {
      const rows = Math.min(shownRows(run), first ?? Number.POSITIVE_INFINITY);
      if (isEveryRow(view)) return { rows, seqs: null };
      const { seqs } = await columns.query(run.stored, view, { rows });
      return { rows, seqs };
    },

    async summary(run, view, fields, timeZone) {
      const dates = run.resource.fields
        .filter(({ meaning }) => meaning === 'date')
        .map(({ name }) => name);
      const asked = {
        kind: 'summary',
        view,
        fields: fields && [...fields],
        dates,
        timeZone,
      } as const;
      const summary = await columns.ask(run.stored, asked, { upTo: shownRows(run) });
      return { ...summary, of: shownRows(run) };
    },

    async chart(run, view, question) {
      const asked = { kind: 'chart', view, question } as const;
      const chart = await columns.ask(run.stored, asked, { upTo: shownRows(run) });
      return { ...chart, of: shownRows(run) };
    },

    async duplicates(run, upTo = shownRows(run)) {
      const field = run.resource.identity;
      const found = (acrossInputs: boolean): Promise<{ rows: number; count: number }> =>
        columns.ask(run.stored, { kind: 'duplicates', field, acrossInputs }, { upTo });
      const { rows, count } = await found(false);
      const acrossInputs = run.list === null ? null : (await found(true)).count;
      return { field, rows, of: shownRows(run), count, acrossInputs };
    },
  };
}

/** Returns a row's position in a list of row numbers, or among the first `rows` rows without a list. */
function positionOf(row: number | null, seqs: Uint32Array | null, rows: number): number | null {
  if (row === null) return null;
  if (seqs === null) return row < rows ? row : null;
  const position = seqs.indexOf(row);
  return position === -1 ? null : position;
}
