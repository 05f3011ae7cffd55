/** What changes a run's table: rows that are added, and what people noted of their items. */
import { fold } from '#shared/fold.ts';
import { readMoment } from '#shared/moment.ts';
import { assertNever } from '#shared/assert-never.ts';
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  LIST,
  listValue,
  UINTEGER,
  VARCHAR,
} from '@duckdb/node-api';
import type { DuckDBAppender, DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { JsonObject } from '../../../json/index.ts';
import type { OwnValues } from '../../own-values.ts';
import { addKind, toCell } from './cells.ts';
import type { Cell } from './cells.ts';
import { Layout, alterations, compare, keyType, valueType } from './layout.ts';
import type { LaidColumn, LayoutChange } from './layout.ts';
import { physicalColumns, readTable } from './run-file.ts';

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
    await saveLayout(this.#connection, this.#catalog, this.#before, this.#layout);
    // Whoever opens the file next may be able to read rows that are missing: it is made anew.
    const log = this.#hasGaps ? 'NULL' : 'CASE WHEN "rows" = 0 OR log IS NOT NULL THEN ? END';
    await this.#connection.run(
      `UPDATE ${this.#catalog}.meta SET log = ${log}, "rows" = ?, epoch = epoch + ${epochs}`,
      [...(this.#hasGaps ? [] : [mark]), this.#next],
    );
  }
}

export async function saveLayout(
  connection: DuckDBConnection,
  catalog: string,
  { columns: before }: Layout,
  { columns }: Layout,
): Promise<void> {
  for (const { n, field, kinds } of columns) {
    if (before[n]?.kinds === kinds) continue;
    await (before[n] === undefined
      ? connection.run(`INSERT INTO ${catalog}.cols VALUES (?, ?, ?)`, [n, field, kinds])
      : connection.run(`UPDATE ${catalog}.cols SET kinds = ? WHERE n = ?`, [kinds, n]));
  }
}

/** The cells of a person's own columns that have changed: by column, of which items. */
interface OwnCells {
  values: OwnValues;
  resource: string;
  identity: string;
  changed: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Gives the rows of these items what is noted of them now. */
export async function updateColumns(
  connection: DuckDBConnection,
  catalog: string,
  layout: Layout,
  { values, resource, identity, changed }: OwnCells,
): Promise<void> {
  const id = layout.find(identity);
  if (id === undefined || valueType(id) === 'NONE') return;
  const updates: { column: LaidColumn; items: ReadonlySet<string>; cells: Cell[] }[] = [];
  for (const [field, items] of changed) {
    const column = layout.findOrAdd(field);
    const isThere = values.columns(resource).some((one) => one.field === field);
    if (column === undefined || !isThere) continue;
    const before = column.kinds;
    const cells = Array.from(items, (item): Cell => {
      const value = values.noted(resource, field, item)?.value ?? null;
      const cell = toCell(value);
      column.kinds = addKind(column.kinds, value, cell);
      return cell;
    });
    if (valueType(column) === 'NONE') continue;
    for (const one of alterations(`${catalog}.t`, column.n, before, column.kinds))
      await connection.run(one);
    updates.push({ column, items, cells });
  }
  // Last: a transaction that has changed rows can't alter their table.
  for (const one of updates) await updateRows(connection, catalog, layout, { id, ...one });
}

async function updateRows(
  connection: DuckDBConnection,
  catalog: string,
  layout: Layout,
  of: { id: LaidColumn; column: LaidColumn; items: ReadonlySet<string>; cells: readonly Cell[] },
): Promise<void> {
  const { id, column, items, cells } = of;
  const targets = physicalColumns(column).map(([name, type]) => {
    const { convert } = targetOf(name, type, layout);
    return { name, type, texts: cells.map((cell) => textOrNull(convert(cell))) };
  });
  const lists = [[...items], ...targets.map(({ texts }) => texts)];
  const set = targets.map(({ name, type }, at) => `${name} = CAST(v.a${at + 1} AS ${type})`);
  await connection.run(
    `UPDATE ${catalog}.t SET ${set.join(', ')} ` +
      `FROM (SELECT ${lists.map((_, at) => `unnest(?) AS a${at}`).join(', ')}) v ` +
      `WHERE ${valueType(id) === 'VARCHAR' ? `c${id.n}` : `CAST(c${id.n} AS VARCHAR)`} = v.a0`,
    lists.map((texts) => listValue(texts)),
    lists.map(() => LIST(VARCHAR)),
  );
}

const textOrNull = (value: DuckDBValue): string | null => (value === null ? null : String(value));

/** Empties a column that a person removed. */
export async function dropColumn(
  connection: DuckDBConnection,
  catalog: string,
  layout: Layout,
  field: string,
): Promise<void> {
  const column = layout.find(field);
  if (column === undefined) return;
  for (const [name] of physicalColumns(column))
    await connection.run(`ALTER TABLE ${catalog}.t DROP COLUMN ${name}`);
  column.kinds = 0;
}

const kindsOf = ({ columns }: Layout): number[] => columns.map(({ kinds }) => kinds);

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

const keyOf = (column: LaidColumn): Target['convert'] =>
  keyType(column) === 'DOUBLE'
    ? (cell) => (cell === null ? null : Number(cell))
    : (cell) => (cell === null ? null : fold(String(cell)));
