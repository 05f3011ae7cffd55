/** A run in the worker: its log, its file, the rows being added, and the running questions. */
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import { nodeFiles } from '../../file-port.ts';
import { PageLog } from '../../page-log.ts';
import { RowReader } from '../../rows.ts';
import { RunInputs } from '../../run-inputs.ts';
import { Serial } from '../../serial.ts';
import { ColumnsError } from '../protocol.ts';
import type { LogSource, Range } from '../protocol.ts';
import { classify } from './database.ts';
import { Filler } from './filler.ts';
import type { Layout } from './layout.ts';
import { Duplicates, type Subject } from './query.ts';
import type { OpenedFile } from './run-file.ts';
import { openFile, reopenFile, rowGroupRows } from './run-file.ts';

export class AttachedRun {
  readonly #instance: DuckDBInstance;
  readonly #catalog: string;
  readonly #log: RowLog;
  readonly #file: OpenedFile;
  readonly #exactDistinct: number;
  readonly #duplicates: Duplicates;
  /** Serialises adding rows and closing the file. */
  readonly #changes = new Serial();
  readonly #gate = new Gate();
  readonly #closing = new AbortController();
  #layout: Layout;
  #rows: number;
  #epoch: number;

  private constructor(
    instance: DuckDBInstance,
    catalog: string,
    log: RowLog,
    file: OpenedFile,
    exactDistinct: number,
  ) {
    this.#instance = instance;
    this.#catalog = catalog;
    this.#log = log;
    this.#file = file;
    this.#exactDistinct = exactDistinct;
    this.#duplicates = new Duplicates(catalog);
    this.#layout = file.layout;
    this.#rows = file.rows;
    this.#epoch = file.epoch;
  }

  /**
   * Opens the log and the file.
   * @throws ColumnsError, StoreError
   */
  static async open(
    instance: DuckDBInstance,
    catalog: string,
    source: LogSource,
    { exactDistinct, isFresh }: { exactDistinct: number; isFresh: boolean },
  ): Promise<AttachedRun> {
    const log = await RowLog.open(source);
    const { folder, rowCount, readOnly } = source;
    const path = join(folder, 'derived', 'columns.duckdb');
    const markOf = log.markOf.bind(log);
    const file = await openFile(instance, catalog, { path, rowCount, readOnly, isFresh, markOf });
    return new AttachedRun(instance, catalog, log, file, exactDistinct);
  }

  /** Rows that can be queried. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * Fills in rows from the log until the first `rows` can be queried, in steps between which others have
   * their turn.
   * @throws ColumnsError `cancelled` by `signal`; StoreError. After another error it must be opened again.
   */
  async reach(rows: number, signal?: AbortSignal): Promise<void> {
    while (this.#rows < rows) await this.#changes.run(() => this.#fill(rows, signal));
  }

  /**
   * Runs a question on its own connection.
   * @throws ColumnsError `cancelled` by `signal`, `lost` when it is closed.
   */
  async ask<T>(
    range: Range,
    signal: AbortSignal,
    question: (subject: Subject) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#gate.shared(() => this.#ask(range, signal, question));
    } finally {
      const outdated = this.#duplicates.takeOutdated();
      // Tables in memory: one that isn't dropped costs a little memory until the file is closed.
      if (outdated.length > 0) {
        this.#gate.exclusive(() => this.#drop(outdated)).catch(() => undefined);
      }
    }
  }

