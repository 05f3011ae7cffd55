/** Rows written to a file, with what belongs beside it: inputs, the methods sheet, the metadata of an archive. */
import { basename, dirname, join } from 'node:path';
import { networkSizeSchema } from '#shared/contract/export/export.ts';
import type { ExportSpec, ExportState, WrittenFile } from '#shared/contract/export/export.ts';
import type { FoundPeople } from '#shared/contract/export/privacy.ts';
import type { ProjectDetails } from '#shared/contract/project.ts';
import type { SaveTarget } from '../core.ts';
import { problemOf } from '../store/store-problem.ts';
import { changesOf } from './changes.ts';
import { createProgress, deliver } from './deliver.ts';
import type { DeliverOptions, FolderOutcome, Outcome } from './deliver.ts';
import { formatOf } from './formats/index.ts';
import type { Format, Sink } from './formats/format.ts';
import { optionsIn } from './formats/options.ts';
import { hasInputs, inputsFile, inputsTable, plainCsv } from './inputs-file.ts';
import { asRecipe, asSheet, provenanceOf } from './methods/provenance.ts';
import type { MethodsSheet, Provenance } from './methods/provenance.ts';
import { besidePath, methodsLines, saveSheet } from './methods/save-sheet.ts';
import type { SavedSheet } from './methods/save-sheet.ts';
import { remainsAsChange } from './privacy/people.ts';
import { archiveCrate, crateName } from './ro-crate.ts';
import type { Rows } from './rows.ts';

export interface TableDeps extends Pick<
  Sink,
  | 'views'
  | 'report'
  | 'version'
  | 'tempFolder'
  | 'sheetLimits'
  | 'project'
  | 'signal'
  | 'fetchMedia'
  | 'onCount'
> {
  onPart: NonNullable<DeliverOptions['onPart']>;
  onState: (state: ExportState) => void;
}

/** A table whose people were looked for in all rows. */
export interface Table {
  rows: Rows;
  /** Who is named in it after they were replaced. */
  remains: FoundPeople['remains'];
}

/** What was saved, and the paths of all files to hand over. */
export type SavedFiles = Omit<
  Extract<ExportState, { kind: 'saved' }>,
  'kind' | 'name' | 'download' | 'ms'
> & { paths: string[] };

/** Writes the file that was chosen, or adds to a folder, and what belongs beside it. */
export async function saveTable(
  table: Table,
  target: SaveTarget,
  deps: TableDeps,
): Promise<SavedFiles> {
  const { isArchive = false } = target;
  const { provenance, outcome } = await writeTable(table, target.path, deps);
  const { rows, changes } = outcome;
  const ended = { rows, changes, network: null, sheetProblem: null };
  if ('files' in outcome) return { ...ended, files: outcome.files, paths: outcome.paths };
  const { file, beside = null, network = null, within = null } = outcome;
  const path = within?.path ?? target.path;
  const files = [file];
  const paths = [path, ...(within?.others ?? [])];
  const add = (one: { file: WrittenFile; path: string } | null): void => {
    if (one === null) return;
    files.push(one.file);
    paths.push(one.path);
  };
  add(beside);
  const saved = { ...ended, files, paths, network: network && networkSizeSchema.parse(network) };
  if (provenance === null || formatOf(provenance.spec.format).hasSheets) return saved;
  // The file itself is complete by now: a failing sheet is reported and undoes nothing, and it is too late to cancel.
  try {
    const inputs = await writeInputs(table.rows, path, deps);
    const format = formatOf(provenance.spec.format);
    const sheet = await asSheet(provenance, outcome, format, inputs?.file ?? null, deps);
    const written = await writeSheet(sheet, path, deps);
    files.push(...written.files);
    paths.push(...written.paths);
    add(inputs);
    // Only in an archive with just these files: it describes the whole folder.
    if (isArchive) paths.push(await writeCrate(sheet, files, path, deps));
    return saved;
  } catch (error) {
    return { ...saved, sheetProblem: problemOf(error, deps.report) };
  }
}

/**
 * Writes the rows to their file, or adds them to a folder. `isStep`: what it is for is not its own question, but a
 * recipe beside it.
 */
