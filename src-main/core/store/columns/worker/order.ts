/** The order of a view as SQL. It always ends in `seq`, so there is only one such order. */
import { assertNever } from '#shared/assert-never.ts';
import type { Sort } from '#shared/contract/view.ts';
import { kind } from './cells.ts';
import type { LaidColumn, Layout } from './layout.ts';
import { hasExactIntegers, isDigits, keyType, valueType } from './layout.ts';
import { sizeOf } from './numbers.ts';

/** `reversed`: descending when the order is ascending, and the other way round. */
export interface SortTerm {
  sql: string;
  reversed?: boolean;
}

/** What follows ORDER BY; undefined for the order of arrival. */
export function orderOf(sort: readonly Sort[], layout: Layout): string | undefined {
  const terms = sort.flatMap(({ field, direction }) => {
    const column = layout.find(field);
    return column === undefined ? [] : columnOrder(column, direction);
  });
  return terms.length === 0 ? undefined : [...terms, 'seq'].join(', ');
}

/** One column's part of it. Empty when all its cells are. */
export function columnOrder(column: LaidColumn, direction: Sort['direction']): string[] {
  return sortTerms(column).map(({ sql, reversed = false }) => {
    const ascending = (direction === 'ascending') !== reversed;
    return `${sql} ${ascending ? 'ASC' : 'DESC'} NULLS LAST`;
  });
}

/** What a column is sorted by, the weightiest first. */
function sortTerms(column: LaidColumn): SortTerm[] {
  const c = `c${column.n}`;
  const k = `${c}k`;
  const type = valueType(column);
  if (type === 'NONE') return [];
  if (type !== 'VARCHAR') return [{ sql: c }];
  const filled = (text: string): string =>
    (column.kinds & kind.blank) === 0 ? text : `nullif(${text}, '')`;
  if (isDigits(column)) return [{ sql: `length(${filled(c)})` }, { sql: filled(c) }];
  const key = keyType(column);
  switch (key) {
    case 'NONE':
      return [{ sql: filled(c) }];
    case 'VARCHAR':
      return [{ sql: filled(k) }];
    case 'DOUBLE':
      return hasExactIntegers(column)
        ? [
            { sql: k },
            { sql: sizeOf(c) },
            { sql: `CASE WHEN NOT starts_with(${c}, '-') THEN ${c} END` },
            { sql: `CASE WHEN starts_with(${c}, '-') THEN ${c} END`, reversed: true },
          ]
        : [{ sql: k }];
    default:
      return assertNever(key);
  }
}
