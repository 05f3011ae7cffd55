/** Comparing numbers exactly, where a DOUBLE would not. */
import type { Statement } from './database.ts';
import { double } from './database.ts';

const wholeNumber = /^-?\d+$/;
const leastBigint = -(2n ** 63n);
const greatestBigint = 2n ** 63n - 1n;

/** A bound as a whole number: the next one inside the range. Undefined: none is inside. */
export function wholeBound(bound: string, end: 'min' | 'max'): bigint | undefined {
  const whole = toWhole(bound, end);
  if (end === 'min') {
    if (whole === undefined || whole > greatestBigint) return undefined;
    return whole < leastBigint ? leastBigint : whole;
  }
  if (whole === undefined || whole < leastBigint) return undefined;
  return whole > greatestBigint ? greatestBigint : whole;
}

function toWhole(bound: string, end: 'min' | 'max'): bigint | undefined {
  if (wholeNumber.test(bound)) return BigInt(bound);
  const value = Number(bound);
  const rounded = end === 'min' ? Math.ceil(value) : Math.floor(value);
  if (Number.isFinite(rounded)) return BigInt(rounded);
  // Beyond everything on one side: no bound at all, or one that nothing reaches.
  if (rounded > 0) return end === 'max' ? greatestBigint : undefined;
  return end === 'min' ? leastBigint : undefined;
}

/** The number of digits of a whole number as SQL, below zero negative. */
export function sizeOf(c: string): string {
  return `CASE WHEN starts_with(${c}, '-') THEN -length(${c}) ELSE length(${c}) END`;
}

/**
 * Column `c` with key `k` lies on the inner side of `bound` or on it, exactly for whole numbers:
 * of those with the same DOUBLE, more digits are greater, and of as many the greater text; below
 * zero the other way round.
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
