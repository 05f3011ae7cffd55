/**
 * The columns of a run: `c0`, `c1`, … in the order in which the members first appeared, never the
 * service's names (`id` and `Id` would be one column). Everything about a column follows from the kinds
 * of its values:
 *
 * - Value `cN`: BOOLEAN or BIGINT while all values are, otherwise VARCHAR; no column before the first.
 * - Key `cNk`, beside a VARCHAR if the value itself isn't sufficient for sorting and searching: DOUBLE
 *   for numbers, folded text for texts that folding changes.
 * - Moment `cNm`, if some texts look like moments: in microseconds since 1970, null for all other cells.
 */
import type { Column } from '#shared/contract/run.ts';
import { momentScales } from '#shared/moment.ts';
import { kind, momentKinds, numberKinds, textKinds } from './cells.ts';

type ValueType = 'NONE' | 'BOOLEAN' | 'BIGINT' | 'VARCHAR';
type KeyType = 'NONE' | 'DOUBLE' | 'VARCHAR';

export interface LaidColumn {
  /** Index, and the number in its names. */
  n: number;
  /** The service's name. */
  field: string;
  kinds: number;
}

/** Further members are only in the log: a table of that width would need all the memory. */
export const maxColumns = 1000;

export function valueType({ kinds }: Pick<LaidColumn, 'kinds'>): ValueType {
  const values = kinds & ~kind.cased;
  if (values === 0) return 'NONE';
  if (values === kind.boolean) return 'BOOLEAN';
  return values === kind.integer ? 'BIGINT' : 'VARCHAR';
}

export function keyType(column: Pick<LaidColumn, 'kinds'>): KeyType {
  if (valueType(column) !== 'VARCHAR') return 'NONE';
  if (isNumeric(column)) return 'DOUBLE';
  const { kinds } = column;
  if ((kinds & kind.cased) !== 0) return 'VARCHAR';
  // Dates differ from their keys only in T, W and Z, which doesn't matter among dates.
  return (kinds & kind.date) !== 0 && !isDate(column) ? 'VARCHAR' : 'NONE';
}

export const momentType = ({ kinds }: Pick<LaidColumn, 'kinds'>): 'NONE' | 'BIGINT' =>
  (kinds & momentKinds) === 0 ? 'NONE' : 'BIGINT';

/** All values are numbers. */
export function isNumeric({ kinds }: Pick<LaidColumn, 'kinds'>): boolean {
  const values = kinds & ~kind.cased;
  return values !== 0 && (values & ~numberKinds) === 0;
}

/** All values are texts that are dates, or empty. */
export const isDate = ({ kinds }: Pick<LaidColumn, 'kinds'>): boolean =>
  (kinds & kind.date) !== 0 && (kinds & ~(momentKinds | kind.blank)) === 0;

/** All values are texts of digits, or empty: identifiers. */
export function isDigits({ kinds }: Pick<LaidColumn, 'kinds'>): boolean {
  const allDigits = kind.digits | kind.digitDay;
  return (kinds & allDigits) !== 0 && (kinds & ~(allDigits | kind.blank)) === 0;
}

/** Some are whole numbers with so many digits that their key, a DOUBLE, is not exact. */
export const hasExactIntegers = ({ kinds }: Pick<LaidColumn, 'kinds'>): boolean =>
  (kinds & kind.exactInteger) !== 0;

/** The type as shown in the window. */
export function columnType({ kinds }: Pick<LaidColumn, 'kinds'>): Column['type'] {
  const values = kinds & ~kind.cased;
  const only = (allowed: number): boolean => (values & ~allowed) === 0;
  if (values === 0) return 'empty';
  if (only(kind.boolean)) return 'boolean';
  if (only(kind.integer | kind.exactInteger)) return 'integer';
  if (only(numberKinds)) return 'number';
  if (only(textKinds)) return 'text';
  if (only(kind.list)) return 'list';
  return only(kind.object) ? 'object' : 'mixed';
}

