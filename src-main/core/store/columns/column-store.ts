/**
 * The column store: it orders, counts and summarises the rows of runs, and never shows them. See
 * README.md for how it works; this is all that others use.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isEveryRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { RowRange } from '../log-contents.ts';
import { asColumnsError, ColumnsError } from './protocol.ts';
import type { Answer, Asked, AskedKind, Command, Described, WorkerOptions } from './protocol.ts';
import type { CachedOrder } from './result-cache.ts';
import { canonicalView, ResultCache } from './result-cache.ts';
import { RunColumns } from './run-columns.ts';
import type { RunSource } from './run-columns.ts';
import type { WorkerSource } from './worker-link.ts';
import { WorkerLink } from './worker-link.ts';

export { ColumnsError } from './protocol.ts';
export { fitsType } from './worker/cells.ts';
export type {
  ColumnsErrorCode,
  Copy,
  CopyColumn,
  EdgeLine,
  NetworkQuestion,
  NodeCompare,
  NodeLine,
  NodeSource,
  Part,
  PartColumn,
  PartType,
} from './protocol.ts';
export type { RunSource } from './run-columns.ts';
export type { WorkerSource } from './worker-link.ts';

/** A question waits for this many rows that are not in the columns yet, but not for more. */
const waitedRows = 20_000;
/** Each has a file open, and memory for what it holds; attaching one takes milliseconds. */
const mostAttached = 16;

export interface ColumnStoreOptions {
  /** The worker's file: `builtWorker()` in the built program. */
  worker: WorkerSource;
  /** The only folder the database may touch, but for `tempFolder`. */
  dataFolder: string;
  /** Where sorting spills to when it needs more memory; `<dataFolder>/tmp/columns` by default. */
  tempFolder?: string;
  memoryMb?: number;
  threads?: number;
  /** Up to how many different values of a column are counted exactly. */
  exactDistinct?: number;
  /** Memory for orders that were asked for lately. */
  cacheBytes?: number;
}

interface Question {
  /**
   * Rows `0 … rows - 1` of the run, at most those of the log; waits until they are there. By
   * default all of them, or those there are when more than `waitedRows` are missing.
   */
  rows?: number;
  /** Where `rows` is not given: rows beyond this number are left out. */
  upTo?: number;
  /** Rows that are not looked at; once there, they stay. */
  without?: readonly RowRange[];
  signal?: AbortSignal | undefined;
}

interface Progress {
  runId: string;
  /** Rows that can be asked about. */
  rows: number;
  /** Rows of the log. */
  of: number;
  /** Whether more are being filled in. */
  filling: boolean;
  /** Why filling stopped before the end; it continues with the next question. */
  problem: ColumnsError | undefined;
  /** A newer version's columns were found and left alone; ours are in memory. */
  newer: boolean;
}

/** (`id`, `rows`) always means the same list, as long as `epoch` is the same. */
interface ViewResult {
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

export class ColumnStore {
  readonly #link: WorkerLink;
  readonly #runs = new Map<string, RunColumns>();
  readonly #cache: ResultCache;
  #closed = false;

  /** Starts nothing yet: the worker starts with the first run. */
  constructor(options: ColumnStoreOptions) {
    const { dataFolder, tempFolder = join(dataFolder, 'tmp', 'columns') } = options;
    const workerOptions: WorkerOptions = {
      folders: [dataFolder],
      tempFolder,
      memoryMb: options.memoryMb ?? 160,
      threads: options.threads ?? 2,
      exactDistinct: options.exactDistinct ?? 2_000_000,
    };
    this.#cache = new ResultCache(options.cacheBytes ?? 64 * 1024 * 1024);
    this.#link = new WorkerLink(options.worker, workerOptions, () => {
      for (const run of this.#runs.values()) run.lose();
    });
  }

