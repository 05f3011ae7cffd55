/**
 * A dataset: a folder to which runs are added, each with files of its own, whose columns are fixed. Rows are
 * written from a run’s own columns if these distinguish all values, otherwise from lines made of the log.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { quoted } from '#shared/characters.ts';
import type { WrittenFile } from '#shared/contract/export/export.ts';
import { isOwnField } from '#shared/contract/list.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import { everyRow } from '#shared/contract/view.ts';
import { isoTime, now } from '../../clock.ts';
import { codesOf } from '../../codes/codes-file.ts';
import { isExactNumber, stringifyJson } from '../../json/index.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { ownProblem, ProblemError } from '../../problem-error.ts';
import { columnsOf } from '../../runs/live-run.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import { fitsType } from '../../store/columns/column-store.ts';
import type { Asked, CopyColumn, CopyDataset } from '../../store/columns/column-store.ts';
import { answeredAt } from '../../store/log-contents.ts';
import type { PageRecord, RowRange } from '../../store/log-contents.ts';
import { logName } from '../../store/page-log.ts';
import { changesOf } from '../changes.ts';
import {
  asText,
  builtInFields,
  codesName,
  datasetTable,
  deliverIn,
  inputColumns,
  inputsTable,
  itemColumns,
  manifestKind,
  manifestName,
  manifestSchema,
  pathIn,
  readManifest,
  readManifests,
  readSheet,
  removeUnfinished,
  sheetName,
  tableColumns,
} from '../manifest.ts';
import type { DataFile, Manifest } from '../manifest.ts';
import type { WrittenColumn } from '../columns.ts';
import { rowsDiffer } from '../deliver.ts';
import type { DeliverOptions, Outcome } from '../deliver.ts';
import { inputBatches } from '../inputs-file.ts';
import { asManifests, asSheet, provenanceOf } from '../methods/provenance.ts';
import type { MethodsSheet, SheetRun } from '../methods/provenance.ts';
import { asCrate, crateName } from '../ro-crate.ts';
import type { Rows } from '../rows.ts';
import { bytesOfFile } from '../save-files.ts';
import { findUnreadable } from '../selection.ts';
import type { SelectedList, SelectedRun } from '../selection.ts';
import { defineFormat } from './format.ts';
import type { Sink } from './format.ts';

interface Work extends Sink {
  rows: Rows;
  /** Writes a file of the dataset, all or nothing. */
  put: (
    name: string,
    content: Parameters<typeof deliverIn>[2],
    options?: Omit<DeliverOptions, 'onPart'>,
  ) => Promise<WrittenFile>;
}

const words = {
  label: 'Dataset folder',
  values:
    'Columns are the same in every run: texts, IDs, dates, lists and objects are VARCHAR (lists and objects as JSON), counts BIGINT, other numbers DOUBLE, yes/no BOOLEAN. A value that is missing or null is null; fields beyond these and values of another type are in _rest, as JSON.',
};

export const dataset = defineFormat({
  ...words,
  extension: 'dataset',
  line: 'All rows and every column as Parquet, in a folder for each day of collection. Save more runs into the same folder: each adds files of its own and changes no others. People are not pseudonymised: for that, save as Parquet.',
  holds: 'folder',
  options: z.strictObject({ kind: z.literal('dataset') }),
  presets: [
    {
      id: 'dataset',
      label: 'Data platform',
      brief: 'Dataset folder',
      line: 'For Spark, Trino, BigQuery, ClickHouse and DuckDB: fixed columns, so that any number of runs can be read as one table.',
      place: 6,
    },
  ],

  write(rows, _options, out) {
    const { target, onPart } = out;
    const put: Work['put'] = (name, content, options) =>
      deliverIn(target, name, content, { ...options, onPart });
    return save({ ...out, rows, put });
  },

  async preview({ runs }) {
    const table = datasetTable(runs[0]?.resource.id ?? '');
    const contents = [
      { name: `${table}/collected=…/`, words: 'Rows: Parquet, by day of collection' },
      { name: 'inputs/collected=…/', words: 'Inputs of lists with their statuses' },
      { name: 'methods/', words: 'How each run was made; “Open recipe…” opens it' },
      { name: '_complete/', words: 'Which files of each run are complete' },
      ...(runs.some(({ own }) => own.columns().length > 0)
        ? [{ name: 'codes/', words: 'Your own columns; “Open a file…” takes them back' }]
        : []),
      { name: crateName, words: 'For repositories: the project’s title, creators and licence' },
    ];
    return { header: [], rows: [], contents };
  },
});

