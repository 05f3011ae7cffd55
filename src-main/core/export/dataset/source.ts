/**
 * Rows that the column store can't write from its columns, as new columns: values are distinguished in
 * the log, one by one. Also for data that was never in a log: the inputs of a list.
 */
import { isExactNumber, stringifyJson } from '../../json/index.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { fitsType } from '../../store/columns/column-store.ts';
import type { PartColumn } from '../../store/columns/column-store.ts';
import type { StoredRun } from '../../store/stored-run.ts';
import { inputBatches } from '../inputs-file.ts';
import type { SelectedList } from '../selection.ts';
import type { RowSource } from '../row-source.ts';

export interface PartSource {
  rows: RowSource;
  /** The columns of the file, read from these rows. */
  columns: PartColumn[];
  /** Values put into `_rest` because of their type; known once all rows have been read. */
  misfits: number;
}

const restField = 'rest';

/** The rows of a run with these numbers, with all values in columns that they fit. */
export function rowSource(
  run: StoredRun,
  seqs: Uint32Array,
  columns: readonly PartColumn[],
  folder: string,
): PartSource {
  const wanted = new Map(
    columns.flatMap((column, at) =>
      column.kind === 'member' ? [[column.field, { at, type: column.type }] as const] : [],
    ),
  );
  const lineOf = (row: JsonObject): string => {
    const members: string[] = [];
    const others: string[] = [];
    for (const [field, value] of Object.entries(row)) {
      if (value === null) continue;
      const column = wanted.get(field);
      if (column !== undefined && fitsType(value, column.type)) {
        const cell =
          column.type === 'VARCHAR' ? JSON.stringify(textOf(value)) : stringifyJson(value);
        members.push(`"x${column.at}":${cell}`);
      } else {
        others.push(`${JSON.stringify(field)}:${stringifyJson(value)}`);
        if (column !== undefined) source.misfits += 1;
      }
    }
    if (others.length > 0)
      members.push(`"${restField}":${JSON.stringify(`{${others.join(',')}}`)}`);
    return `{${members.join(',')}}`;
  };
  const source: PartSource = {
    rows: {
      folder,
      async *batches() {
        for await (const batch of run.rowBatches(seqs))
          yield batch.map(({ row }) => lineOf(row ?? {}));
      },
    },
    columns: columns.map((column, at): PartColumn => {
      if (column.kind === 'member') return { ...column, field: `x${at}` };
      const { name } = column;
      return column.kind === 'rest'
        ? { kind: 'member', field: restField, type: 'VARCHAR', name }
        : column;
    }),
    misfits: 0,
  };
  return source;
}

/** The inputs of a list, one per row. */
export function inputSource(list: SelectedList, columns: PartColumn[], folder: string): PartSource {
  const { keys } = list.inputs.list;
  async function* batches(): AsyncGenerator<string[]> {
    for await (const inputs of inputBatches(list)) {
      yield inputs.map(({ input, values: cells }) => {
        const { number: _, text, ...rest } = input;
        const values = Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? '']));
        return JSON.stringify({ input: text, values: JSON.stringify(values), ...rest });
      });
    }
  }
  return { rows: { folder, batches }, columns, misfits: 0 };
}

function textOf(value: Exclude<JsonValue, null>): string {
  if (typeof value === 'string') return value.toWellFormed();
  return isExactNumber(value) ? value.$n : stringifyJson(value);
}
