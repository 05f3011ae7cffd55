/**
 * The columns of a run as a table has them: the union of members over all rows, with labels and meanings. No
 * member of an item is left out (checklist 31), unless there are more than a table can have.
 */
import { inputField, nameOfMember } from '#shared/contract/list.ts';
import type { Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import { mostColumns } from '#shared/contract/run.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnType } from '../store/known-columns.ts';

export interface TableColumns {
  columns: Column[];
  isFull: boolean;
}

/**
 * Returns the columns, and whether there are as many as a table can have, so that further members have none.
 * Order: the resource's fields as the catalogue lists them, then unknown members in order of appearance.
 * Chosen fields are columns even if no row has them.
 * @param withInput the first column is the input that a row belongs to.
 */
export function tableColumns(
  resource: Resource,
  chosen: readonly string[],
  withInput: boolean,
  known: ReadonlyMap<string, ColumnType>,
): TableColumns {
  const fields = new Map(resource.fields.map((field, index) => [field.name, { field, index }]));
  const types = new Map<string, ColumnType>();
  if (withInput) types.set(inputField, 'text');
  for (const field of chosen) types.set(nameOfMember(field), 'empty');
  for (const [field, type] of known) {
    if (types.size < mostColumns || types.has(field) || fields.has(field)) types.set(field, type);
  }
  const position = (field: string): number =>
    withInput && field === inputField ? -1 : (fields.get(field)?.index ?? Number.POSITIVE_INFINITY);
  const columns = [...types]
    .toSorted(([a], [b]) => Math.sign(position(a) - position(b)) || 0)
    .map(([name, type]) => {
      const field = fields.get(name)?.field;
      return {
        field: name,
        label: field?.label ?? plainLabel(name),
        meaning: field === undefined ? meaningOf(type) : meaningIn(field, type),
        type,
        // An unknown member is new, so it is shown by default.
        usual: field?.usual ?? true,
      };
    });
  return { columns, isFull: types.size >= mostColumns };
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
