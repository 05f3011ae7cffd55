/** A column's cells as numbers and as moments, in SQL; null where they are neither. */
import { datePattern, kind, numberKinds } from './cells.ts';
import type { LaidColumn } from './layout.ts';
import { isDate, isNumeric, keyType, valueType } from './layout.ts';

/** Texts that are numbers: DuckDB also reads " 1 ", "1_000" and "inf". */
export const numberPattern = String.raw`-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?`;

/** SQL for a finite DOUBLE. Texts that are numbers count as numbers, as in the number filter. */
export function numberOf(column: LaidColumn): string {
  const c = `c${column.n}`;
  const type = valueType(column);
  if (type === 'NONE' || type === 'BOOLEAN') return 'CAST(NULL AS DOUBLE)';
  if (type === 'BIGINT') return `CAST(${c} AS DOUBLE)`;
  if (keyType(column) === 'DOUBLE') return `CASE WHEN isfinite(${c}k) THEN ${c}k END`;
  const number = `TRY_CAST(${c} AS DOUBLE)`;
  return `CASE WHEN regexp_full_match(${c}, '${numberPattern}') AND isfinite(${number}) THEN ${number} END`;
}

/**
 * SQL for microseconds since 1970. Texts in ISO 8601 count as dates, and so do numbers since 1970, in
 * seconds, milliseconds or microseconds depending on their size. A text of digits counts as a number, as
 * the two can't be distinguished.
 */
export function microsOf(column: LaidColumn): string {
  const c = `c${column.n}`;
  const type = valueType(column);
  if (type === 'NONE' || type === 'BOOLEAN') return 'CAST(NULL AS BIGINT)';
  if (isNumeric(column)) return scaled(numberOf(column));
  const texts = `epoch_us(${momentOf(column)})`;
  if ((column.kinds & numberKinds) === 0) return texts;
  const numbers = scaled(`TRY_CAST(${c} AS DOUBLE)`);
  const isNumber = `regexp_full_match(${c}, '\\d+(\\.\\d+)?')`;
  return `CASE WHEN ${isNumber} THEN ${numbers} ELSE ${texts} END`;
}

/** SQL for whether a moment is a day (`2026-05-01`). Among other texts, numbers are not days. */
export function isDayOf(column: LaidColumn): string {
  const c = `c${column.n}`;
  if (isDate(column)) return `length(${c}) = 10`;
  return valueType(column) === 'VARCHAR'
    ? `regexp_full_match(${c}, '\\d{4}-\\d\\d-\\d\\d')`
    : 'false';
}

/**
 * Units of numbers since 1970, recognised by their size: up to the year 5138 they don't overlap. Smaller
 * numbers, such as 0 for "never", are not moments: nothing was posted before 1973.
 */
const scales = [
  { atLeast: 1e8, below: 1e11, micros: 1_000_000 },
  { atLeast: 1e11, below: 1e14, micros: 1000 },
  { atLeast: 1e14, below: 1e17, micros: 1 },
] as const;

function scaled(number: string): string {
  const cases = scales.map(
    ({ atLeast, below, micros }) =>
      `WHEN ${number} >= ${atLeast} AND ${number} < ${below} ` +
      `THEN CAST(round(${number} * ${micros}) AS BIGINT)`,
  );
  return `CASE ${cases.join(' ')} END`;
}

/** SQL for the moment of a text as TIMESTAMPTZ. */
function momentOf(column: LaidColumn): string {
  const c = `c${column.n}`;
  const moment = `TRY_CAST(${c} AS TIMESTAMPTZ)`;
  if (isDate(column) && (column.kinds & kind.blank) === 0) return moment;
  return isDate(column)
    ? `TRY_CAST(nullif(${c}, '') AS TIMESTAMPTZ)`
    : `CASE WHEN regexp_full_match(${c}, '${datePattern}') THEN ${moment} END`;
}
