/** A run in the worker: its file, the rows being added, and the running questions. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Serial } from '../../serial.ts';
import { ColumnsError } from '../protocol.ts';
import type { Range } from '../protocol.ts';
import { classify } from './database.ts';
import { Filler } from './filler.ts';
import type { Layout } from './layout.ts';
import { Duplicates, type Subject } from './query.ts';
import type { OpenedFile } from './run-file.ts';
import { reopenFile, rowGroupRows } from './run-file.ts';

export class AttachedRun {
  readonly catalog: string;
  readonly filler: Filler;
  /** Serialises adding rows and closing the file. */
  readonly changes = new Serial();
  readonly #instance: DuckDBInstance;
  readonly #writer: DuckDBConnection;
  /** Null in memory. */
  readonly #path: string | null;
  readonly #gate = new Gate();
  readonly #asking = new Set<DuckDBConnection>();
  readonly #duplicates: Duplicates;
  readonly #exactDistinct: number;
  #layout: Layout;
  #rows: number;
  #epoch: number;
  #detached = false;

  constructor(
    instance: DuckDBInstance,
    catalog: string,
    file: OpenedFile,
    { epoch, exactDistinct }: { epoch: number; exactDistinct: number },
  ) {
    this.catalog = catalog;
    this.#instance = instance;
    this.#writer = file.writer;
    this.#path = file.path;
    this.#layout = file.layout;
    this.#rows = file.rows;
    this.#epoch = epoch;
    this.#exactDistinct = exactDistinct;
    this.#duplicates = new Duplicates(catalog);
    this.filler = new Filler(file.writer, catalog, file.layout, file.rows);
  }

  get rows(): number {
    return this.#rows;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** The run's columns, as of these rows. */
  get layout(): Layout {
    return this.#layout;
  }

  /** Makes the added rows visible, and packs them when a row group is full. */
  async commit(): Promise<void> {
    if (this.filler.pending === 0) return;
    const before = this.#rows;
    const { layout, change } = await this.filler.write();
    const commit = async (): Promise<void> => {
      await this.filler.commit(layout);
      this.#layout = layout;
    };
    // A running question was written for the current columns.
    await (change === 'none' ? commit() : this.#gate.exclusive(commit));
    if (change === 'orders') this.#epoch++;
    this.#rows = this.filler.next;
    if (groupOf(before) !== groupOf(this.#rows)) await this.#pack();
  }

  /**
   * Runs a question on its own connection.
   * @throws ColumnsError `cancelled` by `signal`, or when the run is detached.
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
      // Tables in memory: one that isn't dropped costs a little memory until the run is detached.
      if (outdated.length > 0) {
        this.#gate.exclusive(() => this.#drop(outdated)).catch(() => undefined);
      }
    }
  }

  /** Stops running questions, drops uncommitted rows, and closes the file. */
  async detach(): Promise<void> {
    this.#detached = true;
    for (const connection of this.#asking) connection.interrupt();
    await this.changes.settle();
    await this.#gate.exclusive(async () => {
      await this.filler.rollBack();
      await this.#drop(this.#duplicates.takeAll());
      await this.#writer.run(`DETACH DATABASE IF EXISTS ${this.catalog}`);
      this.#writer.closeSync();
    });
  }

  async #ask<T>(
    range: Range,
    signal: AbortSignal,
    question: (subject: Subject) => Promise<T>,
  ): Promise<T> {
    this.#check(signal);
    const rows = Math.min(range.rows, this.#rows);
    const [layout, epoch, catalog] = [this.#layout, this.#epoch, this.catalog];
    const duplicates = this.#duplicates;
    const throwIfCancelled = (): void => this.#check(signal);
    const exactDistinct = this.#exactDistinct;
    const { from, without } = range;
    const known = { catalog, layout, from, rows, without, epoch, duplicates, exactDistinct };
    const connection = await this.#instance.connect();
    const interrupt = (): void => connection.interrupt();
    this.#asking.add(connection);
    signal.addEventListener('abort', interrupt);
    try {
      this.#check(signal);
      return await question({ ...known, connection, throwIfCancelled });
    } finally {
      signal.removeEventListener('abort', interrupt);
      this.#asking.delete(connection);
      connection.closeSync();
    }
  }

  /**
   * Frees the memory of rows: they stay in memory unpacked until they are packed into the file, and packed
   * rows stay as if they had just been read until the file is reopened.
   */
  async #pack(): Promise<void> {
    const path = this.#path;
    if (path === null) return;
    try {
      await this.#writer.run(`CHECKPOINT ${this.catalog}`);
    } catch (error) {
      // The rows are there already; they are packed with the next ones.
      if (classify(error).code === 'failed') return;
      throw error;
    }
    // Running questions need what is in memory, and reopening would have to wait for them.
    if (this.#asking.size > 0) return;
    await this.#gate.exclusive(() => reopenFile(this.#writer, this.catalog, path));
  }

  async #drop(tables: readonly string[]): Promise<void> {
    const connection = await this.#instance.connect();
    for (const table of tables) await connection.run(`DROP TABLE IF EXISTS ${table}`);
    connection.closeSync();
  }

  #check(signal: AbortSignal): void {
    if (this.#detached || signal.aborted) throw new ColumnsError('cancelled');
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
