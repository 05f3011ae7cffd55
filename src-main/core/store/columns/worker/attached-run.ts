/** A run in the worker: its log, its file, the rows being added, and the running questions. */
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { nodeFiles } from '../../file-port.ts';
import { PageLog } from '../../page-log.ts';
import { RowReader } from '../../rows.ts';
import { RunInputs } from '../../run-inputs.ts';
import { OwnValues } from '../../own-values.ts';
import type { OwnSource } from '../../own-values.ts';
import { Serial } from '../../serial.ts';
import { ColumnsError } from '../protocol.ts';
import type { NamedLog, Range } from '../protocol.ts';
import { classify } from './database.ts';
import type { Connection } from './database.ts';
import { compare, Layout } from './layout.ts';
import { KeptRows } from './query.ts';
import type { Subject } from './query.ts';
import { openFile, reopenFile, rowGroupRows } from './run-file.ts';
import type { OpenedFile } from './run-file.ts';
import type { JsonObject } from '../../../json/index.ts';
import { dropColumn, Filler, saveLayout, updateColumns } from './table.ts';

/** Of questions. */
type Limits = Pick<Subject, 'exactDistinct' | 'wordsMs'>;

export class AttachedRun {
  readonly #instance: DuckDBInstance;
  readonly #catalog: string;
  readonly #log: PageLog;
  readonly #reader: RowReader;
  /** As it is with what was filled in. */
  readonly #file: OpenedFile;
  readonly #limits: Limits;
  readonly #kept: KeptRows;
  readonly #readOnly: boolean;
  /** What people noted of the rows' items; null: nothing ever was. */
  #own: OwnSource | null;
  /** How much of it the table has. */
  #mark: string;
  #noted: number;
  /** Serialises adding rows and closing the file. */
  readonly #changes = new Serial();
  readonly #gate = new Gate();
  readonly #closing = new AbortController();

  private constructor(
    instance: DuckDBInstance,
    catalog: string,
    log: PageLog,
    reader: RowReader,
    file: OpenedFile,
    { readOnly, own, ...limits }: Limits & Pick<NamedLog, 'readOnly' | 'own'>,
  ) {
    this.#readOnly = readOnly;
    this.#instance = instance;
    this.#catalog = catalog;
    this.#log = log;
    this.#reader = reader;
    this.#file = file;
    this.#limits = limits;
    this.#kept = new KeptRows(catalog);
    this.#own = own;
    this.#mark = file.own;
    this.#noted = endOf(file.own);
  }

  /**
   * Opens the log and the file.
   * @throws ColumnsError, StoreError
   */
  static async open(
    instance: DuckDBInstance,
    catalog: string,
    source: NamedLog,
    { isFresh, ...limits }: Limits & { isFresh: boolean },
  ): Promise<AttachedRun> {
    const { folder, logId, rowCount, readOnly, own } = source;
    const log = await PageLog.openToRead(nodeFiles, folder);
    if (log.identity.toString('hex') !== logId) throw new ColumnsError('failed', 'Another log');
    const reader = new RowReader(log, RunInputs.of(log));
    const values = own && (await ownValues(own));
    // Of a file that can't be written, all of it.
    const fitsOwn = (mark: string): boolean => {
      const since = own === null ? null : (values?.since(mark, own.resource) ?? null);
      if (since === null) return mark === '' && own === null;
      return !readOnly || (since.changed.size === 0 && since.gone.size === 0);
    };
    const path = join(folder, 'derived', 'columns.duckdb');
    const mark = (rows: number): Promise<string> => markOf(log, reader, rows);
    const opening = { path, rowCount, readOnly, isFresh, markOf: mark, fitsOwn };
    const file = await openFile(instance, catalog, opening);
    return new AttachedRun(instance, catalog, log, reader, file, { ...limits, readOnly, own });
  }

  /** Rows that can be queried. */
  get rows(): number {
    return this.#file.rows;
  }

  /**
   * Fills in rows from the log until the first `rows` can be queried, in steps between which others have
   * their turn.
   * @throws ColumnsError `cancelled` by `signal`; StoreError. After another error it must be opened again.
   */
  async reach(rows: number, signal?: AbortSignal): Promise<void> {
    while (this.rows < rows) await this.#changes.run(() => this.#fill(rows, signal));
  }

