/** A run in the worker: its log, its file, the rows being added, and the running questions. */
import { join } from 'node:path';
import { fold } from '#shared/fold.ts';
import { readMoment } from '#shared/moment.ts';
import { assertNever } from '#shared/assert-never.ts';
import { BIGINT, BOOLEAN, DOUBLE, DuckDBDataChunk, UINTEGER, VARCHAR } from '@duckdb/node-api';
import type {
  DuckDBInstance,
  DuckDBAppender,
  DuckDBConnection,
  DuckDBType,
  DuckDBValue,
} from '@duckdb/node-api';
import { nodeFiles } from '../../file-port.ts';
import { PageLog } from '../../page-log.ts';
import { RowReader } from '../../rows.ts';
import { RunInputs } from '../../run-inputs.ts';
import { Serial } from '../../serial.ts';
import { ColumnsError } from '../protocol.ts';
import type { LogSource, Range } from '../protocol.ts';
import { classify } from './database.ts';
import { Layout, alterations, compare, keyType, valueType } from './layout.ts';
import type { LaidColumn, LayoutChange } from './layout.ts';
import { Duplicates } from './query.ts';
import type { Subject } from './query.ts';
import { openFile, reopenFile, rowGroupRows, readTable } from './run-file.ts';
import type { OpenedFile } from './run-file.ts';
import type { JsonObject } from '../../../json/index.ts';
import { addKind, toCell } from './cells.ts';
import type { Cell } from './cells.ts';

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
  readonly #duplicates: Duplicates;
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
    limits: Limits,
  ) {
    this.#instance = instance;
    this.#catalog = catalog;
    this.#log = log;
    this.#reader = reader;
    this.#file = file;
    this.#limits = limits;
    this.#duplicates = new Duplicates(catalog);
  }

  /**
   * Opens the log and the file.
   * @throws ColumnsError, StoreError
   */
  static async open(
    instance: DuckDBInstance,
    catalog: string,
    source: LogSource,
    { isFresh, ...limits }: Limits & { isFresh: boolean },
  ): Promise<AttachedRun> {
    const { folder, logId, rowCount, readOnly } = source;
    const log = await PageLog.openToRead(nodeFiles, folder);
    if (log.identity.toString('hex') !== logId) throw new ColumnsError('failed', 'Another log');
    const reader = new RowReader(log, RunInputs.of(log));
    const path = join(folder, 'derived', 'columns.duckdb');
    const mark = (rows: number): Promise<string> => markOf(log, reader, rows);
    const opening = { path, rowCount, readOnly, isFresh, markOf: mark };
    const file = await openFile(instance, catalog, opening);
    return new AttachedRun(instance, catalog, log, reader, file, limits);
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
    if (this.rows >= wanted) return;
    this.#check(signal);
    const { rows: from, layout: before, writer } = this.#file;
    const to = Math.min(wanted, from + rowGroupRows);
    const filler = new Filler(writer, this.#catalog, before, from);
    await writer.run('BEGIN');
    try {
      await this.#log.readTo(to);
      const seqs = Array.from({ length: to - from }, (_, at) => from + at);
      for await (const batch of this.#reader.batches(seqs)) {
        this.#check(undefined);
        for (const { row } of batch) await filler.add(row);
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
    const { layout, epoch } = this.#file;
    const [catalog, duplicates, limits] = [this.#catalog, this.#duplicates, this.#limits];
    const known = { catalog, layout, from, rows, without, epoch, duplicates, ...limits };
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

/** Identifies a log up to here: by its first line, and the page with the last of these rows. */
async function markOf(log: PageLog, reader: RowReader, rows: number): Promise<string> {
  await log.readTo(rows);
  const { bodyStart, crc } = reader.pageOf(rows - 1);
  return [log.identity.toString('hex'), bodyStart, crc].join(' ');
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

const chunkRows = 2048;

const types: Record<string, DuckDBType> = { BOOLEAN, BIGINT, VARCHAR, DOUBLE, UINTEGER };

/** How a physical column gets its values from the cells of a column of the layout. */
interface Target {
  type: DuckDBType;
  /** Undefined for `seq`. */
  n: number | undefined;
  convert: (cell: Cell) => DuckDBValue;
}

/**
 * Adds rows to a run's table, in chunks of DuckDB's vector size, within a transaction of its connection: with
 * the columns they need, and the number of rows.
 */
class Filler {
  readonly #connection: DuckDBConnection;
  readonly #catalog: string;
  readonly #before: Layout;
  /** The columns with these rows. */
  readonly #layout: Layout;
  /** Kinds by which the table's columns are. */
  #altered: readonly number[];
  #next: number;
  #cells: Cell[][] = [];
  #staged = 0;
  /** A row could not be read. */
  #hasGaps = false;
  #appender: DuckDBAppender | undefined;
  #chunk: DuckDBDataChunk | undefined;
  #targets: readonly Target[] | undefined;

  /** @param first number of the first row. */
  constructor(connection: DuckDBConnection, catalog: string, layout: Layout, first: number) {
    this.#connection = connection;
    this.#catalog = catalog;
    this.#before = layout;
    this.#layout = new Layout(layout.columns);
    this.#altered = kindsOf(layout);
    this.#next = first;
  }

  /** Adds the next row; null for an unreadable one. */
  async add(row: JsonObject | null): Promise<void> {
    if (row === null) this.#hasGaps = true;
    for (const field of row === null ? [] : Object.keys(row)) {
      const column = this.#layout.findOrAdd(field);
      const value = row?.[field] ?? null;
      if (column === undefined || value === null) continue;
      const cell = toCell(value);
      column.kinds = addKind(column.kinds, value, cell);
      const cells = (this.#cells[column.n] ??= Array.from({ length: chunkRows }, () => null));
      cells[this.#staged] = cell;
    }
    this.#staged++;
    this.#next++;
    if (this.#staged === chunkRows) await this.#appendChunk();
  }

  /**
   * Writes all added rows; returns the table's columns after a commit, and how they differ.
   * @param mark identifies the log up to the last of them.
   */
  async write(mark: string): Promise<{ layout: Layout; change: LayoutChange }> {
    await this.#appendChunk();
    this.#closeAppender();
    const change = compare(this.#before, this.#layout);
    await this.#save(mark, change === 'orders' ? 1 : 0);
    return { layout: this.#layout, change };
  }

  /** Gives up, before a rollback. */
  discard(): void {
    try {
      this.#closeAppender();
    } catch {
      // Its rows are being discarded anyway.
    }
  }

  async #appendChunk(): Promise<void> {
    await this.#alter();
    if (this.#staged === 0) return;
    const targets = await this.#targetsOfTable();
    this.#chunk ??= DuckDBDataChunk.create(targets.map(({ type }) => type));
    const chunk = this.#chunk;
    chunk.reset();
    chunk.rowCount = this.#staged;
    const first = this.#next - this.#staged;
    // One array for all columns: a new one for each is as much work for the garbage collector as the rows.
    const values: DuckDBValue[] = Array.from({ length: this.#staged }, (_, row) => first + row);
    targets.forEach(({ n, convert }, position) => {
      const cells = n === undefined ? undefined : this.#cells[n];
      if (n !== undefined) {
        for (let row = 0; row < values.length; row++) values[row] = convert(cells?.[row] ?? null);
      }
      chunk.setColumnValues(position, values);
    });
    this.#appender ??= await this.#connection.createAppender('t', 'main', this.#catalog);
    this.#appender.appendDataChunk(chunk);
    for (const cells of this.#cells) cells?.fill(null, 0, this.#staged);
    this.#staged = 0;
  }

  /** Adds and widens the table's columns as the staged cells require. */
  async #alter(): Promise<void> {
    const statements = this.#layout.columns.flatMap(({ n, kinds }) =>
      alterations(`${this.#catalog}.t`, n, this.#altered[n] ?? 0, kinds),
    );
    this.#altered = kindsOf(this.#layout);
    if (statements.length === 0) return;
    this.#closeAppender();
    this.#chunk = undefined;
    this.#targets = undefined;
    for (const statement of statements) await this.#connection.run(statement);
  }

  async #targetsOfTable(): Promise<readonly Target[]> {
    this.#targets ??= (await readTable(this.#connection, this.#catalog)).map(({ name, type }) =>
      targetOf(name, type, this.#layout),
    );
    return this.#targets;
  }

  #closeAppender(): void {
    const appender = this.#appender;
    this.#appender = undefined;
    appender?.closeSync();
  }

  /** Records the layout and the number of rows in the file. */
  async #save(mark: string, epochs: number): Promise<void> {
    const { columns: before } = this.#before;
    for (const column of this.#layout.columns) {
      const { n, field, kinds } = column;
      if (before[n]?.kinds === kinds) continue;
      const type = valueType(column);
      await (before[n] === undefined
        ? this.#connection.run(`INSERT INTO ${this.#catalog}.cols VALUES (?, ?, ?, ?)`, [
            n,
            field,
            type,
            kinds,
          ])
        : this.#connection.run(`UPDATE ${this.#catalog}.cols SET type = ?, kinds = ? WHERE n = ?`, [
            type,
            kinds,
            n,
          ]));
    }
    // Whoever opens the file next may be able to read rows that are missing: it is made anew.
    const log = this.#hasGaps ? 'NULL' : 'CASE WHEN "rows" = 0 OR log IS NOT NULL THEN ? END';
    await this.#connection.run(
      `UPDATE ${this.#catalog}.meta SET log = ${log}, "rows" = ?, epoch = epoch + ${epochs}`,
      [...(this.#hasGaps ? [] : [mark]), this.#next],
    );
  }
}

function kindsOf({ columns }: Layout): number[] {
  return columns.map(({ kinds }) => kinds);
}

function targetOf(name: string, type: string, layout: Layout): Target {
  const known = types[type];
  if (known === undefined) throw new Error(`Column ${name} is ${type}`);
  if (name === 'seq') return { type: known, n: undefined, convert: () => null };
  const n = Number.parseInt(name.slice(1), 10);
  const column = layout.columns[n]!;
  if (name.endsWith('m')) return { type: known, n, convert: microsOf };
  return { type: known, n, convert: name.endsWith('k') ? keyOf(column) : valueOf(column) };
}

/** Numbers are in units that their size shows (`layout.ts`). */
function microsOf(cell: Cell): bigint | null {
  const moment = typeof cell === 'string' ? readMoment(cell) : null;
  return moment && BigInt(moment.ms) * 1000n + BigInt(moment.micros);
}

function valueOf(column: LaidColumn): Target['convert'] {
  const type = valueType(column);
  switch (type) {
    case 'BOOLEAN':
    case 'NONE':
      return (cell) => cell;
    case 'BIGINT':
      return (cell) => (typeof cell === 'number' ? BigInt(cell) : null);
    case 'VARCHAR':
      return (cell) => (cell === null || typeof cell === 'string' ? cell : String(cell));
    default:
      return assertNever(type);
  }
}

function keyOf(column: LaidColumn): Target['convert'] {
  return keyType(column) === 'DOUBLE'
    ? (cell) => (cell === null ? null : Number(cell))
    : (cell) => (cell === null ? null : fold(String(cell)));
}
