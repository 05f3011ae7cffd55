/** Dataset folders: their records, their tables, and the rows of one. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { mostDatasetRuns } from '#shared/contract/derived.ts';
import type { DerivedFacts, FromDataset, SourceRun } from '#shared/contract/derived.ts';
import { memberOf } from '#shared/catalogue/types.ts';
import type { Catalogue, Field, Meaning, Resource } from '#shared/catalogue/types.ts';
import type { WrittenFile } from '#shared/contract/export/export.ts';
import { grouping } from '#shared/counts.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Column } from '#shared/contract/run.ts';
import type { KnownEndpoint } from '../description/effective-catalogue.ts';
import type { TempFolder } from '../export/temp-folder.ts';
import { refused } from '../problem-error.ts';
import type { ProblemError } from '../problem-error.ts';
import {
  datasetTable,
  isPart,
  openIn,
  readManifest,
  readSheet,
  runsIn,
} from '../export/manifest.ts';
import type { DataFile, Manifest, RecordedRun } from '../export/manifest.ts';
import { asSource } from '../export/methods/provenance.ts';
import { isoTime } from '../clock.ts';
import { asObject, asSentIn } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { ColumnsError } from '../store/columns/column-store.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import { chunkLength } from '../store/file-port.ts';
import { IdTable } from '../store/id-table.ts';
import { linesOf } from '../store/read-lines.ts';
import { keyOf } from './collections.ts';
import { plainNumber } from './files/packed.ts';
import { isAllSent } from './sources.ts';
import type { NewDerived } from './write-run.ts';
import type { OpenedFile } from '#shared/contract/open-file.ts';

/** Returns the tables that a dataset has. @throws ProblemError if it has none. */
export function savedTables(
  runs: readonly DatasetRun[],
  { resources }: Catalogue,
): OpenedFile['tables'] {
  const withRows = runs.filter(({ rows }) => rowsIn(rows) > 0);
  const tables = [...new Set(withRows.map(({ manifest }) => manifest.table))];
  if (tables.length === 0) throw refused('This dataset has no rows.', 'Choose another one.');
  return tables.map((table) => {
    const inTable = withRows.filter(({ manifest }) => manifest.table === table);
    const resource = resources.find(({ id }) => datasetTable(id) === table);
    const ends = inTable.map(({ manifest }) => manifest.collectedUntil).toSorted();
    const name = nameOf(inTable);
    return {
      table,
      name: `${name} · dataset`,
      label: name,
      rows: inTable.reduce((sum, one) => sum + rowsIn(one.rows), 0),
      saved: {
        items: resource?.many ?? 'items',
        platform: resource?.platform ?? null,
        runs: inTable.length,
        collectedFrom: inTable[0]?.manifest.collectedFrom ?? '',
        collectedUntil: ends.at(-1) ?? '',
      },
    };
  });
}

/** Names a table after its runs: "sea and 2 more". */
function nameOf(runs: readonly DatasetRun[]): string {
  const names = [...new Set(runs.map(({ manifest }) => manifest.label || manifest.question))];
  const [first = 'Dataset'] = names;
  const short = first.slice(0, 150) || 'Dataset';
  return names.length > 1 ? `${short} and ${names.length - 1} more` : short;
}

// Reads a dataset folder, which isn't trusted, since somebody else may have made it. Reads only files
// that its records list, only under the names that this program gives them, only regular files inside
// the folder, and only with the bytes that were saved.

/** A run as described by its record and its methods sheet. */
export interface DatasetRun extends RecordedRun {
  manifest: Manifest;
  /** Files of its rows, in order. */
  rows: DataFile[];
}

/**
 * Returns the runs of a dataset in the order in which they were collected.
 * @throws ProblemError when it isn't a dataset, or any of its records can't be read.
 */
export async function readDataset(root: string): Promise<DatasetRun[]> {
  const runIds = await runsIn(root);
  if (runIds.length === 0) {
    throw refused(
      'This isn’t a dataset.',
      'Choose the folder that was saved as a dataset: it has the folders “_complete” and “methods” in it.',
    );
  }
  if (runIds.length > mostDatasetRuns) {
    throw refused(
      `This dataset has ${grouping(runIds.length)} runs. A table can be made from at most ${grouping(mostDatasetRuns)}.`,
      'Read it with DuckDB or another engine.',
    );
  }
  const runs: DatasetRun[] = [];
  for (const runId of runIds) runs.push(await readRun(root, runId));
  return runs.toSorted((a, b) => (a.manifest.collectedFrom < b.manifest.collectedFrom ? -1 : 1));
}

async function readRun(root: string, runId: string): Promise<DatasetRun> {
  const manifest = await readManifest(root, runId);
  if (manifest === null) throw damaged('One of the dataset’s records is missing.');
  // Written before the record, so after an interrupted save it may describe more than the record.
  const sheet = await readSheet(root, runId);
  if (sheet === null) {
    throw damaged('One of the dataset’s methods sheets is missing or can’t be read.');
  }
  const { table, files } = manifest;
  const rows = files.filter((file) => isPart(file.name, table, runId));
  return { ...sheet, manifest, rows };
}

