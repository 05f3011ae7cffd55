/**
 * The tables of a dataset. A column’s type follows from the catalogue, never from the values, and a
 * table keeps the columns of its first run, so any number of runs, made at any time, can be read as one
 * table.
 */
import { catalogue } from '../../../catalogue/index.ts';
import type { Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import { inputField } from '#shared/contract/list.ts';
import type { CopyColumn, CopyDataset, CopyType } from '../../store/columns/column-store.ts';
import { answeredAt } from '../../store/log-contents.ts';
import type { PageRecord, RowRange } from '../../store/log-contents.ts';
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

// Which rows go into which file: of one day, and not more than about 256 MB of Parquet.

/** Rows of a run that go into one file. */
interface Stretch extends RowRange {
  /** The day they were collected, in UTC: `2026-11-22`. */
  day: string;
}

/** DuckDB’s default. A row group is in memory as a whole, so long rows need smaller ones. */
const maxGroupRows = 122_880;
const minGroupRows = 2048;
const maxGroupBytes = 32 * 1024 ** 2;
/** Eight row groups; for long rows, a gigabyte of the log, of which zstd leaves a quarter. */
const maxFileRows = 8 * maxGroupRows;
const maxFileBytes = 1024 ** 3;

/** Numbers of rows in a row group and in a file. @param logBytes bytes of all `logRows` rows. */
export function partSizes(logBytes: number, logRows: number): { group: number; file: number } {
  const rowsIn = (bytes: number): number => Math.floor((bytes * logRows) / Math.max(1, logBytes));
  const vectors = Math.floor(rowsIn(maxGroupBytes) / minGroupRows) * minGroupRows;
  const group = Math.min(Math.max(vectors, minGroupRows), maxGroupRows);
  const groups = Math.floor(Math.min(maxFileRows, rowsIn(maxFileBytes)) / group);
  return { group, file: group * Math.max(1, groups) };
}

/** Divides rows `from` to before `to`, in order. */
export function stretchesOf(
  pages: readonly PageRecord[],
  { from, to }: RowRange,
  maxRows: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  let last: { from: number; to: number; day: string } | undefined;
  for (const page of pages) {
    const end = Math.min(page.firstRow + page.rows, to);
    let start = Math.max(page.firstRow, from);
    const day = dayOf(page);
    while (start < end) {
      if (last?.day !== day || last.to - last.from >= maxRows) {
        last = { from: start, to: start, day };
        stretches.push(last);
      }
      last.to = Math.min(end, last.from + maxRows);
      start = last.to;
    }
  }
  return stretches;
}

const dayOf = (page: PageRecord): string => answeredAt(page).slice(0, 10);

/** The rows of a stretch without those left out: a list may have thousands of ranges. */
export function seqsIn({ from, to }: RowRange, leftOut: readonly RowRange[]): Uint32Array {
  const isOut = new Uint8Array(to - from);
  for (const range of leftOut) {
    isOut.fill(1, Math.max(0, range.from - from), Math.max(0, range.to - from));
  }
  const seqs = new Uint32Array(to - from);
  let count = 0;
  for (let seq = from; seq < to; seq++) {
    if (isOut[seq - from] === 1) continue;
    seqs[count] = seq;
    count++;
  }
  return seqs.slice(0, count);
}

/** The pages of these rows, with rows numbered from 0 as in the file. */
export function pagesOf(pages: readonly PageRecord[], seqs: Uint32Array): CopyDataset['pages'] {
  const found: CopyDataset['pages'] = [];
  let row = 0;
  for (const page of pages) {
    const start = row;
    while (row < seqs.length && seqs[row]! < page.firstRow + page.rows) row++;
    if (row > start) found.push({ firstRow: start, at: Date.parse(answeredAt(page)) });
  }
  return found;
}
