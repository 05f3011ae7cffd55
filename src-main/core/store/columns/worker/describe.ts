/** The columns of a run at a glance, without reading what is in them. */
import type { Described } from '../protocol.ts';
import type { Subject } from './attached-run.ts';
import { columnType, maxColumns } from './layout.ts';

/** In the order in which the members first came. */
export function describe({ layout, rows }: Pick<Subject, 'layout' | 'rows'>): Described {
  // Further members are in the log only.
  if (layout.columns.length === maxColumns) return { rows, columns: null };
  const columns = layout.columns.map((column) => ({
    field: column.field,
    type: columnType(column),
  }));
  return { rows, columns };
}