/** What was complete before an error remains, and nothing else is visible. */
async function save(work: Work): Promise<Outcome> {
  const { selection } = work.rows;
  const files: WrittenFile[] = [];
  let rows = 0;
  const counts = { otherTypes: 0, unreadableRows: 0, alreadySaved: 0 };
  // Written last: a link there must be found before anything is written.
  await pathIn(work.target, crateName);
  try {
    for (const selected of selection) {
      const added = await addRun(selected, work, rows);
      files.push(...added.files);
      rows += added.rows;
      for (const [key, count] of Object.entries(added.counts)) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the same keys
        counts[key as keyof typeof counts] += count;
      }
    }
  } catch (error) {
    // Runs that were added before this one are part of the dataset. Why it stopped says more than a failure
    // to describe them.
    if (files.length > 0) await describeDataset(work).catch(work.report);
    throw error;
  }
  await describeDataset(work);
  const pathOf = (name: string): string => join(work.target, ...name.split('/'));
  return {
    files: files.map((file) => ({ file, path: pathOf(file.name) })),
    others: [...selection.map(({ run }) => manifestName(run.stored.id)), crateName].map(pathOf),
    rows,
    columns: [],
    changes: changesOf(counts),
  };
}

/**
 * Writes the metadata of all runs of the dataset. Other processes may add theirs at the same time: the
 * last writer checks again, so that no run is missing in the end.
 */
async function describeDataset({ target, project, put }: Work): Promise<void> {
  for (let text = ''; ;) {
    const next = crateOf(await readManifests(target), project());
    if (next === text) return;
    text = next;
    await put(crateName, [Buffer.from(text)]);
  }
}

function crateOf(manifests: readonly Manifest[], project: ProjectDetails): string {
  const names = [...new Set(manifests.map(({ label }) => label))];
  return asCrate({
    project,
    name: names.length > 3 ? `${names.slice(0, 3).join(', ')} and more` : names.join(', '),
    savedAt:
      manifests
        .map(({ savedAt }) => savedAt)
        .toSorted()
        .at(-1) ?? isoTime(),
    files: manifests.flatMap(({ files, methods, codes, label, table }) => [
      ...files.map((file) => ({
        ...file,
        about: `${file.name.startsWith(`${table}/`) ? 'Rows' : 'Inputs'} of ${quoted(label)}`,
      })),
      { ...methods, about: `How ${quoted(label)} was collected, with its recipe` },
      ...(codes === null ? [] : [{ ...codes, about: `A person’s columns of ${quoted(label)}` }]),
    ]),
    runs: manifests.map((run) => ({
      ...run,
      recipes: [run.methods.name],
      results: run.files.map(({ name }) => name),
    })),
  });
}

interface AddedRun {
  files: WrittenFile[];
  rows: number;
  counts: Record<'otherTypes' | 'unreadableRows' | 'alreadySaved', number>;
}

async function addRun(selected: SelectedRun, work: Work, before: number): Promise<AddedRun> {
  const { target: root } = work;
  const { stored, resource } = selected.run;
  const known = await readManifest(root, stored.id);
  if (known !== null && known.log !== stored.logId) throw new ProblemError(otherRun());
  const table = known?.table ?? datasetTable(resource.id);
  const clear = (recorded: Manifest | null): Promise<void> =>
    removeUnfinished(root, [table, inputsTable], stored.id, recorded?.files ?? []);
  // Files of a save that was killed.
  await clear(known);
  try {
    return await addFiles(selected, work, known, table, before);
  } catch (error) {
    // Not every reader asks the record, which may be there already, which files count.
    await readManifest(root, stored.id).then(clear).catch(work.report);
    throw error;
  }
}

