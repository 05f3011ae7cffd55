/**
 * Rows of runs as the window holds them: chunks of 100, fetched around what is visible, each
 * asked for once at a time, and only so many kept. Main has every row; what is dropped here is
 * read again when it is scrolled to. No call to the service is ever made for it.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Row, RowWindow } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';
import { chunkOf, RowCache } from './row-cache.ts';

/** Rows in arrival order: of a whole run, or of one of its pages (from 1). */
export interface RowView {
  runId: string;
  page: number | null;
}

export const viewKey = ({ runId, page }: RowView): string => `${runId}/${page ?? ''}`;

/** What keeps rows of a run from being read, by run id; gone with the next window that comes. */
export const useRowProblems = create<Readonly<Record<string, Problem>>>()(() => ({}));

const cache = new RowCache(async (key, offset, count) => {
  const view = viewOfKey(key);
  const result: Result<RowWindow> = await host.call('rows.window', { ...view, offset, count });
  setProblem(view.runId, result.ok ? null : result.error);
  return result.ok ? result.value : null;
});

function viewOfKey(key: string): RowView {
  const [runId = '', page = ''] = key.split('/');
  return { runId, page: page === '' ? null : Number(page) };
}

function setProblem(runId: string, problem: Problem | null): void {
  const { [runId]: before, ...others } = useRowProblems.getState();
  if (problem === null && before === undefined) return;
  useRowProblems.setState(problem === null ? others : { ...others, [runId]: problem }, true);
}

/** Takes over rows that came with a reply. */
export function primeRows(runId: string, window: RowWindow): void {
  cache.put(viewKey({ runId, page: null }), window);
}

/** Lets go of all rows of a run. */
export function forgetRows(runId: string): void {
  cache.forget((key) => viewOfKey(key).runId === runId);
  setProblem(runId, null);
}

/** After rows could not be read: reads those on screen once more. */
export function readAgain(runId: string): void {
  setProblem(runId, null);
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

/** The row now, for an action (copying). */
export function rowNow(view: RowView, index: number): Row | undefined {
  return cache.row(viewKey(view), index);
}

/** Has rows `first … last` of a view with `total` rows read, and those around them. */
export function useRowsAround(view: RowView, first: number, last: number, total: number): void {
  const key = viewKey(view);
  useEffect(() => cache.want(key, first, last, total), [key, first, last, total]);
}