/** Returns what a person noted of the items of these runs, as files of codes. @throws ProblemError as `checkedBytes` */
export async function codesIn(root: string, runs: readonly DatasetRun[]): Promise<string[]> {
  const texts: string[] = [];
  for (const { codes } of runs.map(({ manifest }) => manifest)) {
    if (codes === null) continue;
    const bytes: Uint8Array[] = [];
    for await (const chunk of checkedBytes(root, codes)) bytes.push(chunk);
    texts.push(Buffer.concat(bytes).toString());
  }
  return texts;
}

/** Yields the chunks of a file. @throws ProblemError at its end unless it is the one that was saved. */
async function* checkedBytes(
  root: string,
  { name, bytes, sha256 }: WrittenFile,
): AsyncGenerator<Uint8Array> {
  const fd = await openIn(root, name);
  if (fd === null) throw damaged('A file of the dataset is missing.');
  const hash = createHash('sha256');
  let length = 0;
  const stream = createReadStream(name, { fd, highWaterMark: chunkLength });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    length += chunk.length;
    if (length > bytes) break;
    yield chunk;
  }
  if (length !== bytes || hash.digest('hex') !== sha256) {
    throw damaged('A file of the dataset is damaged or was changed.');
  }
}

/** @param title what is wrong with it. */
const damaged = (title: string): ProblemError =>
  refused(title, 'Choose another copy of the dataset. No table was made.');

// Reads the rows of a dataset's Parquet files as they were in their runs, one file at a time on disk.

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
  const facts = { repeated: 0, withoutId: 0, unreadable: 0, noticed: [] };
  let number = 0;
  for (const run of runs) {
    const fieldOf = new Map(run.columns.map(({ name, field }) => [name, field]));
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
  const value = typeof cell === 'string' ? asSentIn(cell) : null;
  if (value === undefined) throw damaged('A row of the dataset can’t be read.');
  return asObject(value) ?? null;
};

/** Parses a list or object, which a column holds as text; other text stays as it is. */
const nested = (cell: JsonValue): JsonValue =>
  typeof cell === 'string' && /^[[{]/.test(cell) ? (asSentIn(cell) ?? cell) : cell;

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

// Prepares a derived run for a dataset's table: its rule, its columns, its source runs.

/** @throws ProblemError when no question of the runs is known here, and so neither is the kind of row. */
export function tableOf(
  table: string,
  runs: readonly DatasetRun[],
  lookUp: (endpointId: string) => KnownEndpoint | null,
): Pick<NewDerived, 'basis' | 'resource'> & { from: FromDataset } {
  const [found] = runs.toReversed().flatMap(({ run }) => {
    const known = lookUp(run.query.endpointId);
    return known === null ? [] : [{ run, known }];
  });
  if (found === undefined) {
    throw refused(
      'This version doesn’t have the questions of this dataset.',
      'Open it with the version that saved it.',
    );
  }
  const { run, known } = found;
  const fields = fieldsOf(known.resource, runs);
  const unused = unusedNames(fields);
  const own = (name: string, label: string, meaning: Field['meaning']): Field =>
    fieldOf({ field: unused(name), label, meaning, usual: true });
  const collectedAt = own('collected_at', 'Collected', 'date');
  const runField = runs.length > 1 ? own('run', 'Run', 'code') : null;
  return {
    basis: {
      query: run.query,
      endpoint: known.endpoint,
      profileId: run.service.profileId,
      address: run.service.address,
    },
    resource: {
      ...known.resource,
      fields: [collectedAt, ...(runField === null ? [] : [runField]), ...fields],
    },
    from: {
      kind: 'dataset',
      sources: runs.map(sourceOf),
      table,
      collectedAt: collectedAt.name,
      run: runField?.name ?? null,
    },
  };
}

/** Returns the catalogue's fields and others in the files, which another version may have saved. */
function fieldsOf(resource: Resource, runs: readonly DatasetRun[]): Field[] {
  const fields = new Map(resource.fields.map((field) => [field.name, field]));
  for (const { field, label } of runs.flatMap(({ columns }) => columns)) {
    if (reserved.has(field) || fields.has(field)) continue;
    fields.set(field, fieldOf({ field, label, meaning: 'text', usual: false }));
  }
  const hasInputs = runs.some(({ run }) => run.list !== null);
  const input = fieldOf({ field: inputField, label: 'Input', meaning: 'text', usual: true });
  return [...(hasInputs ? [input] : []), ...fields.values()];
}

/** Describes a column of a derived run. */
export const fieldOf = ({
  field,
  label,
  meaning,
  usual,
}: Pick<Column, 'field' | 'label' | 'meaning' | 'usual'>): Field => ({
  name: field,
  label,
  group: '',
  meaning,
  usual,
});

/** Columns that every dataset has; `itemColumns` writes them. */
const reserved = new Set(['run', inputField, 'collected_at', '_rest']);

/** Returns a function that makes names unique: no field has them, and none is returned twice. */
export function unusedNames(fields: readonly { name: string }[]): (name: string) => string {
  const taken = new Set(fields.map(({ name }) => name));
  return (wanted) => {
    let name = wanted;
    while (taken.has(name)) name = `${name}_`;
    taken.add(name);
    return name;
  };
}

/** Describes a source run from its methods sheet. `rows` counts those in the dataset. */
const sourceOf = ({ run, rows }: DatasetRun): SourceRun =>
  asSource(run, {
    listKeys: run.list?.keys ?? [],
    rows: rowsIn(rows),
    isComplete: run.rowsHeldBack === 0 && isAllSent(run.ended.state, run.list?.statuses),
  });
