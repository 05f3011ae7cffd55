/** One export, from its spec to the finished files; and its preview. */
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Problem } from '#shared/contract/problem.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import { networkSizeSchema } from '#shared/contract/export/export.ts';
import type { ExportPreview, ExportSpec, ExportState } from '#shared/contract/export/export.ts';
import type { FoundPeople } from '#shared/contract/export/privacy.ts';
import type { SaveTarget } from '../core.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { problemOf } from '../store/store-problem.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import { changesOf } from './changes.ts';
import { allColumns } from './columns.ts';
import { createProgress, deliver } from './deliver.ts';
import type { DeliverOptions, Outcome } from './deliver.ts';
import { sampleRows } from './formats/format.ts';
import { formatOf } from './formats/index.ts';
import { optionsIn } from './formats/options.ts';
import { hasInputs, inputsFile, plainCsv } from './inputs-file.ts';
import type { SheetLimits } from './workbook.ts';
import { networkFields } from './network.ts';
import { asCitation, asRecipe, asSheet, provenanceOf } from './methods/provenance.ts';
import type { Provenance, SheetDeps } from './methods/provenance.ts';
import { besidePath, saveSheet } from './methods/save-sheet.ts';
import type { SavedSheet } from './methods/save-sheet.ts';
import { collectPeople, findRemaining, namingColumns, remainsAsChange } from './privacy/people.ts';
import type { Replacer } from './privacy/replacer.ts';
import { archiveCrate, crateName } from './ro-crate.ts';
import { openRows } from './rows.ts';
import type { Rows } from './rows.ts';
import type { SelectionDeps } from './selection.ts';
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
  const format = formatOf(spec.format);
  const start = performance.now();
  const tempFolder = openTempFolder(deps.dataFolder, job.id);
  const onPart = (part: string): Promise<void> => tempFolder.note(part);
  try {
    const rows = await openRows(runs, spec, { ...deps, tempFolder }, signal);
    const { replacer } = rows;
    if (format.holds !== 'pages') job.onRowCount(rows.count);
    const remains = replacer === null ? [] : await findPeopleRemaining(rows, replacer);
    const provenance = spec.methods ? provenanceOf(rows, deps.version) : null;
    const written = await format.write(rows, {
      ...deps,
      target: target.path,
      besidePath: (ending) => besidePath(withoutExtension(target.path, spec), ending),
      deliver: (content, { path = target.path, ...options }) =>
        deliver(path, content, { ...options, signal, onPart }),
      progress: createProgress(job.onState),
      tempFolder,
      signal,
      // When names are replaced, none may be in a part of the file that nobody sees.
      recipe: provenance !== null && spec.privacy === null ? asRecipe(provenance) : null,
    });
    const ended = {
      kind: 'saved' as const,
      rows: written.rows,
      changes: written.changes,
      get ms() {
        return Math.round(performance.now() - start);
      },
    };
    if ('files' in written) {
      const finished = await target.finish(written.paths);
      return { ...finished, ...ended, files: written.files, network: null, sheetProblem: null };
    }
    const { file, beside = null, network = null } = written;
    written.changes.push(...changesOf(replacer?.counts() ?? {}), ...remainsAsChange(remains));
    const sheet = provenance
      ? await writeSheet(job, provenance, written, replacer, { ...deps, onPart })
      : noSheet;
    const own = beside === null ? [target.path] : [target.path, beside.path];
    return {
      ...(await target.finish([...own, ...sheet.paths])),
      ...ended,
      files: [file, ...(beside === null ? [] : [beside.file]), ...sheet.files],
      network: network && networkSizeSchema.parse(network),
      sheetProblem: sheet.problem,
    };
  } finally {
    await tempFolder.remove().catch(deps.report);
  }
}

/**
 * The first rows as they would be written; with privacy, also as they were before.
 * @throws the signal's reason.
 */
export async function preview(
  runs: readonly LiveRun[],
  spec: ExportSpec,
  most: number,
  deps: JobDeps,
  signal: AbortSignal,
): Promise<ExportPreview> {
  const { privacy } = spec;
  const format = formatOf(spec.format);
  const tempFolder = openTempFolder(deps.dataFolder, `preview-${randomUUID()}`);
  try {
    const rows = await openRows(runs, spec, { ...deps, tempFolder }, signal);
    const { replacer, count } = rows;
    // They may also name people from later rows: saving the file checks all rows.
    if (replacer !== null) await collectIn(rows.first(sampleRows), replacer);
    const shown = await format.preview(rows, most);
    const hasBefore = privacy !== null && shown.network === undefined;
    const plain = hasBefore ? rows.withoutPrivacy() : null;
    const before = plain && (await format.preview(plain, most));
    return {
      of: count,
      text: null,
      network: null,
      contents: null,
      ...shown,
      citation: asCitation(provenanceOf(rows, deps.version), count),
      before: before && { header: before.header, rows: before.rows },
    };
  } finally {
    await tempFolder.remove().catch(deps.report);
  }
}

/** Collects the people in the rows, and returns the columns that name them. */
async function collectIn(
  rows: Rows,
  { people }: Replacer,
): Promise<ReturnType<typeof namingColumns>> {
  const naming = namingColumns(rows, allColumns(rows.runs), rows.spec.privacy?.pseudonyms);
  await collectPeople(rows, naming, people);
  return naming;
}

/** Collects the people in the rows, and finds the columns that still name them after replacement. */
async function findPeopleRemaining(
  rows: Rows,
  replacer: Replacer,
): Promise<FoundPeople['remains']> {
  const { spec, runs, chosen } = rows;
  const naming = await collectIn(rows, replacer);
  const fields =
    spec.network === null
      ? chosen.map(({ field }) => field)
      : networkFields(spec.network, runs, spec.privacy);
  return findRemaining(rows, fields, naming, replacer.people, replacer.replaceUncounted);
}

/** `posts` for `posts.edges.csv`, so that `posts.nodes.csv` is named alike. */
function withoutExtension(path: string, { format }: ExportSpec): string {
  const ending = `.${formatOf(format).extension}`;
  return path.endsWith(ending) ? path.slice(0, -ending.length) : path;
}

const noSheet = { paths: [], files: [], problem: null } as const;

/**
 * Writes the inputs of lists, then the methods sheet. The file itself is complete by now: a failing sheet
 * is reported and undoes nothing, and it is too late to cancel.
 */
async function writeSheet(
  { spec, target }: Job,
  provenance: Provenance,
  outcome: Outcome,
  replacer: Replacer | null,
  deps: JobDeps & Pick<DeliverOptions, 'onPart'>,
): Promise<SavedSheet & { problem: Problem | null }> {
  try {
    const { onPart } = deps;
    const { selection } = provenance;
    const format = formatOf(spec.format);
    const asInputs = format.inputs(spec.format) ?? plainCsv;
    const { extension, content } = inputsFile(selection, asInputs, replacer);
    const inputsPath = besidePath(target.path, `.inputs.${extension}`);
    const inputs = hasInputs(selection, spec.privacy)
      ? await deliver(inputsPath, content, { onPart })
      : null;
    const sheet = await asSheet(provenance, outcome, format, inputs, deps);
    const said = {
      holds: format.holds,
      options: optionsIn(format.options),
      reading: format.reading(sheet.file.name, spec.format, sheet.columns),
    };
    const { files, paths } = await saveSheet(sheet, said, target.path, { onPart });
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
