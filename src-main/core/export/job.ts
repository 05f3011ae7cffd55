/** One export, from its spec to the finished files. */
import { dirname, join } from 'node:path';
import { assertNever } from '#shared/assert-never.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import { formats } from '#shared/contract/export/formats.ts';
import type { ExportSpec, ExportState, NetworkSize } from '#shared/contract/export/export.ts';
import type { FoundPeople } from '#shared/contract/export/privacy.ts';
import type { SaveTarget } from '../core.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { problemOf } from '../store/store-problem.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import { changesOf } from './changes.ts';
import { allColumns, chosenColumns } from './columns.ts';
import { saveDataset } from './dataset/save-dataset.ts';
import { saveCsv } from './csv/save-csv.ts';
import { deliver } from './deliver.ts';
import type { DeliverOptions } from './deliver.ts';
import { hasInputs, inputsFile } from './inputs-file.ts';
import { saveJsonLines, saveRaw } from './save-json-lines.ts';
import { saveParquet } from './save-parquet.ts';
import { saveXlsx } from './xlsx/save-xlsx.ts';
import type { SheetLimits } from './xlsx/workbook.ts';
import { networkFields } from './network/network.ts';
import { saveNetwork } from './network/save-network.ts';
import { makeRecipe, makeSheet } from './methods/make-sheet.ts';
import type { SheetDeps } from './methods/make-sheet.ts';
import { besidePath, saveSheet } from './methods/save-sheet.ts';
import type { SavedSheet } from './methods/save-sheet.ts';
import { labelsWithoutPeople } from './privacy/replacer.ts';
import {
  collectPeople,
  findRemaining,
  namingColumns,
  remainsAsChange,
} from './privacy/find-people.ts';
import type { Replacer } from './privacy/replacer.ts';
import { archiveCrate, crateName } from './ro-crate.ts';
import { createProgress } from './work.ts';
import { selectedCount, selectRows } from './selection.ts';
import type { SelectedRun, SelectionDeps } from './selection.ts';
import type { ExportWork, Outcome } from './work.ts';
import { openTempFolder } from './temp-folder.ts';

export interface JobDeps extends Omit<SelectionDeps, 'live'>, SheetDeps {
  /** Creates what replaces values for privacy; null if nothing is replaced. */
  replacerOf: (spec: ExportSpec, runs: readonly LiveRun[]) => Promise<Replacer | null>;
  columnStore: ColumnStore;
  dataFolder: string;
  /** The project's details, for the metadata. */
  project: () => ProjectDetails;
  /** Maximum length of a workbook's sheets; Excel's limits by default. */
  sheetLimits?: SheetLimits;
}

export interface Job {
  id: string;
  spec: ExportSpec;
  runs: readonly LiveRun[];
  target: SaveTarget;
  signal: AbortSignal;
  onState: (state: ExportState) => void;
  /** Called once the rows are selected. */
  onRowCount: (rows: number) => void;
}

/** @throws the error that stopped it; the signal's reason when cancelled. No partial file is left. */
export async function runJob(job: Job, deps: JobDeps): Promise<ExportState> {
  const { spec, runs, target, signal } = job;
  const start = performance.now();
  const tempFolder = openTempFolder(deps.dataFolder, job.id);
  try {
    const selected = await selectRows(runs, spec, deps, signal);
    if (spec.format.kind !== 'raw') job.onRowCount(selectedCount(selected));
    const progress = createProgress(job.onState);
    if (spec.format.kind === 'dataset') {
      const work = {
        ...deps,
        root: target.path,
        spec,
        selection: selected,
        tempFolder,
        progress,
        signal,
      };
      const { paths, ...saved } = await saveDataset(work);
      return {
        ...saved,
        ...(await target.finish(paths)),
        ...ended(start),
        network: null,
        sheetProblem: null,
      };
    }
    const replacer = await deps.replacerOf(spec, runs);
    const selection = labelsWithoutPeople(selected, replacer);
    const remains = replacer === null ? [] : await findPeopleRemaining(job, selection, replacer);
    const onPart = (part: string): Promise<void> => tempFolder.note(part);
    const work: ExportWork = {
      spec,
      format: spec.format,
      selection,
      columns: chosenColumns(runs, spec),
      replace: replacer?.replace ?? null,
      replacer,
      // When names are replaced, none may be in a part of the file that nobody sees.
      recipe: spec.methods && spec.privacy === null ? makeRecipe(spec, selection, replacer) : null,
      columnStore: deps.columnStore,
      tempFolder,
      progress,
      signal,
      report: deps.report,
      version: deps.version,
      besidePath: (ending) => besidePath(withoutExtension(target.path, spec), ending),
      deliver: (content, { path = target.path, ...options }) =>
        deliver(path, content, {
          ...options,
          signal,
          onPart,
        }),
    };
    const outcome = await save(work, deps);
    outcome.changes.push(...changesOf(replacer?.counts() ?? {}), ...remainsAsChange(remains));
    const sheet = spec.methods
      ? await writeSheet(job, selection, outcome, replacer, { ...deps, onPart })
      : noSheet;
    const beside = outcome.beside ?? null;
    const own = beside === null ? [target.path] : [target.path, beside.path];
    return {
      ...(await target.finish([...own, ...sheet.paths])),
      files: [outcome.file, ...(beside === null ? [] : [beside.file]), ...sheet.files],
      rows: outcome.rows,
      network: sizeOf(outcome),
      changes: outcome.changes,
      ...ended(start),
      sheetProblem: sheet.problem,
    };
  } finally {
    await tempFolder.remove().catch(deps.report);
  }
}