async function addFiles(
  selected: SelectedRun,
  work: Work,
  known: Manifest | null,
  table: string,
  before: number,
): Promise<AddedRun> {
  const { target: root, progress, put } = work;
  const { run, rows, list } = selected;
  const { stored } = run;
  const files: DataFile[] = [...(known?.files ?? [])];
  const nextName = (folder: string, day: string): string => {
    const number = files.filter(({ name }) => name.startsWith(`${folder}/`)).length;
    return `${folder}/collected=${day}/${stored.id}-${String(number).padStart(4, '0')}.parquet`;
  };
  const ofTable = await tableColumns(root, table, run.resource);
  const columns = itemColumns(ofTable, stored.id);
  const { damaged, unreadableRows } = await findUnreadable(selected);
  const from = known?.upTo ?? 0;
  const counts = { otherTypes: 0, unreadableRows: 0, alreadySaved: 0 };
  let added = 0;
  const { size } = await stat(join(stored.folder, logName));
  const sizes = partSizes(size, stored.rowCount);
  const skipped = known?.pending ?? [];
  // A page may be readable later: when its disk is there again, or the run was restored.
  const isUnwritten = (range: RowRange): boolean =>
    (range.from >= from && range.from < rows) || skipped.some((one) => one.from === range.from);
  const pending = damaged.filter(isUnwritten);
  const ranges = [...skipped, { from, to: rows }];
  for (const stretch of ranges.flatMap((range) => stretchesOf(stored.pages, range, sizes.file))) {
    const part = await addRows(
      nextName(table, stretch.day),
      { ...selected, from: stretch.from, rows: stretch.to, seqs: seqsIn(stretch, damaged) },
      { columns, groupRows: sizes.group },
      work,
    );
    if (part === null) continue;
    files.push(part.file);
    added += part.file.rows;
    counts.otherTypes += part.misfits;
    progress.writing({ rows: before + added, bytes: part.file.bytes });
  }
  const statuses = list && statusesOf(list);
  if (list !== null && statuses !== known?.inputs) {
    const name = nextName(inputsTable, isoTime().slice(0, 10));
    files.push(await addInputs(name, list, inputColumns(stored.id), work));
  }

  const upTo = Math.max(from, rows);
  if (known !== null) counts.alreadySaved = rowsIn(known.files, table);
  counts.unreadableRows = unreadableRows;
  const sheet = await asSheet(
    provenanceOf({ spec: work.rows.spec, selection: [selected], replacer: null }, work.version),
    {
      files: [{ file: asOneFile(table, files) }],
      rows: rowsIn(files, table),
      columns: writtenColumnsOf(columns, run),
      changes: changesOf(counts),
    },
    words,
    null,
    work,
  );
  const text = await codesOf(run, work.project().creators[0]?.name ?? '');
  const codes = text === null ? null : Buffer.from(text);
  const isCoded = codes !== null && hashOf(codes) !== known?.codes?.sha256;
  const hasNew = isCoded || files.length > (known?.files.length ?? 0);
  if (!hasNew && known !== null && (await isRecorded(root, known, sheet))) {
    // What can't be read was said when it was left out.
    return { files: [], rows: 0, counts: { ...counts, unreadableRows: 0 } };
  }
  const methods = await put(sheetName(stored.id), asText(sheet));
  const ofCodes = isCoded ? await put(codesName(stored.id), [codes]) : (known?.codes ?? null);
  const manifest: Manifest = {
    ...manifestKind,
    ...asManifests(sheet)[0]!,
    log: stored.logId,
    table,
    columns: ofTable,
    savedAt: isoTime(),
    upTo,
    pending,
    files,
    inputs: statuses,
    methods,
    codes: ofCodes,
  };
  await put(manifestName(stored.id), asText(manifestSchema.parse(manifest)));
  const newFiles = files
    .slice(known?.files.length ?? 0)
    .map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  return { files: [...newFiles, methods, ...(isCoded ? [ofCodes!] : [])], rows: added, counts };
}

