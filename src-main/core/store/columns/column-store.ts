/**
 * The column store: it sorts, counts and summarises the rows of runs, but never returns them. README.md
 * explains how it works; other folders use only this file.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isEveryRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { RowRange } from '../log-contents.ts';
import { asColumnsError, ColumnsError } from './protocol.ts';
import type { Answer, Asked, AskedKind, Command, Unpack, WorkerOptions } from './protocol.ts';
import type { CachedOrder } from './result-cache.ts';
import { ResultCache } from './result-cache.ts';
import { RunColumns } from './run-columns.ts';
import type { RunSource } from './run-columns.ts';
import { WorkerLink } from './worker-link.ts';
import type { WorkerProcess } from './worker-process.ts';

export { ColumnsError } from './protocol.ts';
export { fitsType } from './worker/cells.ts';
export type {
  Answer,
  Asked,
  AskedKind,
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
export { forkWorker } from './worker-process.ts';
export type { WorkerProcess } from './worker-process.ts';

/** A question waits for up to this many rows that are not in the columns yet. */
const maxAwaitedRows = 20_000;
/** Each has a file open, and memory for its content; attaching one takes milliseconds. */
const maxAttached = 16;

export interface ColumnStoreOptions {
  /** Starts the worker's process: `forkWorker`, or Electron's way. */
  startWorker: () => WorkerProcess;
  /** The only folder the database may access. */
  dataFolder: string;
  memoryMb?: number;
  threads?: number;
  /** The number of distinct values in a column up to which they are counted exactly. */
  exactDistinct?: number;
  /** For recently requested orders. */
  cacheBytes?: number;
}

interface Question {
  /**
   * Rows `0 … rows - 1` of the run, at most those of the log; waits until they are available. By default
   * all rows, or those available when more than `maxAwaitedRows` are missing.
   */
  rows?: number;
  /** If `rows` is not given: rows beyond this number are left out. */
  upTo?: number;
  /** Rows to leave out of what is asked with `ask`, in order. */
  without?: readonly RowRange[];
  signal?: AbortSignal | undefined;
}

interface Progress {
  runId: string;
  /** Rows that can be queried. */
  rows: number;
  /** Rows of the log. */
  of: number;
  /** More rows are being filled in. */
  filling: boolean;
  /** Why filling stopped before the end; it continues with the next question. */
  problem: ColumnsError | undefined;
  /** A newer version's columns were found and left alone; ours are in memory. */
  newer: boolean;
}

/** (`id`, `rows`) always identifies the same list, as long as `epoch` is the same. */
interface ViewResult {
  /** Identifies the view of this run. */
  id: string;
  /** The run's first rows, which the result covers. */
  rows: number;
  /** Rows the run had; more than `rows` when the columns were far behind. */
  of: number;
  /** Changes when a column's type changed, or when the columns were rebuilt. */
  epoch: number;
  /** Rows of the view. */
  count: number;
  /** Their numbers in the view's order; null for all of them in their original order. */
  seqs: Uint32Array | null;
}

export class ColumnStore {
  readonly #link: WorkerLink;
  readonly #runs = new Map<string, RunColumns>();
  readonly #cache: ResultCache;
  #closed = false;

