/**
 * Rows of runs in the window: chunks of 50, fetched around the visible ones, each requested once at a
 * time, in a limited cache. Main has every row; what is dropped here is read again when scrolled to.
 * None of it ever calls the service.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { maxWindowRows } from '#shared/contract/run.ts';
import type { Row, RowWindow, Run } from '#shared/contract/run.ts';
import { everyRow, isAsReceived, isEveryRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { kept, keptMap } from './kept.ts';

// The cache, without React and without a host: at most `maxChunks` chunks of rows by
// view; the least recently wanted are dropped first. A view is any string key.

const chunkRows = 50;
/** Rows prefetched on both sides of the visible ones. */
const prefetchRows = 200;
/** Three keep the connection busy; more would delay what the person scrolls to next. */
const maxInFlight = 3;
/** Requests beyond this are discarded, oldest first: they have been scrolled past. */
const maxQueued = 24;

/** Returns null if the rows can't be read. */
export type FetchRows = (key: string, offset: number, count: number) => Promise<RowWindow | null>;

/** A row with its number in the run, from 0, which its position in the view doesn't determine. */
interface NumberedRow {
  row: Row;
  number: number;
}

interface Chunk {
  rows: (NumberedRow | undefined)[];
  /** The view's total when main last answered for this chunk; null before. */
  answeredFor: number | null;
}

interface ChunkRef {
  key: string;
  chunk: number;
}

/** Returns the number of the chunk that contains a row. */
const chunkOf = (index: number): number => Math.floor(index / chunkRows);

const idOf = ({ key, chunk }: ChunkRef): string => `${key}#${chunk}`;

export class RowCache {
  readonly #fetch: FetchRows;
  readonly #maxChunks: number;
  /** In order of last use. */
  readonly #chunks = new Map<string, Chunk>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #inFlight = new Map<string, ChunkRef>();
  readonly #totals = new Map<string, number>();
  /** Not retried while on screen, otherwise a damaged file would be read endlessly. */
  readonly #failed = new Map<string, ChunkRef>();
  /** Their rows have changed since they were requested. */
  readonly #changed = new Set<string>();
  #queue: ChunkRef[] = [];

  constructor(fetch: FetchRows, maxChunks = 240) {
    this.#fetch = fetch;
    this.#maxChunks = maxChunks;
  }

  /** Returns the same object as long as it is kept. */
  at(key: string, index: number): NumberedRow | undefined {
    const chunk = this.#chunks.get(idOf({ key, chunk: chunkOf(index) }));
    return chunk?.rows[index % chunkRows];
  }

  /** Returns the first cached row, of any view, that matches. */
  find(matches: (key: string, row: Row) => boolean): { key: string; row: Row } | null {
    for (const [id, { rows }] of this.#chunks) {
      const key = id.slice(0, id.lastIndexOf('#'));
      const found = rows.find((one) => one !== undefined && matches(key, one.row));
      if (found !== undefined) return { key, row: found.row };
    }
    return null;
  }

