/** The columns of a run at a glance, without looking at what the values are like. */
import type { Described } from '../protocol.ts';
import type { Subject } from './attached-run.ts';
import { readRows } from './database.ts';
import { columnType, maxColumns, valueType } from './layout.ts';

/** In the order in which the members first came. */
export async function describe(subject: Subject): Promise<Described> {
  const { connection, catalog, layout, rows } = subject;
  // Further members are in the log only.
  if (layout.columns.length === maxColumns) return { rows, columns: null };
  const present = layout.columns.filter((column) => valueType(column) !== 'NONE');
  const counts = present.map(({ n }) => `count(c${n})`);
  const [filled = []] =
    counts.length === 0
      ? []
      : // More may be in the table by now: it is added to meanwhile.
        await readRows(
          connection,
          `SELECT ${counts.join(', ')} FROM ${catalog}.t WHERE seq < ${rows}`,
        );
  const filledOf = new Map(present.map(({ n }, place) => [n, Number(filled[place])]));
  return {
    rows,
    columns: layout.columns.map((column) => ({
      field: column.field,
      type: columnType(column),
      filled: filledOf.get(column.n) ?? 0,
    })),
  };
}
