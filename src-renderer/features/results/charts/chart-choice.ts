/**
 * What the charts of each run show: kept while the window is open, so that it survives switching tabs.
 */
import type { ChartQuestion, WordKind } from '#shared/contract/chart.ts';
import type { Column } from '#shared/contract/run.ts';
import type { DateUnit, NumberScale } from '#shared/contract/summary.ts';
import { kept } from '#renderer/state/kept.ts';

export interface ChartChoice {
  time: { field?: string; unit?: DateUnit; splitBy?: string | null };
  values: { field?: string };
  numbers: { field?: string; scale?: NumberScale };
  scatter: { x?: string; y?: string; scale?: NumberScale };
  words: WordsChoice;
}

export interface WordsChoice {
  field?: string;
  of?: WordKind;
  by?: 'rows' | 'times';
  /** Null: the kept lists. */
  stopWords?: readonly string[] | null;
  /** The column of which two values are compared, and these; `other` null: all others. */
  splitBy?: string | null;
  one?: string;
  other?: string | null;
  /** The word that is shown in its context, and how its lines are sorted. */
  word?: string;
  sort?: ContextSort;
}
export type ContextSort = Extract<ChartQuestion, { kind: 'context' }>['sort'];
export type PanelKind = keyof ChartChoice;

interface RunCharts {
  choice: ChartChoice;
  /** The chart that was just requested: it is scrolled into view. */
  wanted: PanelKind | null;
}

/** By run. */
const charts = kept<RunCharts>('charts', {
  choice: { time: {}, values: {}, numbers: {}, scatter: {}, words: {} },
  wanted: null,
});

export const useChartChoice = (runId: string): ChartChoice =>
  charts.use(runId, ({ choice }) => choice);

/** Returns the chart that was just requested for this run. */
export const useWantedPanel = (runId: string): PanelKind | null =>
  charts.use(runId, ({ wanted }) => wanted);

export function chooseChart<K extends PanelKind>(
  runId: string,
  kind: K,
  change: ChartChoice[K],
): void {
  const { choice } = charts.of(runId);
  charts.change(runId, { choice: { ...choice, [kind]: { ...choice[kind], ...change } } });
}

/** Requests a chart of a column, which is shown when the charts are opened next. */
export function wantChart(runId: string, kind: 'time' | 'values' | 'numbers', field: string): void {
  chooseChart(runId, kind, { field });
  charts.change(runId, { wanted: kind });
}

export const forgetWanted = (runId: string): void => charts.change(runId, { wanted: null });

export interface ChartFields {
  /** Moments. */
  dates: readonly Column[];
  /** Values that repeat. */
  values: readonly Column[];
  numbers: readonly Column[];
  /** What people write. */
  texts: readonly Column[];
}

export function chartFields(columns: readonly Column[]): ChartFields {
  const filled = columns.filter(({ type }) => type !== 'empty');
  return {
    dates: likeliestFirst(filled.filter(isDate), () => 0),
    values: likeliestFirst(filled.filter(isValue), ({ meaning }) => valueRanks[meaning] ?? 9),
    texts: likeliestFirst(filled.filter(isText), ({ meaning }) => (meaning === 'text' ? 0 : 1)),
    numbers: likeliestFirst(filled.filter(isNumber), ({ meaning }) =>
      meaning === 'count' ? 0 : 1,
    ),
  };
}

const likeliestFirst = (
  columns: readonly Column[],
  rankOf: (column: Column) => number,
): readonly Column[] =>
  columns.toSorted((a, b) => Number(b.usual) - Number(a.usual) || rankOf(a) - rankOf(b));

/** Names that services give to seconds since 1970. */
const timestamp = /timestamp$/i;
/** Names that services give to moments that aren't in the catalogue. */
const dateName = /(?:At|Date|Time|_at|_date|_time|^date|^time)$/;

function isDate({ meaning, type, field }: Column): boolean {
  if (meaning === 'date') return true;
  if (timestamp.test(field)) return type === 'integer' || type === 'number';
  return (meaning === 'text' || meaning === 'number') && dateName.test(field);
}

const valueRanks: Partial<Record<Column['meaning'], number>> = {
  code: 0,
  list: 1,
  username: 2,
  name: 3,
  boolean: 4,
};

function isValue(column: Column): boolean {
  const { meaning, type } = column;
  if (type === 'object' || meaning === 'id' || meaning === 'image' || meaning === 'object') {
    return false;
  }
  return !isDate(column) && !isNumber(column);
}

function isText(column: Column): boolean {
  const { meaning, type } = column;
  const isWritten = meaning === 'text' || meaning === 'name';
  return isWritten && (type === 'text' || type === 'mixed') && !isDate(column);
}

function isNumber(column: Column): boolean {
  const isOne = column.type === 'integer' || column.type === 'number';
  return isOne && column.meaning !== 'id' && !isDate(column);
}
