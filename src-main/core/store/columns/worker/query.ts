/** Turns a view into the numbers of its rows, in its order; and answers other questions about row numbers. */
import type { DuckDBResult } from '@duckdb/node-api';
import { DuckDBUIntegerVector } from '@duckdb/node-api';
import { inputField } from '#shared/contract/list.ts';
import type { MediaKind } from '#shared/contract/media.ts';
import type { Sample, View, ViewedRows } from '#shared/contract/view.ts';
import type { RowRange } from '../../log-contents.ts';
import type { Answer, Asked } from '../protocol.ts';
import { conditionOf, isFilled, linksTo } from './condition.ts';
import type { Connection, Statement } from './database.ts';
import { countRows, readRows } from './database.ts';
import { type Layout, valueType } from './layout.ts';
import { orderOf } from './order.ts';

/** What a question covers: the first `rows` rows, through these columns. */
export interface Subject {
  /** Runs nothing more once the question is cancelled. */
  connection: Connection;
  catalog: string;
  layout: Layout;
  /** Restricts the rows to those from `from` on, before `rows`. */
  from: number;
  rows: number;
  /** Rows to leave out. */
  without: readonly RowRange[];
  epoch: number;
  /** Changes with what people noted of the rows' items. */
  noted: number;
  kept: KeptRows;
  /** The number of distinct values up to which they are counted exactly. */
  exactDistinct: number;
  /** Time after which reading words stops. */
  wordsMs: number;
  /** To be called where no statement follows for long. */
  throwIfCancelled: () => void;
  /**
   * Lets a change of columns that waits go first, and returns the subject as it is then; null: none waits. What was
   * asked on the connection so far is over.
   */
  giveWay: () => Promise<Subject> | null;
}

/** The rows of `view` within the subject, as SQL after FROM. */
export async function rowsOf(
  { sample, ...view }: ViewedRows & Pick<View, 'sample'>,
  subject: Subject,
): Promise<Statement> {
  const { catalog, layout, from, rows, kept } = subject;
  const hasWord = view.filters.some(({ kind }) => kind === 'hasWord');
  const matching = conditionOf(view, layout);
  // Those of a view that grows are looked at from its end.
  const condition =
    hasWord && from === 0
      ? { sql: `seq IN (${await kept.matches(view, matching, subject)})`, values: [] }
      : matching;
  const { hideDuplicatesBy: field, acrossInputs = false } = view;
  const hidden =
    field === null ? undefined : await kept.duplicates({ field, acrossInputs }, subject);
  const parts = [`seq < ${rows}`, ...(from > 0 ? [`seq >= ${from}`] : []), condition.sql];
  parts.push(...notIn(subject.without));
  if (hidden !== undefined) parts.push(`seq NOT IN (${hidden})`);
  const drawn = sample === undefined ? null : await drawnRows(sample, subject);
  if (drawn !== null) parts.push(`seq IN (${drawn.sql})`);
  return {
    sql: `${catalog}.t WHERE ${parts.join(' AND ')}`,
    values: [...condition.values, ...(drawn?.values ?? [])],
  };
}

/** The rows of a sample as SQL, as its definition says. Always of all rows: a later one may be drawn before. */
async function drawnRows(sample: Sample, subject: Subject): Promise<Statement> {
  const rows = Math.min(subject.rows, sample.rows);
  const { sql, values } = await rowsOf(sample, { ...subject, from: 0, rows });
  const column = sample.by === null ? undefined : subject.layout.find(sample.by);
  const group =
    column === undefined || valueType(column) === 'NONE'
      ? ''
      : `PARTITION BY CASE WHEN ${isFilled(column)} THEN c${column.n} END `;
  const order = `ORDER BY md5('${sample.seed}:' || (seq + 1)), seq`;
  return {
    sql: `SELECT seq FROM ${sql} QUALIFY row_number() OVER (${group}${order}) <= ${sample.size}`,
    values,
  };
}

/**
 * SQL that leaves these rows out. As a set: there may be thousands of ranges, and a thousand comparisons
 * for each row take seventy times as long.
 */
function notIn(without: readonly RowRange[]): string[] {
  if (without.length === 0) return [];
  const ranges = without.map(({ from, to }) => `(${from}, ${to - 1})`).join(', ');
  const out = `SELECT unnest(generate_series(a, z)) FROM (VALUES ${ranges}) AS ranges(a, z)`;
  return [`seq NOT IN (${out})`];
}

/** Returns the numbers of the rows of `view`, in its order. */
export async function queryRows(view: View, subject: Subject): Promise<Uint32Array> {
  const { sql, values } = await rowsOf(view, subject);
  const order = orderOf(view.sort, subject.layout);
  const sorted = order === undefined ? '' : ` ORDER BY ${order}`;
  const result = await subject.connection.stream(`SELECT seq FROM ${sql}${sorted}`, values);
  const seqs = await readSeqs(result, subject.rows);
  // DuckDB keeps the order in which rows were added, unless a future query plan doesn't.
  return order !== undefined || isAscending(seqs) ? seqs : seqs.toSorted();
}

/** Reads a result of up to `maxRows` rows: row numbers, in memory only once. */
async function readSeqs(result: DuckDBResult, maxRows: number): Promise<Uint32Array> {
  // Untouched memory costs nothing.
  const seqs = new Uint32Array(maxRows);
  let at = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    const vector = chunk.getColumnVector(0);
    if (!(vector instanceof DuckDBUIntegerVector)) throw new Error('Not row numbers');
    for (let item = 0; item < vector.itemCount; item++, at++) seqs[at] = vector.getItem(item) ?? 0;
  }
  return at === maxRows ? seqs : seqs.slice(0, at);
}