/** Collects the people in the rows, and finds the columns that still name them after replacement. */
async function findPeopleRemaining(
  { runs, spec, signal }: Job,
  selection: readonly SelectedRun[],
  { people, replaceUncounted }: Replacer,
): Promise<FoundPeople['remains']> {
  const rows = { selection, signal };
  const naming = namingColumns(rows, allColumns(runs), spec.privacy?.pseudonyms);
  await collectPeople(rows, naming, people);
  const fields =
    spec.network === null
      ? chosenColumns(runs, spec).map(({ field }) => field)
      : networkFields(spec.network, runs, spec.privacy);
  return findRemaining(rows, fields, naming, people, replaceUncounted);
}

const ended = (start: number): { kind: 'saved'; ms: number } => ({
  kind: 'saved',
  ms: Math.round(performance.now() - start),
});

/** `posts` for `posts.edges.csv`, so that `posts.nodes.csv` is named alike. */
function withoutExtension(path: string, { format }: ExportSpec): string {
  const ending = `.${formats[format.kind].extension}`;
  return path.endsWith(ending) ? path.slice(0, -ending.length) : path;
}

function sizeOf({ network }: Outcome): NetworkSize | null {
  if (network === undefined || network === null) return null;
  const { words: _, ...size } = network;
  return size;
}

const noSheet = { paths: [], files: [], problem: null } as const;

/**
 * Writes the inputs of lists, then the methods sheet. The file itself is complete by now: a failing sheet
 * is reported and undoes nothing, and it is too late to cancel.
 */
async function writeSheet(
  { spec, target }: Job,
  selection: readonly SelectedRun[],
  outcome: Outcome,
  replacer: Replacer | null,
  deps: JobDeps & Pick<DeliverOptions, 'onPart'>,
): Promise<SavedSheet & { problem: Problem | null }> {
  try {
    const { onPart } = deps;
    const { extension, content } = inputsFile(selection, spec.format, replacer);
    const inputsPath = besidePath(target.path, `.inputs.${extension}`);
    const inputs = hasInputs(selection, spec.privacy)
      ? await deliver(inputsPath, content, { onPart })
      : null;
    const sheet = await makeSheet(spec, selection, outcome, inputs, replacer, deps);
    const { files, paths } = await saveSheet(sheet, target.path, { onPart });
    if (inputs !== null) {
      files.push(inputs);
      paths.push(inputsPath);
    }
    // Only in an archive with just these files: it describes the whole folder.
    if (target.isArchive === true) {
      const { file, beside } = outcome;
      const all = [file, ...(beside ? [beside.file] : []), ...files];
      const crate = join(dirname(target.path), crateName);
      await deliver(crate, [Buffer.from(archiveCrate(sheet, all, deps.project()))], { onPart });
      paths.push(crate);
    }
    return { files, paths, problem: null };
  } catch (error) {
    return { files: [], paths: [], problem: problemOf(error, deps.report) };
  }
}

function save(work: ExportWork, { sheetLimits }: JobDeps): Promise<Outcome> {
  const { format } = work;
  switch (format.kind) {
    case 'csv':
      return saveCsv({ ...work, format });
    case 'xlsx':
      return saveXlsx({ ...work, format }, sheetLimits);
    case 'jsonl':
      return saveJsonLines(work);
    case 'parquet':
      return saveParquet({ ...work, format });
    case 'gexf':
    case 'edges':
      return saveNetwork({ ...work, format });
    case 'raw':
      return saveRaw(work);
    // A folder, not a file: handled above.
    case 'dataset':
      throw new Error('A dataset has more than one file');
    default:
      return assertNever(format);
  }
}
