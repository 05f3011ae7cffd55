/**
 * The columns of a run: the union of members over all rows, with inferred types. No member of an item
 * is left out (checklist 31), unless there are more than a table can have.
 */
import { inputField, nameOfMember } from '#shared/contract/list.ts';
import type { Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import { mostColumns } from '#shared/contract/run.ts';
import type { Column } from '#shared/contract/run.ts';
import { isExactNumber } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';

export type ColumnType = Column['type'];

export interface ColumnTally {
  add(item: JsonObject): void;
  /** Adds the columns of rows that weren't added one by one. */
  take(columns: readonly Pick<Column, 'field' | 'type'>[]): void;
  columns(): Column[];
  /** Whether there are as many columns as a table can have, so that further members have none. */
  isFull(): boolean;
}

/**
 * Collects columns row by row. Order: the resource's fields as the catalogue lists them, then unknown
 * members in order of appearance. Chosen fields are columns even if no row has them.
 * @param withInput the first column is the input that a row belongs to.
 */
export function createColumnTally(
  resource: Resource,
  chosen: readonly string[],
  withInput = false,
): ColumnTally {
  const types = new Map<string, ColumnType>();
  if (withInput) types.set(inputField, 'text');
  for (const field of chosen) types.set(nameOfMember(field), 'empty');
  const isFull = (): boolean => types.size >= mostColumns;
  const record = (field: string, type: ColumnType): void => {
    if (isFull() && !types.has(field) && !known.has(field)) return;
    const before = types.get(field) ?? 'empty';
    const now = widen(before, type);
    if (now !== before || !types.has(field)) types.set(field, now);
  };
  const indexes = new Map(resource.fields.map((field, index) => [field.name, index]));
  const position = (field: string): number =>
    withInput && field === inputField ? -1 : (indexes.get(field) ?? Number.POSITIVE_INFINITY);
  const known = new Map(resource.fields.map((field) => [field.name, field]));

  return {
    add(item) {
      for (const [field, value] of Object.entries(item)) record(field, typeOf(value));
    },

    take(columns) {
      for (const { field, type } of columns) record(field, type);
    },

    isFull,

    columns() {
      return [...types]
        .toSorted(([a], [b]) => Math.sign(position(a) - position(b)) || 0)
        .map(([name, type]) => {
          const field = known.get(name);
          return {
            field: name,
            label: field?.label ?? plainLabel(name),
            meaning: field === undefined ? meaningOf(type) : meaningIn(field, type),
            type,
            // An unknown member is new, so it is shown by default.
            usual: field?.usual ?? true,
          };
        });
    },
  };
}

export function typeOf(value: JsonValue): ColumnType {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'number';
    case 'string':
      return 'text';
    default:
      if (!isExactNumber(value)) return 'object';
      // A database's integers have no `-0`.
      return /^-?\d+$/.test(value.$n) && value.$n !== '-0' ? 'integer' : 'number';
  }
}

/** Returns the type of values that were of one and are now of another. */
export function widen(before: ColumnType, now: ColumnType): ColumnType {
  if (before === now || now === 'empty') return before;
  if (before === 'empty') return now;
  const numbers: ColumnType[] = ['integer', 'number'];
  return numbers.includes(before) && numbers.includes(now) ? 'number' : 'mixed';
}

const plainLabel = (name: string): string => {
  if (name === inputField) return 'Input';
  return name === '' ? '(no name)' : name;
};

/**
 * Returns how to show a field. Text may be only what we assume of a field whose type nobody described:
 * numbers and booleans are none. Lists and objects stay text, since what people wrote is in them.
 */
function meaningIn({ meaning }: Field, type: ColumnType): Meaning {
  const isPlain = type === 'integer' || type === 'number' || type === 'boolean';
  return meaning === 'text' && isPlain ? meaningOf(type) : meaning;
}

/** Returns how to show a member that the catalogue doesn't have. */
function meaningOf(type: ColumnType): Meaning {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'list':
      return 'list';
    case 'object':
      return 'object';
    case 'text':
    case 'mixed':
    case 'empty':
      return 'text';
    default:
      return type satisfies never;
  }
}
