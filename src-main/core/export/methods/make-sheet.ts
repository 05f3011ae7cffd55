/** Makes the methods sheet of a file that was just written. */
import { ownTimeZone } from '#shared/time-zone.ts';
import { endingWords } from '#shared/contract/run-states.ts';
import type { ExportSpec, WrittenFile } from '#shared/contract/export/export.ts';
import { formats } from '#shared/contract/export/formats.ts';
import type {
  MethodsSheet,
  RecipeFile,
  RecipeRun,
  SheetList,
  SheetRun,
} from '#shared/contract/export/methods-sheet.ts';
import { listTitle, queryChips } from '#shared/query/words.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Derived, SourceRun } from '#shared/contract/derived.ts';
import type { ListSource } from '#shared/contract/list.ts';
import type { Query } from '#shared/query/types.ts';
import type { View } from '#shared/contract/view.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { isoTime } from '../../clock.ts';
import { headerSchema, targetOf, withMarks } from '../../runs/run-header.ts';
import { answersOf } from '../../store/log-contents.ts';
import { hashOfValues } from '../../store/run-inputs.ts';
import type { Views } from '../../runs/views.ts';
import type { Replacer } from '../privacy/replacer.ts';
import { textWithoutAccounts, withoutAccounts } from '../privacy/replacer.ts';
import type { SelectedRun } from '../selection.ts';
import { selectedCount } from '../selection.ts';
import type { Outcome } from '../deliver.ts';
import { citationWords, viewWords } from './words.ts';

export interface SheetDeps extends DescribeDeps {
  /** The application's version. */
  version: string;
}

export async function makeSheet(
  spec: ExportSpec,
  selection: readonly SelectedRun[],
  { file, beside, network, rows, columns, changes }: Outcome,
  inputsFile: WrittenFile | null,
  replacer: Replacer | null,
  deps: SheetDeps,
): Promise<MethodsSheet> {
  const { label, values } = formats[spec.format.kind];
  return {
    kind: 'social-data-explorer/methods',
    version: 1,
    application: { name: 'Social Data Explorer', version: deps.version },
    writtenAt: isoTime(),
    timeZone: ownTimeZone().name,
    file: { ...file, format: label, rows, values },
    runs: await Promise.all(
      selection.map((selected) => describeRun(selected, spec.view, replacer, deps)),
    ),
    inputsFile,
    network: network ? { ...network, nodesFile: beside?.file ?? null } : null,
    spec,
    view: viewWords(spec.view),
    citation: citationOf(selection, rows, replacer, deps.version),
    columns,
    changes: [...changes],
    pseudonymSecret: replacer?.fingerprint ?? null,
  };
}

/** The recipe that fills in the form again. */
export const makeRecipe = (
  spec: ExportSpec,
  selection: readonly SelectedRun[],
  replacer: Replacer | null,
): RecipeFile => ({
  kind: 'social-data-explorer/recipe',
  version: 1,
  runs: selection.map((selected) => recipeRun(selected, replacer)),
  spec,
  pseudonymSecret: replacer?.fingerprint ?? null,
});

function recipeRun(
  { run, pages, state }: SelectedRun,
  replacer: Replacer | null,
): RecipeFile['runs'][number] {
  const { endpoint, profileId, address, rowLimit } = run;
  const query = withoutAccounts(run, replacer);
  const isWhole = state.kind === 'noMore' || rowLimit !== null;
  const list = run.list?.inputs.list ?? null;
  const limit = { pages: isWhole ? null : Math.max(1, pages.length), rows: rowLimit };
  return {
    title: listTitle(endpoint, query, list?.count),
    query,
    service: { profileId, address },
    pages: pages.length,
    // Each input of a list has its own limit.
    limit: list === null ? limit : null,
    list: list && {
      keys: list.keys,
      count: list.count,
      perInput: list.perInput,
      perCall: list.perCall,
      valuesSha256:
        replacer === null && run.list?.inputs.isLost === false
          ? hashOfValues(run.list.inputs.all)
          : null,
    },
    derived: withoutQuestions(run.derived, replacer),
  };
}

