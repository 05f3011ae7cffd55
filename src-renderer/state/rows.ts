/**
 * Rows of runs as the window holds them: chunks of 100, fetched around what is visible, each
 * asked for once at a time, and only so many kept. Main has every row; what is dropped here is
 * read again when it is scrolled to. No call to the service is ever made for it.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { maxWindowRows, type Row, type RowWindow } from '#shared/contract/run.ts';
import { everyRow, isEveryRow, type View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { chunkOf, chunkRows, RowCache } from './row-cache.ts';

/** Rows of a run: of a view of it, or of one of its pages (from 1) in the order of arrival. */
export interface RowView {
  runId: string;
  page: number | null;
  view: View;
  /** Rows of the run that the view is of, its first ones; null for those it has now. */
  rows: number | null;
  /** As main told it when the view was opened; 0 for rows as they arrived. */
  epoch: number;
}

/** All rows of a run as they arrived. */
export const everyRowOf = (runId: string): RowView => ({
  runId,
  page: null,
  view: everyRow,
  rows: null,
  epoch: 0,
});

/**
 * The same text for the same list of rows, also while it grows at its end: only what is sorted
 * becomes another list when the run has more rows.
 */
export function viewKey({ runId, page, view, rows, epoch }: RowView): string {
  if (isEveryRow(view)) return `${runId}/${page ?? ''}`;
  return `${runId}/${view.sort.length > 0 ? rows : ''}/${epoch}/${JSON.stringify(view)}`;
}

/** What keeps rows of a run from being read, by run id; gone with the next window that comes. */
export const useRowProblems = create<Readonly<Record<string, Problem>>>()(() => ({}));

/** Views that rows were wanted of, by key, as they were wanted last. */
const wanted = new Map<string, RowView>();

const cache = new RowCache(async (key, offset, count) => {
  const view = wanted.get(key);
  if (view === undefined) return null;
  const result = await readWindow(view, offset, count);
  setRowProblem(view.runId, result.ok ? null : result.error);
  return result.ok ? result.value : null;
});

/** Rows `offset …` of a view, at most `maxWindowRows` of them. */
export function readWindow(of: RowView, offset: number, count: number): Promise<Result<RowWindow>> {
  const { runId, page, view, rows } = of;
  return host.call('rows.window', { runId, page, view, rows, offset, count });
}

const runOfKey = (key: string): string => key.split('/')[0] ?? '';

/** Says what keeps a run's rows from being read; null when they can be again. */
export function setRowProblem(runId: string, problem: Problem | null): void {
  const { [runId]: before, ...others } = useRowProblems.getState();
  if (problem === null && before === undefined) return;
  useRowProblems.setState(problem === null ? others : { ...others, [runId]: problem }, true);
}

/** Takes over rows that came with a reply. */
export function primeRows(runId: string, window: RowWindow): void {
  cache.put(viewKey(everyRowOf(runId)), window);
}

/** Rows above the one that is read around: as many as a screen has, or so. */
const rowsAbove = 30;

/** Reads the rows around one (by its number in the view), so that they are there at once. */
export async function readAround(view: RowView, row: number): Promise<void> {
  const window = await readWindow(view, Math.max(0, row - rowsAbove), chunkRows);
  // What keeps them from being read is shown when the grid asks for them.
  if (window.ok) cache.put(viewKey(view), window.value);
}

/** A row at hand that matches, of whichever run. */
export function findRowAtHand(
  matches: (runId: string, row: Row) => boolean,
): { runId: string; row: Row } | null {
  const found = cache.find((key, row) => matches(runOfKey(key), row));
  return found === null ? null : { runId: runOfKey(found.key), row: found.row };
}

/** Forgets all rows of a run. */
export function forgetRows(runId: string): void {
  const isOfRun = (key: string): boolean => runOfKey(key) === runId;
  cache.forget(isOfRun);
  for (const key of wanted.keys()) if (isOfRun(key)) wanted.delete(key);
  setRowProblem(runId, null);
}

/** After rows could not be read: reads those on screen once more. */
export function readAgain(runId: string): void {
  setRowProblem(runId, null);
  cache.retry();
}

/** A row by its number in the view (from 0); undefined until it has been read. */
export function useRow(view: RowView, index: number): Row | undefined {
  const key = viewKey(view);
  const chunk = chunkOf(index);
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(key, chunk, listener),
    [key, chunk],
  );
  return useSyncExternalStore(subscribe, () => cache.row(key, index));
}

/** Number in the run (from 0) of a row of the view; undefined until it has been read. */
export function useRowNumber(view: RowView, index: number): number | undefined {
  const key = viewKey(view);
  const chunk = chunkOf(index);
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(key, chunk, listener),
    [key, chunk],
  );
  return useSyncExternalStore(subscribe, () => cache.number(key, index));
}

/** The row now, for an action (copying). */
export function rowNow(view: RowView, index: number): Row | undefined {
  return cache.row(viewKey(view), index);
}

/** Number in the run (from 0) of a row of the view, now; undefined when it is not at hand. */
export function rowNumberNow(view: RowView, index: number): number | undefined {
  return cache.number(viewKey(view), index);
}

/** Has rows `first … last` of a view with `total` rows read, and those around them. */
export function useRowsAround(view: RowView, first: number, last: number, total: number): void {
  const key = viewKey(view);
  useEffect(() => {
    wanted.set(key, view);
    cache.want(key, first, last, total);
    // The key says all of the view that matters here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, view.rows, first, last, total]);
}

/** Rows `first … last` of a view. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** The rows, when the window has every one of them. */
export function rowsAtHand(view: RowView, spans: readonly Span[]): Row[] | null {
  const rows: Row[] = [];
  for (const { first, last } of spans) {
    for (let index = first; index <= last; index += 1) {
      const row = rowNow(view, index);
      if (row === undefined) return null;
      rows.push(row);
    }
  }
  return rows;
}

/**
 * Reads the rows, one chunk after another, so that scrolling is not kept waiting. They are not
 * kept: the cache is for what is on screen. No call to the service is made.
 *
 * @param tell Hears how many rows have been read.
 * @returns null when they can't be read; the run's row problem says why.
 */
export async function readRows(
  view: RowView,
  spans: readonly Span[],
  tell: (done: number) => void,
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
      tell(rows.length);
    }
  }
  return rows;
}

/** Place in the view (from 0) of the row with a number in the run (from 0); null: not in it. */
export async function placeOfRow(of: RowView, number: number): Promise<Result<number | null>> {
  const { runId, view } = of;
  if (isEveryRow(view)) return { ok: true, value: number };
  const opened = await host.call('view.open', { runId, view, anchor: number });
  if (!opened.ok) return opened;
  const { anchor, rows } = opened.value;
  if (anchor === null) return { ok: true, value: null };
  // A sorted view stays as it is while its run grows: each row since then may stand before this one.
  const since = view.sort.length === 0 || of.rows === null ? 0 : Math.max(0, rows - of.rows);
  if (since === 0) return { ok: true, value: anchor };
  for (let from = Math.max(0, anchor - since); from <= anchor; from += maxWindowRows) {
    // oxlint-disable-next-line no-await-in-loop -- the next window is seldom needed
    const window = await readWindow(of, from, Math.min(maxWindowRows, anchor - from + 1));
    if (!window.ok) return window;
    const at = window.value.numbers?.indexOf(number) ?? -1;
    if (at !== -1) return { ok: true, value: from + at };
  }
  return { ok: true, value: null };
}
