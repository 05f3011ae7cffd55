/**
 * Saves runs to a dataset: a folder of Parquet files by day, to which each run adds files and whose other
 * files it never changes. A save that ends before its record is written leaves the dataset unchanged.
 */
import { quoted } from '#shared/characters.ts';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Change, ExportSpec, WrittenFile } from '#shared/contract/export/export.ts';
import { datasetTable } from '#shared/contract/export/formats.ts';
import type { MethodsSheet, SheetRun } from '#shared/contract/export/methods-sheet.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import { columnsOf } from '../../runs/live-run.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import type { ColumnStore, PartColumn } from '../../store/columns/column-store.ts';
import { answersOf } from '../../store/log-contents.ts';
import type { RowRange } from '../../store/log-contents.ts';
import { logName } from '../../store/page-log.ts';
import { Serial } from '../../store/serial.ts';
import { isoTime } from '../../clock.ts';
import { ownProblem, ProblemError } from '../../problem-error.ts';
import { changesOf } from '../changes.ts';
import { findUnreadable } from '../copy-run.ts';
import { makeSheet } from '../methods/make-sheet.ts';
import type { SheetDeps } from '../methods/make-sheet.ts';
import { crateName, roCrate } from '../ro-crate.ts';
import type { SelectedList, SelectedRun } from '../selection.ts';
import type { TempFolder } from '../temp-folder.ts';
import type { Progress, WrittenColumn } from '../work.ts';
import {
  asText,
  deliverIn,
  inputsTable,
  manifestKind,
  manifestName,
  pathIn,
  readManifest,
  readManifests,
  readSheet,
  removeUnfinished,
  sheetName,
  writeManifest,
} from './manifest.ts';
import type { DataFile, Manifest } from './manifest.ts';
import { builtInFields, inputColumns, itemColumns, tableColumns } from './schema.ts';
import { partSizes, stretchesOf } from './stretches.ts';
import { addInputs, addRows } from './write-part.ts';

export interface DatasetWork extends SheetDeps {
  /** The folder of the dataset, absolute; it may already exist. */
  root: string;
  spec: ExportSpec;
  selection: readonly SelectedRun[];
  columnStore: ColumnStore;
  tempFolder: TempFolder;
  progress: Progress;
  signal: AbortSignal;
  project: () => ProjectDetails;
}

export interface Added {
  /** In the order in which they were written. */
  files: WrittenFile[];
  /** Absolute paths of these, and of the files that describe them. */
  paths: string[];
  rows: number;
  changes: Change[];
}

/** Saves to one folder are serialised: two of the same run would write the same files. */
const savesByFolder = new Map<string, Serial>();

/** @throws the error that stopped it; what was complete before remains, and nothing else is visible. */
export async function saveDataset(work: DatasetWork): Promise<Added> {
  const serial = savesByFolder.get(work.root) ?? new Serial();
  savesByFolder.set(work.root, serial);
  return serial.run(async () => {
    const added: Added = { files: [], paths: [], rows: 0, changes: [] };
    const counts = { otherTypes: 0, unreadableRows: 0, alreadySaved: 0 };
    // Written last: a link there must be found before anything is written.
    await pathIn(work.root, crateName);
    try {
      for (const selected of work.selection) {
        const addedRun = await addRun(selected, work, added.rows);
        added.files.push(...addedRun.files);
        added.rows += addedRun.rows;
        for (const [key, count] of Object.entries(addedRun.counts)) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the same keys
          counts[key as keyof typeof counts] += count;
        }
      }
    } catch (error) {
      // Runs that were added before this one are part of the dataset. Why it stopped says more than a failure
      // to describe them.
      if (added.files.length > 0) await describeDataset(work).catch(work.report);
      throw error;
    }
    added.changes.push(...changesOf(counts));
    await describeDataset(work);
    const describing = work.selection.map(({ run }) => manifestName(run.stored.id));
    const names = [...added.files.map(({ name }) => name), ...describing, crateName];
    added.paths = names.map((name) => join(work.root, ...name.split('/')));
    return added;
  });
}

/**
 * Writes the metadata of all runs of the dataset. Other processes may add theirs at the same time: the
 * last writer checks again, so that no run is missing in the end.
 */
async function describeDataset({ root, project, tempFolder }: DatasetWork): Promise<void> {
  const onPart = (part: string): Promise<void> => tempFolder.note(part);
  for (let text = ''; ;) {
    const next = crateOf(await readManifests(root), project());
    if (next === text) return;
    text = next;
    await deliverIn(root, crateName, [Buffer.from(text)], { onPart });
  }
}

