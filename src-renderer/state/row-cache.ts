/**
 * The cache behind `rows.ts`, without React and without a host: at most `maxChunks` chunks of rows by
 * view; the least recently wanted are dropped first. A view is any string key.
 */
import type { Row, RowWindow } from '#shared/contract/run.ts';

export const chunkRows = 100;
/** Rows prefetched on both sides of the visible ones. */
const prefetchRows = 200;
/** Three keep the connection busy; more would delay what the person scrolls to next. */
const maxInFlight = 3;
/** Requests beyond this are discarded, oldest first: they have been scrolled past. */
const maxQueued = 12;

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
export const chunkOf = (index: number): number => Math.floor(index / chunkRows);

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
  #queue: ChunkRef[] = [];

  constructor(fetch: FetchRows, maxChunks = 120) {
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

  /** Stores rows. Existing ones remain the same objects, so that nothing is redrawn. */
  put(key: string, window: RowWindow): void {
    const changed = new Set<string>();
    for (const [position, row] of window.rows.entries()) {
      const index = window.offset + position;
      const id = idOf({ key, chunk: chunkOf(index) });
      const chunk = this.#touch(id) ?? this.#add(id);
      if (chunk.rows[index % chunkRows] !== undefined) continue;
      chunk.rows[index % chunkRows] = { row, number: window.numbers?.[position] ?? index };
      changed.add(id);
    }
    this.#dropOldest();
    for (const id of changed) this.#notify(id);
  }

  /** Rows `first … last` are on screen: reads missing rows there first, then around them. */
  want(key: string, first: number, last: number, total: number): void {
    this.#totals.set(key, total);
    this.#dropFailedOffScreen();
    const wanted = [
      ...chunksOf(first, last, total),
      ...chunksOf(last + 1, last + prefetchRows, total),
      ...chunksOf(first - prefetchRows, first - 1, total).toReversed(),
    ].map((chunk): ChunkRef => ({ key, chunk }));
    const refs = new Map(wanted.map((ref) => [idOf(ref), ref]));
    // Touched in reverse order, so that the visible ones are dropped last.
    for (const id of [...refs.keys()].toReversed()) this.#touch(id);
    for (const ref of this.#queue) if (!refs.has(idOf(ref))) refs.set(idOf(ref), ref);
    this.#queue = [...refs.values()].filter((ref) => this.#isMissing(ref)).slice(0, maxQueued);
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
      this.put(ref.key, window);
      // Rows arrived during the request.
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
