/**
 * Writes rows to a file of a dataset, and reads such a file. Its columns are fixed: values of another type,
 * and members without a column, go into a JSON column. If the columns don't preserve the JSON of a cell
 * (`5` or `"5"` in a column of both), nothing is written, and the caller takes the slow way over the log.
 */
import { rmSync } from 'node:fs';
import type { DuckDBInstance } from '@duckdb/node-api';
import { assertNever } from '#shared/assert-never.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { Answers, Part, PartColumn, PartType, Unpack } from '../protocol.ts';
import { doubleKinds, kind, numberKinds, textKinds, wholePattern } from './cells.ts';
import { quoteName, rowsInParquet } from './copy.ts';
import { quoteText, readRows, readValue } from './database.ts';
import type { LaidColumn, Layout } from './layout.ts';
import { isNumeric, maxColumns, valueType } from './layout.ts';
import { rowsOf } from './query.ts';
import type { Subject } from './query.ts';

export async function copyPart(
  { path, columns, pages, groupRows }: Part,
  subject: Subject,
): Promise<Answers['part']> {
  const { connection, layout } = subject;
  const found = layout.columns.length === maxColumns ? null : cellsOf(columns, layout);
  if (found === null) return null;
  const { cells, misfits } = found;
  rmSync(path, { force: true });
  const times = `memory.main.arrived_${(tables += 1)}`;
  await createTimes(times, pages, subject);
  try {
    const select = columns.map(({ name }, at) => `${cells[at] ?? 'NULL'} AS ${quoteName(name)}`);
    const { sql } = await rowsOf(everyRow, { ...subject, without: [] });
    const arrived = `times[seq - ${subject.from} + 1]`;
    const rows = `(SELECT *, ${arrived} AS arrived FROM (SELECT * FROM ${sql}), ${times}) WHERE arrived IS NOT NULL`;
    const options = `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${groupRows}`;
    await connection.run(
      `COPY (SELECT ${select.join(', ')} FROM ${rows}) TO ${quoteText(path)} (${options})`,
    );
    subject.throwIfCancelled();
    const counts = misfits.map((misfit) => `count(${misfit})`).join(' + ');
    const count = counts === '' ? 0 : await readValue(connection, `SELECT ${counts} FROM ${rows}`);
    return { rows: await rowsInParquet(path, connection), misfits: Number(count) };
  } finally {
    await connection.run(`DROP TABLE ${times}`);
  }
}

/** SQL for each column's cells, and for values that don't fit; null if the columns are ambiguous. */
function cellsOf(
  columns: readonly PartColumn[],
  layout: Layout,
): { cells: string[]; misfits: string[] } | null {
  const misfits: string[] = [];
  const otherMembers: string[] = [];
  const taken = new Set<string>();
  const cells: (string | null)[] = columns.map((column) => {
    switch (column.kind) {
      case 'member': {
        taken.add(column.field);
        const laid = layout.find(column.field);
        if (laid === undefined) return `NULL::${column.type}`;
        const fit = fitOf(laid, column.type);
        if (fit === null) return null;
        if (fit.misfit !== null) {
          misfits.push(fit.misfit);
          otherMembers.push(memberOf(laid, fit.misfit));
        }
        return fit.cell;
      }
      case 'text':
        return quoteText(column.text);
      case 'arrived':
        return `arrived`;
      case 'rest':
        return '';
      default:
        return assertNever(column);
    }
  });
  if (columns.some((column) => column.kind === 'rest')) {
    for (const laid of layout.columns.filter(({ field }) => !taken.has(field))) {
      const json = jsonOf(laid);
      if (json === null) return null;
      if (json !== '') otherMembers.push(memberOf(laid, json));
    }
  }
  const all =
    otherMembers.length === 0
      ? 'NULL::VARCHAR'
      : `nullif('{' || concat_ws(',', ${otherMembers.join(', ')}) || '}', '{}')`;
  const whole = cells.map((cell, at) => (columns[at]?.kind === 'rest' ? all : cell));
  return whole.every((cell) => cell !== null) ? { cells: whole, misfits } : null;
}

const memberOf = ({ field }: LaidColumn, json: string): string =>
  `${quoteText(`${JSON.stringify(field)}:`)} || ${json}`;

/** The original JSON of the cells, as SQL; empty if there are none; null if it is ambiguous. */
function jsonOf(column: LaidColumn): string | null {
  const values = column.kinds & ~kind.cased;
  const c = `c${column.n}`;
  if (values === 0) return '';
  if ((values & ~textKinds) === 0) return `CAST(to_json(${c}) AS VARCHAR)`;
  return (values & textKinds) === 0 ? `CAST(${c} AS VARCHAR)` : null;
}

