/**
 * The distinct values of a column, and the commonest. Few values are grouped directly; many by their
 * hashes, which need a tenth of the memory; very many are estimated.
 */
import type { DuckDBValue } from '@duckdb/node-api';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { DrawnOf } from '#shared/contract/chart.ts';
import { readRows } from './database.ts';
import { columnType, valueType } from './layout.ts';
import { filledOf } from './measures.ts';
import type { ColumnRows } from './measures.ts';

type TopValues = Pick<ColumnSummary, 'distinct' | 'top'>;
type TopValue = ColumnSummary['top']['values'][number];

/** Up to this many, the values themselves are grouped. */
const fewValues = 50_000;
/** Longer texts are cut to this many characters. */
const topText = 200;

interface CountOptions {
  /** Estimated number of distinct values. */
  estimate: number;
  /** Rows with a value. */
  filled: number;
  /** With more distinct values than this, the estimate is used. */
  exactUpTo: number;
  /** How many of the commonest to return. */
  limit: number;
}

/** @param of the rows where the column is filled. */
export function countValues(of: ColumnRows, options: CountOptions): Promise<TopValues> {
  const { estimate, filled, exactUpTo, limit } = options;
  if (estimate <= Math.min(fewValues, exactUpTo)) return countFew(of, limit);
  return estimate <= exactUpTo
    ? countMany(of, limit)
    : estimateMany(of, limit, Math.min(estimate, filled));
}

async function countFew({ column, rows, subject }: ColumnRows, limit: number): Promise<TopValues> {
  const c = `c${column.n}`;
  const text = `CAST(${c} AS VARCHAR)`;
  const found = await readRows(
    subject.connection,
    `SELECT left(${text}, ${topText + 1}), count(*), count(*) OVER () FROM ${rows.sql} ` +
      `GROUP BY ${c} ORDER BY 2 DESC, ${text} LIMIT ${limit}`,
    rows.values,
  );
  const count = Number(found[0]?.[2] ?? 0);
  return {
    distinct: { count, exact: true },
    top: { values: found.map(toTop), complete: true },
  };
}

async function countMany(of: ColumnRows, limit: number): Promise<TopValues> {
  const { column, rows, subject } = of;
  const c = `c${column.n}`;
  const found = await readRows(
    subject.connection,
    `SELECT hash(${c}), count(*) AS found, count(*) OVER () FROM ${rows.sql} ` +
      `GROUP BY 1 ORDER BY found DESC, 1 LIMIT ${limit + 1}`,
    rows.values,
  );
  subject.throwIfCancelled();
  const hashes = found.slice(0, limit).map(([hash]) => hash ?? null);
  const parameters = hashes.map(() => '?::UBIGINT').join(', ');
  const values = await countThese(of, limit, `hash(${c}) IN (${parameters})`, hashes);
  const [last, next] = [found[limit - 1]?.[1], found[limit]?.[1]];
  return {
    distinct: { count: Number(found[0]?.[2] ?? 0), exact: true },
    top: { values, complete: next === undefined || last !== next },
  };
}

async function estimateMany(of: ColumnRows, limit: number, count: number): Promise<TopValues> {
  const { column, rows } = of;
  const c = `c${column.n}`;
  const likely = `${c} IN (SELECT unnest(approx_top_k(${c}, ${limit})) FROM ${rows.sql})`;
  const values = await countThese(of, limit, likely, rows.values);
  return { distinct: { count, exact: false }, top: { values, complete: false } };
}

async function countThese(
  { column, rows, subject }: ColumnRows,
  limit: number,
  condition: string,
  conditionValues: DuckDBValue[],
): Promise<TopValue[]> {
  const c = `c${column.n}`;
  const text = `CAST(${c} AS VARCHAR)`;
  const found = await readRows(
    subject.connection,
    `SELECT left(${text}, ${topText + 1}), count(*) FROM ${rows.sql} AND ${condition} ` +
      `GROUP BY ${c} ORDER BY 2 DESC, ${text} LIMIT ${limit}`,
    [...rows.values, ...conditionValues],
  );
  return found.map(toTop);
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
  const { distinct, top } = await countValues(of, {
    estimate,
    filled,
    exactUpTo: subject.exactDistinct,
    limit,
  });
  return { kind: 'values', filled, items: false, distinct, values: top.values };
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
