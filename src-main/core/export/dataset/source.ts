/**
 * Rows that the column store can't write from its columns, as new columns: values are distinguished in
 * the log, one by one. Also for data that was never in a log: the inputs of a list.
 */
import { randomUUID } from 'node:crypto';
import type { InputsView } from '#shared/contract/list.ts';
import { isExactNumber, stringifyJson } from '../../json/index.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { asRow } from '../../runs/as-row.ts';
import { inputsWindow } from '../../runs/inputs-view.ts';
import type { InputList } from '../../runs/input-list.ts';
import { fitsType } from '../../store/columns/column-store.ts';
import type { PartColumn, RunSource } from '../../store/columns/column-store.ts';
import type { StoredRun } from '../../store/stored-run.ts';

export interface PartSource extends RunSource {
  /** The columns of the file, read from this source. */
  readonly columns: PartColumn[];
  /** Values put into `_rest` because of their type; known once all rows have been read. */
  misfits(): number;
}

/** The rows of a run with these numbers. */
export function rowSource(
  run: StoredRun,
  seqs: Uint32Array,
  columns: readonly PartColumn[],
  folder: string,
): PartSource {
  const split = splitter(columns);
  return {
    ...sourceOf(folder, seqs.length, async function* (from, to) {
      for await (const batch of run.rowBatches(seqs.subarray(from, to))) {
        yield batch.map((row) => split.row(asRow(row) ?? {}));
      }
    }),
    columns: columns.map((column, at): PartColumn => {
      if (column.kind === 'member') return { ...column, field: `x${at}` };
      const { name } = column;
      return column.kind === 'rest'
        ? { kind: 'member', field: restField, type: 'VARCHAR', name }
        : column;
    }),
    misfits: split.misfits,
  };
}

const asAsked: InputsView = { statuses: null, search: '', order: 'number', descending: false };
const inputsAtOnce = 1000;

/** The inputs of a list, one per row. */
export function inputSource(list: InputList, columns: PartColumn[], folder: string): PartSource {
  const { keys, count } = list.inputs.list;
  return {
    ...sourceOf(folder, count, async function* (from, to) {
      for (let offset = from; offset < to; offset += inputsAtOnce) {
        const size = Math.min(inputsAtOnce, to - offset);
        const { inputs } = await inputsWindow(list.outcomes, asAsked, offset, size);
        yield inputs.map(({ number, text, ...rest }) => {
          const cells = list.inputs.all[number]?.values ?? [];
          const values = Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? '']));
          return JSON.stringify({ input: text, values: JSON.stringify(values), ...rest });
        });
      }
    }),
    columns,
    misfits: () => 0,
  };
}

const sourceOf = (
  folder: string,
  rowCount: number,
  lines: (from: number, to: number) => AsyncGenerator<string[]>,
): RunSource => ({
  id: `export-${randomUUID()}`,
  logId: randomUUID(),
  folder,
  readOnly: false,
  rowCount,
  async *rowBytes(from, to) {
    for await (const batch of lines(from, to)) yield batch.map((line) => Buffer.from(line));
  },
});

const restField = 'rest';

/** Rewrites rows of the log so that all values fit their columns. */
function splitter(columns: readonly PartColumn[]): {
  row: (row: JsonObject) => string;
  misfits: () => number;
} {
  const wanted = new Map(
    columns.flatMap((column, at) =>
      column.kind === 'member' ? [[column.field, { at, type: column.type }] as const] : [],
    ),
  );
  let misfits = 0;
  return {
    row(row) {
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
          if (column !== undefined) misfits += 1;
        }
      }
      if (others.length > 0)
        members.push(`"${restField}":${JSON.stringify(`{${others.join(',')}}`)}`);
      return `{${members.join(',')}}`;
    },
    misfits: () => misfits,
  };
}

function textOf(value: Exclude<JsonValue, null>): string {
  if (typeof value === 'string') return value.toWellFormed();
  return isExactNumber(value) ? value.$n : stringifyJson(value);
}