/** A value of the type, and the JSON of a value of another type; null if it is ambiguous. */
function fitOf(column: LaidColumn, type: PartType): { cell: string; misfit: string | null } | null {
  const c = `c${column.n}`;
  const stored = valueType(column);
  if (stored === 'NONE') return { cell: `NULL::${type}`, misfit: null };
  if (type === 'VARCHAR') return { cell: `CAST(${c} AS VARCHAR)`, misfit: null };
  if (stored === type) return { cell: c, misfit: null };
  const isDouble = (column.kinds & ~(doubleKinds | kind.cased)) === 0;
  if (type === 'DOUBLE' && isDouble) return { cell: `CAST(${c} AS DOUBLE)`, misfit: null };
  if (type === 'BIGINT' && isNumeric(column)) {
    const whole = `TRY_CAST(CASE WHEN regexp_full_match(${c}, '${wholePattern}') THEN ${c} END AS BIGINT)`;
    return { cell: whole, misfit: `CASE WHEN ${whole} IS NULL THEN ${c} END` };
  }
  const wanted = type === 'BOOLEAN' ? kind.boolean : numberKinds;
  if ((column.kinds & wanted) !== 0) return null;
  const misfit = jsonOf(column);
  return misfit === null ? null : { cell: `NULL::${type}`, misfit };
}

let tables = 0;

/**
 * Creates a table of one list: the arrival time of each row, null for rows to leave out. A time is looked
 * up in it by row number; a join with as many rows as these doesn't always keep their order.
 */
async function createTimes(
  table: string,
  pages: Part['pages'],
  { connection, from, rows, without }: Subject,
): Promise<void> {
  const edges = [
    ...pages.map(({ firstRow }) => firstRow),
    ...without.flatMap((range) => [range.from, range.to]),
  ].map((row) => Math.min(Math.max(row, from), rows));
  let page = 0;
  let range = 0;
  const times = edges
    .toSorted((a, b) => a - b)
    .map((first, at, all) => {
      while ((pages[page + 1]?.firstRow ?? Infinity) <= first) page++;
      while ((without[range]?.to ?? Infinity) <= first) range++;
      const isOut = (without[range]?.from ?? Infinity) <= first;
      return { count: (all[at + 1] ?? rows) - first, at: isOut ? '' : (pages[page]?.at ?? '') };
    });
  await connection.run(
    `CREATE TABLE ${table} AS SELECT flatten(list(list_resize([arrived], count, arrived))) AS times FROM (` +
      `SELECT unnest(string_split(?, ','))::BIGINT AS count, ` +
      `epoch_ms(nullif(unnest(string_split(?, ',')), '')::BIGINT) AT TIME ZONE 'UTC' AS arrived)`,
    [times.map(({ count }) => count).join(','), times.map(({ at }) => at).join(',')],
  );
}

/** Types of the columns of such a file. */
const readable = new Set(['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'TIMESTAMP WITH TIME ZONE']);

/**
 * Parquet says in a few bytes that a million cells are the same. Ours have at most 983,040 rows, and texts
 * of a quarter or a tenth of their length; theirs may have a hundredth and a few megabytes more.
 */
const mostCells = 200_000_000;
const mostTextBytes = (fileBytes: number): number => 256 * 1024 ** 2 + 100 * fileBytes;

/** Writes the rows of a file as JSON, one per line. Its columns may have any names. */
export async function unpack(
  { from, to, rows, bytes }: Unpack,
  instance: DuckDBInstance,
  signal: AbortSignal,
): Promise<Answers['unpack']> {
  rmSync(to, { force: true });
  const connection = await instance.connect();
  const stop = (): void => connection.interrupt();
  signal.addEventListener('abort', stop);
  try {
    const file = `read_parquet(${quoteText(from)}, hive_partitioning = false)`;
    const described = await readRows(connection, `DESCRIBE SELECT * FROM ${file}`);
    const types = described.map(([name, type]) => [String(name), String(type)] as const);
    const isOurs = types.every(([, type]) => readable.has(type));
    // Both are known before a row is read.
    if (!isOurs || (await rowsInParquet(from, connection)) !== rows) return 'otherRows';
    if (rows * types.length > mostCells) return 'tooMuch';
    const lengths = types.flatMap(([name, type]) =>
      type === 'VARCHAR' ? [`coalesce(sum(strlen(${quoteName(name)})), 0)`] : [],
    );
    // Nothing is unpacked for it: equal texts are counted, not copied.
    const length = await readValue(
      connection,
      `SELECT ${['0', ...lengths].join(' + ')} FROM ${file}`,
    );
    if (Number(length) > mostTextBytes(bytes)) return 'tooMuch';
    const cells = types.map(([name, type]) =>
      type.startsWith('TIMESTAMP')
        ? `epoch_ms(${quoteName(name)}) AS ${quoteName(name)}`
        : quoteName(name),
    );
    await connection.run(
      `COPY (SELECT ${cells.join(', ')} FROM ${file}) TO ${quoteText(to)} (FORMAT json)`,
    );
    return { decimals: types.flatMap(([name, type]) => (type === 'DOUBLE' ? [name] : [])) };
  } finally {
    signal.removeEventListener('abort', stop);
    connection.closeSync();
  }
}
