/** Summaries of columns and what charts are drawn from, for the rows of a view. */
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Summary } from '#shared/contract/summary.ts';
import type { View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import type { RowAnswer } from './row-answers.ts';
import { useRowAnswer } from './row-answers.ts';

/** Which rows of which run. */
export interface RowsOf {
  run: Run;
  view: View;
}

/** What the values of one column are like. `timeZone`: whose days dates are counted by. */
export function useSummary(
  { run, view }: RowsOf,
  { field, timeZone }: { field: string; timeZone: string },
  isWanted: boolean,
): RowAnswer<Summary> {
  const rows = unsorted(view);
  return useRowAnswer<Summary>({
    key: keyOf(run, rows, ['summary', field, timeZone]),
    run,
    isWanted,
    ask: () => host.call('view.summary', { runId: run.id, view: rows, fields: [field], timeZone }),
  });
}

/** What a chart is drawn from. */
export function useChart(
  { run, view }: RowsOf,
  question: ChartQuestion,
  isWanted: boolean,
): RowAnswer<Chart> {
  const rows = unsorted(view);
  return useRowAnswer<Chart>({
    key: keyOf(run, rows, question),
    run,
    isWanted,
    ask: () => host.call('view.chart', { runId: run.id, view: rows, question }),
  });
}

/** In which order they are shown changes nothing about them. */
const unsorted = (view: View): View => ({ ...view, sort: [] });

const keyOf = (run: Run, view: View, question: unknown): string =>
  `${run.id}/${JSON.stringify([question, view])}`;
