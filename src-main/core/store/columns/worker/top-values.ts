/** The distinct values of a column, and the commonest: grouped, or estimated where there are very many. */
import type { DuckDBValue } from '@duckdb/node-api';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { DrawnOf } from '#shared/contract/chart.ts';
import { readRows } from './database.ts';
import { columnType, valueType } from './layout.ts';
import { filledOf } from './measures.ts';
import type { ColumnRows } from './measures.ts';

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

export async function drawValues(of: ColumnRows, limit: number): Promise<Values> {
  return columnType(of.column) === 'list' ? topItems(of, limit) : topValues(of, limit);
}

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
  subject.throwIfCancelled();
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
 * The items of lists: texts unchanged, other items as JSON. A list with a lone surrogate is skipped,
 * because DuckDB refuses it as JSON.
 */
async function topItems({ column, rows, subject }: ColumnRows, limit: number): Promise<Values> {
  const items =
    `SELECT list_distinct(TRY(json_extract_string(c${column.n}, '$[*]'))) AS items ` +
    `FROM ${rows.sql}`;
  const [filled = []] = await readRows(
    subject.connection,
    `SELECT count(*) FILTER (len(items) > 0) FROM (${items})`,
    rows.values,
  );
  subject.throwIfCancelled();
  const found = await readRows(
    subject.connection,
    `SELECT left(item, ${topText + 1}), count(*), count(*) OVER () ` +
      `FROM (SELECT unnest(items) AS item FROM (${items})) ` +
      `GROUP BY item ORDER BY 2 DESC, item LIMIT ${limit}`,
    rows.values,
  );
  return {
    kind: 'values',
    filled: Number(filled[0] ?? 0),
    items: true,
    distinct: { count: Number(found[0]?.[2] ?? 0), exact: true },
    values: found.map(toTop),
  };
}