function isAscending(seqs: Uint32Array): boolean {
  for (let at = 1; at < seqs.length; at++) if (seqs[at - 1]! >= seqs[at]!) return false;
  return true;
}

/** Rows with the same text in this field are the same item; for a list, optionally across inputs. */
type DuplicateKey = Omit<Asked<'duplicates'>, 'kind'>;

/** Row numbers that take long to find, in tables of memory: kept for the next question about the same rows. */
export class KeptRows {
  readonly #catalog: string;
  /** One of each kind: both ways of counting duplicates are requested in turn. */
  readonly #known = new Map<string, { key: string; table: string; made: Promise<unknown> }>();
  #outdated: string[] = [];
  #made = 0;

  constructor(catalog: string) {
    this.#catalog = catalog;
  }

  /** SQL for the numbers of the duplicates among the first `rows`; undefined if there can't be any. */
  async duplicates(
    { field, acrossInputs }: DuplicateKey,
    subject: Subject,
  ): Promise<string | undefined> {
    const { catalog, layout, rows, epoch } = subject;
    const column = layout.find(field);
    if (column === undefined) return undefined;
    const [t, c] = [`${catalog}.t`, `c${column.n}`];
    const input = acrossInputs ? undefined : layout.find(inputField);
    const ids = [c, ...(input === undefined ? [] : [`c${input.n}`])];
    const same = ids.map((id, at) => `t.${id} IS NOT DISTINCT FROM d.id${at}`);
    const sql =
      `SELECT t.seq FROM ${t} t JOIN (` +
      `SELECT ${ids.map((id, at) => `${id} AS id${at}`).join(', ')}, min(seq) AS first ` +
      `FROM ${t} WHERE seq < ${rows} AND ${isFilled(column)} GROUP BY ${ids.join(', ')} ` +
      `HAVING count(*) > 1) d ON ${same.join(' AND ')} ` +
      `WHERE t.seq > d.first AND t.seq < ${rows}`;
    const key = [column.n, rows, epoch].join();
    return this.#keep(`duplicates ${acrossInputs}`, key, { sql, values: [] }, subject);
  }

  /** SQL for the numbers of the rows that match a view with a word, which takes long to look for. */
  matches(view: ViewedRows, { sql, values }: Statement, subject: Subject): Promise<string> {
    const { catalog, rows, epoch, noted } = subject;
    const key = JSON.stringify([view.filters, view.search, rows, epoch, noted]);
    const found = `SELECT seq FROM ${catalog}.t WHERE seq < ${rows} AND ${sql}`;
    return this.#keep('matches', key, { sql: found, values }, subject);
  }

  async #keep(
    kind: string,
    key: string,
    rows: Statement,
    { connection }: Subject,
  ): Promise<string> {
    let known = this.#known.get(kind);
    // Whoever makes it may be cancelled.
    const isThere =
      known?.key === key &&
      (await known.made.then(
        () => true,
        () => false,
      ));
    if (known === undefined || !isThere) {
      if (known !== undefined) this.#outdated.push(known.table);
      const table = `memory.main.d_${this.#catalog}_${++this.#made}`;
      const made = connection.run(`CREATE TABLE ${table} AS ${rows.sql}`, rows.values);
      known = { key, table, made };
      this.#known.set(kind, known);
      await made;
    }
    return `SELECT seq FROM ${known.table}`;
  }

  async count(by: DuplicateKey, subject: Subject): Promise<number> {
    const hidden = await this.duplicates(by, subject);
    if (hidden === undefined) return 0;
    return countRows(subject.connection, { sql: `(${hidden})`, values: [] });
  }

  /** Tables that are unused once the current questions are answered. */
  takeOutdated(): string[] {
    const tables = this.#outdated;
    this.#outdated = [];
    return tables;
  }

  /** The same, including the tables in use. */
  takeAll(): string[] {
    const known = [...this.#known.values()].map(({ table }) => table);
    this.#known.clear();
    return [...this.takeOutdated(), ...known];
  }
}

export async function findReplaced({
  connection,
  catalog,
  layout,
  rows,
}: Subject): Promise<Uint32Array> {
  const texts = layout.columns.filter((column) => valueType(column) === 'VARCHAR');
  if (texts.length === 0) return new Uint32Array();
  const holds = texts.map(({ n }) => `contains(c${n}, chr(65533))`).join(' OR ');
  const found = `SELECT seq FROM ${catalog}.t WHERE seq < ${rows} AND (${holds})`;
  return readSeqs(await connection.stream(found), rows);
}

/** Of each column: what most of its links lead to. */
export async function findMedia(
  columns: Asked<'media'>['columns'],
  { connection, catalog, layout, rows }: Subject,
): Promise<Answer<'media'>> {
  if (columns.length === 0) return [];
  const counts = columns.flatMap(({ field, kind }) =>
    mediaKinds.map((one) => `count(*) FILTER (${linksTo(layout.find(field), kind, [one])})`),
  );
  const sql = `SELECT ${counts.join(', ')} FROM ${catalog}.t WHERE seq < ${rows}`;
  const [found = []] = await readRows(connection, sql, []);
  return columns.map((_, at) => {
    const start = at * mediaKinds.length;
    const each = found.slice(start, start + mediaKinds.length).map(Number);
    const most = Math.max(...each);
    return most === 0 ? null : mediaKinds[each.indexOf(most)]!;
  });
}

/** Those that are looked at come first. */
const mediaKinds: readonly MediaKind[] = ['picture', 'video', 'subtitles'];
