/** What is asked of the column store, and what it answers. */
import type { ColumnsError } from './protocol.ts';
import type { WorkerSource } from './worker-link.ts';

/** A question waits for this many rows that are not in the columns yet, but not for more. */
export const waitedRows = 20_000;

export interface ColumnStoreOptions {
  /** The worker's file: `builtWorker()` in the built program. */
  worker: WorkerSource;
  /** The only folder the database may touch, but for `tempFolder`. */
  dataFolder: string;
  /** Where sorting goes that needs more memory; `<dataFolder>/tmp/columns` unless told. */
  tempFolder?: string;
  memoryMb?: number;
  threads?: number;
  /** Up to how many different values of a column are counted exactly. */
  exactDistinct?: number;
  /** Memory for orders that were asked for lately. */
  cacheBytes?: number;
}

export interface Progress {
  runId: string;
  /** Rows that can be asked about. */
  rows: number;
  /** Rows of the log. */
  of: number;
  /** Whether more are being filled in. */
  filling: boolean;
  /** Why filling stopped before the end; it goes on with the next question. */
  problem: ColumnsError | undefined;
  /** A newer version's columns were found and left alone; ours are in memory. */
  newer: boolean;
}

export interface Question {
  /**
   * Rows `0 … rows - 1` of the run, at most those of the log; waits until they are there. Unless
   * told: all of them, or those there are when more than `waitedRows` are missing.
   */
  rows?: number;
  /** Where `rows` is not told: rows beyond this number are left out. */
  upTo?: number;
  signal?: AbortSignal;
}

/** (`id`, `rows`) always means the same list, as long as `epoch` is the same. */
export interface ViewResult {
  /** Of the view of this run. */
  id: string;
  /** Rows of the run that were looked at: its first ones. */
  rows: number;
  /** Rows the run had; more than `rows` when the columns were far behind. */
  of: number;
  /** Another one means that a column's type changed, or that the columns were built again. */
  epoch: number;
  /** Rows of the view. */
  count: number;
  /** Their numbers in the view's order; null for all of them in the order of arrival. */
  seqs: Uint32Array | null;
}
