/**
 * The column store: it orders, counts and summarises the rows of runs, and never shows them. See
 * README.md for how it works; this is all that others use.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chart, ChartQuestion } from '#shared/contract/chart.ts';
import type { Summary } from '#shared/contract/summary.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { asColumnsError, ColumnsError } from './protocol.ts';
import type { Answer, Copy, Described, WorkerOptions } from './protocol.ts';
import type { CachedOrder } from './result-cache.ts';
import { ResultCache, canonicalView } from './result-cache.ts';
import { RunColumns } from './run-columns.ts';
import type { RunSource } from './attachment.ts';
import type { ColumnStoreOptions, Progress, Question, ViewResult } from './types.ts';
import { waitedRows } from './types.ts';
import { WorkerLink } from './worker-link.ts';

export { ColumnsError } from './protocol.ts';
export type { ColumnsErrorCode } from './protocol.ts';
export type { CopyColumn, CopyCsv } from './protocol.ts';
export type { RunSource } from './attachment.ts';
export type { ColumnStoreOptions } from './types.ts';
export type { WorkerSource } from './worker-link.ts';

/** Each has a file open, and memory for what it holds; attaching one takes milliseconds. */
const mostAttached = 16;

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
   * when they are open; filling goes on. A run that is there already is left as it is.
   * @throws ColumnsError
   */
  async attach(source: RunSource): Promise<void> {
    if (this.#closed) throw new ColumnsError('closed');
    let run = this.#runs.get(source.id);
    if (run === undefined) {
      run = new RunColumns(source, this.#link);
    }
    // What was used longest ago comes first.
    this.#runs.delete(source.id);
    this.#runs.set(source.id, run);
    await run.ready();
    const attached = [...this.#runs.values()].filter((one) => one.attached);
    for (const old of attached.slice(0, -mostAttached)) old.rest();
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
    const key = keyOf(runId, view);
    const of = run.source.rowCount;
    const result = ({ rows, epoch, seqs }: Omit<CachedOrder, 'key'>): ViewResult => {
      return { id: idOf(key), rows, of, epoch, count: seqs?.length ?? rows, seqs };
    };
    if (isEveryRow(view)) {
      const rows = Math.min(question.rows ?? question.upTo ?? of, of);
      return result({ rows, epoch: run.epoch, seqs: null });
    }
    const wanted = await this.#reach(run, question);
    // Who names the rows has the list on screen: it stays as it is, though it would be made
    // otherwise by now.
    const epoch = question.rows === undefined ? run.epoch : null;
    const known = this.#cache.find(key, wanted, epoch);
    if (known !== undefined) return result(known);
    const order = { key, ...(await this.#order(run, view, key, wanted, question.signal)) };
    this.#cache.add(order);
    return result(order);
  }

  /**
   * How many rows have the same non-empty text in `field` as one before them.
   * @throws ColumnsError
   */
  async countDuplicates(
    runId: string,
    field: string,
    question: Question = {},
  ): Promise<{ rows: number; of: number; count: number }> {
    const run = this.#run(runId);
    const of = run.source.rowCount;
    const { signal } = question;
    const rows = await this.#reach(run, question);
    const command = { kind: 'duplicates', runId, field, range: { from: 0, rows } } as const;
    return { ...(await this.#ask(run, rows, signal, () => this.#link.ask(command, signal))), of };
  }

  /**
   * What the values of a view's rows are like; of `fields`, in that order, or of every column.
   * Days and months of dates are those of `timeZone`, UTC unless told.
   * @throws ColumnsError
   */
  async summary(
    runId: string,
    view: View,
    fields: readonly string[] | null = null,
    question: Question & { timeZone?: string } = {},
  ): Promise<Summary> {
    const run = this.#run(runId);
    const of = run.source.rowCount;
    const { signal, timeZone = 'UTC' } = question;
    const rows = await this.#reach(run, question);
    const [named, range] = [fields === null ? null : [...fields], { from: 0, rows }];
    const command = { kind: 'summary', runId, view, fields: named, timeZone, range } as const;
    return { ...(await this.#ask(run, rows, signal, () => this.#link.ask(command, signal))), of };
  }

  /**
   * What a picture of a view's rows is drawn from.
   * @throws ColumnsError
   */
  async chart(
    runId: string,
    view: View,
    drawn: ChartQuestion,
    question: Question = {},
  ): Promise<Chart> {
    const run = this.#run(runId);
    const of = run.source.rowCount;
    const { signal } = question;
    const rows = await this.#reach(run, question);
    const range = { from: 0, rows };
    const command = { kind: 'chart', runId, view, question: drawn, range } as const;
    return { ...(await this.#ask(run, rows, signal, () => this.#link.ask(command, signal))), of };
  }

  /**
   * Writes the rows of a view into a file, in its order. Null when the columns don't tell apart
   * what the file must: then nothing was written.
   * @throws ColumnsError
   */
  copy(
    runId: string,
    view: View,
    copy: Copy,
    question: { rows: number; signal?: AbortSignal | undefined },
  ): Promise<Answer<'copy'>> {
    const { rows, signal } = question;
    const command = { kind: 'copy', runId, view, range: { from: 0, rows }, copy } as const;
    return this.#ask(this.#run(runId), rows, signal, async () => {
      // What a first attempt left, before its database gave up.
      await rm(copy.path, { force: true });
      return this.#link.ask(command, signal);
    });
  }

  /**
   * Of each field, the rows of the view in which it is there and not null.
   * @throws ColumnsError
   */
  async filledIn(
    runId: string,
    view: View,
    fields: readonly string[],
    question: { rows: number; signal?: AbortSignal | undefined },
  ): Promise<number[]> {
    const { rows, signal } = question;
    const range = { from: 0, rows };
    const named = [...fields];
    const command = { kind: 'filled', runId, view, range, fields: named } as const;
    const ask = (): Promise<Answer<'filled'>> => this.#link.ask(command, signal);
    return (await this.#ask(this.#run(runId), rows, signal, ask)).counts;
  }

  /**
   * Rows in which a text may have lost half a character: U+FFFD is somewhere. Whether it was sent
   * so, the log tells.
   * @throws ColumnsError
   */
  async findReplaced(
    runId: string,
    question: { rows: number; signal?: AbortSignal | undefined },
  ): Promise<Uint32Array> {
    const { rows, signal } = question;
    const command = { kind: 'replaced', runId, range: { from: 0, rows } } as const;
    const ask = (): Promise<Answer<'replaced'>> => this.#link.ask(command, signal);
    return (await this.#ask(this.#run(runId), rows, signal, ask)).seqs;
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
      // Rows that can't be filled in are said to be missing; those that are there can be asked.
      if (asColumnsError(error).code === 'cancelled') throw error;
      await run.ready();
      return Math.min(run.rows, rowCount);
    }
  }

  /** Asks something about `rows` rows, and again after what broke was mended and filled again. */
  #ask<T>(
    run: RunColumns,
    rows: number,
    signal: AbortSignal | undefined,
    ask: () => Promise<T>,
  ): Promise<T> {
    return run.use(async () => {
      await run.reach(rows, signal);
      return ask();
    }, signal);
  }

  /** Of a view that sorts nothing, only what came since it was last asked for is looked at. */
  async #order(
    run: RunColumns,
    view: View,
    key: string,
    rows: number,
    signal: AbortSignal | undefined,
  ): Promise<Omit<CachedOrder, 'key'>> {
    const ask = (from: number): Promise<Answer<'query'>> => {
      const command = { kind: 'query', runId: run.source.id, view, range: { from, rows } } as const;
      return this.#ask(run, rows, signal, () => this.#link.ask(command, signal));
    };
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

function keyOf(runId: string, view: View): string {
  return prefixOf(runId) + canonicalView(view);
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