export async function writeTable(
  { rows, remains }: Table,
  path: string,
  deps: TableDeps,
  isStep = false,
): Promise<{ provenance: Provenance | null; outcome: Outcome | FolderOutcome }> {
  const { spec, replacer, selection } = rows;
  const { signal, onPart, onState } = deps;
  const name = basename(path);
  const whole = <T extends Pick<Outcome, 'changes'>>(written: T): T => ({
    ...written,
    changes: [
      ...written.changes,
      ...changesOf(replacer?.counts() ?? {}),
      ...remainsAsChange(remains),
    ],
  });
  const provenance = spec.methods ? provenanceOf(rows, deps.version) : null;
  const outcome = await formatOf(spec.format).write(rows, {
    ...deps,
    target: path,
    besidePath: (ending) => besidePath(withoutExtension(path, spec), ending),
    deliver: (content, { path: to = path, ...options }) =>
      deliver(to, content, { ...options, signal, onPart }),
    progress: createProgress(onState),
    sheets: provenance && {
      inputs: hasInputs(selection, spec.privacy) ? inputsTable(selection, replacer) : null,
      methods: isStep ? null : (written) => methodsOf(provenance, name, whole(written), deps),
      recipe: isStep ? null : asRecipe(provenance),
    },
  });
  return { provenance, outcome: 'files' in outcome ? outcome : whole(outcome) };
}

/** The lines of a methods sheet that is in its file, which can't say its own size and checksum. */
async function methodsOf(
  provenance: Provenance,
  name: string,
  written: Omit<Outcome, 'file'>,
  deps: TableDeps,
): Promise<string[][]> {
  const format = formatOf(provenance.spec.format);
  const file = { name, bytes: 0, sha256: '' };
  const sheet = await asSheet(provenance, { ...written, file }, format, null, deps);
  return methodsLines(sheet, wordsOf(format));
}

/** `posts` for `posts.edges.csv`, so that `posts.nodes.csv` is named alike. */
function withoutExtension(path: string, { format }: ExportSpec): string {
  const ending = `.${formatOf(format).extension}`;
  return path.endsWith(ending) ? path.slice(0, -ending.length) : path;
}

/**
 * Writes the inputs of lists beside their rows; returns null when there are none, none may be saved, or the file
 * itself has them.
 */
export async function writeInputs(
  { spec, selection, replacer }: Rows,
  path: string,
  { onPart }: Pick<TableDeps, 'onPart'>,
): Promise<{ file: WrittenFile; path: string } | null> {
  if (formatOf(spec.format).hasSheets || !hasInputs(selection, spec.privacy)) return null;
  const asInputs = formatOf(spec.format).inputs(spec.format) ?? plainCsv;
  const content = inputsFile(selection, asInputs, replacer);
  const inputsPath = besidePath(path, '.inputs.csv');
  return { file: await deliver(inputsPath, content, { onPart }), path: inputsPath };
}

/** Writes the methods sheet beside a file. */
export function writeSheet(
  sheet: MethodsSheet,
  path: string,
  { onPart }: Pick<TableDeps, 'onPart'>,
): Promise<SavedSheet> {
  return saveSheet(sheet, wordsOf(formatOf(sheet.spec.format)), path, { onPart });
}

/** What a sheet says of a format. */
const wordsOf = (format: Format) => ({
  holds: format.holds,
  hasSheets: format.hasSheets ?? false,
  options: optionsIn(format.options),
  reading: ({ file, spec, columns }: Pick<MethodsSheet, 'file' | 'spec' | 'columns'>) =>
    format.reading(file.name, spec.format, columns),
});

/** Writes the metadata of an archive with just these files, beside them. Returns its path. */
export async function writeCrate(
  sheet: MethodsSheet,
  files: readonly WrittenFile[],
  path: string,
  { onPart, project }: Pick<TableDeps, 'onPart'> & { project: () => ProjectDetails },
): Promise<string> {
  const crate = join(dirname(path), crateName);
  await deliver(crate, [Buffer.from(archiveCrate(sheet, files, project()))], { onPart });
  return crate;
}
