/**
 * Rows of runs in the window: chunks of 100, fetched around the visible ones, each requested once at a
 * time, in a limited cache. Main has every row; what is dropped here is read again when scrolled to.
 * None of it ever calls the service.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { maxWindowRows, type Row, type RowWindow, type Run } from '#shared/contract/run.ts';
import { everyRow, isEveryRow, type View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { chunkOf, chunkRows, RowCache } from './row-cache.ts';

/** Rows of a run: of a view, or of one of its pages (from 1) in order of arrival. */
export interface RowView {
  runId: string;
  page: number | null;
  view: View;
  /** The view covers this number of the run's first rows; null: all current ones. */
  rows: number | null;
  /** From main's reply when the view was opened; 0 for rows in order of arrival. */
  epoch: number;
}

/** Returns all rows of a run in order of arrival, or those of one of its pages. */
export const everyRowOf = (run: Pick<Run, 'id'>, page: number | null = null): RowView => ({
  runId: run.id,
  page,
  view: everyRow,
  rows: null,
  epoch: 0,
});

/**
 * Returns the same text for the same list of rows, even while it grows at its end: only a sorted view
 * becomes a different list when the run has more rows.
 */
export function viewKey({ runId, page, view, rows, epoch }: RowView): string {
  if (isEveryRow(view)) return `${runId}/${page ?? ''}`;
  return `${runId}/${view.sort.length > 0 ? rows : ''}/${epoch}/${JSON.stringify(view)}`;
}

/**
 * What prevents rows of a run from being read, by run id; removed with the next successful read, unless
 * other rows still can't be read.
 */
export const useRowProblems = create<Readonly<Record<string, Problem>>>()(() => ({}));

/** Requested views by key, as last requested. */
const wanted = new Map<string, RowView>();

const cache = new RowCache(async (key, offset, count) => {
  const view = wanted.get(key);
  if (view === undefined) return null;
  const result = await readWindow(view, offset, count);
  if (!result.ok) setRowProblem(view.runId, result.error);
  else if (!cache.hasFailed((one) => runOfKey(one) === view.runId)) setRowProblem(view.runId, null);
  return result.ok ? result.value : null;
});

/** Reads rows from `offset` of a view, at most `maxWindowRows`. */
function readWindow(of: RowView, offset: number, count: number): Promise<Result<RowWindow>> {
  const { runId, page, view, rows } = of;
  return host.call('rows.window', { runId, page, view, rows, offset, count });
}

const runOfKey = (key: string): string => key.split('/')[0] ?? '';

/** Sets the problem of reading a run's rows; null: none. */
export function setRowProblem(runId: string, problem: Problem | null): void {
  const { [runId]: before, ...others } = useRowProblems.getState();
  if (problem === null && before === undefined) return;
  useRowProblems.setState(problem === null ? others : { ...others, [runId]: problem }, true);
}

/** Stores rows received with a reply. */
export function primeRows(run: Pick<Run, 'id'>, window: RowWindow): void {
  cache.put(viewKey(everyRowOf(run)), window);
}

/** Rows above the target row: about a screenful. */
const rowsAbove = 30;

/** Reads the rows around one (by its number in the view), so that they are available immediately. */
export async function readAround(view: RowView, row: number): Promise<void> {
  const window = await readWindow(view, Math.max(0, row - rowsAbove), chunkRows);
  // The grid shows the problem when it requests them.
  if (window.ok) cache.put(viewKey(view), window.value);
}

/** Returns a cached row of any run that matches. */
export function findRowAtHand(
  matches: (runId: string, row: Row) => boolean,
): { runId: string; row: Row } | null {
  const found = cache.find((key, row) => matches(runOfKey(key), row));
  return found === null ? null : { runId: runOfKey(found.key), row: found.row };
}

/** Discards all rows of a run. */
export function forgetRows(runId: string): void {
  const isOfRun = (key: string): boolean => runOfKey(key) === runId;
  cache.forget(isOfRun);
  for (const key of wanted.keys()) if (isOfRun(key)) wanted.delete(key);
  setRowProblem(runId, null);
}

