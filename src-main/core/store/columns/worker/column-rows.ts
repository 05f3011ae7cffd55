/** The rows of a view as one column of them sees it. */
import type { DuckDBValue } from '@duckdb/node-api';
import type { Subject } from './attached-run.ts';
import type { Statement } from './database.ts';
import { readValue } from './database.ts';
import type { LaidColumn } from './layout.ts';
import { columnOrder } from './order.ts';

/** Rows of one column: `cN` and its key are to be had from it. */
export interface ColumnRows {
  column: LaidColumn;
  /** What follows FROM. */
  rows: Statement;
  subject: Subject;
}

/** One aggregate over the column's rows. */
export async function valueOf(
  { rows, subject }: ColumnRows,
  aggregate: string,
): Promise<DuckDBValue> {
  return readValue(subject.connection, `SELECT ${aggregate} FROM ${rows.sql}`, rows.values);
}

/** The first value in the column's order, or the last one; null when all are empty. */
export async function extreme(
  { column, rows, subject }: ColumnRows,
  direction: 'ascending' | 'descending',
): Promise<string | null> {
  const c = `c${column.n}`;
  const order = [...columnOrder(column, direction), 'seq'].join(', ');
  const value = await readValue(
    subject.connection,
    `SELECT CAST(${c} AS VARCHAR) FROM ${rows.sql} AND ${c} IS NOT NULL ORDER BY ${order} LIMIT 1`,
    rows.values,
  );
  return value === null ? null : String(value);
}