  /** Notes in the table what people have noted of the rows' items since. @throws ColumnsError; StoreError */
  async note(own: OwnSource | null): Promise<void> {
    if (own === null) return;
    this.#own = own;
    const values = await ownValues(own);
    if (values.mark !== this.#mark) await this.#changes.run(() => this.#note(own, values));
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
      const outdated = this.#kept.takeOutdated();
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
      await this.#drop(this.#kept.takeAll());
      await this.#file.writer.run(`DETACH DATABASE IF EXISTS ${this.#catalog}`);
      this.#file.writer.closeSync();
    });
  }

  async #note({ resource, identity }: OwnSource, values: OwnValues): Promise<void> {
    const { mark } = values;
    const since = values.since(this.#mark, resource);
    if (since === null) throw new ColumnsError('damaged', 'Another file of codes');
    this.#mark = mark;
    if (since.changed.size === 0 && since.gone.size === 0) return;
    const { writer, path } = this.#file;
    // Opened again, all of it is in memory.
    if (this.#readOnly && path !== null) throw new ColumnsError('lost', 'Only read');
    await this.#gate.exclusive(async () => {
      const { layout: before } = this.#file;
      const layout = new Layout(before.columns);
      await writer.run('BEGIN');
      try {
        for (const field of since.gone) await dropColumn(writer, this.#catalog, layout, field);
        const own = { values, resource, identity, changed: since.changed };
        await updateColumns(writer, this.#catalog, layout, own);
        const change = compare(before, layout);
        await saveLayout(writer, this.#catalog, before, layout);
        const epochs = change === 'orders' ? 1 : 0;
        await writer.run(`UPDATE ${this.#catalog}.meta SET own = ?, epoch = epoch + ${epochs}`, [
          mark,
        ]);
        await writer.run('COMMIT');
        this.#file.epoch += epochs;
      } catch (error) {
        await writer.run('ROLLBACK').catch(() => undefined);
        throw error;
      }
      this.#file.layout = layout;
      this.#noted = endOf(mark);
    });
  }

  /** Adds a row group of rows at most, in one transaction. */
  async #fill(wanted: number, signal: AbortSignal | undefined): Promise<void> {
    // Somebody else may have added them meanwhile.
    if (this.rows >= wanted) return;
    this.#check(signal);
    const { rows: from, layout: before, writer } = this.#file;
    const to = Math.min(wanted, from + rowGroupRows);
    const filler = new Filler(writer, this.#catalog, before, from);
    const own = this.#own;
    const values = own && (await ownValues(own));
    const withOwn = (row: JsonObject): JsonObject =>
      own === null ? row : values!.add(own.resource, own.identity, row);
    await writer.run('BEGIN');
    try {
      await this.#log.readTo(to);
      const seqs = Array.from({ length: to - from }, (_, at) => from + at);
      for await (const batch of this.#reader.batches(seqs)) {
        this.#check(undefined);
        for (const { row } of batch) await filler.add(row && withOwn(row));
      }
      const { layout, change } = await filler.write(await markOf(this.#log, this.#reader, to));
      const commit = async (): Promise<void> => {
        await writer.run('COMMIT');
        Object.assign(this.#file, { layout, rows: to });
        if (change === 'orders') this.#file.epoch++;
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
    const rows = Math.min(wanted, this.rows);
    const [catalog, kept, limits] = [this.#catalog, this.#kept, this.#limits];
    const fixed = { catalog, from, rows, without, kept, ...limits };
    const throwIfCancelled = (): void => this.#check(signal);
    let connection = await this.#instance.connect();
    const current = (): DuckDBConnection => {
      throwIfCancelled();
      return connection;
    };
    // Interrupting only stops a statement that is running.
    const checked: Connection = {
      run: async (...of) => current().run(...of),
      runAndReadAll: async (...of) => current().runAndReadAll(...of),
      stream: async (...of) => current().stream(...of),
    };
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    const interrupt = (): void => connection.interrupt();
    const subject = (): Subject => {
      const { layout, epoch } = this.#file;
      const noted = this.#noted;
      return { ...fixed, layout, epoch, noted, connection: checked, throwIfCancelled, giveWay };
    };
    const giveWay = (): Promise<Subject> | null => (this.#gate.isWanted ? goLast() : null);
    const goLast = async (): Promise<Subject> => {
      // An open result would keep the table as it was.
      const next = await this.#instance.connect();
      connection.closeSync();
      connection = next;
      await this.#gate.giveWay();
      throwIfCancelled();
      return subject();
    };
    stopped.addEventListener('abort', interrupt);
    try {
      return await question(subject());
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

/** What people noted, by the path of its file. */
const allOwn = new Map<string, { values: OwnValues; turns: Serial }>();

/** Returns what is noted, as far as it was written or further. @throws StoreError */
async function ownValues({ path, end }: OwnSource): Promise<OwnValues> {
  const known = allOwn.get(path) ?? { values: new OwnValues(), turns: new Serial() };
  allOwn.set(path, known);
  await known.turns.run(() => known.values.readTo(nodeFiles, path, end));
  return known.values;
}

/** Another project's file may have the same path. */
export const forgetOwnValues = (): void => allOwn.clear();

/** Where the file of a mark ends. */
const endOf = (mark: string): number => Number.parseInt(mark, 10) || 0;

/** Identifies a log up to here: by its first line, and the page with the last of these rows. */
async function markOf(log: PageLog, reader: RowReader, rows: number): Promise<string> {
  await log.readTo(rows);
  const { bodyStart, crc } = reader.pageOf(rows - 1);
  return [log.identity.toString('hex'), bodyStart, crc].join(' ');
}

const groupOf = (rows: number): number => Math.floor(rows / rowGroupRows);

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

  /** A change waits until no question is running. */
  get isWanted(): boolean {
    return this.#change !== undefined;
  }

  async shared<T>(ask: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await ask();
    } finally {
      this.#leave();
    }
  }

  /** Of a question that takes long: changes that wait go first. */
  giveWay(): Promise<void> {
    this.#leave();
    return this.#enter();
  }

  async #enter(): Promise<void> {
    while (this.#change !== undefined) await this.#change;
    this.#asking++;
  }

  #leave(): void {
    this.#asking--;
    if (this.#asking === 0) this.#onFree?.();
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