function sheetList(
  { list }: SelectedRun,
  basis: RecipeRun['list'],
  replacer: Replacer | null,
): SheetList | null {
  if (list === null || basis === null) return null;
  const { source, sha256, statuses } = list.about;
  return {
    ...basis,
    source: replacer === null ? source : withoutTitle(source),
    sha256: replacer === null ? sha256 : null,
    statuses,
  };
}

function withoutTitle(source: ListSource): ListSource {
  switch (source.kind) {
    case 'paste':
      return source;
    case 'file':
      return { ...source, name: '' };
    case 'run':
      return { ...source, title: '' };
    default:
      return assertNever(source);
  }
}

/** How to cite these rows, whether or not they have been saved. */
export function citationOf(
  selection: readonly SelectedRun[],
  rows: number,
  replacer: Replacer | null,
  version: string,
): string {
  const runs = selection.map((selected) => {
    const { run, pages } = selected;
    const sources = run.derived?.from.sources ?? null;
    return {
      // A derived run answers its sources' questions; their titles may name people.
      titles:
        sources === null || replacer !== null
          ? [recipeRun(selected, replacer).title]
          : sources.map(({ title }) => title),
      platform: run.endpoint.platform,
      address: run.profileId === sampleProfileId ? null : run.address,
      answers: sources ?? [answersOf(pages)],
    };
  });
  return citationWords(runs, rows, version);
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
  return {
    ...derived,
    from:
      from.kind === 'compare'
        ? { ...from, sources: [hide(from.sources[0]), hide(from.sources[1])] }
        : { ...from, sources: from.sources.map(hide) },
  };
}

interface DescribeDeps {
  views: Views;
  report: (error: unknown) => void;
}

async function describeRun(
  selected: SelectedRun,
  view: View,
  replacer: Replacer | null,
  { views, report }: DescribeDeps,
): Promise<SheetRun> {
  const { run, label, rows, pages, state, list } = selected;
  const { stored, endpoint } = run;
  const basis = recipeRun(selected, replacer);
  const hide = textWithoutAccounts(run, replacer);
  const marked = withMarks(run, basis.query);
  const { data: header } = headerSchema.safeParse(stored.header);
  const { firstRow = 0, rows: ofLast = 0 } = pages.at(-1) ?? {};
  const fetched = firstRow + ofLast;
  const duplicates = await views.duplicates(run, rows).catch((error: unknown) => {
    report(error);
    return null;
  });
  return {
    ...basis,
    list: sheetList(selected, basis.list, replacer),
    runId: stored.id,
    label,
    values: queryChips(endpoint, marked).map(([name, value]) => [name, value]),
    requests:
      run.derived === null
        ? requestsOf(selected, marked, marked === run.query ? (header?.target ?? '') : null)
        : [],
    applicationVersion: header?.version ?? '',
    startedAt: run.createdAt,
    ...answersOf(pages),
    calls: selected.calls,
    failures: selected.failures,
    dataSources: dataSourcesOf(pages),
    rowsFetched: fetched,
    rowsHeldBack: fetched - rows,
    rowsChosen: selectedCount([selected]),
    notices: selected.notices.map(({ message }) => hide(message)),
    ended: {
      state: state.kind,
      words: hide(endingWords(state, list?.about.statuses)),
    },
    duplicates: {
      field: run.resource.identity,
      count: (view.acrossInputs === true ? duplicates?.acrossInputs : duplicates?.count) ?? null,
      leftOut: view.hideDuplicatesBy !== null,
    },
  };
}

/**
 * The first request, and the same with a cursor, whose value is not kept; both repeated for each time the
 * run was continued by date.
 */
function requestsOf(
  { run, pages }: SelectedRun,
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
