/** Counting values between edges that were decided here, in one pass over the rows. */
import { DuckDBMapValue } from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { Statement } from './database.ts';
import { readRows } from './database.ts';

const greatest = { BIGINT: '9223372036854775807', DOUBLE: String(Number.MAX_VALUE) };

export interface Edged {
  /** What is counted, as SQL over `rows`; null is not counted. */
  value: string;
  type: keyof typeof greatest;
  /**
   * Ascending. A bucket begins at its edge and ends before the next one; the first has no
   * beginning, the last no end.
   */
  edges: readonly (number | bigint)[];
  /** Numbers the groups that are counted apart, from 0, as SQL over `rows`. */
  group?: Statement;
  /** What follows FROM. */
  rows: Statement;
}

/** Counts by bucket, for each group that there is. */
export async function countBetween(
  connection: DuckDBConnection,
  { value, type, edges, group = { sql: '0', values: [] }, rows }: Edged,
): Promise<Map<number, number[]>> {
  // DuckDB's own bins include their upper end; of what is negated, that is the lower one.
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
