/** Views of a run: which of its rows, in which order. Asked of the columns, never of the service. */
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { Summary } from '#shared/contract/summary.ts';
import type { Duplicates, OpenedView, View } from '#shared/contract/view.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import type { RowWindow } from '#shared/contract/run.ts';
import type { ColumnKeeper } from './column-keeper.ts';
import type { RowRange } from '../store/log-contents.ts';
import { rowsUpTo, shownNumber, shownRows, storedNumber } from './live-run.ts';
import type { LiveRun } from './live-run.ts';
import { rowsInOrder, rowsOfList } from './windows.ts';

/** Part of a view: of the run's first `rows` rows; null for as many as are shown now. */
export interface ViewWindow {
  view: View;
  rows: number | null;
  offset: number;
  count: number;
}

export interface Views {
  /**
   * Looks how many rows a view has now, and where the row numbered `anchor` is in it.
   * @throws ColumnsError
   */
  open(run: LiveRun, view: View, anchor: number | null): Promise<OpenedView>;
  /** @throws ColumnsError */
  window(run: LiveRun, part: ViewWindow): Promise<RowWindow>;
  /**
   * Numbers of all rows of a view among those that are shown now (the first `rows`), in its order;
   * null for all of them, as they arrived. `without`: rows of the log that are not shown.
   * @throws ColumnsError
   */
  list(
    run: LiveRun,
    view: View,
  ): Promise<{ rows: number; without: readonly RowRange[]; seqs: Uint32Array | null }>;
  /**
   * What the values of a view's rows are like; of `fields`, or of every column.
   * @throws ColumnsError
   */
  summary(
    run: LiveRun,
    view: View,
    fields: readonly string[] | null,
    timeZone: string,
  ): Promise<Summary>;
  /**
   * What a picture of a view's rows is drawn from.
   * @throws ColumnsError
   */
  chart(run: LiveRun, view: View, question: ChartQuestion): Promise<Chart>;
  /**
   * How many rows came more than once.
   * @throws ColumnsError
   */
  duplicates(run: LiveRun): Promise<Duplicates>;
}

export function createViews(keeper: ColumnKeeper): Views {
  return {
    async open(run, view, anchor) {
      const shown = shownRows(run);
      if (isEveryRow(view)) {
        const position = positionOf(anchor, null, shown);
        return { rows: shown, of: shown, count: shown, epoch: 0, anchor: position };
      }
      const columns = await keeper.of(run.stored);
      // Rows beyond a row limit are not part of what is seen.
      const result = await columns.query(run.stored.id, view, allShown(run));
      const { count, seqs } = result;
      const rows = shownNumber(run, result.rows);
      const seq = anchor === null ? null : storedNumber(run, anchor);
      const epoch = result.epoch + run.stored.replacedRows.length * replacedEpoch;
      return { rows, of: shown, count, epoch, anchor: positionOf(seq, seqs, result.rows) };
    },

    async window(run, { view, rows, offset, count }) {
      if (isEveryRow(view)) return rowsInOrder(run, null, offset, count);
      const columns = await keeper.of(run.stored);
      const { upTo, without } = allShown(run);
      const asked = rows === null ? upTo : Math.min(upTo, storedNumber(run, rows));
      const { seqs } = await columns.query(run.stored.id, view, { rows: asked, without });
      return seqs === null
        ? rowsInOrder(run, null, offset, count)
        : rowsOfList(run, seqs, offset, count);
    },

    async list(run, view) {
      const { upTo: rows, without } = allShown(run);
      if (isEveryRow(view) && without.length === 0) return { rows, without, seqs: null };
      const columns = await keeper.of(run.stored);
      const { seqs } = await columns.query(run.stored.id, view, { rows, without });
      return { rows, without, seqs };
    },

    async summary(run, view, fields, timeZone) {
      const columns = await keeper.of(run.stored);
      const asked = { kind: 'summary', view, fields: fields && [...fields], timeZone } as const;
      const { rows, ...summary } = await columns.ask(run.stored.id, asked, allShown(run));
      return { ...summary, rows: shownNumber(run, rows), of: shownRows(run) };
    },

    async chart(run, view, question) {
      const columns = await keeper.of(run.stored);
      const asked = { kind: 'chart', view, question } as const;
      const { rows, ...chart } = await columns.ask(run.stored.id, asked, allShown(run));
      return { ...chart, rows: shownNumber(run, rows), of: shownRows(run) };
    },

    async duplicates(run) {
      const field = run.resource.identity;
      const columns = await keeper.of(run.stored);
      const found = (acrossInputs: boolean): Promise<{ rows: number; count: number }> =>
        columns.ask(run.stored.id, { kind: 'duplicates', field, acrossInputs }, allShown(run));
      const { rows, count } = await found(false);
      const acrossInputs = run.list === null ? null : (await found(true)).count;
      return { field, rows: shownNumber(run, rows), of: shownRows(run), count, acrossInputs };
    },
  };
}

/** So that a list that lost rows has another epoch than before. */
const replacedEpoch = 2 ** 32;

/** What is asked of the columns where all that is shown is meant. */
const allShown = (run: LiveRun): { upTo: number; without: readonly RowRange[] } => ({
  upTo: rowsUpTo(run),
  without: run.stored.replacedRows,
});

/** Where a row is in a list of row numbers, or among the first `rows` rows where there is none. */
function positionOf(row: number | null, seqs: Uint32Array | null, rows: number): number | null {
  if (row === null) return null;
  if (seqs === null) return row < rows ? row : null;
  const position = seqs.indexOf(row);
  return position === -1 ? null : position;
}