  /**
   * Opens the columns of a run, or begins new ones, and fills in what the log has more. Resolves
   * when they are open; filling continues. A run that is attached is left as it is.
   * @throws ColumnsError
   */
  async attach(source: RunSource): Promise<void> {
    if (this.#closed) throw new ColumnsError('closed');
    const run = this.#runs.get(source.id) ?? new RunColumns(source, this.#link);
    // Least recently used first.
    this.#runs.delete(source.id);
    this.#runs.set(source.id, run);
    await run.ready();
    const attached = [...this.#runs.values()].filter((one) => one.attached);
    for (const old of attached.slice(0, -mostAttached)) old.release();
  }

  /**
   * To be called when the log has more rows, which are read from it when the worker has time for
   * them. Resolves when every row that the log has now can be asked about, or the first `rows`.
   * @throws ColumnsError
   */
  async filled(runId: string, rows?: number): Promise<void> {
    const run = this.#run(runId);
    await run.reach(rows ?? run.source.rowCount);
  }

  /**
   * What the columns of the rows that can be asked about are; waits for no more rows.
   * @throws ColumnsError
   */
  describe(runId: string): Promise<Described> {
    return this.#run(runId).use(() => this.#link.ask({ kind: 'describe', runId }));
  }

  /** @throws ColumnsError `unknown_run` */
  progress(runId: string): Progress {
    const { rows, source, filling, problem, newer } = this.#run(runId);
    return { runId, rows, of: source.rowCount, filling, problem, newer };
  }

  /**
   * The rows of a view. Asking again for the same one with the same `rows` costs nothing while it
   * is remembered, and gives the same list when it is not.
   * @throws ColumnsError `cancelled`, and what could not be mended.
   */
  async query(runId: string, view: View, question: Question = {}): Promise<ViewResult> {
    const run = this.#run(runId);
    const { without = [] } = question;
    const key = keyOf(runId, view, without);
    const of = run.source.rowCount;
    const result = ({ rows, epoch, seqs }: Omit<CachedOrder, 'key'>): ViewResult => {
      return { id: idOf(key), rows, of, epoch, count: seqs?.length ?? rows, seqs };
    };
    if (isEveryRow(view) && without.length === 0) {
      const rows = Math.min(question.rows ?? question.upTo ?? of, of);
      return result({ rows, epoch: run.epoch, seqs: null });
    }
    const wanted = await this.#reach(run, question);
    // Whoever names the rows has the list on screen: it stays as it is, even if it would be ordered
    // differently by now.
    const epoch = question.rows === undefined ? run.epoch : null;
    const known = this.#cache.find(key, wanted, epoch);
    if (known !== undefined) return result(known);
    const order = { key, ...(await this.#order(run, view, key, wanted, question)) };
    this.#cache.add(order);
    return result(order);
  }

  /**
   * Asks the worker something about the first rows of a run, and again after what broke was mended
   * and filled again. Looks only at rows from `from` on.
   * @throws ColumnsError `cancelled`, and what could not be mended.
   */
  async ask<K extends AskedKind>(
    runId: string,
    asked: Asked<K>,
    question: Question = {},
    from = 0,
  ): Promise<Answer<K>> {
    const run = this.#run(runId);
    const { signal, without = [] } = question;
    const rows = question.rows ?? (await this.#reach(run, question));
    return run.use(async () => {
      await run.reach(rows, signal);
      const command: unknown = { ...asked, runId, range: { from, rows, without } };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- protocol.ts pairs them
      return this.#link.ask(command as Extract<Command, { kind: K }>, signal);
    }, signal);
  }

  /**
   * Writes the rows of a dataset's file as JSON, a line each. Both paths are in the database's folders.
   * @throws ColumnsError
   */
  unpack(from: string, to: string, signal: AbortSignal): Promise<Answer<'unpack'>> {
    return this.#link.ask({ kind: 'unpack', from, to }, signal);
  }

  /**
   * Closes the run's file; then it may be deleted or moved. What is being asked of it is
   * cancelled.
   */
  async detach(runId: string): Promise<void> {
    const run = this.#runs.get(runId);
    this.#runs.delete(runId);
    this.#cache.drop(prefixOf(runId));
    await run?.detach();
  }

  /** Closes all files and ends the worker. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([...this.#runs.keys()].map((runId) => this.detach(runId)));
    await this.#link.close();
  }

  /** Number of rows to ask about: waits for those that are to be waited for. */
  async #reach(run: RunColumns, { rows, upTo, signal }: Question): Promise<number> {
    const rowCount = Math.min(run.source.rowCount, rows ?? upTo ?? Number.POSITIVE_INFINITY);
    if (rows !== undefined) {
      await run.reach(rowCount, signal);
      return rowCount;
    }
    await run.ready();
    if (rowCount - run.rows > waitedRows) {
      run.fill();
      return run.rows;
    }
    try {
      await run.reach(rowCount, signal);
      return rowCount;
    } catch (error) {
      // Rows that can't be filled in are reported as missing; those that are there can be asked.
      if (asColumnsError(error).code === 'cancelled') throw error;
      await run.ready();
      return Math.min(run.rows, rowCount);
    }
  }

  /** Of a view that sorts nothing, only what arrived since it was last asked for is looked at. */
  async #order(
    run: RunColumns,
    view: View,
    key: string,
    rows: number,
    { signal, without }: Question,
  ): Promise<Omit<CachedOrder, 'key'>> {
    const ask = (from: number): Promise<Answer<'query'>> =>
      this.ask(run.source.id, { kind: 'query', view }, { rows, signal, without }, from);
    const shorter =
      view.sort.length === 0 ? this.#cache.findShorter(key, rows, run.epoch) : undefined;
    if (shorter?.seqs == null) return ask(0);
    const added = await ask(shorter.rows);
    if (added.epoch !== shorter.epoch) return ask(0);
    return { ...added, seqs: concat(shorter.seqs, added.seqs) };
  }

  #run(runId: string): RunColumns {
    const run = this.#runs.get(runId);
    if (run === undefined) throw new ColumnsError(this.#closed ? 'closed' : 'unknown_run');
    return run;
  }
}

function concat(first: Uint32Array, second: Uint32Array): Uint32Array {
  const all = new Uint32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function prefixOf(runId: string): string {
  return `${JSON.stringify(runId)} `;
}

function keyOf(runId: string, view: View, without: readonly RowRange[]): string {
  return `${prefixOf(runId)}${without.length} ${canonicalView(view)}`;
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