function crateOf(manifests: readonly Manifest[], project: ProjectDetails): string {
  const names = [...new Set(manifests.map(({ label }) => label))];
  return roCrate({
    project,
    name: names.length > 3 ? `${names.slice(0, 3).join(', ')} and more` : names.join(', '),
    savedAt:
      manifests
        .map(({ savedAt }) => savedAt)
        .toSorted()
        .at(-1) ?? isoTime(),
    files: manifests.flatMap(({ files, methods, label, table }) => [
      ...files.map((file) => ({
        ...file,
        about: `${file.name.startsWith(`${table}/`) ? 'Rows' : 'Inputs'} of ${quoted(label)}`,
      })),
      { ...methods, about: `How ${quoted(label)} was collected, with its recipe` },
    ]),
    runs: manifests.map((run) => ({
      id: run.run,
      name: run.question,
      startTime: run.collectedFrom,
      endTime: run.collectedUntil,
      program: run.application,
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

async function addRun(selected: SelectedRun, work: DatasetWork, before: number): Promise<AddedRun> {
  const { root } = work;
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
  work: DatasetWork,
  known: Manifest | null,
  table: string,
  before: number,
): Promise<AddedRun> {
  const { root, tempFolder, progress } = work;
  const { run, rows, pages, list } = selected;
  const { stored } = run;
  const files: DataFile[] = [...(known?.files ?? [])];
  const nextName = (folder: string, day: string): string => {
    const number = files.filter(({ name }) => name.startsWith(`${folder}/`)).length;
    return `${folder}/collected=${day}/${stored.id}-${String(number).padStart(4, '0')}.parquet`;
  };
  const ofTable = await tableColumns(root, table, run.resource);
  const columns = itemColumns(ofTable, stored.id);
  const unreadable = await findUnreadable(selected);
  const damaged = unreadable.stretches.map(([from, last]) => ({ from, to: last + 1 }));
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
    const groupRows = sizes.group;
    const parts = { stretch, leftOut: damaged, columns, groupRows };
    const part = await addRows(nextName(table, stretch.day), selected, parts, work);
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
  counts.unreadableRows = unreadable.chosen;
  const onPart = (part: string): Promise<void> => tempFolder.note(part);
  const sheet = await makeSheet(
    work.spec,
    [selected],
    {
      file: asOneFile(table, files),
      rows: rowsIn(files, table),
      columns: writtenColumnsOf(columns, run),
      changes: changesOf(counts),
    },
    null,
    null,
    work,
  );
  const hasNew = files.length > (known?.files.length ?? 0);
  if (!hasNew && known !== null && (await isRecorded(root, known, sheet))) {
    // What can't be read was said when it was left out.
    return { files: [], rows: 0, counts: { ...counts, unreadableRows: 0 } };
  }
  const methods = await deliverIn(root, sheetName(stored.id), asText(sheet), { onPart });
  const manifest: Manifest = {
    ...manifestKind,
    run: stored.id,
    log: stored.logId,
    label: selected.label,
    question: sheet.runs[0]?.title ?? '',
    table,
    columns: ofTable,
    collectedFrom: run.createdAt,
    collectedUntil: answersOf(pages).lastAnswerAt ?? run.createdAt,
    savedAt: isoTime(),
    application: sheet.application,
    upTo,
    pending,
    files,
    inputs: statuses,
    methods,
  };
  await writeManifest(root, manifest, onPart);
  const newFiles = files
    .slice(known?.files.length ?? 0)
    .map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  return { files: [...newFiles, methods], rows: added, counts };
}

/** Whether the record already says what a sheet says of the run: how it ended, its calls, its name. */
async function isRecorded(root: string, known: Manifest, { runs }: MethodsSheet): Promise<boolean> {
  const before = (await readSheet(root, known.run))?.runs[0];
  const facts = (run?: SheetRun): unknown[] => [run?.ended.state, run?.calls, run?.label];
  return isDeepStrictEqual(facts(before), facts(runs[0]));
}

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

function writtenColumnsOf(columns: readonly PartColumn[], run: LiveRun): WrittenColumn[] {
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
    hash.update(
      `${list.outcomes.statusOf(n)} ${list.outcomes.rowsOf(n)} ${list.outcomes.callsOf(n)}\n`,
    );
  }
  return hash.digest('hex');
}

const otherRun = (): Problem =>
  ownProblem(
    'invalid_input',
    'This dataset already has another run with this ID.',
    'Save into another folder, or collect under another label.',
  );
