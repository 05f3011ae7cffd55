/**
 * How saved rows came to be: one record, made once of the runs that they are from. Everything that says it reads
 * only this: methods sheet, citation, recipe, the metadata of archives and datasets, the sources of derived runs.
 */
import { z } from 'zod';
import { ownColumnSchema } from '#shared/contract/codes.ts';
import type { OwnColumn } from '#shared/contract/codes.ts';
import { quoted } from '#shared/characters.ts';
import { ownTimeZone } from '#shared/time-zone.ts';
import { endingWords } from '#shared/contract/run-states.ts';
import {
  changeSchema,
  exportSpecSchema,
  networkSizeSchema,
  writtenFileSchema,
} from '#shared/contract/export/export.ts';
import type { WrittenFile } from '#shared/contract/export/export.ts';
import { countOf } from '#shared/counts.ts';
import { derivedSchema } from '#shared/contract/derived.ts';
import type { Derived, SourceRun } from '#shared/contract/derived.ts';
import { inputStatusSchema, listSourceSchema, recipeListSchema } from '#shared/contract/list.ts';
import type { ListSource } from '#shared/contract/list.ts';
import { recipeQuestionSchema, stepRecipeSchema } from '#shared/contract/recipe.ts';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import { columnTypeSchema, runIdSchema } from '#shared/contract/run.ts';
import { listTitle, queryChips } from '#shared/query/words.ts';
import type { Query } from '#shared/query/types.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { isoTime } from '../../clock.ts';
import { headerSchema, targetOf, withMarks } from '../../runs/run-header.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import type { Views } from '../../runs/views.ts';
import { answeredAt } from '../../store/log-contents.ts';
import { hashOfValues } from '../../store/run-inputs.ts';
import type { Outcome, Placed } from '../deliver.ts';
import type { Replacer } from '../privacy/replacer.ts';
import { textWithoutAccounts, withoutAccounts } from '../privacy/replacer.ts';
import type { Rows } from '../rows.ts';
import { selectedCount } from '../selection.ts';
import type { SelectedList, SelectedRun } from '../selection.ts';
import { viewWords } from './which-rows.ts';

// As it is written beside a file and read again.

const requestSchema = z.object({
  method: z.enum(['GET', 'POST']),
  /**
   * Exactly as sent, without the key. What only the session knew is `<cursor>`, what was from a list is
   * `<input>`, and if people are replaced, an account's name is its pseudonym.
   */
  address: z.string(),
  /** Number of its pages. */
  pages: z.number(),
});

/**
 * The runs and the rule that rows were derived from: nothing can be asked again. Their names and questions
 * are empty if people are replaced.
 */
const nullableDerived = derivedSchema.nullable();

const runSchema = recipeQuestionSchema.extend({
  list: recipeListSchema
    .extend({
      /** Names of files and of runs are empty if people are replaced, since they may name one. */
      source: listSourceSchema,
      /** Of the inputs in their order; null if people are replaced, since it would confirm a guess. */
      sha256: z.string().nullable(),
      /** Inputs by status. */
      statuses: z.record(inputStatusSchema, z.number()),
    })
    .nullable(),
  derived: nullableDerived,
  runId: runIdSchema,
  /** The text of the column `run`, and the person's name for it. */
  label: z.string(),
  /** Every given value with its label. */
  values: z.array(z.tuple([z.string(), z.string()])),
  requests: z.array(requestSchema),
  /** Version of the program that ran it. */
  applicationVersion: z.string(),
  startedAt: z.string(),
  firstAnswerAt: z.string().nullable(),
  lastAnswerAt: z.string().nullable(),
  /** Requests sent, whatever their outcome. */
  calls: z.number(),
  failures: z.number(),
  /** The sources of its pages according to the service; null where it gave none. */
  dataSources: z.array(
    z.object({ dataSource: z.string().nullable(), pages: z.number(), rows: z.number() }),
  ),
  rowsFetched: z.number(),
  /** Fetched beyond a row limit, and so not shown. */
  rowsHeldBack: z.number(),
  /** After filters and duplicates. */
  rowsChosen: z.number(),
  /** What is missing or unusual, a sentence each. */
  notices: z.array(z.string()),
  /** Why it went no further: the state's name, and in words. */
  ended: z.object({ state: z.string(), words: z.string() }),
  /**
   * Shown rows with the same id as an earlier one; null: not counted. For a list, `count` is within each input,
   * and `acrossInputs` with the rows of all inputs combined.
   */
  duplicates: z.object({
    field: z.string(),
    count: z.number().nullable(),
    acrossInputs: z.number().nullable(),
    leftOut: z.boolean(),
  }),
});
export type SheetRun = z.infer<typeof runSchema>;