  /** Calls `listener` when rows of a chunk may have changed. */
  subscribe(key: string, chunk: number, listener: () => void): () => void {
    const id = idOf({ key, chunk });
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
    };
  }

  /**
   * Stores rows. Existing ones remain the same objects, so that nothing is redrawn.
   * @param replaces those that have changed.
   */
  put(key: string, window: RowWindow, replaces = false): void {
    const changed = new Set<string>();
    for (const [position, row] of window.rows.entries()) {
      const index = window.offset + position;
      const id = idOf({ key, chunk: chunkOf(index) });
      const chunk = this.#touch(id) ?? this.#add(id);
      const before = chunk.rows[index % chunkRows];
      const isKept = !replaces || JSON.stringify(before?.row) === JSON.stringify(row);
      if (before !== undefined && isKept) continue;
      chunk.rows[index % chunkRows] = { row, number: window.numbers?.[position] ?? index };
      changed.add(id);
    }
    this.#dropOldest();
    for (const id of changed) this.#notify(id);
  }

  /** Rows `first … last` are on screen: reads missing rows there first, then around them. */
  want(key: string, first: number, last: number, total: number): void {
    this.#want(key, total, [
      ...chunksOf(first, last, total),
      ...chunksOf(last + 1, last + prefetchRows, total),
      ...chunksOf(first - prefetchRows, first - 1, total).toReversed(),
    ]);
  }

  /** The same for rows that needn't follow each other, the most urgent first; reads nothing around them. */
  wantAt(key: string, rows: readonly number[], total: number): void {
    this.#want(key, total, rows.map(chunkOf));
  }

  #want(key: string, total: number, chunks: readonly number[]): void {
    this.#totals.set(key, total);
    this.#dropFailedOffScreen();
    const wanted = chunks.map((chunk): ChunkRef => ({ key, chunk }));
    const refs = new Map(wanted.map((ref) => [idOf(ref), ref]));
    // Touched in reverse order, so that the visible ones are dropped last.
    for (const id of [...refs.keys()].toReversed()) this.#touch(id);
    for (const ref of this.#queue) if (!refs.has(idOf(ref))) refs.set(idOf(ref), ref);
    const most = Math.max(maxQueued, new Set(chunks).size);
    this.#queue = [...refs.values()].filter((ref) => this.#isMissing(ref)).slice(0, most);
    this.#pump();
  }

  /** Rows of this view have changed: reads those on screen again, others when they are scrolled to. */
  renew(key: string): void {
    const ofView = (id: string): boolean => id.startsWith(`${key}#`);
    for (const id of this.#inFlight.keys()) if (ofView(id)) this.#changed.add(id);
    for (const id of this.#chunks.keys()) {
      if (!ofView(id)) continue;
      if (!this.#listeners.has(id)) {
        this.#chunks.delete(id);
        continue;
      }
      this.#changed.add(id);
      this.#queue.push({ key, chunk: Number(id.slice(key.length + 1)) });
    }
    this.#pump();
  }

  /** Retries failed chunks that are on screen. */
  retry(): void {
    this.#dropFailedOffScreen();
    this.#queue = [...this.#failed.values(), ...this.#queue];
    this.#failed.clear();
    this.#pump();
  }

  /** Returns whether rows of a view whose key matches could not be read. */
  hasFailed(matches: (key: string) => boolean): boolean {
    return [...this.#failed.values()].some(({ key }) => matches(key));
  }

  /** Drops every view whose key matches; pending answers are discarded. */
  forget(isForgotten: (key: string) => boolean): void {
    const isGone = (id: string): boolean => isForgotten(id.slice(0, id.lastIndexOf('#')));
    this.#queue = this.#queue.filter((ref) => !isForgotten(ref.key));
    for (const id of this.#changed) if (isGone(id)) this.#changed.delete(id);
    for (const map of [this.#inFlight, this.#failed]) {
      for (const id of map.keys()) if (isGone(id)) map.delete(id);
    }
    for (const key of this.#totals.keys()) if (isForgotten(key)) this.#totals.delete(key);
    for (const id of this.#chunks.keys()) {
      if (!isGone(id)) continue;
      this.#chunks.delete(id);
      this.#notify(id);
    }
  }

  /** What was scrolled past is read again when scrolled to. */
  #dropFailedOffScreen(): void {
    for (const id of this.#failed.keys()) if (!this.#listeners.has(id)) this.#failed.delete(id);
  }

  #isMissing({ key, chunk }: ChunkRef): boolean {
    const id = idOf({ key, chunk });
    if (this.#inFlight.has(id) || this.#failed.has(id)) return false;
    const held = this.#chunks.get(id);
    const total = this.#totals.get(key) ?? 0;
    const expected = Math.min(chunkRows, total - chunk * chunkRows);
    if (held === undefined) return expected > 0;
    if (this.#changed.has(id)) return true;
    // Main answered for this total: the rows it left out can't be read.
    if (held.answeredFor === total) return false;
    for (let index = 0; index < expected; index += 1)
      if (held.rows[index] === undefined) return true;
    return false;
  }

  #pump(): void {
    while (this.#inFlight.size < maxInFlight) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      if (this.#isMissing(next)) void this.#read(next);
    }
  }

  async #read(ref: ChunkRef): Promise<void> {
    const id = idOf(ref);
    this.#inFlight.set(id, ref);
    const replaces = this.#changed.delete(id);
    const total = this.#totals.get(ref.key) ?? 0;
    const window = await this.#fetch(ref.key, ref.chunk * chunkRows, chunkRows);
    // If it was dropped and perhaps requested again, the newer answer counts.
    if (this.#inFlight.get(id) !== ref) return;
    this.#inFlight.delete(id);
    if (window === null) {
      this.#failed.set(id, ref);
    } else {
      const chunk = this.#touch(id) ?? this.#add(id);
      chunk.answeredFor = total;
      this.put(ref.key, window, replaces);
      // Rows arrived or changed during the request.
      if (this.#isMissing(ref)) this.#queue.push(ref);
    }
    this.#pump();
  }

  #touch(id: string): Chunk | undefined {
    const chunk = this.#chunks.get(id);
    if (chunk === undefined) return undefined;
    this.#chunks.delete(id);
    this.#chunks.set(id, chunk);
    return chunk;
  }

  #add(id: string): Chunk {
    const chunk: Chunk = { rows: [], answeredFor: null };
    this.#chunks.set(id, chunk);
    return chunk;
  }

  /** Chunks on screen (with a listener) are never dropped, however long ago they were wanted. */
  #dropOldest(): void {
    let excess = this.#chunks.size - this.#maxChunks;
    if (excess <= 0) return;
    for (const id of this.#chunks.keys()) {
      if (excess <= 0) return;
      if (this.#listeners.has(id)) continue;
      this.#chunks.delete(id);
      excess -= 1;
    }
  }

  #notify(id: string): void {
    // A copy: a listener may unsubscribe itself.
    for (const listener of Array.from(this.#listeners.get(id) ?? [])) listener();
  }
}

/** Returns the numbers of the chunks with rows `first … last` that exist in the view. */
function chunksOf(first: number, last: number, total: number): number[] {
  const from = chunkOf(Math.max(0, first));
  const to = chunkOf(Math.min(last, total - 1));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Rows of a run. */
export interface RowView {
  runId: string;
  view: View;
  /** The view covers this number of the run's first rows; null: all current ones. */
  rows: number | null;
  /** From main's reply when the view was opened; 0 for rows in order of arrival. */
  epoch: number;
}

/** Returns all rows of a run in order of arrival. */
export const everyRowOf = (run: Pick<Run, 'id'>): RowView => ({
  runId: run.id,
  view: everyRow,
  rows: null,
  epoch: 0,
});

/**
 * Returns the same text for the same list of rows, even while it grows at its end: only a view with an order
 * becomes a different list when the run has more rows.
 */
export function viewKey({ runId, view, rows, epoch }: RowView): string {
  if (isEveryRow(view)) return `${runId}/`;
  return `${runId}/${isAsReceived(view) ? '' : rows}/${epoch}/${JSON.stringify(view)}`;
}

/**
 * By run: what prevents its rows from being read; removed with the next successful read, unless other
 * rows still can't be read.
 */
export const rowProblems = kept<{ problem: Problem | null }>('row problem', { problem: null });

/** Requested views by key, as last requested. */
const wanted = keptMap<RowView>();

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
  const { runId, view, rows } = of;
  return host.call('rows.window', { runId, view, rows, offset, count });
}

const runOfKey = (key: string): string => key.split('/')[0] ?? '';

function setRowProblem(runId: string, problem: Problem | null): void {
  if (problem !== rowProblems.of(runId).problem) rowProblems.change(runId, { problem });
}

/** Reads the rows on screen again when they have changed, as often as there are `changes`. */
export function useRenewedRows(view: RowView, changes: number | undefined): void {
  const key = viewKey(view);
  useEffect(() => {
    if (changes !== undefined) cache.renew(key);
  }, [key, changes]);
}

/** Stores rows received with a reply. */
export const primeRows = (run: Pick<Run, 'id'>, window: RowWindow): void =>
  cache.put(viewKey(everyRowOf(run)), window);

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
export const forgetRows = (runId: string): void => cache.forget((key) => runOfKey(key) === runId);

/** After rows could not be read: retries those on screen. */
export function readAgain(runId: string): void {
  setRowProblem(runId, null);
  cache.retry();
}

/** Returns a row of the view (from 0), with its number in the run; undefined until read. */
export function useNumberedRow(view: RowView, index: number): ReturnType<RowCache['at']> {
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

/** Requests rows of a view with `total` rows that needn't follow each other, the most urgent first. */
export function useRowsAt(view: RowView, rows: readonly number[], total: number): void {
  const key = viewKey(view);
  const wantedRows = rows.join();
  useEffect(() => {
    wanted.set(key, view);
    cache.wantAt(key, rows, total);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key and the text say which
  }, [key, view.rows, wantedRows, total]);
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
  const since = isAsReceived(view) || of.rows === null ? 0 : Math.max(0, rows - of.rows);
  if (since === 0) return { ok: true, value: anchor };
  for (let from = Math.max(0, anchor - since); from <= anchor; from += maxWindowRows) {
    const window = await readWindow(of, from, Math.min(maxWindowRows, anchor - from + 1));
    if (!window.ok) return window;
    const index = window.value.numbers?.indexOf(number) ?? -1;
    if (index !== -1) return { ok: true, value: from + index };
  }
  return { ok: true, value: null };
}
