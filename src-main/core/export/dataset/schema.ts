/**
 * The tables of a dataset. A column’s type follows from the catalogue, never from the values, and a
 * table keeps the columns of its first run, so any number of runs, made at any time, can be read as one
 * table.
 */
import { catalogue } from '../../../catalogue/index.ts';
import type { Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import { inputField } from '#shared/contract/list.ts';
import type { CopyColumn, CopyType } from '../../store/columns/column-store.ts';
import { readSheet, recordOfTable } from './manifest.ts';
import type { TableColumn } from './manifest.ts';

/** Columns of a run's items: our own first, then those of the table, in its order. */
export function itemColumns(columns: readonly TableColumn[], runId: string): CopyColumn[] {
  return withNames([
    ...ownColumns(runId),
    ...columns.map(({ field, type }): CopyColumn => ({ kind: 'member', field, type, name: field })),
  ]);
}

const ownColumns = (runId: string): CopyColumn[] => [
  { kind: 'text', text: runId, name: 'run' },
  { kind: 'member', field: inputField, type: 'VARCHAR', name: 'input' },
  { kind: 'arrived', name: 'collected_at' },
  { kind: 'rest', name: '_rest' },
];

/**
 * Returns the columns that a table of the dataset has, or will have with its first run: those of the
 * built-in catalogue, whatever fields were corrected or accepted from the service.
 */
export async function tableColumns(
  root: string,
  table: string,
  resource: Resource,
): Promise<TableColumn[]> {
  const own = builtInFields(resource).map(columnOf);
  const record = await recordOfTable(root, table);
  if (record === null) return own;
  if (record.columns !== undefined) return record.columns;
  // Earlier versions recorded only names, and wrote the fields as they were corrected then.
  const types = new Map([...resource.fields.map(columnOf), ...own].map((one) => [one.field, one]));
  const written = (await readSheet(root, record.run))?.columns.slice(ownColumns('').length);
  return written?.map(({ field }) => types.get(field) ?? { field, type: 'VARCHAR' }) ?? own;
}

/** Returns the fields of the catalogue of this version; for a resource that it lacks, its own. */
export const builtInFields = ({ id, fields }: Resource): readonly Field[] =>
  catalogue.resources.find((one) => one.id === id)?.fields ?? fields;

const columnOf = ({ name, meaning }: Field): TableColumn => ({
  field: name,
  type: typeOf(meaning),
});

/** Columns of a list's inputs. A later save of the same run writes them again in their new state. */
export function inputColumns(runId: string): CopyColumn[] {
  const member = (name: string, type: CopyType): CopyColumn => ({
    kind: 'member',
    field: name,
    name,
    type,
  });
  return [
    { kind: 'text', text: runId, name: 'run' },
    member('input', 'VARCHAR'),
    member('values', 'VARCHAR'),
    member('line', 'BIGINT'),
    member('status', 'VARCHAR'),
    member('rows', 'BIGINT'),
    member('pages', 'BIGINT'),
    member('calls', 'BIGINT'),
    member('why', 'VARCHAR'),
    { kind: 'arrived', name: 'saved_at' },
  ];
}

function typeOf(meaning: Meaning): CopyType {
  switch (meaning) {
    case 'count':
      return 'BIGINT';
    case 'number':
    case 'duration':
      return 'DOUBLE';
    case 'boolean':
      return 'BOOLEAN';
    default:
      return 'VARCHAR';
  }
}

/**
 * Names columns with letters, digits and underscores, which every engine accepts, and unique ignoring
 * case: most engines treat `id` and `Id` as one column.
 */
function withNames(columns: readonly CopyColumn[]): CopyColumn[] {
  const used = new Set<string>();
  return columns.map((column) => {
    const plain = column.name.replaceAll(/\W/g, '_');
    const base = /^\d|^$/.test(plain) ? `_${plain}` : plain;
    let name = base;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${base}_${number}`;
    used.add(name.toLowerCase());
    return { ...column, name };
  });
}