/** What a sheet says of a file of rows. */
const tableSchema = z.object({
  file: writtenFileSchema.extend({
    format: z.string(),
    rows: z.number(),
    /** How null, empty texts, numbers and yes/no are distinguished in it. */
    values: z.string(),
  }),
  /** The inputs of lists with their statuses, beside the file. */
  inputsFile: writtenFileSchema.nullable(),
  /** Null unless the file is a network. `words`: how it was made, a sentence each. */
  network: networkSizeSchema
    .extend({ words: z.array(z.string()), nodesFile: writtenFileSchema.nullable() })
    .nullable(),
  /** The specification of the export, from which it can be repeated. */
  spec: exportSpecSchema,
  /** The view in words, a sentence each. */
  view: z.array(z.string()),
  columns: z.array(
    z.object({
      name: z.string(),
      field: z.string(),
      label: z.string(),
      type: columnTypeSchema,
      /** Rows of the file that have a non-null value; null: not counted. */
      filled: z.number().nullable(),
      /**
       * Parquet: as what moments, days and lists were written, and how each was spelled, with zeros for its digits; text
       * if there are `misfits`, which that type can't hold without loss.
       */
      stored: z
        .object({
          type: z.enum(['TIMESTAMP', 'DATE', 'VARCHAR[]', 'BIGINT[]']),
          spelling: z.string().nullable(),
          misfits: z.number(),
        })
        .optional(),
      /** A person's own column, which no service sent: what its codes mean, by how many people and when. */
      own: ownColumnSchema
        .extend({
          items: z.number(),
          /** Names, or with pseudonyms only how many. */
          coders: z.union([z.array(z.string()), z.number()]),
          from: z.string().nullable(),
          to: z.string().nullable(),
        })
        .optional(),
    }),
  ),
  /** What could not be written unchanged. */
  changes: z.array(changeSchema),
});

export const methodsSheetSchema = tableSchema.extend({
  kind: z.literal('social-data-explorer/methods'),
  version: z.literal(1),
  application: z.object({ name: z.string(), version: z.string() }),
  writtenAt: z.string(),
  timeZone: z.string(),
  runs: z.array(runSchema).min(1).max(100),
  /** How to cite the data. */
  citation: z.string(),
  /** Fingerprint of the secret behind the pseudonyms; null without pseudonyms. */
  pseudonymSecret: z.string().nullable(),
  /** Of an archive with the steps of a recipe: the recipe, which asks for them again. */
  recipe: stepRecipeSchema.optional(),
  /** Its further tables: the first run is that of the table above, each further run that of one of these. */
  further: z.array(tableSchema).optional(),
});
export type MethodsSheet = z.infer<typeof methodsSheetSchema>;

/** The files of rows that a sheet describes, each with its runs. */
export const tablesOf = ({ further, ...sheet }: MethodsSheet) =>
  further === undefined
    ? [{ ...sheet, runs: sheet.runs }]
    : [sheet, ...further].map((table, at) =>
        Object.assign({}, table, { runs: sheet.runs.slice(at, at + 1) }),
      );
export type SheetTable = ReturnType<typeof tablesOf>[number];

/** What fills in a form again: in a workbook and its Markdown sheet; a methods sheet includes it. */
export const recipeFileSchema = methodsSheetSchema
  .pick({ version: true, spec: true, pseudonymSecret: true, recipe: true })
  .extend({
    kind: z.enum(['social-data-explorer/recipe', 'social-data-explorer/methods']),
    runs: z
      .array(recipeQuestionSchema.extend({ derived: nullableDerived.default(null) }))
      .min(1)
      .max(100),
  });
export type RecipeFile = z.infer<typeof recipeFileSchema>;

const newerSchema = z.object({
  kind: z.string().startsWith('social-data-explorer/'),
  version: z.number().gt(1),
});

/** Whether a newer version of the program wrote a sheet, a recipe or a record of a dataset. */
export const isNewer = (value: unknown): boolean => newerSchema.safeParse(value).success;

// How it is made.

export type RunProvenance = Omit<SheetRun, 'duplicates'>;

export interface Provenance extends Pick<MethodsSheet, 'application' | 'spec' | 'pseudonymSecret'> {
  selection: readonly SelectedRun[];
  /** Of the selection, in its order. */
  runs: readonly RunProvenance[];
}

