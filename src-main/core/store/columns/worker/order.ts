/**
 * Exact order in SQL: of a view, and of numbers that a DOUBLE can't hold. A view’s order always ends in
 * `seq`, so it is unique.
 */
import { assertNever } from '#shared/assert-never.ts';
import type { Sort } from '#shared/contract/view.ts';
import { hasExactIntegers, isDate, isDigits, keyType, microsOf, valueType } from './layout.ts';
import type { LaidColumn, Layout } from './layout.ts';
import { kind } from './cells.ts';
import type { Statement } from './database.ts';
import { double } from './database.ts';

/** The SQL after ORDER BY; undefined for the original order. */
export function orderOf(sort: readonly Sort[], layout: Layout): string | undefined {
  const terms = sort.flatMap(({ field, direction }) => {
    const column = layout.find(field);
    return column === undefined ? [] : columnOrder(column, direction);
  });
  return terms.length === 0 ? undefined : [...terms, 'seq'].join(', ');
}

/** One column's terms. Empty when all its cells are. */
export const columnOrder = (column: LaidColumn, direction: Sort['direction']): string[] =>
  sortTerms(column).map((sql) => `${sql} ${direction === 'ascending' ? 'ASC' : 'DESC'} NULLS LAST`);

/** The terms a column is sorted by, the most significant first. */
function sortTerms(column: LaidColumn): string[] {
  const c = `c${column.n}`;
  const k = `${c}k`;
  const type = valueType(column);
  if (type === 'NONE') return [];
  if (type !== 'VARCHAR') return [c];
  const filled = (text: string): string =>
    (column.kinds & kind.blank) === 0 ? text : `nullif(${text}, '')`;
  // Moments that are spelled differently are in the order of time; what no calendar has comes last.
  if (isDate(column)) return [microsOf(column), filled(`lower(${c})`)];
  if (isDigits(column)) return [`length(${filled(c)})`, filled(c)];
  const key = keyType(column);
  switch (key) {
    case 'NONE':
      return [filled(c)];
    case 'VARCHAR':
      return [filled(k)];
    case 'DOUBLE':
      return hasExactIntegers(column) ? [k, `CASE WHEN ${isWhole(c)} THEN ${c}::BIGNUM END`] : [k];
    default:
      return assertNever(key);
  }
}

const wholeNumber = /^-?\d+$/;
const isWhole = (c: string): string => `regexp_full_match(${c}, '-?\\d+')`;

/**
 * Condition that column `c` with key `k` is on the inner side of `bound` or equal to it, exactly for whole
 * numbers: only of those with the same DOUBLE are the digits looked at.
 */
export function exactBound(c: string, k: string, bound: string, end: 'min' | 'max'): Statement {
  const value = double(Number(bound));
  const [beyond, inner] = end === 'min' ? (['>', '>='] as const) : (['<', '<='] as const);
  if (!wholeNumber.test(bound)) return { sql: `${k} ${inner} ?::DOUBLE`, values: [value] };
  const exact = `CASE WHEN ${isWhole(c)} THEN ${c}::BIGNUM ${inner} ?::BIGNUM ELSE true END`;
  return {
    sql: `(${k} ${beyond} ?::DOUBLE OR (${k} = ?::DOUBLE AND ${exact}))`,
    values: [value, value, bound],
  };
}
