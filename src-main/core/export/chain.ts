/**
 * The steps of a recipe's run as tables that belong together: a person has the same pseudonym in all of them, also
 * where only another step's rows say that a word is a name. And the recipe, as it can be asked again.
 */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Change, ExportSpec } from '#shared/contract/export/export.ts';
import { isChoosable } from '#shared/contract/export/formats.ts';
import type { Privacy } from '#shared/contract/export/privacy.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Chain, RecipeRun, StepRecipe } from '#shared/contract/recipe.ts';
import { everyRow } from '#shared/contract/view.ts';
import { withoutKeys } from '#shared/query/list.ts';
import { countOf } from '#shared/counts.ts';
import { isoTime } from '../clock.ts';
import type { KnownEndpoint } from '../description/effective-catalogue.ts';
import { refused } from '../problem-error.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { allColumns } from './columns.ts';
import { archiveOf, createProgress, deliver } from './deliver.ts';
import type { Placed } from './deliver.ts';
import { formatOf } from './formats/index.ts';
import type { Format, TableDeps } from './formats/format.ts';
import { asOneSheet } from './methods/provenance.ts';
import type { MethodsSheet, Provenance } from './methods/provenance.ts';
import { isAccount } from './privacy/list-inputs.ts';
import { collectPeople, findPeople, People } from './privacy/people.ts';
import type { Rows } from './rows.ts';
import { fileWords } from './save-files.ts';
import { sheetOf, writeCrate, writeInputs, writeSheet, writeTable } from './save-table.ts';
import type { SavedFiles, Table } from './save-table.ts';

/** What is saved of a recipe's run. */
export interface ChainToSave extends Pick<Chain, 'pseudonyms' | 'media'> {
  recipe: StepRecipe;
  /** The numbers of the steps, from 0, in the order of the tables. */
  steps: readonly number[];
}

/** Of a recipe's run: what it asked, and the runs of its steps. */
export interface RunOfRecipe extends Pick<RecipeRun, 'recipe'> {
  steps: readonly Pick<RecipeRun['steps'][number], 'runId'>[];
}

export interface LookUp {
  /** Null: this version doesn't know it. */
  lookUp: (endpointId: string) => Pick<KnownEndpoint, 'endpoint'> | null;
}

/** @throws ProblemError when the runs aren't steps of that recipe. */
export function chainToSave(
  { pseudonyms, media }: Pick<Chain, 'pseudonyms' | 'media'>,
  run: RunOfRecipe | null,
  { runIds }: Pick<ExportSpec, 'runIds'>,
): ChainToSave {
  const steps = runIds.map((id) => run?.steps.findIndex(({ runId }) => runId === id) ?? -1);
  if (run === null || steps.includes(-1)) {
    throw refused(
      'This recipe’s run is no longer in the list.',
      'Save the rows of each step from its table.',
    );
  }
  return { pseudonyms, media, recipe: run.recipe, steps };
}

/** @throws ProblemError when a format can't have a table for each step. */
export function mustHoldSteps(
  { holds }: Pick<Format, 'holds'>,
  { pseudonyms, media = false }: Pick<Chain, 'pseudonyms' | 'media'>,
): void {
  if (holds !== 'rows' && holds !== 'pages') {
    throw refused(
      'The steps of a recipe can’t be saved together in this format.',
      'Choose a format for rows, or save each step from its table.',
    );
  }
  if (holds === 'pages' && pseudonyms !== 'none') {
    throw refused('People can’t be replaced in raw pages.', 'Choose a format for rows.');
  }
  if (media && pseudonyms !== 'none') {
    throw refused(
      'Pictures and videos show people, who can’t be replaced there.',
      'Save the tables with pseudonyms, or the files without.',
    );
  }
}

/**
 * Opens the rows of each step, with privacy found in the rows of all of them.
 * @param open opens the rows of one run, with these people known.
 */
export async function openSteps(
  runs: readonly LiveRun[],
  spec: ExportSpec,
  { pseudonyms }: Pick<ChainToSave, 'pseudonyms'>,
  open: (run: LiveRun, spec: ExportSpec, people: People) => Promise<Rows>,
): Promise<Rows[]> {
  const people = new People();
  const specs = runs.map((run) => specOf(run, spec));
  const plain: Rows[] = [];
  for (const [at, run] of runs.entries()) plain.push(await open(run, specs[at]!, people));
  if (pseudonyms === 'none') return plain;
  for (const rows of plain) await collectPeople(rows, people);
  const opened: Rows[] = [];
  for (const [at, run] of runs.entries()) {
    const { privacy } = await findPeople(plain[at]!, people);
    const all = pseudonyms === 'people' ? privacy : withIds(privacy, run);
    opened.push(await open(run, { ...specs[at]!, privacy: all }, people));
  }
  return opened;
}

/** All rows of a step, once each: an input that was stopped between two pages was asked from its first page again. */
export const specOf = ({ stored, resource }: LiveRun, spec: ExportSpec): ExportSpec => ({
  ...spec,
  runIds: [stored.id],
  columns: null,
  methods: true,
  view:
    stored.contents.hasRepeats && isChoosable(formatOf(spec.format))
      ? { ...everyRow, hideDuplicatesBy: resource.identity }
      : everyRow,
});