/** @param version of the application. */
export const provenanceOf = (
  { spec, selection, replacer }: Pick<Rows, 'spec' | 'selection' | 'replacer'>,
  version: string,
): Provenance => ({
  application: { name: 'Social Data Explorer', version },
  spec,
  pseudonymSecret: replacer?.fingerprint ?? null,
  selection,
  runs: selection.map((selected) => runProvenance(selected, replacer)),
});

function runProvenance(selected: SelectedRun, replacer: Replacer | null): RunProvenance {
  const { run, rows, pages, state, list } = selected;
  const { rowLimit } = run;
  const hide = textWithoutAccounts(run, replacer);
  const isWhole = state.kind === 'noMore' || rowLimit !== null;
  const { firstRow = 0, rows: ofLast = 0 } = pages.at(-1) ?? {};
  const fetched = firstRow + ofLast;
  return {
    ...askedOf(selected, replacer),
    // Each input of a list has its own limit.
    limit:
      list === null ? { pages: isWhole ? null : Math.max(1, pages.length), rows: rowLimit } : null,
    list: list && listOf(list, replacer),
    derived: withoutQuestions(run.derived, replacer),
    calls: selected.calls,
    failures: selected.failures,
    dataSources: dataSourcesOf(pages),
    rowsFetched: fetched,
    rowsHeldBack: fetched - rows,
    rowsChosen: selectedCount([selected]),
    notices: selected.notices.map(({ message }) => hide(message)),
    ended: { state: state.kind, words: hide(endingWords(state, list?.about.statuses)) },
  };
}

/** What a run asked, and when it was answered. */
export function askedOf(
  { run, label, pages }: Pick<SelectedRun, 'run' | 'label' | 'pages'>,
  replacer: Replacer | null,
) {
  const { stored, endpoint, profileId, address } = run;
  const query = withoutAccounts(run, replacer);
  const marked = withMarks(run, query);
  const { target, version } = headerSchema.parse(stored.header);
  const [first, last] = [pages[0], pages.at(-1)];
  return {
    title: listTitle(endpoint, query, run.list?.inputs.list.count),
    query,
    service: { profileId, address },
    pages: pages.length,
    runId: stored.id,
    label,
    values: queryChips(endpoint, marked).map(([name, value]): [string, string] => [name, value]),
    requests:
      run.derived === null
        ? requestsOf(run, pages, marked, marked === run.query ? target : null)
        : [],
    applicationVersion: version,
    startedAt: run.createdAt,
    // Of the first and the last page; null without pages.
    firstAnswerAt: first === undefined ? null : answeredAt(first),
    lastAnswerAt: last === undefined ? null : answeredAt(last),
  };
}

function listOf({ inputs, about }: SelectedList, replacer: Replacer | null): SheetRun['list'] {
  const { keys, count, perInput, perCall, source, sha256, statuses, isLost } = about;
  const isOpen = replacer === null;
  return {
    keys,
    count,
    perInput,
    perCall,
    valuesSha256: isOpen && !isLost ? hashOfValues(inputs.all) : null,
    source: isOpen ? source : withoutTitle(source),
    sha256: isOpen ? sha256 : null,
    statuses,
  };
}

function withoutTitle(source: ListSource): ListSource {
  if (source.kind === 'paste') return source;
  return source.kind === 'file' ? { ...source, name: '' } : { ...source, title: '' };
}

/** Names and questions of runs may name people. */
function withoutQuestions(derived: Derived | null, replacer: Replacer | null): Derived | null {
  if (derived === null || replacer === null) return derived;
  const hide = (source: SourceRun): SourceRun => ({
    ...source,
    title: '',
    request: '',
    query: { ...source.query, values: {} },
  });
  const { from } = derived;
  if (from.kind === 'file') {
    // So may the names of a file, of its sheets and columns.
    return {
      from: { ...from, name: '', table: null },
      facts: derived.facts && { ...derived.facts, noticed: [] },
    };
  }
  return {
    ...derived,
    from:
      from.kind === 'compare'
        ? { ...from, sources: [hide(from.sources[0]), hide(from.sources[1])] }
        : { ...from, sources: from.sources.map(hide) },
  };
}

/**
 * The first request, and the same with a cursor, whose value is not kept; both repeated for each time the
 * run was continued by date.
 */
