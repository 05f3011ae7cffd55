/** Groups an export's rows into nodes and edges, by the column store. */
import { memberOf } from '#shared/catalogue/types.ts';
import type { Network } from '#shared/catalogue/networks.ts';
import { sourcesOfRow } from '#shared/contract/derived.ts';
import type { NetworkSize } from '#shared/contract/export/export.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { JsonObject } from '../../json/index.ts';
import { stringifyJson } from '../../json/index.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import type { ColumnStore, NetworkQuestion, NodeSource } from '../../store/columns/column-store.ts';
import { findUnreadable } from '../copy-run.ts';
import { askOnce } from '../row-source.ts';
import { originFields, rowBatches } from '../selection.ts';
import type { SelectedRun } from '../selection.ts';
import type { TempFolder } from '../temp-folder.ts';
import { directionsOf, textIn } from './ends.ts';
import type { Direction, End, Ends } from './ends.ts';

export interface Grouping {
  network: Network;
  selection: readonly SelectedRun[];
  view: View;
  columnStore: ColumnStore;
  tempFolder: TempFolder;
  signal: AbortSignal;
}

export interface Asked extends Pick<NetworkQuestion, 'nodesPath' | 'edgesPath' | 'most'> {
  ends: Ends;
  /** Fields of rows that describe nodes; the first is the label. */
  fields: string[];
}

/** The column store's question; `sources` uses the field names of the run or the table. */
function questionOf(
  { ends, fields, ...paths }: Asked,
  { directed }: Network,
  sources: Pick<
    NetworkQuestion,
    'source' | 'target' | 'weight' | 'time' | 'collected' | 'without'
  > & {
    info: NodeSource;
    infoField: (at: number) => string;
  },
): NetworkQuestion {
  const { source, target, oneMode, info } = ends;
  const { info: of, infoField, ...own } = sources;
  return {
    ...paths,
    ...own,
    directed,
    oneMode,
    withinRow: oneMode && source.name === target.name,
    info: info && {
      end: oneMode || info.end === source ? 's' : 't',
      of,
      fields: fields.map((_, at) => infoField(at)),
    },
  };
}

/** `types` of the fields that describe nodes, in their order. */
type Answered = NetworkSize & { types: (string | null)[]; unreadable: number };

/** Groups rows of one run, by its own columns. */
export async function groupRun(
  { network, columnStore, view, signal }: Grouping,
  selected: SelectedRun,
  direction: Direction,
  asked: Asked,
): Promise<Answered> {
  const { run, rows } = selected;
  const { ends, fields } = asked;
  const unreadable = await findUnreadable(selected);
  const [source, target] = edgeOf(ends, direction);
  const question = questionOf(asked, network, {
    source,
    target,
    weight: network.weight,
    time: network.time,
    collected: timeColumnOf(run),
    without: unreadable.stretches,
    info: { field: ends.info?.of.field ?? '', compare: ends.info?.end.compare ?? 'exact' },
    infoField: (at) => fields[at] ?? '',
  });
  const command = { kind: 'network', view, network: question } as const;
  const answer = await columnStore.ask(run.stored, command, { rows, signal });
  return { ...answer, unreadable: unreadable.chosen };
}

/** Where the two ends of a row's edge are, the source first. */
function edgeOf(
  { source, target }: Ends,
  { asked, isReversed }: Direction,
): [source: NodeSource, target: NodeSource] {
  const ofEnd = ({ is, compare }: End): NodeSource => ({
    ...(is.kind === 'asked' ? asked : { field: is.field }),
    compare,
  });
  return isReversed ? [ofEnd(target), ofEnd(source)] : [ofEnd(source), ofEnd(target)];
}

/** The column with the time at which each row was collected. */
const timeColumnOf = ({ derived }: LiveRun): string | null =>
  derived === null || derived.from.kind === 'compare' ? null : derived.from.collectedAt;

/** When a row, with the time of its page, was collected by the run that it is from. */
function collectedAt(row: JsonObject, run: LiveRun): JsonObject[string] {
  const { derived } = run;
  if (derived?.from.kind !== 'compare')
    return memberOf(row, timeColumnOf(run) ?? originFields.collectedAt) ?? null;
  return sourcesOfRow(derived.from, textIn(row))[0]?.lastAnswerAt ?? null;
}

/** Groups rows of several runs in a table made for this file: each row is reduced to what the network needs. */
export async function groupTable(work: Grouping, asked: Asked): Promise<Answered> {
  const { network, selection, tempFolder, signal } = work;
  const { ends, fields } = asked;
  let unreadable = 0;
  const shorten = (
    row: JsonObject,
    run: LiveRun,
    direction: Direction | ((row: JsonObject) => Direction),
  ): JsonObject => {
    const [s, t] = edgeOf(ends, typeof direction === 'function' ? direction(row) : direction);
    const member = (field: string | null): JsonObject[string] =>
      field === null ? null : (memberOf(row, field) ?? null);
    const node = (of: NodeSource): JsonObject[string] =>
      'text' in of ? of.text : member(of.field);
    return {
      s: node(s),
      t: node(t),
      w: member(network.weight),
      d: member(network.time),
      o: ends.info === null ? null : collectedAt(row, run),
      k: member(ends.info?.of.field ?? null),
      ...Object.fromEntries(fields.map((field, at) => [`i${at}`, member(field)])),
    };
  };
  async function* batches(): AsyncGenerator<string[]> {
    for (const selected of selection) {
      const direction = directionsOf(selected.run, network);
      const withTimes = { ...selected, origin: ['collectedAt'] as const };
      const rows = rowBatches(withTimes, (count) => {
        unreadable += count;
      });
      for await (const batch of rows) {
        signal.throwIfAborted();
        yield batch.map((row) => stringifyJson(shorten(row, selected.run, direction)));
      }
    }
  }
  const source = { folder: await tempFolder.file('columns'), batches };
  const question = questionOf(asked, network, {
    source: { field: 's', compare: ends.source.compare },
    target: { field: 't', compare: ends.target.compare },
    weight: network.weight && 'w',
    time: network.time && 'd',
    collected: 'o',
    without: [],
    info: { field: 'k', compare: ends.info?.end.compare ?? 'exact' },
    infoField: (at) => `i${at}`,
  });
  const command = { kind: 'network', view: everyRow, network: question } as const;
  const answer = await askOnce(work, source, () => command);
  return { ...answer, unreadable };
}