/** Replaces also the IDs of what isn't a person: the same ID is the same pseudonym, in an input of the next step too. */
function withIds(privacy: Privacy, run: LiveRun): Privacy {
  const { drop, pseudonyms, scrubMentions } = privacy;
  const replaced = [...drop, ...pseudonyms.map(({ field }) => field)];
  const ids = allColumns([run])
    .filter(({ field, meaning }) => meaning === 'id' || (field === inputField && asksForIds(run)))
    .flatMap(({ field }) => (replaced.includes(field) ? [] : [{ field, kind: 'id' as const }]));
  return {
    drop,
    pseudonyms: [...pseudonyms, ...ids],
    scrubMentions: scrubMentions.filter((field) => !ids.some((one) => one.field === field)),
  };
}

/** Whether its inputs are IDs: they are what a column of IDs is used for. */
const asksForIds = ({ endpoint, list }: LiveRun): boolean =>
  endpoint.parameters.some(
    ({ key, takes }) =>
      list?.inputs.list.keys.includes(key) && takes.some(({ field }) => /id$/i.test(field)),
  );

/** The recipe's name is the person's words: they may name somebody. */
export function archiveName({ recipe, pseudonyms }: ChainToSave): string {
  const name = pseudonyms === 'none' ? fileWords(recipe.name) : '';
  return `${name || 'recipe'}-${isoTime().slice(0, 10)}.zip`;
}

/**
 * Writes a table for each step, and one methods sheet for all of them, into an archive: all of it, or nothing.
 * @param target the path of the archive.
 */
export async function saveChain(
  tables: readonly Table[],
  { recipe, steps, pseudonyms, media = false }: ChainToSave,
  target: string,
  deps: TableDeps & LookUp,
): Promise<SavedFiles> {
  const folder = await deps.tempFolder.file('archive');
  await mkdir(folder, { mode: 0o700 });
  const sheets: { sheet: MethodsSheet; provenance: Provenance }[] = [];
  const [files, others, changes]: [Placed[], string[], Change[]] = [[], [], []];
  let rows = 0;
  for (const [at, table] of tables.entries()) {
    const step = steps[at]! + 1;
    const format = formatOf(table.rows.spec.format);
    const question = table.rows.runs[0]!.endpoint.id.replaceAll('.', '-');
    const path = join(folder, `step-${step}-${question}.${format.extension}`);
    const before = rows;
    const onState: TableDeps['onState'] = (state) =>
      deps.onState(
        state.kind === 'writing' && state.rows !== null
          ? { ...state, rows: before + state.rows }
          : state,
      );
    const { provenance, outcome } = await writeTable(table, path, { ...deps, onState }, true);
    if (provenance === null) throw new Error('A step is a table with a sheet');
    if (media) {
      const linked = await writeMedia(table.rows, folder, `media/step-${step}`, deps);
      outcome.changes.push(...linked.changes);
      others.push(...linked.paths);
    }
    const inputs = await writeInputs(table.rows, path, deps);
    sheets.push({ sheet: await sheetOf(provenance, outcome, inputs, deps), provenance });
    files.push(...outcome.files, ...inputs);
    for (const change of outcome.changes)
      changes.push({ ...change, message: `Step ${step}: ${change.message}` });
    rows += outcome.rows;
  }
  const shown = pseudonyms === 'none' ? recipe : withoutPeople(recipe, deps);
  const whole = asOneSheet(sheets, shown, steps);
  const sheetPath = join(folder, basename(target));
  files.push(...(await writeSheet(whole, sheetPath, deps)));
  others.push(await writeCrate(whole, files, sheetPath, deps));
  const paths = [...files.map(({ path }) => path), ...others];
  const { bytes: of, stream } = await archiveOf(folder, paths);
  const progress = createProgress(deps.onState);
  const { file } = await deliver(target, stream, {
    signal: deps.signal,
    onPart: deps.onPart,
    onBytes: (bytes) => progress.finishing(Math.min(bytes, of), of),
  });
  const saved = { rows, changes, network: null, sheetProblem: null };
  return { ...saved, files: [file], paths: [target] };
}

/** Writes the files that rows link to into a folder of the archive, if there are links. */
async function writeMedia(
  rows: Rows,
  archive: string,
  name: string,
  deps: TableDeps,
): Promise<{ paths: string[]; changes: Change[] }> {
  const table = { rows: rows.inFormat({ kind: 'media' }), remains: [] };
  // What is counted are rows.
  const onState: TableDeps['onState'] = (state) =>
    deps.onState(state.kind === 'writing' ? { ...state, rows: null } : state);
  const own = { ...deps, onState, onCount: () => undefined };
  const { outcome } = await writeTable(table, join(archive, name), own, true);
  if (outcome.rows === 0) return { paths: [], changes: [] };
  const message = `The files of ${countOf(outcome.rows, 'link')} are in ${name}, where media.csv says what became of each.`;
  return {
    paths: [...outcome.files.map(({ path }) => path), ...(outcome.others ?? [])],
    changes: [{ code: 'media', count: outcome.rows, message }, ...outcome.changes],
  };
}

/** The recipe without what may name people: its name, and accounts, which it asks for instead. */
function withoutPeople(recipe: StepRecipe, { lookUp }: LookUp): StepRecipe {
  const steps = recipe.steps.map((step) => {
    const { values, endpointId } = step.query;
    const parameters = lookUp(endpointId)?.endpoint.parameters;
    const named = Object.keys(values).filter(
      (key) => parameters?.find((one) => one.key === key && !isAccount(one)) === undefined,
    );
    return {
      ...step,
      query: withoutKeys(step.query, named),
      asks: [...new Set([...step.asks, ...named])],
    };
  });
  return { ...recipe, name: 'Recipe', steps };
}
