/** Shared by summaries and charts: one column of a view’s rows, its extremes, counts between given edges. */
import { DuckDBMapValue } from '@duckdb/node-api';
import type { DuckDBValue } from '@duckdb/node-api';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { Subject } from './query.ts';
import { countRows, readRows, readValue } from './database.ts';
import type { Connection, Statement } from './database.ts';
import { isFilled } from './condition.ts';
import { columnType, valueType } from './layout.ts';
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
  connection: Connection,
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

// The distinct values of a column, and the commonest: grouped, or estimated where there are very many.

type TopValues = Pick<ColumnSummary, 'distinct' | 'top'>;
type TopValue = ColumnSummary['top'][number];

/** Longer texts are cut to this many characters. */
const topText = 200;

interface CountOptions {
  /** Estimated number of distinct values. */
  estimate: number;
  /** Rows with a value. */
  filled: number;
  /** How many of the commonest to return. */
  limit: number;
}

/** @param of the rows where the column is filled. */
export async function countValues(
  { column, rows, subject }: ColumnRows,
  { estimate, filled, limit }: CountOptions,
): Promise<TopValues> {
  const c = `c${column.n}`;
  const text = `CAST(${c} AS VARCHAR)`;
  const exact = estimate <= subject.exactDistinct;
  const likely = `${c} IN (SELECT unnest(approx_top_k(${c}, ${limit})) FROM ${rows.sql})`;
  const found = await readRows(
    subject.connection,
    `SELECT left(${text}, ${topText + 1}), count(*), count(*) OVER () FROM ${rows.sql} ` +
      `${exact ? '' : `AND ${likely} `}GROUP BY ${c} ORDER BY 2 DESC, ${text} LIMIT ${limit}`,
    exact ? rows.values : [...rows.values, ...rows.values],
  );
  const count = exact ? Number(found[0]?.[2] ?? 0) : Math.min(estimate, filled);
  return { distinct: { count, exact }, top: found.map(toTop) };
}

function toTop([value, count]: DuckDBValue[]): TopValue {
  // By code points, as SQL counts: half a surrogate pair is not a character.
  const characters = Array.from(String(value));
  const cut = characters.length > topText;
  return {
    value: cut ? characters.slice(0, topText).join('') : String(value),
    cut,
    count: Number(count),
  };
}

type Values = DrawnOf<'values'>;

export const drawValues = async (of: ColumnRows, limit: number): Promise<Values> =>
  columnType(of.column) === 'list' ? topItems(of, limit) : topValues(of, limit);

/** The commonest values, unchanged. */
export async function topValues(all: ColumnRows, limit: number): Promise<Values> {
  if (valueType(all.column) === 'NONE') return none;
  const of = filledOf(all);
  const { column, rows, subject } = of;
  const c = `c${column.n}`;
  const [found = []] = await readRows(
    subject.connection,
    `SELECT count(${c}), approx_count_distinct(${c}) FROM ${rows.sql}`,
    rows.values,
  );
  const [filled = 0, estimate = 0] = found.map(Number);
  if (filled === 0) return none;
  const { distinct, top } = await countValues(of, { estimate, filled, limit });
  return { kind: 'values', filled, items: false, distinct, values: top };
}

const none: Values = {
  kind: 'values',
  filled: 0,
  items: false,
  distinct: { count: 0, exact: true },
  values: [],
};

/**
 * The items of lists: texts unchanged, other items but null as JSON. A list with a lone surrogate is filled
 * but skipped, because DuckDB refuses it as JSON.
 */
async function topItems(all: ColumnRows, limit: number): Promise<Values> {
  const { column, rows, subject } = filledOf(all);
  const items =
    `SELECT list_distinct(TRY(json_extract_string(c${column.n}, '$[*]'))) AS items ` +
    `FROM ${rows.sql}`;
  const filled = await countRows(subject.connection, rows);
  const found = await readRows(
    subject.connection,
    `SELECT left(item, ${topText + 1}), count(*), count(*) OVER () ` +
      `FROM (SELECT unnest(items) AS item FROM (${items})) ` +
      `GROUP BY item ORDER BY 2 DESC, item LIMIT ${limit}`,
    rows.values,
  );
  return {
    kind: 'values',
    filled,
    items: true,
    distinct: { count: Number(found[0]?.[2] ?? 0), exact: true },
    values: found.map(toTop),
  };
}