function requestsOf(
  run: LiveRun,
  pages: SelectedRun['pages'],
  query: Query,
  sent: string | null,
): SheetRun['requests'] {
  const { endpoint, address } = run;
  const { method } = endpoint;
  const targetWith = (values: Query['values']): string =>
    targetOf(run, { ...query, values: { ...query.values, ...values } });
  const target = sent ?? targetOf(run, query);
  // Further pages of stored data are asked for as pages, whatever the first request asked for.
  const nextTarget =
    endpoint.envelope === 'stored' && query.values['responseType'] !== 'paging'
      ? targetWith({ responseType: 'paging' })
      : null;
  const parts: { target: string; first: number; next: number }[] = [{ target, first: 0, next: 0 }];
  for (const { until, inputPage } of pages) {
    if (until !== null) parts.push({ target: targetWith({ until }), first: 0, next: 0 });
    const part = parts.at(-1)!;
    const isFirst = run.list === null ? part.first === 0 : inputPage === 1;
    part[isFirst ? 'first' : 'next'] += 1;
  }
  // Pages of stored data are numbered; their cursors belong to one operation.
  const { cursor, pageNumber, tableName } = endpoint.optionNames;
  const cursorOption =
    endpoint.envelope === 'stored'
      ? `${pageNumber}=<number>&${tableName}=<table>`
      : `${cursor}=<cursor>`;
  return parts.flatMap(({ target: asked, first, next }) => {
    const withAddress = (one: string): string => `${address.replace(/\/+$/, '')}${one}`;
    const request = { method, address: withAddress(asked), pages: first };
    const begin = withAddress(nextTarget ?? asked);
    const more = `${begin}${begin.includes('?') ? '&' : '?'}${cursorOption}`;
    return next > 0 ? [request, { method, address: more, pages: next }] : [request];
  });
}

function dataSourcesOf(all: SelectedRun['pages']): SheetRun['dataSources'] {
  const sources = new Map<string | null, { pages: number; rows: number }>();
  for (const { dataSource, rows } of all) {
    const known = sources.get(dataSource) ?? { pages: 0, rows: 0 };
    sources.set(dataSource, { pages: known.pages + 1, rows: known.rows + rows });
  }
  return [...sources].map(([dataSource, { pages, rows }]) => ({ dataSource, pages, rows }));
}

// What is written from it.

export interface SheetDeps {
  views: Views;
  report: (error: unknown) => void;
  /** The application's version. */
  version: string;
}

/** What a sheet says of what was written, wherever that is. */
type Written = Omit<Outcome, 'files'> & { files: readonly Pick<Placed, 'file'>[] };

/** The methods sheet of a file that was just written in a format. */
export async function asSheet(
  provenance: Provenance,
  { files: [placed, beside], network, rows, columns, changes }: Written,
  { label: format, values }: { label: string; values: string },
  inputsFile: WrittenFile | null,
  { views, report }: SheetDeps,
): Promise<MethodsSheet> {
  const { selection, runs, spec } = provenance;
  const { view } = spec;
  const withDuplicates = async (run: RunProvenance, at: number): Promise<SheetRun> => {
    const { run: live, rows: first } = selection[at]!;
    const found = await views.duplicates(live, first).catch(report);
    return {
      ...run,
      duplicates: {
        field: live.resource.identity,
        count: found?.count ?? null,
        acrossInputs: found?.acrossInputs ?? null,
        leftOut: view.hideDuplicatesBy !== null,
      },
    };
  };
  return methodsSheetSchema.parse({
    ...provenance,
    kind: 'social-data-explorer/methods',
    version: 1,
    writtenAt: isoTime(),
    timeZone: ownTimeZone().name,
    file: { ...placed!.file, format, rows, values },
    runs: await Promise.all(runs.map(withDuplicates)),
    inputsFile,
    network: network ? { ...network, nodesFile: beside?.file ?? null } : null,
    view: viewWords(view),
    citation: asCitation(provenance, rows),
    columns: columns.map(({ own, ...column }) => ({
      ...column,
      ...(own && { own: ownFacts(own, selection[0]!.run, provenance) }),
    })),
    changes,
  });
}

/** With pseudonyms, only what the rows have themselves: a person's words may name and quote people. */
function ownFacts(
  own: OwnColumn,
  { own: noted, resource }: LiveRun,
  { pseudonymSecret, spec: { privacy } }: Provenance,
) {
  const { coders, ...facts } = noted.values.factsOf(resource.id, own.field);
  if (pseudonymSecret === null) return { ...own, ...facts, coders };
  const isReplaced = [
    ...(privacy?.scrubMentions ?? []),
    ...(privacy?.pseudonyms ?? []).map(({ field }) => field),
  ].includes(own.field);
  const codes = isReplaced
    ? []
    : own.codes.map(({ name }) => ({ name, description: '', example: '' }));
  return { ...own, ...facts, description: '', codes, coders: coders.length };
}

