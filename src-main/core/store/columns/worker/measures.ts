/** Shared by summaries and charts: one column of a view’s rows, its extremes, counts between given edges. */
import type { DuckDBValue, DuckDBConnection } from '@duckdb/node-api';
import { DuckDBMapValue } from '@duckdb/node-api';
import type { Subject } from './query.ts';
import type { Statement } from './database.ts';
import { readValue, readRows } from './database.ts';
import { isFilled } from './condition.ts';
import type { LaidColumn } from './layout.ts';
import { columnOrder } from './order.ts';

/** Rows of one column, with `cN` and its key. */
export interface ColumnRows {
  column: LaidColumn;
  /** The SQL after FROM. */
  rows: Statement;
  subject: Subject;
}

/** Returns the rows where the column is filled: what charts and summaries count, and filters keep. */
export const filledOf = ({ column, rows, subject }: ColumnRows): ColumnRows => ({
  column,
  rows: { sql: `${rows.sql} AND ${isFilled(column)}`, values: rows.values },
  subject,
});

/** The first value of filled rows in the column's order, or the last one; null when there are none. */
export async function extreme(
  { column, rows, subject }: ColumnRows,
  direction: 'ascending' | 'descending',
): Promise<string | null> {
  const c = `c${column.n}`;
  const order = [...columnOrder(column, direction), 'seq'].join(', ');
  const value = await readValue(
    subject.connection,
    `SELECT CAST(${c} AS VARCHAR) FROM ${rows.sql} ORDER BY ${order} LIMIT 1`,
    rows.values,
  );
  return value === null ? null : String(value);
}

const greatest = { BIGINT: '9223372036854775807', DOUBLE: String(Number.MAX_VALUE) };

export interface Edged {
  /** The counted value, as SQL over `rows`; null is not counted. */
  value: string;
  type: keyof typeof greatest;
  /**
   * Ascending. A bucket starts at its edge and ends before the next one; the first has no lower limit,
   * the last no upper limit.
   */
  edges: readonly (number | bigint)[];
  /** Group numbers, from 0, as SQL over `rows`; each group is counted separately. */
  group?: Statement;
  /** The SQL after FROM. */
  rows: Statement;
}

/** Counts by bucket, for each existing group. */
export async function countBetween(
  connection: DuckDBConnection,
  { value, type, edges, group = { sql: '0', values: [] }, rows }: Edged,
): Promise<Map<number, number[]>> {
  // DuckDB's own bins include their upper end, which for negated values is the lower one.
  const negated = edges.slice(1).map((edge) => String(-edge));
  const bins = [...negated.toReversed(), greatest[type]].join(', ');
  const found = await readRows(
    connection,
    `SELECT g, histogram(-v, ?::${type}[]) ` +
      `FROM (SELECT ${value} AS v, ${group.sql} AS g FROM ${rows.sql}) ` +
      `WHERE v IS NOT NULL GROUP BY g`,
    [`[${bins}]`, ...group.values, ...rows.values],
  );
  return new Map(found.map(([g, counts]) => [Number(g), countsOf(counts, edges.length)]));
}

function countsOf(map: DuckDBValue | undefined, length: number): number[] {
  if (!(map instanceof DuckDBMapValue)) throw new Error('Not a histogram');
  return map.entries
    .slice(0, length)
    .map((entry) => Number(entry.value))
    .toReversed();
}