  /** Starts nothing yet: the worker starts with the first run. */
  constructor(options: ColumnStoreOptions) {
    const { dataFolder } = options;
    const workerOptions: WorkerOptions = {
      folders: [dataFolder],
      tempFolder: join(dataFolder, 'tmp', 'columns'),
      memoryMb: options.memoryMb ?? 160,
      threads: options.threads ?? 2,
      exactDistinct: options.exactDistinct ?? 2_000_000,
    };
    this.#cache = new ResultCache(options.cacheBytes ?? 64 * 1024 * 1024);
    this.#link = new WorkerLink(options.startWorker, workerOptions, () => {
      for (const run of this.#runs.values()) run.lose();
    });
  }

  /**
   * Opens or creates the columns of a run before they are used, and fills in the log's further rows.
   * Resolves when they are open; filling continues.
   * @throws ColumnsError
   */
  async attach(source: RunSource): Promise<void> {
    await this.#run(source).ready();
  }

  /**
   * Must be called when the log has more rows, which are read when the worker has time for them. Resolves
   * when all rows now in the log can be queried, or the first `rows`.
   * @throws ColumnsError
   */
  async filled(source: RunSource, rows?: number): Promise<void> {
    const run = this.#run(source);
    await run.reach(rows ?? run.source.rowCount);
  }

  /** @throws ColumnsError `closed` */
  progress(source: RunSource): Progress {
    const { rows, filling, problem, newer } = this.#run(source);
    return { runId: source.id, rows, of: source.rowCount, filling, problem, newer };
  }

  /**
   * Returns the rows of a view. Repeating a query with the same `rows` costs nothing while the result is
   * cached, and returns the same list when it isn't.
   * @throws ColumnsError `cancelled`, and errors that could not be recovered from.
   */
  async query(source: RunSource, view: View, question: Question = {}): Promise<ViewResult> {
    const run = this.#run(source);
    const key = keyOf(source.id, view);
    const of = run.source.rowCount;
    const result = ({ rows, epoch, seqs }: Omit<CachedOrder, 'key'>): ViewResult => {
      return { id: idOf(key), rows, of, epoch, count: seqs?.length ?? rows, seqs };
    };
    if (isEveryRow(view)) {
      const rows = Math.min(question.rows ?? question.upTo ?? of, of);
      return result({ rows, epoch: run.epoch, seqs: null });
    }
    const wanted = await this.#reach(run, question);
    // A caller that specifies `rows` has the list on screen: it must not change, even if it would be sorted
    // differently now.
    const epoch = question.rows === undefined ? run.epoch : null;
    const known = this.#cache.find(key, wanted, epoch);
    if (known !== undefined) return result(known);
    const order = { key, ...(await this.#order(run, view, key, wanted, question)) };
    this.#cache.add(order);
    return result(order);
  }

  /**
   * Asks the worker about the first rows of a run, and repeats the question after recovering from an
   * error and refilling. Considers only rows from `from` on.
   * @throws ColumnsError `cancelled`, and errors that could not be recovered from.
   */
  async ask<K extends AskedKind>(
    source: RunSource,
    asked: Asked<K>,
    question: Question = {},
    from = 0,
  ): Promise<Answer<K>> {
    return this.#ask(this.#run(source), asked, question, from);
  }

  /**
   * Writes the rows of a dataset's file as JSON, one per line. Both paths are in the database's folders.
   * @throws ColumnsError
   */
  unpack(file: Unpack, signal: AbortSignal): Promise<Answer<'unpack'>> {
    return this.#link.ask({ kind: 'unpack', ...file }, signal);
  }

  /** Closes the run's file, which can then be deleted or moved. Cancels questions about it. */
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

  async #ask<K extends AskedKind>(
    run: RunColumns,
    asked: Asked<K>,
    question: Question,
    from: number,
  ): Promise<Answer<K>> {
    const { signal, without = [] } = question;
    const rows = question.rows ?? (await this.#reach(run, question));
    return run.use(async () => {
      await run.reach(rows, signal);
      const range = { from, rows, without };
      const command: unknown = { ...asked, runId: run.source.id, range };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- protocol.ts pairs them
      return this.#link.ask(command as Extract<Command, { kind: K }>, signal);
    }, signal);
  }

  /** Returns the number of rows to query, after waiting for missing ones as far as `Question` says. */
  async #reach(run: RunColumns, { rows, upTo, signal }: Question): Promise<number> {
    const rowCount = Math.min(run.source.rowCount, rows ?? upTo ?? Number.POSITIVE_INFINITY);
    if (rows !== undefined) {
      await run.reach(rowCount, signal);
      return rowCount;
    }
    await run.ready();
    if (rowCount - run.rows > maxAwaitedRows) {
      run.fill();
      return run.rows;
    }
    try {
      await run.reach(rowCount, signal);
      return rowCount;
    } catch (error) {
      // Rows that can't be filled in are reported as missing; the others can be queried.
      if (asColumnsError(error).code === 'cancelled') throw error;
      await run.ready();
      return Math.min(run.rows, rowCount);
    }
  }

  /** For a view without sorting, queries only rows that arrived since the last time. */
  async #order(
    run: RunColumns,
    view: View,
    key: string,
    rows: number,
    { signal }: Question,
  ): Promise<Omit<CachedOrder, 'key'>> {
    const ask = (from: number): Promise<Answer<'query'>> =>
      this.#ask(run, { kind: 'query', view }, { rows, signal }, from);
    const shorter =
      view.sort.length === 0 ? this.#cache.findShorter(key, rows, run.epoch) : undefined;
    if (shorter?.seqs == null) return ask(0);
    const added = await ask(shorter.rows);
    if (added.epoch !== shorter.epoch) return ask(0);
    const seqs = new Uint32Array(shorter.seqs.length + added.seqs.length);
    seqs.set(shorter.seqs);
    seqs.set(added.seqs, shorter.seqs.length);
    return { ...added, seqs };
  }

  /** The columns of a run, which are attached on first use; those used least recently are released. */
  #run(source: RunSource): RunColumns {
    if (this.#closed) throw new ColumnsError('closed');
    const run = this.#runs.get(source.id) ?? new RunColumns(source, this.#link);
    this.#runs.delete(source.id);
    const attached = [...this.#runs.values()].filter((one) => one.attached);
    for (const old of attached.slice(0, 1 - maxAttached)) old.release();
    this.#runs.set(source.id, run);
    return run;
  }
}

function prefixOf(runId: string): string {
  return `${JSON.stringify(runId)} `;
}

/** A view has its members in the order of its schema. */
function keyOf(runId: string, view: View): string {
  return `${prefixOf(runId)}${JSON.stringify(view)}`;
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
