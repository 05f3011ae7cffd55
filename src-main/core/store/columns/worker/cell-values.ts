/** Cells in SQL: as numbers and as moments, null where they are neither; texts as they are compared. */
import { momentScales } from '#shared/moment.ts';
import { numberKinds } from './cells.ts';
import type { LaidColumn } from './layout.ts';
import { isNumeric, keyType, momentType, valueType } from './layout.ts';

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
 * seconds, milliseconds or microseconds depending on their size. Beside numbers, a text of digits counts as
 * one, as the two can't be distinguished.
 */
export function microsOf(column: LaidColumn): string {
  const c = `c${column.n}`;
  const type = valueType(column);
  if (type === 'NONE' || type === 'BOOLEAN') return 'CAST(NULL AS BIGINT)';
  if (isNumeric(column)) return scaled(numberOf(column));
  const texts = momentType(column) === 'NONE' ? 'CAST(NULL AS BIGINT)' : `${c}m`;
  if ((column.kinds & numberKinds) === 0) return texts;
  const isNumber = `regexp_full_match(${c}, '\\d+(\\.\\d+)?')`;
  return `coalesce(${texts}, CASE WHEN ${isNumber} THEN ${scaled(`TRY_CAST(${c} AS DOUBLE)`)} END)`;
}

/** SQL for whether a moment is a day (`2026-05-01`): only times have a T or a blank. */
export function isDayOf(column: LaidColumn): string {
  if (momentType(column) === 'NONE') return 'false';
  return `(c${column.n}m IS NOT NULL AND NOT regexp_matches(c${column.n}, '[T ]'))`;
}

function scaled(number: string): string {
  const cases = momentScales.map(
    ({ atLeast, below, micros }) =>
      `WHEN ${number} >= ${atLeast} AND ${number} < ${below} ` +
      `THEN CAST(round(${number} * ${micros}) AS BIGINT)`,
  );
  return `CASE ${cases.join(' ')} END`;
}

/** SQL for `plainText` of a text. */
export const plainSql = (text: string): string =>
  `regexp_replace(nfc_normalize(${text}), '\\p{Zs}', ' ', 'g')`;

/** SQL for `fold` of a text. */
export const foldSql = (text: string): string =>
  plainSql(`regexp_replace(replace(lower(${text}), 'ς', 'σ'), 'i\\x{307}+', 'i', 'g')`);
