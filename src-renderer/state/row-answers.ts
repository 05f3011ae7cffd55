/**
 * Slow answers about the rows of runs: requested a few at a time, cached while the window is open, and
 * requested again when the run has more rows. The old answer remains until the new one arrives, so that
 * nothing jumps. None of it ever calls the service.
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
import type { Reach } from './keep-up.ts';

interface Known {
  value: Reach | null;
  /** Why the last question was not answered. */
  problem: Problem | null;
  /** How long the last answer took. */
  ms: number;
}

export interface RowAnswer<T> {
  /** Null until the first answer. */
  value: T | null;
  /** The run has other rows by now than those of `value`. */
  isBehind: boolean;
  problem: Problem | null;
  /** Retries after a problem. */
  askAgain: () => void;
}

const useAnswers = create<Readonly<Record<string, Known>>>()(() => ({}));

/** A question, identified by `key`, which starts with `runId`. */
interface RowQuestion<T extends Reach> {
  key: string;
  run: Run;
  /** False: not on screen, so it isn't asked now. */
  isWanted: boolean;
  ask: () => Promise<Result<T>>;
}

/** Minimum pause while a run grows or its columns are being filled (ms). */
const leastPause = 1500;
/** While a run grows, slow answers are requested less often, so that they never keep main busy. */
const pauseFactor = 8;

/** `ask` may only depend on what is in the key. */
function useRowAnswer<T extends Reach>(question: RowQuestion<T>): RowAnswer<T> {
  const { key, run, isWanted, ask } = question;
  const known = useAnswers((answers) => answers[key]);
  const value = known?.value ?? null;
  const isBehind = value === null || value.of !== run.rowCount || value.rows < value.of;
  const isAsked = isWanted && isBehind && (known?.problem ?? null) === null;
  const isGrowing = isWorking(run.state);
  const works = isGrowing || (value !== null && value.rows < value.of);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!isAsked) return undefined;
    const slowness = isGrowing && known !== undefined ? known.ms * pauseFactor : 0;
    const pause = known === undefined || !works ? 0 : Math.max(leastPause, slowness);
    let cancel = (): void => {};
    const timer = setTimeout(() => {
      cancel = enqueue(key, () => latest.current());
    }, pause);
    return () => {
      clearTimeout(timer);
      cancel();
    };
    // Each answer is a new object: if it is still behind, it is requested again.
  }, [key, isAsked, known, works, isGrowing]);
  return {
    // The key identifies the question and thereby the type of its answer.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    value: value as T | null,
    isBehind,
    problem: known?.problem ?? null,
    askAgain: () => remember(key, { value, problem: null, ms: 0 }),
  };
}

/** Discards the answers about a run's rows. */
export function forgetAnswers(runId: string): void {
  const others = Object.entries(useAnswers.getState()).filter(
    ([key]) => key.split('/')[0] !== runId,
  );
  useAnswers.setState(Object.fromEntries(others), true);
}

interface Queued {
  key: string;
  ask: () => Promise<Result<Reach>>;
  /** Number of components waiting for it; at 0 it is not asked. */
  count: number;
}

/** Main computes answers with two threads. */
const mostAtOnce = 2;
const queue = new Map<string, Queued>();
const running = new Set<string>();

/** Adds a question to the queue. Returns a function that removes it, without effect once it runs. */
function enqueue(key: string, ask: Queued['ask']): () => void {
  const known = queue.get(key) ?? { key, ask, count: 0 };
  known.count += 1;
  queue.set(key, known);
  askNext();
  return () => {
    known.count -= 1;
    if (known.count === 0 && queue.get(key) === known) queue.delete(key);
  };
}

function askNext(): void {
  for (const [key, queued] of queue) {
    if (running.size >= mostAtOnce) return;
    queue.delete(key);
    if (!running.has(key)) void askNow(queued);
  }
}

async function askNow({ key, ask }: Queued): Promise<void> {
  running.add(key);
  const started = performance.now();
  const result = await ask();
  running.delete(key);
  remember(key, {
    value: result.ok ? result.value : (useAnswers.getState()[key]?.value ?? null),
    problem: result.ok ? null : result.error,
    ms: performance.now() - started,
  });
  askNext();
}

/** Every filter that was tried has its own answers; the oldest are dropped. */
const mostKept = 300;

function remember(key: string, known: Known): void {
  const { [key]: _before, ...others } = useAnswers.getState();
  const kept = Object.entries(others).slice(1 - mostKept);
  useAnswers.setState({ ...Object.fromEntries(kept), [key]: known }, true);
}

/** Rows of a run's view. */
interface RowsOf {
  run: Run;
  view: View;
}

/**
 * Returns a summary of the values of one column. `timeZone`: that of the days that dates are counted
 * by.
 */
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

/** Returns the data for a chart. */
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

/** The sort order doesn't affect the answer. */
const unsorted = (view: View): View => ({ ...view, sort: [] });

const keyOf = (run: Run, view: View, question: unknown): string =>
  `${run.id}/${JSON.stringify([question, view])}`;
