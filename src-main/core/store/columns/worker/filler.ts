/**
 * Adds rows to a run's table, in chunks of DuckDB's vector size, within a transaction of its connection: with
 * the columns they need, and the number of rows.
 */
import type { DuckDBAppender, DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { BIGINT, BOOLEAN, DOUBLE, DuckDBDataChunk, UINTEGER, VARCHAR } from '@duckdb/node-api';
import { fold } from '#shared/fold.ts';
import { readMoment } from '#shared/moment.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { JsonObject } from '../../../json/index.ts';
import type { Cell } from './cells.ts';
import { addKind, toCell } from './cells.ts';
import type { LaidColumn } from './layout.ts';
import type { LayoutChange } from './layout.ts';
import { alterations, compare, keyType, Layout, valueType } from './layout.ts';
import { readTable } from './run-file.ts';

const chunkRows = 2048;
/** Handing rows to the appender blocks the worker; this many chunks take about 50 ms. */
const chunksPerFlush = 8;

const types: Record<string, DuckDBType> = { BOOLEAN, BIGINT, VARCHAR, DOUBLE, UINTEGER };

/** How a physical column gets its values from the cells of a column of the layout. */
interface Target {
  type: DuckDBType;
  /** Undefined for `seq`. */
  n: number | undefined;
  convert: (cell: Cell) => DuckDBValue;
}

export class Filler {
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
  #chunksToFlush = 0;

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
      this.#cellsOf(column)[this.#staged] = cell;
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

  #cellsOf(column: LaidColumn): Cell[] {
    let cells = this.#cells[column.n];
    if (cells === undefined) {
      cells = emptyCells();
      this.#cells[column.n] = cells;
    }
    return cells;
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
    this.#chunksToFlush++;
    if (this.#chunksToFlush < chunksPerFlush) return;
    this.#chunksToFlush = 0;
    this.#appender.flushSync();
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
    this.#chunksToFlush = 0;
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

function emptyCells(): Cell[] {
  return Array.from({ length: chunkRows }, () => null);
}

function targetOf(name: string, type: string, layout: Layout): Target {
  const known = types[type];
  if (known === undefined) throw new Error(`Column ${name} is ${type}`);
  if (name === 'seq') return { type: known, n: undefined, convert: () => null };
  const n = Number.parseInt(name.slice(1), 10);
  const column = layout.columns[n]!;
  return { type: known, n, convert: converterOf(name, column) };
}

function converterOf(name: string, column: LaidColumn): Target['convert'] {
  if (name.endsWith('m')) return microsOf;
  return name.endsWith('k') ? keyOf(column) : valueOf(column);
}

/** Numbers are in units that their size shows (`cell-values.ts`). */
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