/** Adds the selected rows of a run, unless there are none. */
async function addRows(
  name: string,
  selected: SelectedRun,
  { columns, groupRows }: { columns: CopyColumn[]; groupRows: number },
  work: Work,
): Promise<{ file: DataFile; misfits: number } | null> {
  const { seqs, run, from, rows: to } = selected;
  if (seqs === null || seqs.length === 0) return null;
  const path = await work.tempFolder.file(tempName);
  const ownPages = run.stored.pages
    .filter((page) => page.rows > 0 && page.firstRow < to && page.firstRow + page.rows > from)
    .map((page) => ({ firstRow: page.firstRow, at: Date.parse(answeredAt(page)) }));
  const copy = (of: CopyColumn[], pages: typeof ownPages): Asked<'copy'> => ({
    kind: 'copy',
    view: everyRow,
    copy: { path, columns: of, format: { kind: 'dataset', groupRows, pages } },
  });
  const lines = linesFor(columns);
  const { answer } = await work.rows.select([selected]).ask<'copy'>({
    own: copy(columns, ownPages),
    line: lines.of,
    made: () => copy(lines.columns, pagesOf(run.stored.pages, seqs)),
  });
  rowsDiffer(answer.rows, seqs.length);
  const file = await deliverPart(name, path, answer.rows, work);
  return { file, misfits: answer.misfits + lines.misfits() };
}

/** Adds the inputs of a list in their present state. */
async function addInputs(
  name: string,
  { inputs, ...list }: SelectedList,
  columns: CopyColumn[],
  work: Work,
): Promise<DataFile> {
  const path = await work.tempFolder.file(tempName);
  const { keys, count } = inputs.list;
  async function* lines(): AsyncGenerator<string[]> {
    for (const batch of inputBatches({ inputs, ...list })) {
      yield batch.map(({ input, values: cells }) => {
        const { text, ...rest } = input;
        const values = Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? '']));
        return JSON.stringify({ input: text, values: JSON.stringify(values), ...rest });
      });
    }
  }
  const pages = [{ firstRow: 0, at: now().getTime() }];
  const format = { kind: 'dataset', groupRows: inputGroupRows, pages } as const;
  const answer = await work.rows.askLines<'copy'>({
    lines: lines(),
    made: () => ({ kind: 'copy', view: everyRow, copy: { path, columns, format } }),
  });
  rowsDiffer(answer?.rows ?? 0, count);
  return deliverPart(name, path, count, work);
}

/** DuckDB’s default: inputs are short. */
const inputGroupRows = 122_880;

const tempName = 'part.parquet';

async function deliverPart(
  name: string,
  path: string,
  rows: number,
  { progress, put, signal }: Work,
): Promise<DataFile> {
  const { size } = await stat(path);
  const file = await put(name, bytesOfFile(path), {
    signal,
    onBytes: (bytes) => progress.finishing(bytes, size),
  });
  return { ...file, rows };
}

const restField = 'rest';