  /** Stops running questions, drops uncommitted rows, and closes the file. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#changes.settle();
    await this.#gate.exclusive(async () => {
      await this.#drop(this.#duplicates.takeAll());
      await this.#file.writer.run(`DETACH DATABASE IF EXISTS ${this.#catalog}`);
      this.#file.writer.closeSync();
    });
  }

  /** Adds a row group of rows at most, in one transaction. */
  async #fill(wanted: number, signal: AbortSignal | undefined): Promise<void> {
    // Somebody else may have added them meanwhile.
    if (this.#rows >= wanted) return;
    this.#check(signal);
    const [from, { writer }] = [this.#rows, this.#file];
    const to = Math.min(wanted, from + rowGroupRows);
    const filler = new Filler(writer, this.#catalog, this.#layout, from);
    await writer.run('BEGIN');
    try {
      for await (const batch of this.#log.rows(from, to)) {
        this.#check(undefined);
        for (const { row } of batch) await filler.add(row);
      }
      const { layout, change } = await filler.write(await this.#log.markOf(to));
      const commit = async (): Promise<void> => {
        await writer.run('COMMIT');
        this.#layout = layout;
        this.#rows = to;
        if (change === 'orders') this.#epoch++;
      };
      // A running question was written for the current columns.
      await (change === 'none' ? commit() : this.#gate.exclusive(commit));
    } catch (error) {
      filler.discard();
      await writer.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
    if (groupOf(from) !== groupOf(to)) await this.#pack();
  }

  async #ask<T>(
    { from, rows: wanted, without }: Range,
    signal: AbortSignal,
    question: (subject: Subject) => Promise<T>,
  ): Promise<T> {
    this.#check(signal);
    const rows = Math.min(wanted, this.#rows);
    const [catalog, layout, epoch] = [this.#catalog, this.#layout, this.#epoch];
    const [duplicates, exactDistinct] = [this.#duplicates, this.#exactDistinct];
    const known = { catalog, layout, from, rows, without, epoch, duplicates, exactDistinct };
    const throwIfCancelled = (): void => this.#check(signal);
    const connection = await this.#instance.connect();
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    const interrupt = (): void => connection.interrupt();
    stopped.addEventListener('abort', interrupt);
    try {
      throwIfCancelled();
      return await question({ ...known, connection, throwIfCancelled });
    } finally {
      stopped.removeEventListener('abort', interrupt);
      connection.closeSync();
    }
  }

  /**
   * Frees the memory of rows: they stay in memory unpacked until they are packed into the file, and packed
   * rows stay as if they had just been read until the file is reopened.
   */
  async #pack(): Promise<void> {
    const { path, writer } = this.#file;
    if (path === null) return;
    try {
      await writer.run(`CHECKPOINT ${this.#catalog}`);
    } catch (error) {
      // The rows are there already; they are packed with the next ones.
      if (classify(error).code === 'failed') return;
      throw error;
    }
    // Running questions need what is in memory, and reopening would have to wait for them.
    if (this.#gate.isFree)
      await this.#gate.exclusive(() => reopenFile(writer, this.#catalog, path));
  }

  async #drop(tables: readonly string[]): Promise<void> {
    const connection = await this.#instance.connect();
    for (const table of tables) await connection.run(`DROP TABLE IF EXISTS ${table}`);
    connection.closeSync();
  }

  #check(signal: AbortSignal | undefined): void {
    if (signal?.aborted === true) throw new ColumnsError('cancelled');
    if (this.#closing.signal.aborted) throw new ColumnsError('lost');
  }
}

/** The log of a run, which another process may be adding to. */
class RowLog {
  readonly #log: PageLog;
  readonly #reader: RowReader;

  private constructor(log: PageLog, folder: string) {
    this.#log = log;
    this.#reader = new RowReader(log, RunInputs.read(folder, log.header));
  }

  static async open({ folder, logId }: LogSource): Promise<RowLog> {
    const log = await PageLog.openToRead(nodeFiles, folder);
    if (log.identity.toString('hex') !== logId) throw new ColumnsError('failed', 'Another log');
    return new RowLog(log, folder);
  }

  /** Rows `from` to before `to`, in batches of about a megabyte; null for unreadable ones. */
  async *rows(from: number, to: number): ReturnType<RowReader['batches']> {
    await this.#log.readTo(to);
    yield* this.#reader.batches(Array.from({ length: to - from }, (_, at) => from + at));
  }

  /** Identifies the log up to here: by its first line, and the page with the last of these rows. */
  async markOf(rows: number): Promise<string> {
    await this.#log.readTo(rows);
    const { bodyStart, crc } = this.#reader.pageOf(rows - 1);
    return [this.#log.identity.toString('hex'), bodyStart, crc].join(' ');
  }
}

function groupOf(rows: number): number {
  return Math.floor(rows / rowGroupRows);
}

/**
 * Allows any number of questions at once; a change of columns waits until none is running, because
 * questions are written for the current columns. A question that arrives while a change waits follows it.
 */
export class Gate {
  #asking = 0;
  #change: Promise<void> | undefined;
  #onFree: (() => void) | undefined;

  /** No question is running. */
  get isFree(): boolean {
    return this.#asking === 0;
  }

  async shared<T>(ask: () => Promise<T>): Promise<T> {
    while (this.#change !== undefined) await this.#change;
    this.#asking++;
    try {
      return await ask();
    } finally {
      this.#asking--;
      if (this.#asking === 0) this.#onFree?.();
    }
  }

  async exclusive<T>(change: () => Promise<T>): Promise<T> {
    while (this.#change !== undefined) await this.#change;
    const done = this.#changeWhenFree(change);
    this.#change = done.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await done;
    } finally {
      this.#change = undefined;
    }
  }

  async #changeWhenFree<T>(change: () => Promise<T>): Promise<T> {
    if (this.#asking > 0) {
      await new Promise<void>((resolve) => {
        this.#onFree = resolve;
      });
      this.#onFree = undefined;
    }
    return change();
  }
}
