/** The summary of a view's rows, column by column: each only needs its own values. */
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { Answer, Asked } from '../protocol.ts';
import type { Subject } from './query.ts';
import { kind, textKinds } from './cells.ts';
import { countValues, filledOf } from './measures.ts';
import type { ColumnRows } from './measures.ts';
import { countRows, readRows } from './database.ts';
import { summariseDates, summariseNumbers } from './distribution.ts';
import { columnType, isDate, isDigits, isNumeric } from './layout.ts';
import { rowsOf } from './query.ts';

const topCount = 10;

/** Summarises `fields`, in that order; all columns if null. */
export async function summarise(
  { view, fields, dates, timeZone }: Asked<'summary'>,
  subject: Subject,
): Promise<Answer<'summary'>> {
  const { layout, connection, rows } = subject;
  const selected = await rowsOf(view, subject);
  const count = await countRows(connection, selected);
  const columns: ColumnSummary[] = [];
  for (const field of fields ?? layout.columns.map((column) => column.field)) {
    const column = layout.find(field);
    columns.push(
      column === undefined
        ? { ...nothing, field, type: 'empty' }
        : await summariseColumn(filledOf({ column, rows: selected, subject }), {
            areDates:
              isDate(column) || ((isNumeric(column) || isDigits(column)) && dates.includes(field)),
            timeZone,
          }),
    );
  }
  return { rows, count, columns };
}

const nothing: Omit<ColumnSummary, 'field' | 'type'> = {
  filled: 0,
  distinct: { count: 0, exact: true },
  top: [],
  text: null,
  numbers: null,
  dates: null,
};

/** @param of the rows where the column is filled. */
async function summariseColumn(
  of: ColumnRows,
  { areDates, timeZone }: { areDates: boolean; timeZone: string },
): Promise<ColumnSummary> {
  const { column, rows, subject } = of;
  const { connection } = subject;
  const { field } = column;
  const c = `c${column.n}`;
  const type = columnType(column);
  const hasText = (column.kinds & (textKinds | kind.list | kind.object)) !== 0;
  const [basics = []] = await readRows(
    connection,
    `SELECT count(${c}), approx_count_distinct(${c})` +
      `${hasText ? `, min(length(${c})), max(length(${c}))` : ''} FROM ${rows.sql}`,
    rows.values,
  );
  const [filled, estimate, shortest, longest] = basics.map(Number);
  if (filled === undefined || filled === 0) return { ...nothing, field, type };
  const counted = await countValues(of, { estimate: estimate ?? 0, filled, limit: topCount });
  const dates = areDates ? await summariseDates(of, timeZone) : null;
  return {
    field,
    type,
    filled,
    ...counted,
    text: hasText ? { shortest: shortest ?? 0, longest: longest ?? 0 } : null,
    numbers: dates === null && isNumeric(column) ? await summariseNumbers(of) : null,
    dates,
  };
}