/** The statements that turn the columns of table `table` from one state into another. */
export function alterations(table: string, n: number, before: number, after: number): string[] {
  const [c, k] = [`c${n}`, `c${n}k`];
  const [oldValue, newValue] = [valueType({ kinds: before }), valueType({ kinds: after })];
  const [oldKey, newKey] = [keyType({ kinds: before }), keyType({ kinds: after })];
  const statements: string[] = [];
  if (oldValue !== newValue) {
    statements.push(
      oldValue === 'NONE'
        ? `ALTER TABLE ${table} ADD COLUMN ${c} ${newValue}`
        : `ALTER TABLE ${table} ALTER ${c} TYPE ${newValue}`,
    );
  }
  if (oldKey !== newKey) {
    if (oldKey !== 'NONE') statements.push(`ALTER TABLE ${table} DROP COLUMN ${k}`);
    if (newKey !== 'NONE') {
      statements.push(`ALTER TABLE ${table} ADD COLUMN ${k} ${newKey}`);
      if (oldValue !== 'NONE') {
        statements.push(`ALTER TABLE ${table} ALTER ${k} TYPE ${newKey} USING ${keyOf(c, newKey)}`);
      }
    }
  }
  // No earlier cell has a moment.
  if (momentType({ kinds: before }) !== momentType({ kinds: after })) {
    statements.push(`ALTER TABLE ${table} ADD COLUMN ${c}m BIGINT`);
  }
  return statements;
}

/**
 * The key of values that had none so far, or a number's. None of them has case except for the letters of
 * dates (T, W, Z) and exponents (E); SQL writes booleans in lower case.
 */
const keyOf = (c: string, type: KeyType): string =>
  type === 'DOUBLE' ? `CAST(${c} AS DOUBLE)` : `translate(${c}, 'TWZE', 'twze')`;

/** `orders`: a question about the same rows may now have a different answer. */
export type LayoutChange = 'none' | 'columns' | 'orders';

export function compare(before: Layout, after: Layout): LayoutChange {
  const changed = after.columns.filter(({ n, kinds }) => kinds !== before.columns[n]?.kinds);
  if (changed.length === 0) return 'none';
  const reordered = changed.some((column) => {
    const known = before.columns[column.n];
    return known !== undefined && known.kinds !== 0 && traits(known) !== traits(column);
  });
  return reordered ? 'orders' : 'columns';
}

/** Everything that conditions and orders depend on. */
function traits(column: LaidColumn): string {
  const exact = hasExactIntegers(column);
  const parts = column.kinds & (kind.list | kind.object);
  return [
    valueType(column),
    keyType(column),
    isDigits(column),
    isDate(column),
    exact,
    parts,
  ].join();
}

/** The columns of a run, found by name. */
export class Layout {
  readonly columns: LaidColumn[];
  readonly #byField: Map<string, LaidColumn>;

  constructor(columns: readonly LaidColumn[] = []) {
    this.columns = columns.map((column) => ({ ...column }));
    this.#byField = new Map(this.columns.map((column) => [column.field, column]));
  }

  /** Finds the column of a member; undefined when no row has a value. */
  find(field: string): LaidColumn | undefined {
    const column = this.#byField.get(field);
    return column === undefined || valueType(column) === 'NONE' ? undefined : column;
  }

  /** Finds the column of a member, or adds it; undefined when there are too many. */
  findOrAdd(field: string): LaidColumn | undefined {
    const known = this.#byField.get(field);
    if (known !== undefined || this.columns.length === maxColumns) return known;
    const column = { n: this.columns.length, field, kinds: 0 };
    this.columns.push(column);
    this.#byField.set(field, column);
    return column;
  }
}

// Cells in SQL: as numbers and as moments, null where they are neither; texts as they are compared.

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
  return `(c${column.n}m IS NOT NULL AND NOT regexp_matches(c${column.n}, '[Tt ]'))`;
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
