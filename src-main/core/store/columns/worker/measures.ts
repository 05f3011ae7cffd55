/** What a column's values are as moments and as numbers, in SQL; null where they are neither. */
import { numberKinds } from './cells.ts';
import { numberPattern } from './condition.ts';
import { momentOf, scales } from './date-condition.ts';
import type { LaidColumn } from './layout.ts';
import { isNumeric, keyType, valueType } from './layout.ts';

/**
 * Microseconds since 1970. Texts in ISO 8601 count as dates, and so do numbers since 1970, in
 * seconds, milliseconds or microseconds by their size: as for the date filter.
 */
export function microsOf(column: LaidColumn): string {
  const c = `c${column.n}`;
  const type = valueType(column);
  if (type === 'NONE' || type === 'BOOLEAN') return 'CAST(NULL AS BIGINT)';
  if (isNumeric(column)) return scaled(numberOf(column));
  const texts = `epoch_us(${momentOf(column)})`;
  if ((column.kinds & numberKinds) === 0) return texts;
  const numbers = scaled(`TRY_CAST(${c} AS DOUBLE)`);
  const isNumber = `regexp_full_match(${c}, '-?\\d+(\\.\\d+)?')`;
  return `CASE WHEN ${isNumber} THEN ${numbers} ELSE ${texts} END`;
}

function scaled(number: string): string {
  const cases = scales.map(
    ({ atLeast, below, perMillisecond }) =>
      `WHEN abs(${number}) >= ${atLeast} AND abs(${number}) < ${below} ` +
      `THEN CAST(round(${number} * ${1000 / perMillisecond}) AS BIGINT)`,
  );
  return `CASE ${cases.join(' ')} END`;
}

/** DOUBLE, finite. Texts that are numbers count as numbers, as for the number filter. */
export function numberOf(column: LaidColumn): string {
  const c = `c${column.n}`;
  const type = valueType(column);
  if (type === 'NONE' || type === 'BOOLEAN') return 'CAST(NULL AS DOUBLE)';
  if (type === 'BIGINT') return `CAST(${c} AS DOUBLE)`;
  if (keyType(column) === 'DOUBLE') return `CASE WHEN isfinite(${c}k) THEN ${c}k END`;
  const number = `TRY_CAST(${c} AS DOUBLE)`;
  return `CASE WHEN regexp_full_match(${c}, '${numberPattern}') AND isfinite(${number}) THEN ${number} END`;
}
