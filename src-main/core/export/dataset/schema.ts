/**
 * The tables of a dataset. A column’s type follows from the catalogue, never from the values, so any
 * number of runs, made at any time, can be read as one table.
 */
import type { Field, Meaning } from '#shared/catalogue/types.ts';
import { inputField } from '#shared/contract/list.ts';
import type { PartColumn, PartType } from '../../store/columns/column-store.ts';

/** Columns of a run's items: our own first, then those of the catalogue, in its order. */
export function itemColumns(fields: readonly Field[], runId: string): PartColumn[] {
  return withNames([
    { kind: 'text', text: runId, name: 'run' },
    { kind: 'member', field: inputField, type: 'VARCHAR', name: 'input' },
    { kind: 'arrived', name: 'collected_at' },
    { kind: 'rest', name: '_rest' },
    ...fields.map(({ name, meaning }): PartColumn => ({
      kind: 'member',
      field: name,
      type: typeOf(meaning),
      name,
    })),
  ]);
}

/** Columns of a list's inputs. A later save of the same run writes them again in their new state. */
export function inputColumns(runId: string): PartColumn[] {
  const member = (name: string, type: PartType): PartColumn => ({
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

function typeOf(meaning: Meaning): PartType {
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
function withNames(columns: readonly PartColumn[]): PartColumn[] {
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
