/** Views of a run: which of its rows, in which order. They query the columns, never the service. */
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { Summary } from '#shared/contract/summary.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import type { Duplicates, OpenedView, View } from '#shared/contract/view.ts';
import type { Page, RowWindow } from '#shared/contract/run.ts';
import { fold } from '#shared/fold.ts';
import { inputStatusSchema } from '#shared/contract/list.ts';
import type { Input, InputsView } from '#shared/contract/list.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { asRow, forWindow, shownRows } from './live-run.ts';
import type { KeptRows, LiveRun } from './live-run.ts';
import { isUnshown } from './notices.ts';
import type { InputOutcomes } from './input-list.ts';

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
      if (isEveryRow(view)) return rowsInOrder(run, offset, count);
      const asked = Math.min(shownRows(run), rows ?? Number.POSITIVE_INFINITY);
      const { seqs } = await columns.query(run.stored, view, { rows: asked });
      return seqs === null ? rowsInOrder(run, offset, count) : rowsOfList(run, seqs, offset, count);
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

// Reads the rows of a run to be shown from the log, by their numbers.

/** A row of a damaged page is shown as an empty row; the run's notices explain it. */
const rowOrBlank = (value: JsonValue | undefined): JsonObject => forWindow(asRow(value) ?? {});

/**
 * Returns rows in order of arrival.
 * @param kept the page that was just stored: rows that it has needn't be read back from disk.
 */
export async function rowsInOrder(
  run: LiveRun,
  offset: number,
  count: number,
  kept: KeptRows = null,
): Promise<RowWindow> {
  const total = shownRows(run);
  const wanted = Math.max(0, Math.min(count, total - offset));
  const hasAll = kept?.firstRow === offset && kept.items.length >= wanted;
  const found = wanted === 0 ? [] : hasAll ? kept.items : await run.stored.rows(offset, wanted);
  return { offset, total, numbers: null, rows: found.slice(0, wanted).map(rowOrBlank) };
}

/** Returns the rows `offset … offset + count - 1` of a list of row numbers. */
async function rowsOfList(
  run: LiveRun,
  seqs: Uint32Array,
  offset: number,
  count: number,
): Promise<RowWindow> {
  const wanted = Array.from(seqs.slice(offset, offset + count));
  const rows = wanted.length === 0 ? [] : await run.stored.rowsAt(wanted);
  return { offset, total: seqs.length, numbers: wanted, rows: rows.map(rowOrBlank) };
}

/** Lists pages; `from` counts from 0. */
export const pagesOf = (run: LiveRun, from: number, count: number): Page[] =>
  run.stored.pages.slice(from, from + count).map((stored) => {
    const { page, firstRow, rows, at, ms, dataSource, unreadable, file } = stored;
    const tooLarge = isUnshown({ file });
    return { page, firstRow, rows, at, ms, dataSource, unreadable, tooLarge };
  });

// The inputs of a list as a table: filtered, sorted, one window at a time.

/** Returns the inputs `offset … offset + count - 1` of a view. */
export async function inputsWindow(
  outcomes: InputOutcomes,
  view: InputsView,
  offset: number,
  count: number,
): Promise<{ total: number; inputs: Input[] }> {
  const numbers = numbersIn(outcomes, view);
  const part = numbers.slice(offset, offset + count);
  return {
    total: numbers.length,
    inputs: await Promise.all(part.map((n) => inputOf(outcomes, n))),
  };
}

interface Sorted {
  view: string;
  revision: number;
  numbers: number[];
}

/** The latest view of each list, cached because scrolling requests many windows of it. */
const latest = new WeakMap<InputOutcomes, Sorted>();

function numbersIn(outcomes: InputOutcomes, view: InputsView): number[] {
  const { revision } = outcomes;
  const asked = JSON.stringify(view);
  const known = latest.get(outcomes);
  if (known?.view === asked && known.revision === revision) return known.numbers;
  const numbers = numbersOf(outcomes, view);
  latest.set(outcomes, { view: asked, revision, numbers });
  return numbers;
}

function numbersOf(
  outcomes: InputOutcomes,
  { statuses, search, order, descending }: InputsView,
): number[] {
  const { inputs } = outcomes;
  const shown = statuses && new Set(statuses);
  const needle = fold(search.trim());
  const numbers: number[] = [];
  for (let n = 0; n < inputs.list.count; n++) {
    if (shown !== null && !shown.has(outcomes.statusOf(n))) continue;
    if (needle !== '' && !fold(inputs.text(n)).includes(needle)) continue;
    numbers.push(n);
  }
  const sign = descending ? -1 : 1;
  if (order === 'text') {
    const { compare } = new Intl.Collator('en', { numeric: true });
    return numbers.toSorted((a, b) => sign * compare(inputs.text(a), inputs.text(b)));
  }
  const keyOf = keysOf[order];
  const keys = new Map(numbers.map((n) => [n, keyOf(outcomes, n)]));
  return numbers.toSorted((a, b) => sign * ((keys.get(a) ?? 0) - (keys.get(b) ?? 0)) || a - b);
}

const keysOf: Record<
  Exclude<InputsView['order'], 'text'>,
  (outcomes: InputOutcomes, n: number) => number
> = {
  number: (_, n) => n,
  status: (outcomes, n) => inputStatusSchema.options.indexOf(outcomes.statusOf(n)),
  calls: (outcomes, n) => outcomes.callsOf(n),
  pages: (outcomes, n) => outcomes.pagesOf(n).length,
  rows: (outcomes, n) => outcomes.rowsOf(n),
};

const inputOf = async (outcomes: InputOutcomes, n: number): Promise<Input> => ({
  number: n,
  text: outcomes.inputs.text(n),
  status: outcomes.statusOf(n),
  rows: outcomes.rowsOf(n),
  pages: outcomes.pagesOf(n).length,
  calls: outcomes.callsOf(n),
  why: outcomes.whyOf(n),
  line: outcomes.inputs.all[n]?.line ?? null,
});
