/** What the charts of each run show: kept while the window is open, so that tabs can be changed. */
import { create } from 'zustand';
import type { DateUnit, NumberScale } from '#shared/contract/summary.ts';

export interface ChartChoice {
  time: { field?: string; unit?: DateUnit; splitBy?: string | null };
  values: { field?: string };
  numbers: { field?: string; scale?: NumberScale };
  scatter: { x?: string; y?: string; scale?: NumberScale };
}
export type PanelKind = keyof ChartChoice;

interface ChartsState {
  choices: Readonly<Record<string, ChartChoice>>;
  /** The chart that was just asked for, by run: it is brought on screen. */
  wanted: { runId: string; kind: PanelKind } | null;
}

const nothingChosen: ChartChoice = { time: {}, values: {}, numbers: {}, scatter: {} };

const useCharts = create<ChartsState>()(() => ({ choices: {}, wanted: null }));

export const useChartChoice = (runId: string): ChartChoice =>
  useCharts(({ choices }) => choices[runId] ?? nothingChosen);

/** Whether this chart was just asked for. */
export const useWantedPanel = (runId: string): PanelKind | null =>
  useCharts(({ wanted }) => (wanted?.runId === runId ? wanted.kind : null));

export function chooseChart<K extends PanelKind>(
  runId: string,
  kind: K,
  change: ChartChoice[K],
): void {
  useCharts.setState(({ choices }) => {
    const before = choices[runId] ?? nothingChosen;
    const next = { ...before, [kind]: { ...before[kind], ...change } };
    return { choices: { ...choices, [runId]: next } };
  });
}

/** Asks for a chart of a column, wherever the charts are looked at next. */
export function wantChart(runId: string, kind: 'time' | 'values' | 'numbers', field: string): void {
  chooseChart(runId, kind, { field });
  useCharts.setState({ wanted: { runId, kind } });
}

export function forgetWanted(): void {
  useCharts.setState({ wanted: null });
}
