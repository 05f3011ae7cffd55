/** Rows written to a file, with what belongs beside it: inputs, the methods sheet, the metadata of an archive. */
import { basename, dirname, join } from 'node:path';
import { networkSizeSchema } from '#shared/contract/export/export.ts';
import type { ExportSpec, ExportState } from '#shared/contract/export/export.ts';
import type { FoundPeople } from '#shared/contract/export/privacy.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { SaveTarget } from '../core.ts';
import { problemOf } from '../store/store-problem.ts';
import { changesOf } from './changes.ts';
import { createProgress, deliver } from './deliver.ts';
import type { Outcome, Placed } from './deliver.ts';
import { formatOf } from './formats/index.ts';
import type { TableDeps } from './formats/format.ts';
import { hasInputs, inputsFile, inputsTable, plainCsv } from './inputs-file.ts';
import { asRecipe, asSheet, provenanceOf } from './methods/provenance.ts';
import type { MethodsSheet, Provenance } from './methods/provenance.ts';
import { asMarkdown, besidePath, methodsLines } from './sheet-text.ts';
import { remainsAsChange } from './privacy/people.ts';
import { archiveCrate, crateName } from './ro-crate.ts';
import type { Rows } from './rows.ts';

/** A table whose people were looked for in all rows. */
export interface Table {
  rows: Rows;
  /** Who is named in it after they were replaced. */
  remains: FoundPeople['remains'];
}

/** What was saved, and the paths of all files to hand over. */
export type SavedFiles = Omit<
  Extract<ExportState, { kind: 'saved' }>,
  'kind' | 'name' | 'download'
> & { paths: string[] };

/** Writes the file that was chosen, or adds to a folder, and what belongs beside it. */
export async function saveTable(
  table: Table,
  { path: target, isArchive }: SaveTarget,
  deps: TableDeps,
): Promise<SavedFiles> {
  const { provenance, outcome } = await writeTable(table, target, deps);
  const { rows, changes, network = null, others = [] } = outcome;
  const files = [...outcome.files];
  const saved = (sheetProblem: Problem | null = null): SavedFiles => ({
    rows,
    changes,
    network: network && networkSizeSchema.parse(network),
    sheetProblem,
    files: files.map(({ file }) => file),
    paths: [...files.map(({ path }) => path), ...others],
  });
  const { holds, hasSheets = false } = formatOf(table.rows.spec.format);
  // A dataset describes itself.
  if (provenance === null || hasSheets || holds === 'folder') return saved();
  // The file itself is complete by now: a failing sheet is reported and undoes nothing, and it is too late to cancel.
  try {
    const { path } = files[0]!;
    const inputs = await writeInputs(table.rows, path, deps);
    const sheet = await sheetOf(provenance, outcome, inputs, deps);
    files.push(...(await writeSheet(sheet, path, deps)), ...inputs);
    // Only in an archive with just these files: it describes the whole folder.
    if (isArchive) others.push(await writeCrate(sheet, files, path, deps));
    return saved();
  } catch (error) {
    return saved(problemOf(error, deps.report));
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
): Promise<{ provenance: Provenance | null; outcome: Outcome }> {
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
  return { provenance, outcome: whole(outcome) };
}

/** The lines of a methods sheet that is in its file, which can't say its own size and checksum. */
async function methodsOf(
  provenance: Provenance,
  name: string,
  written: Omit<Outcome, 'files'>,
  deps: TableDeps,
): Promise<string[][]> {
  const file = { name, bytes: 0, sha256: '' };
  const sheet = await sheetOf(provenance, { ...written, files: [{ file }] }, [], deps);
  return methodsLines(sheet, formatOf(provenance.spec.format));
}

/** The sheet of what was written. @param inputs the file with the inputs of lists beside it, if there is one. */
export const sheetOf = (
  provenance: Provenance,
  written: Parameters<typeof asSheet>[1],
  [inputs]: readonly Placed[],
  deps: TableDeps,
): Promise<MethodsSheet> =>
  asSheet(provenance, written, formatOf(provenance.spec.format), inputs?.file ?? null, deps);

/** `posts` for `posts.edges.csv`, so that `posts.nodes.csv` is named alike. */
function withoutExtension(path: string, { format }: ExportSpec): string {
  const ending = `.${formatOf(format).extension}`;
  return path.endsWith(ending) ? path.slice(0, -ending.length) : path;
}

/** Writes the inputs of lists beside their rows, unless there are none, none may be saved, or the file itself has them. */
export async function writeInputs(
  { spec, selection, replacer }: Rows,
  path: string,
  { onPart }: Pick<TableDeps, 'onPart'>,
): Promise<Placed[]> {
  const format = formatOf(spec.format);
  if (format.hasSheets || !hasInputs(selection, spec.privacy)) return [];
  const content = inputsFile(selection, format.inputs(spec.format) ?? plainCsv, replacer);
  return [await deliver(besidePath(path, '.inputs.csv'), content, { onPart })];
}

/** Writes the methods sheet beside a file, for people and for programs. @throws StoreError; what was written remains. */
export async function writeSheet(
  sheet: MethodsSheet,
  path: string,
  { onPart }: Pick<TableDeps, 'onPart'>,
): Promise<Placed[]> {
  const text = asMarkdown(sheet, formatOf(sheet.spec.format), basename(path));
  const json = `${JSON.stringify(sheet, null, 2)}\n`;
  return [
    await deliver(besidePath(path, '.methods.md'), [Buffer.from(text)], { onPart }),
    await deliver(besidePath(path, '.methods.json'), [Buffer.from(json)], { onPart }),
  ];
}

/** Writes the metadata of an archive with just these files, beside them. Returns its path. */
export async function writeCrate(
  sheet: MethodsSheet,
  files: readonly Placed[],
  path: string,
  { onPart, project }: Pick<TableDeps, 'onPart' | 'project'>,
): Promise<string> {
  const crate = join(dirname(path), crateName);
  const written = files.map(({ file }) => file);
  await deliver(crate, [Buffer.from(archiveCrate(sheet, written, project()))], { onPart });
  return crate;
}
