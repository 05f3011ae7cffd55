/**
 * Writes rows of a view to a file with DuckDB's own writers, which is about four times as fast as processing each
 * cell here. They can't write distinctions that the columns don't preserve (whether `5` was a number or a
 * text in a column of both); then nothing is written, and the caller takes the slow way over the log.
 */
import { rmSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { View } from '#shared/contract/view.ts';
import type { Answers, Copy, CopyColumn, CopyCsv } from '../protocol.ts';
import type { Subject } from './query.ts';
import { doubleKinds, kind, numberKinds } from './cells.ts';
import type { Statement } from './database.ts';
import { quoteText, readRows, readValue } from './database.ts';
import type { LaidColumn, Layout } from './layout.ts';
import { isNumeric, maxColumns, valueType } from './layout.ts';
import { orderOf } from './order.ts';
import { rowsOf } from './query.ts';

export async function copyRows(
  view: View,
  { path, columns, format, without }: Copy,
  subject: Subject,
): Promise<Answers['copy']> {
  const { connection, layout } = subject;
  if (layout.columns.length === maxColumns) return null;
  const laid = columns.map((column) => laidColumn(column, layout));
  if (
    format.kind === 'csv' &&
    laid.some((column) => column !== null && isAmbiguous(column, format))
  ) {
    return null;
  }
  // Removes what a previous attempt left before its database failed.
  rmSync(path, { force: true });
  const { sql, values } = await rowsOf(view, subject);
  const rows = [sql, ...without.map(([from, to]) => `NOT seq BETWEEN ${from} AND ${to}`)].join(
    ' AND ',
  );
  // Rows are in their original order without sorting, three times as fast as with it; but not when a list
  // of values or of rows is looked up, which DuckDB does as a join.
  const order = orderOf(view.sort, layout) ?? (looksUpLists(view, subject) ? 'seq' : undefined);
  const cells = columns.map((column, at) => {
    const cell = 'text' in column ? quoteText(column.text) : cellOf(laid[at] ?? null, format);
    return `${cell} AS ${format.kind === 'csv' ? `x${at}` : quoteName(column.name)}`;
  });
  const select =
    `SELECT ${cells.join(', ')} FROM ${rows}` + (order === undefined ? '' : ` ORDER BY ${order}`);
  const options = format.kind === 'csv' ? csvOptions(format, laid, columns) : 'FORMAT parquet';
  const written = await readValue(
    connection,
    `COPY (${select}) TO ${quoteText(path)} (${options})`,
    values,
  );
  subject.throwIfCancelled();
  const counts = await countOf(laid, { sql: rows, values }, connection);
  return {
    rows: format.kind === 'csv' ? Number(written) : await rowsInParquet(path, connection),
    filled: counts.map((count, at) => ('text' in columns[at]! ? Number(written) : count)),
  };
}

/** Counts the rows of a view in which each of these fields is present and not null. */
export async function countFilled(
  view: View,
  fields: readonly string[],
  subject: Subject,
): Promise<number[]> {
  const laid = fields.map((field) => subject.layout.find(field) ?? null);
  return countOf(laid, await rowsOf(view, subject), subject.connection);
}

async function countOf(
  laid: readonly (LaidColumn | null)[],
  { sql, values }: Statement,
  connection: DuckDBConnection,
): Promise<number[]> {
  const counts = laid.map((column) =>
    column === null || valueType(column) === 'NONE' ? '0' : `count(c${column.n})`,
  );
  const [filled = []] = await readRows(
    connection,
    `SELECT ${['count(*)', ...counts].join(', ')} FROM ${sql}`,
    values,
  );
  return filled.slice(1).map(Number);
}

/** Counts the rows in the finished file, from its own metadata. */
export async function rowsInParquet(path: string, connection: DuckDBConnection): Promise<number> {
  return Number(
    await readValue(connection, `SELECT count(*) FROM read_parquet(${quoteText(path)})`),
  );
}

function looksUpLists({ hideDuplicatesBy, filters }: View, { without }: Subject): boolean {
  return (
    hideDuplicatesBy !== null ||
    without.length > 0 ||
    filters.some((filter) => filter.kind === 'oneOf')
  );
}

function laidColumn(column: CopyColumn, layout: Layout): LaidColumn | null {
  return 'field' in column ? (layout.find(column.field) ?? null) : null;
}

/** Returns whether the column stores cells alike that the file must write differently. */
function isAmbiguous(column: LaidColumn, format: CopyCsv): boolean {
  const { kinds } = column;
  if (valueType(column) !== 'VARCHAR' || isNumeric(column)) return false;
  const hasNumbers = (kinds & numberKinds) !== 0;
  return (
    (format.formulaGuard && hasNumbers && (kinds & kind.text) !== 0) ||
    (format.quoteTexts && (hasNumbers || (kinds & kind.boolean) !== 0)) ||
    (format.decimalComma && hasNumbers)
  );
}

function cellOf(column: LaidColumn | null, format: Copy['format']): string {
  if (column === null) return 'NULL::VARCHAR';
  const c = `c${column.n}`;
  switch (valueType(column)) {
    case 'NONE':
      return 'NULL::VARCHAR';
    case 'BOOLEAN':
    case 'BIGINT':
      return c;
    case 'VARCHAR':
      break;
  }
  if (format.kind === 'parquet') return isDouble(column) ? `CAST(${c} AS DOUBLE)` : c;
  if (isNumeric(column)) return format.decimalComma ? `replace(${c}, '.', ',')` : c;
  return format.formulaGuard && (column.kinds & kind.text) !== 0 ? guarded(c) : c;
}

/** Returns whether a DOUBLE holds all its numbers exactly. */
function isDouble({ kinds }: LaidColumn): boolean {
  return (kinds & ~(doubleKinds | kind.cased)) === 0;
}

/**
 * OWASP, CSV Injection; guards the apostrophe too, so that the guard can be undone. A chain of
 * comparisons: with an IN list DuckDB loses the order of rows. Most texts begin with a letter, which one
 * comparison detects: all the others together would take longer than the remaining work of COPY.
 */
function guarded(c: string): string {
  const risky = guardedStarts.map((start) => `starts_with(${c}, ${start})`).join(' OR ');
  const mayBeRisky = `${c} < 'A' OR ${c} >= '＋'`;
  return `CASE WHEN (${mayBeRisky}) AND (${risky}) THEN '''' || ${c} ELSE ${c} END`;
}

/**
 * As literals, all before A or from ＋ on; the same characters as `guardedStart` in
 * `core/export/csv/write-csv.ts`.
 */
const guardedStarts = [
  `'='`,
  `'+'`,
  `'-'`,
  `'@'`,
  'chr(9)',
  'chr(10)',
  'chr(13)',
  `''''`,
  `'＝'`,
  `'＋'`,
  `'－'`,
  `'＠'`,
];

function csvOptions(
  format: CopyCsv,
  laid: readonly (LaidColumn | null)[],
  columns: readonly CopyColumn[],
): string {
  const texts = laid.flatMap((column, at) => {
    const isText =
      column === null
        ? 'text' in columns[at]!
        : valueType(column) === 'VARCHAR' && !isNumeric(column);
    return isText ? [`x${at}`] : [];
  });
  return [
    'FORMAT csv',
    'HEADER false',
    `DELIMITER ${quoteText(format.delimiter)}`,
    `NEW_LINE '${format.lineEnd === '\n' ? String.raw`\n` : String.raw`\r\n`}'`,
    ...(format.quoteTexts && texts.length > 0 ? [`FORCE_QUOTE (${texts.join(', ')})`] : []),
  ].join(', ');
}

/** Quotes a column name, which is from the service. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
