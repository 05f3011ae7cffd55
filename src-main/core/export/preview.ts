/** The first rows as they would be written; with privacy, also as they were before. */
import { randomUUID } from 'node:crypto';
import type { Network } from '#shared/catalogue/networks.ts';
import type { ExportPreview, ExportSpec } from '#shared/contract/export/export.ts';
import type { FormatOptions } from '#shared/contract/export/formats.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import { cellText } from './cells.ts';
import type { Cell } from './cells.ts';
import { allColumns, chosenColumns } from './columns.ts';
import { csvHead, csvLine, csvText } from './csv/write-csv.ts';
import { citationOf } from './methods/make-sheet.ts';
import { makeNetwork } from './network/network.ts';
import { edgeColumns } from './network/save-network.ts';
import { labelsWithoutPeople } from './privacy/replacer.ts';
import { collectPeople, namingColumns } from './privacy/find-people.ts';
import type { Replacer } from './privacy/replacer.ts';
import { selectedCount, selectRows, seqsOf } from './selection.ts';
import type { SelectedRun, SelectionDeps } from './selection.ts';
import { plainShape } from './shape.ts';
import type { Replace } from './shape.ts';
import { openTable } from './table.ts';
import { openTempFolder } from './temp-folder.ts';

/** Rows that are read for the columns that objects become. */
const sampleRows = 2000;

interface PreviewDeps extends Omit<SelectionDeps, 'live'> {
  replacerOf: (spec: ExportSpec, runs: readonly LiveRun[]) => Promise<Replacer | null>;
  /** The application's version. */
  version: string;
  columnStore: ColumnStore;
  dataFolder: string;
}

/** @throws the signal's reason. */
export async function preview(
  runs: readonly LiveRun[],
  spec: ExportSpec,
  count: number,
  deps: PreviewDeps,
  signal: AbortSignal,
): Promise<ExportPreview> {
  const selection = await selectRows(runs, spec, deps, signal);
  const replacer = await deps.replacerOf(spec, runs);
  const replace = replacer?.replace ?? null;
  if (replacer !== null) await collectFirst(runs, selection, spec, replacer, signal);
  const of = selectedCount(selection);
  const citation = citationOf(selection, of, replacer, deps.version);
  if (spec.network !== null) {
    const shown = await previewNetwork(
      { ...spec, network: spec.network },
      selection,
      replacer,
      count,
      deps,
      signal,
    );
    return { of, ...shown, text: null, citation, before: null };
  }
  const labelled = labelsWithoutPeople(selection, replacer);
  const shown = await tableOf(runs, labelled, spec, count, replace, signal);
  const hasPrivacy = spec.privacy !== null;
  const before = hasPrivacy
    ? await tableOf(runs, selection, { ...spec, privacy: null }, count, null, signal)
    : null;
  return {
    of,
    network: null,
    header: shown.header,
    rows: shown.cells.map((row) => row.map((cell) => textIn(cell, spec.format))),
    text: textOf(shown, spec.format),
    citation,
    before: before && {
      header: before.header,
      rows: before.cells.map((row) => row.map((cell) => textIn(cell, spec.format))),
    },
  };
}

/** The strongest edges as they would be written, and the size of the whole network. */
async function previewNetwork(
  { network, view, privacy }: ExportSpec & { network: Network },
  selection: readonly SelectedRun[],
  replacer: Replacer | null,
  count: number,
  { columnStore, dataFolder }: PreviewDeps,
  signal: AbortSignal,
): Promise<Pick<ExportPreview, 'header' | 'rows' | 'network'>> {
  const tempFolder = openTempFolder(dataFolder, `preview-${randomUUID()}`);
  const columns = edgeColumns(network.directed, { hasTimes: network.time !== null });
  try {
    const made = await makeNetwork(
      { network, view, privacy, selection, replacer, columnStore, tempFolder, signal },
      count,
    );
    const rows: ExportPreview['rows'] = [];
    for await (const edge of made.edges())
      rows.push(columns.map(([, cell]) => cellText(cell(edge))));
    return { header: columns.map(([name]) => name), rows, network: made.size };
  } finally {
    await tempFolder.remove();
  }
}

/** The first rows may also name people from later rows: saving the file checks all rows. */
async function collectFirst(
  runs: readonly LiveRun[],
  selection: readonly SelectedRun[],
  { privacy }: ExportSpec,
  { people }: Replacer,
  signal: AbortSignal,
): Promise<void> {
  const rows = { selection: firstOf(selection, sampleRows), signal };
  const naming = namingColumns(rows, allColumns(runs), privacy?.pseudonyms);
  await collectPeople(rows, naming, people);
}

interface FirstRows {
  header: string[];
  cells: Cell[][];
}

async function tableOf(
  runs: readonly LiveRun[],
  selection: readonly SelectedRun[],
  spec: ExportSpec,
  count: number,
  replace: Replace | null,
  signal: AbortSignal,
): Promise<FirstRows> {
  const { format } = spec;
  const table = await openTable(
    {
      spec,
      format,
      selection: firstOf(selection, sampleRows),
      columns: chosenColumns(runs, spec),
      replace,
      signal,
    },
    'objects' in format ? format : plainShape,
  );
  const cells: Cell[][] = [];
  for await (const batch of table.batches()) {
    cells.push(...batch.slice(0, count - cells.length));
    if (cells.length >= count) break;
  }
  return { header: table.columns.map(({ name }) => name), cells };
}

function firstOf(selection: readonly SelectedRun[], count: number): SelectedRun[] {
  let remaining = count;
  return selection.flatMap((selected) => {
    const seqs = Uint32Array.from(take(seqsOf(selected), remaining));
    remaining -= seqs.length;
    return seqs.length === 0 ? [] : [{ ...selected, seqs }];
  });
}

function* take(numbers: Iterable<number>, count: number): Generator<number> {
  let remaining = count;
  for (const number of numbers) {
    if (remaining === 0) return;
    yield number;
    remaining -= 1;
  }
}

const textIn = (cell: Cell, format: FormatOptions): string | null =>
  format.kind === 'csv' ? csvText(cell, format) : cellText(cell);

function textOf({ header, cells }: FirstRows, format: FormatOptions): string | null {
  if (format.kind !== 'csv') return null;
  return csvHead(header, format) + cells.map((row) => csvLine(row, format)).join('');
}