/** Rows as lines with values only where they fit, and the columns that read them; all others are in `rest`. */
function linesFor(columns: readonly CopyColumn[]): {
  of: (row: JsonObject) => string;
  columns: CopyColumn[];
  /** Values put into `rest` because of their type, so far. */
  misfits: () => number;
} {
  const wanted = new Map(
    columns.flatMap((column, at) =>
      column.kind === 'member'
        ? [[column.field, { at, type: column.type ?? 'VARCHAR' }] as const]
        : [],
    ),
  );
  let misfits = 0;
  return {
    of: (row) => {
      const members: string[] = [];
      const others: string[] = [];
      for (const [field, value] of Object.entries(row)) {
        if (value === null || isOwnField(field)) continue;
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
    columns: columns.map((column, at): CopyColumn => {
      if (column.kind === 'member') return { ...column, field: `x${at}` };
      const { name } = column;
      return column.kind === 'rest'
        ? { kind: 'member', field: restField, type: 'VARCHAR', name }
        : column;
    }),
    misfits: () => misfits,
  };
}

function textOf(value: Exclude<JsonValue, null>): string {
  if (typeof value === 'string') return value.toWellFormed();
  return isExactNumber(value) ? value.$n : stringifyJson(value);
}

/** Whether the record already says what a sheet says of the run: how it ended, its calls, its name. */
async function isRecorded(root: string, known: Manifest, { runs }: MethodsSheet): Promise<boolean> {
  const before = (await readSheet(root, known.run))?.run;
  const facts = (run?: SheetRun): unknown[] => [run?.ended.state, run?.calls, run?.label];
  return isDeepStrictEqual(facts(before), facts(runs[0]));
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const rowsIn = (files: readonly DataFile[], table: string): number =>
  files.reduce((sum, { name, rows }) => sum + (name.startsWith(`${table}/`) ? rows : 0), 0);

/** A run’s files as one: its checksum is that of their list, in the format of `sha256sum`. */
function asOneFile(table: string, files: readonly DataFile[]): WrittenFile {
  const own = files.filter(({ name }) => name.startsWith(`${table}/`));
  const lines = own.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
  return {
    name: `${table}/`,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: createHash('sha256').update(lines).digest('hex'),
  };
}

function writtenColumnsOf(columns: readonly CopyColumn[], run: LiveRun): WrittenColumn[] {
  const { resource } = run;
  const fields = [...builtInFields(resource), ...resource.fields];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const types = new Map(columnsOf(run).map(({ field, type }) => [field, type]));
  return columns.map((column) => {
    const field = column.kind === 'member' ? column.field : column.name;
    return {
      name: column.name,
      field,
      label: labels.get(field) ?? column.name,
      type: types.get(field) ?? 'text',
      filled: null,
    };
  });
}

/** A hash of what would be written about the inputs, so that the same is not written twice. */
function statusesOf(list: SelectedList): string {
  const hash = createHash('sha256');
  for (let n = 0; n < list.inputs.list.count; n++) {
    const { status, rows, calls } = list.outcomes.input(n);
    hash.update(`${status} ${rows} ${calls}\n`);
  }
  return hash.digest('hex');
}

const otherRun = (): Problem =>
  ownProblem(
    'invalid_input',
    'This dataset already has another run with this ID.',
    'Save into another folder, or collect under another label.',
  );

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
function partSizes(logBytes: number, logRows: number): { group: number; file: number } {
  const rowsOf = (bytes: number): number => Math.floor((bytes * logRows) / Math.max(1, logBytes));
  const vectors = Math.floor(rowsOf(maxGroupBytes) / minGroupRows) * minGroupRows;
  const group = Math.min(Math.max(vectors, minGroupRows), maxGroupRows);
  const groups = Math.floor(Math.min(maxFileRows, rowsOf(maxFileBytes)) / group);
  return { group, file: group * Math.max(1, groups) };
}

/** Divides rows `from` to before `to`, in order. */
function stretchesOf(
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
function seqsIn({ from, to }: RowRange, leftOut: readonly RowRange[]): Uint32Array {
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
function pagesOf(pages: readonly PageRecord[], seqs: Uint32Array): CopyDataset['pages'] {
  const found: CopyDataset['pages'] = [];
  let row = 0;
  for (const page of pages) {
    const start = row;
    while (row < seqs.length && seqs[row]! < page.firstRow + page.rows) row++;
    if (row > start) found.push({ firstRow: start, at: Date.parse(answeredAt(page)) });
  }
  return found;
}
