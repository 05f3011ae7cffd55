/**
 * Answers about the rows of runs that take their time: asked a few at a time, kept while the
 * window is open, and asked again when the run has more rows. An old answer stays until the new
 * one is there, so that nothing jumps. None of it ever calls the service.
 */
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { Summary } from '#shared/contract/summary.ts';
import type { View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';

/** What every answer says of how much it is about. */
export interface Reach {
  /** Rows of the run that were looked at: its first ones. */
  rows: number;
  /** Rows the run had. */
  of: number;
}

interface Known {
  value: Reach | null;
  /** Why the last question was not answered. */
  problem: Problem | null;
  /** How long the last one took. */
  ms: number;
}

export interface RowAnswer<T> {
  /** Null until it came. */
  value: T | null;
  problem: Problem | null;
  /** Asks once more after a problem. */
  askAgain: () => void;
}

const useAnswers = create<Readonly<Record<string, Known>>>()(() => ({}));

/** What one question is, told from all others by `key`; `runId` begins the key. */
export interface RowQuestion<T extends Reach> {
  key: string;
  run: Run;
  /** Nobody looks at it: it is not asked now. */
  isWanted: boolean;
  ask: () => Promise<Result<T>>;
}

/** While a run grows or its columns are being filled, so often is enough (ms). */
const leastPause = 1500;
/** What takes long is asked less often, so that it never keeps main busy. */
const pauseFactor = 8;

/** `ask` may use nothing that the key does not tell. */
export function useRowAnswer<T extends Reach>(question: RowQuestion<T>): RowAnswer<T> {
  const { key, run, isWanted, ask } = question;
  const known = useAnswers((answers) => answers[key]);
  const value = known?.value ?? null;
  const isBehind = value === null || value.of !== run.rowCount || value.rows < value.of;
  const isAsked = isWanted && isBehind && (known?.problem ?? null) === null;
  const works = isWorking(run.state) || (value !== null && value.rows < value.of);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!isAsked) return undefined;
    const pause = known === undefined || !works ? 0 : Math.max(leastPause, known.ms * pauseFactor);
    let leave = (): void => {};
    const timer = setTimeout(() => {
      leave = enqueue(key, () => latest.current());
    }, pause);
    return () => {
      clearTimeout(timer);
      leave();
    };
    // Each answer is another object: what is still behind then is asked once more.
  }, [key, isAsked, known, works]);
  return {
    // The key tells which question it answers, and with it of which type it is.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    value: value as T | null,
    problem: known?.problem ?? null,
    askAgain: () => remember(key, { value, problem: null, ms: 0 }),
  };
}

/** Forgets what is known of a run's rows. */
export function forgetAnswers(runId: string): void {
  const others = Object.entries(useAnswers.getState()).filter(
    ([key]) => key.split('/')[0] !== runId,
  );
  useAnswers.setState(Object.fromEntries(others), true);
}

interface Waiting {
  key: string;
  ask: () => Promise<Result<Reach>>;
  /** How many wait for it; it is not asked when nobody does. */
  count: number;
}

/** Main counts with two threads. */
const mostAtOnce = 2;
const waiting = new Map<string, Waiting>();
const asking = new Set<string>();

/** Returns the function that gives it up, which an answer under way ignores. */
function enqueue(key: string, ask: () => Promise<Result<Reach>>): () => void {
  const known = waiting.get(key) ?? { key, ask, count: 0 };
  known.count += 1;
  waiting.set(key, known);
  askNext();
  return () => {
    known.count -= 1;
    if (known.count === 0 && waiting.get(key) === known) waiting.delete(key);
  };
}

function askNext(): void {
  for (const [key, { ask }] of waiting) {
    if (asking.size >= mostAtOnce) return;
    waiting.delete(key);
    if (!asking.has(key)) void askNow(key, ask);
  }
}

async function askNow(key: string, ask: Waiting['ask']): Promise<void> {
  asking.add(key);
  const started = performance.now();
  const result = await ask();
  asking.delete(key);
  remember(key, {
    value: result.ok ? result.value : (useAnswers.getState()[key]?.value ?? null),
    problem: result.ok ? null : result.error,
    ms: performance.now() - started,
  });
  askNext();
}

/** Every filter that was tried has its own; the oldest go. */
const mostKept = 300;

function remember(key: string, known: Known): void {
  const { [key]: _before, ...others } = useAnswers.getState();
  const kept = Object.entries(others).slice(1 - mostKept);
  useAnswers.setState({ ...Object.fromEntries(kept), [key]: known }, true);
}

/** Which rows of which run. */
interface RowsOf {
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