/** After rows could not be read: retries those on screen. */
export function readAgain(runId: string): void {
  setRowProblem(runId, null);
  cache.retry();
}

function useNumberedRow(view: RowView, index: number): ReturnType<RowCache['at']> {
  const key = viewKey(view);
  const chunk = chunkOf(index);
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(key, chunk, listener),
    [key, chunk],
  );
  return useSyncExternalStore(subscribe, () => cache.at(key, index));
}

/** Returns a row by its number in the view (from 0); undefined until read. */
export const useRow = (view: RowView, index: number): Row | undefined =>
  useNumberedRow(view, index)?.row;

/** Returns the number in the run (from 0) of a row of the view; undefined until read. */
export const useRowNumber = (view: RowView, index: number): number | undefined =>
  useNumberedRow(view, index)?.number;

/** The number in the run (from 0) of a row of the view, for an action; undefined if it isn't cached. */
export const rowNumberNow = (view: RowView, index: number): number | undefined =>
  cache.at(viewKey(view), index)?.number;

/** Requests rows `first … last` of a view with `total` rows, and those around them. */
export function useRowsAround(view: RowView, first: number, last: number, total: number): void {
  const key = viewKey(view);
  useEffect(() => {
    wanted.set(key, view);
    cache.want(key, first, last, total);
    // The key represents everything relevant of the view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, view.rows, first, last, total]);
}

/** Rows `first … last` of a view. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Returns the rows if all of them are cached. */
export function rowsAtHand(view: RowView, spans: readonly Span[]): Row[] | null {
  const rows: Row[] = [];
  for (const { first, last } of spans) {
    for (let index = first; index <= last; index += 1) {
      const found = cache.at(viewKey(view), index);
      if (found === undefined) return null;
      rows.push(found.row);
    }
  }
  return rows;
}

/**
 * Reads the rows in sequential chunks, so that scrolling isn't delayed. Doesn't cache them: the cache
 * is for what is on screen. Doesn't call the service.
 *
 * @param reportDone is called with the number of rows read so far.
 * @returns null if they can't be read; the run's row problem says why.
 */
export async function readRows(
  view: RowView,
  spans: readonly Span[],
  reportDone: (done: number) => void,
): Promise<Row[] | null> {
  const rows: Row[] = [];
  for (const { first, last } of spans) {
    for (let offset = first; offset <= last;) {
      const count = Math.min(maxWindowRows, last - offset + 1);
      const result = await readWindow(view, offset, count);
      if (!result.ok) {
        setRowProblem(view.runId, result.error);
        return null;
      }
      // The view has fewer rows by now.
      if (result.value.rows.length === 0) break;
      rows.push(...result.value.rows);
      offset += result.value.rows.length;
      reportDone(rows.length);
    }
  }
  return rows;
}

/**
 * Returns the position in the view (from 0) of the row with a number in the run (from 0); null: not in
 * the view.
 */
export async function positionOfRow(of: RowView, number: number): Promise<Result<number | null>> {
  const { runId, view } = of;
  if (isEveryRow(view)) return { ok: true, value: number };
  const opened = await host.call('view.open', { runId, view, anchor: number });
  if (!opened.ok) return opened;
  const { anchor, rows } = opened.value;
  if (anchor === null) return { ok: true, value: null };
  // A sorted view doesn't change while its run grows: each newer row may precede this one.
  const since = view.sort.length === 0 || of.rows === null ? 0 : Math.max(0, rows - of.rows);
  if (since === 0) return { ok: true, value: anchor };
  for (let from = Math.max(0, anchor - since); from <= anchor; from += maxWindowRows) {
    const window = await readWindow(of, from, Math.min(maxWindowRows, anchor - from + 1));
    if (!window.ok) return window;
    const index = window.value.numbers?.indexOf(number) ?? -1;
    if (index !== -1) return { ok: true, value: from + index };
  }
  return { ok: true, value: null };
}