/** The sheets of the steps of a recipe as one. @param steps their numbers from 0, in the same order. */
export function asOneSheet(
  tables: readonly { sheet: MethodsSheet; provenance: Provenance }[],
  recipe: StepRecipe,
  steps: readonly number[],
): MethodsSheet {
  const [first, ...further] = tables.map(({ sheet }) => sheet);
  const all = {
    ...tables[0]!.provenance,
    selection: tables.flatMap(({ provenance }) => provenance.selection),
    runs: tables.flatMap(({ provenance }) => provenance.runs),
  };
  const rows = tables.reduce((sum, { sheet }) => sum + sheet.file.rows, 0);
  return methodsSheetSchema.parse({
    ...first,
    runs: tables.flatMap(({ sheet: { runs } }, at) =>
      runs.map((run) => ({ ...run, label: `Step ${steps[at]! + 1}` })),
    ),
    citation: asCitation(all, rows),
    recipe,
    further,
  });
}

/** The recipe that fills in the form again, as JSON. */
export function asRecipe({ runs, spec, pseudonymSecret }: Provenance): string {
  const recipe: RecipeFile = {
    kind: 'social-data-explorer/recipe',
    version: 1,
    runs: recipeFileSchema.shape.runs.parse(runs),
    spec,
    pseudonymSecret,
  };
  return JSON.stringify(recipe);
}

/** What a derived run says of a run that its rows are from. */
export function asSource(
  { runId, title, label, query, requests, startedAt, ...asked }: ReturnType<typeof askedOf>,
  more: Pick<SourceRun, 'listKeys' | 'rows' | 'isComplete'>,
): SourceRun {
  const { firstAnswerAt, lastAnswerAt, pages } = asked;
  return {
    runId,
    title: label === '' ? title : label,
    query,
    request: requests[0] === undefined ? '' : `${requests[0].method} ${requests[0].address}`,
    createdAt: startedAt,
    firstAnswerAt,
    lastAnswerAt,
    pages,
    ...more,
  };
}

/** What the metadata of an archive and the record of a dataset say of each run. */
export const asManifests = ({ runs, application }: Pick<MethodsSheet, 'runs' | 'application'>) =>
  runs.map(({ runId, label, title, startedAt, lastAnswerAt }) => ({
    run: runId,
    label,
    question: title,
    collectedFrom: startedAt,
    collectedUntil: lastAnswerAt ?? startedAt,
    application,
  }));

/** Number of titles in a citation; the methods sheet has them all. */
const citedTitles = 3;

/**
 * How to cite these rows, whether or not they have been saved: "Microblog, “Posts: sea” [data set]. 300 rows
 * from https://… on 22 November 2026 (UTC), …"
 */
export function asCitation(
  { selection, runs, application, pseudonymSecret }: Provenance,
  rows: number,
): string {
  // A derived run answers its sources' questions; their titles may name people.
  const files = runs.flatMap(({ derived }) =>
    derived?.from.kind === 'file' ? [derived.from] : [],
  );
  const asked = runs.flatMap((run): Cited[] => {
    const from = run.derived?.from;
    if (from?.kind !== 'file') return from?.sources ?? [run];
    return [{ title: from.name, firstAnswerAt: from.openedAt, lastAnswerAt: from.openedAt }];
  });
  const cited: readonly Cited[] = pseudonymSecret === null ? asked : runs;
  const titles = [...new Set(cited.map(({ title }) => quoted(title)))];
  const more = titles.length - citedTitles;
  const platforms = selection.flatMap(({ run }) => run.endpoint.platform ?? []).map(upperFirst);
  const services = runs.map(({ service: { profileId, address }, derived }) => {
    if (derived?.from.kind === 'file') return `a file (SHA-256 ${derived.from.sha256})`;
    return profileId === sampleProfileId ? 'the sample service (invented data)' : address;
  });
  const days = asked
    .flatMap(({ firstAnswerAt, lastAnswerAt }) => [firstAnswerAt, lastAnswerAt])
    .filter((at) => at !== null)
    .toSorted();
  const [first, last] = [days[0], days.at(-1)].map((at) => (at === undefined ? '' : day(at)));
  const when = first === '' ? '' : first === last ? ` on ${first}` : `, ${first} to ${last}`;
  const what = [...new Set(platforms), titles.slice(0, citedTitles).join(', ')].join(', ');
  return `${what}${more > 0 ? ` and ${more} more` : ''} [data set]. ${countOf(rows, 'row')} from ${[...new Set(services)].join(' and ')}${when}${first === '' ? '' : ' (UTC)'}, ${files.length === runs.length ? 'opened' : 'retrieved'} with ${application.name} ${application.version}.`;
}

type Cited = Pick<SourceRun, 'title' | 'firstAnswerAt' | 'lastAnswerAt'>;

const day = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
