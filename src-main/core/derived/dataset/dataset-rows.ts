/** Reads the rows of a dataset's Parquet files as they were in their runs, one file at a time on disk. */
import { writeFile } from 'node:fs/promises';
import type { DerivedFacts, FromDataset } from '#shared/contract/derived.ts';
import { inputField } from '#shared/contract/list.ts';
import { memberOf, type Meaning, type Resource } from '#shared/catalogue/types.ts';
import { isoTime } from '../../clock.ts';
import type { DataFile } from '../../export/dataset/manifest.ts';
import type { TempFolder } from '../../export/temp-folder.ts';
import { isExactNumber, parseAsSent } from '../../json/index.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { asRow } from '../../runs/as-row.ts';
import { ColumnsError } from '../../store/columns/column-store.ts';
import type { ColumnStore } from '../../store/columns/column-store.ts';
import { IdTable } from '../../store/id-table.ts';
import { linesOf } from '../../store/read-lines.ts';
import { keyOf } from '../collections.ts';
import { checkedBytes, damaged } from './read-dataset.ts';
import type { DatasetRun } from './read-dataset.ts';

export interface Reading {
  /** The folder of the dataset. */
  root: string;
  tempFolder: TempFolder;
  columns: Pick<ColumnStore, 'unpack'>;
  signal: AbortSignal;
}

/**
 * Yields the rows of these runs, one run after another.
 * @throws ProblemError when a file isn't what was saved; the signal's reason.
 */
export async function* datasetRows(
  runs: readonly DatasetRun[],
  rule: FromDataset,
  { identity, fields }: Resource,
  reading: Reading,
): AsyncGenerator<JsonObject, DerivedFacts> {
  const meanings = new Map(fields.map(({ name, meaning }) => [name, meaning]));
  const seen = new IdTable(runs.reduce((sum, { rows }) => sum + rowsIn(rows), 0));
  const facts = { repeated: 0, withoutId: 0, unreadable: 0 };
  let number = 0;
  for (const run of runs) {
    const fieldOf = new Map(run.sheet.columns.map(({ name, field }) => [name, field]));
    for (const file of run.rows) {
      for await (const cells of cellsOf(file, reading)) {
        const row = rowOf(cells, rule, fieldOf, meanings);
        const id = keyOf(row, identity);
        if (id === null) facts.withoutId++;
        else if (!seen.add(id, number)) facts.repeated++;
        number++;
        yield row;
      }
    }
  }
  return { changes: {}, changedFields: {}, ...facts };
}

export const rowsIn = (files: readonly DataFile[]): number =>
  files.reduce((sum, { rows }) => sum + rows, 0);

/** Returns a row as the service sent it, as far as typed columns allow. */
function rowOf(
  cells: JsonObject,
  rule: FromDataset,
  fieldOf: ReadonlyMap<string, string>,
  meanings: ReadonlyMap<string, Meaning>,
): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const [name, cell] of Object.entries(cells)) {
    if (cell === null) continue;
    switch (name) {
      case 'run':
        if (rule.run !== null) members.push([rule.run, cell]);
        break;
      case 'input':
        members.push([inputField, cell]);
        break;
      case 'collected_at':
        members.push([rule.collectedAt, isoTime(momentOf(cell))]);
        break;
      case '_rest':
        for (const [field, value] of Object.entries(parsed(cell) ?? {})) {
          members.push([besideOwn(field, rule), value]);
        }
        break;
      default: {
        const field = fieldOf.get(name) ?? name;
        const meaning = meanings.get(field);
        const isNested = meaning === 'list' || meaning === 'object';
        members.push([field, isNested ? nested(cell) : cell]);
      }
    }
  }
  // `fromEntries`, since a field may have the name of a member that every object inherits.
  return Object.fromEntries(members);
}

/**
 * Returns a name for a field that no column has. The names of our own columns were chosen before the rows
 * are read, so a field called like one of them gets an underscore more, as do those that have one already.
 */
function besideOwn(field: string, { collectedAt, run }: FromDataset): string {
  const isOwn = [collectedAt, run, inputField].some(
    (name) => name !== null && field.startsWith(name) && /^_*$/.test(field.slice(name.length)),
  );
  return isOwn ? `${field}_` : field;
}

/** Returns a cell of `collected_at`, in milliseconds; a file from elsewhere may have anything there. */
function momentOf(cell: JsonValue): number {
  // A moment beyond what dates hold has 16 digits, and so is an exact number, not a plain one.
  if (typeof cell === 'number') return cell;
  throw damaged('A row of the dataset doesn’t say when it was collected.');
}

const parsed = (cell: JsonValue): JsonObject | null => {
  try {
    return typeof cell === 'string' ? asRow(parseAsSent(cell)) : null;
  } catch {
    throw damaged('A row of the dataset can’t be read.');
  }
};

/** Parses a list or object, which a column holds as text; other text stays as it is. */
function nested(cell: JsonValue): JsonValue {
  if (typeof cell !== 'string' || !/^[[{]/.test(cell)) return cell;
  try {
    return parseAsSent(cell);
  } catch {
    return cell;
  }
}

/** Yields the cells of a file, row by row. */
async function* cellsOf(file: DataFile, reading: Reading): AsyncGenerator<JsonObject> {
  const { root, tempFolder, columns, signal } = reading;
  signal.throwIfAborted();
  const from = await tempFolder.file('part.parquet');
  const to = await tempFolder.file('part.jsonl');
  await writeFile(from, checkedBytes(root, file), { mode: 0o600, signal });
  const { rows, bytes } = file;
  const unpacked = await columns
    .unpack({ from, to, rows, bytes }, signal)
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw error instanceof ColumnsError && unreadable.has(error.code) ? notAsRecorded() : error;
    });
  if (unpacked === 'otherRows') throw notAsRecorded();
  if (unpacked === 'tooMuch') {
    throw damaged('A file of the dataset unpacks to far more than any that this program saves.');
  }
  for await (const line of linesOf(to)) {
    signal.throwIfAborted();
    // Numbers that JSON doesn’t have, such as NaN, were never sent.
    const row = parsed(line);
    if (row === null) throw notAsRecorded();
    // The column store writes `1.0`, which differs from the service's `1`.
    for (const name of unpacked.decimals) row[name] = plainNumber(memberOf(row, name) ?? null);
    yield row;
  }
}

const unreadable = new Set<string>(['damaged', 'failed', 'memory']);

const notAsRecorded = () => damaged('A file of the dataset doesn’t hold what its record says.');

const plainNumber = (value: JsonValue): JsonValue =>
  value === null ? null : Number(isExactNumber(value) ? value.$n : value);
