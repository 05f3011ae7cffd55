/** The commonest values of a column; of lists, their items. */
import type { DrawnOf } from '#shared/contract/chart.ts';
import type { ColumnRows } from './column-rows.ts';
import { readRows } from './database.ts';
import { columnType, valueType } from './layout.ts';
import { countValues, topText, toTop } from './top-values.ts';

type Values = DrawnOf<'values'>;

export async function drawValues(of: ColumnRows, most: number): Promise<Values> {
  return columnType(of.column) === 'list' ? topItems(of, most) : topValues(of, most);
}

/** The commonest values as they are. */
export async function topValues(of: ColumnRows, most: number): Promise<Values> {
  const { column, rows, subject } = of;
  if (valueType(column) === 'NONE') return none;
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
    most,
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
 * Items are texts as they stand in the list, numbers and lists inside it as JSON. A list with half
 * a character in it is not read, because DuckDB refuses it as JSON.
 */
async function topItems({ column, rows, subject }: ColumnRows, most: number): Promise<Values> {
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
      `GROUP BY item ORDER BY 2 DESC, item LIMIT ${most}`,
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
