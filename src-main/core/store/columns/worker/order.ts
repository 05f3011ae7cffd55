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

/** `reversed`: descending when the order is ascending, and vice versa. */
interface SortTerm {
  sql: string;
  reversed?: boolean;
}

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
  sortTerms(column).map(({ sql, reversed = false }) => {
    const ascending = (direction === 'ascending') !== reversed;
    return `${sql} ${ascending ? 'ASC' : 'DESC'} NULLS LAST`;
  });

/** The terms a column is sorted by, the most significant first. */
function sortTerms(column: LaidColumn): SortTerm[] {
  const c = `c${column.n}`;
  const k = `${c}k`;
  const type = valueType(column);
  if (type === 'NONE') return [];
  if (type !== 'VARCHAR') return [{ sql: c }];
  const filled = (text: string): string =>
    (column.kinds & kind.blank) === 0 ? text : `nullif(${text}, '')`;
  // Moments that are spelled differently are in the order of time; what no calendar has comes last.
  if (isDate(column)) return [{ sql: microsOf(column) }, { sql: filled(`lower(${c})`) }];
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

const wholeNumber = /^-?\d+$/;
const minBigint = -(2n ** 63n);
const maxBigint = 2n ** 63n - 1n;

/** Rounds a bound to the next whole number inside the range. Undefined: there is none. */
export function wholeBound(bound: string, end: 'min' | 'max'): bigint | undefined {
  const whole = toWhole(bound, end);
  if (end === 'min') {
    if (whole === undefined || whole > maxBigint) return undefined;
    return whole < minBigint ? minBigint : whole;
  }
  if (whole === undefined || whole < minBigint) return undefined;
  return whole > maxBigint ? maxBigint : whole;
}

function toWhole(bound: string, end: 'min' | 'max'): bigint | undefined {
  if (wholeNumber.test(bound)) return BigInt(bound);
  const value = Number(bound);
  const rounded = end === 'min' ? Math.ceil(value) : Math.floor(value);
  if (Number.isFinite(rounded)) return BigInt(rounded);
  // Infinite: no bound at all, or one that nothing reaches.
  if (rounded > 0) return end === 'max' ? maxBigint : undefined;
  return end === 'min' ? minBigint : undefined;
}

/** SQL for the number of digits of a whole number, negative below zero. */
const sizeOf = (c: string): string =>
  `CASE WHEN starts_with(${c}, '-') THEN -length(${c}) ELSE length(${c}) END`;

/**
 * Condition that column `c` with key `k` is on the inner side of `bound` or equal to it, exactly for whole
 * numbers: of those with the same DOUBLE, more digits are greater, and with equal digits the greater text;
 * below zero it is the reverse.
 */
export function exactBound(c: string, k: string, bound: string, end: 'min' | 'max'): Statement {
  const value = double(Number(bound));
  const [beyond, inner] = end === 'min' ? (['>', '>='] as const) : (['<', '<='] as const);
  if (!wholeNumber.test(bound)) return { sql: `${k} ${inner} ?::DOUBLE`, values: [value] };
  const negative = bound.startsWith('-');
  const size = sizeOf(c);
  const length = negative ? -bound.length : bound.length;
  const text = negative === (end === 'min') ? '<=' : '>=';
  return {
    sql:
      `(${k} ${beyond} ?::DOUBLE OR (${k} = ?::DOUBLE AND ` +
      `(NOT regexp_full_match(${c}, '-?[1-9]\\d*|0') OR ${size} ${beyond} ? ` +
      `OR (${size} = ? AND ${c} ${text} ?))))`,
    values: [value, value, length, length, bound],
  };
}
