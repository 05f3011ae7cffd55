/**
 * The nodes and edges of an export's rows, grouped by the column store: for one run from its own columns,
 * for several from a table that is made from them for this file.
 */
import { sourcesOfRow } from '#shared/contract/derived.ts';
import type { Network } from '#shared/catalogue/networks.ts';
import type { NetworkSize } from '#shared/contract/export/export.ts';
import type { Privacy } from '#shared/contract/export/privacy.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { JsonObject } from '../../json/index.ts';
import { stringifyJson } from '../../json/index.ts';
import { IdTable } from '../../store/id-table.ts';
import { linesOf } from '../../store/read-lines.ts';
import { ownProblem, ProblemError } from '../../problem-error.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import type {
  ColumnStore,
  EdgeLine,
  NetworkQuestion,
  NodeLine,
  NodeSource,
} from '../../store/columns/column-store.ts';
import { findUnreadable } from '../copy-run.ts';
import type { Replacer } from '../privacy/replacer.ts';
import { countOf, originFields, rowBatches } from '../selection.ts';
import type { SelectedRun } from '../selection.ts';
import { createRowSource } from '../table.ts';
import type { TempFolder } from '../temp-folder.ts';
import { directionsOf, endsOf, isReplaced, replacing, textIn, textOf } from './ends.ts';
import type { Direction, End, Ends } from './ends.ts';

export interface NetworkWork {
  network: Network;
  selection: readonly SelectedRun[];
  view: View;
  privacy: Privacy | null;
  /** Already knows the people in the rows; null when nothing is replaced. */
  replacer: Replacer | null;
  columnStore: ColumnStore;
  tempFolder: TempFolder;
  signal: AbortSignal;
}

export interface Attribute {
  /** The service's name; `field_id` if the file uses that name for something else. */
  name: string;
  /** `whole` and `decimal` for numbers as the service sent them; everything else is text. */
  type: 'text' | 'whole' | 'decimal' | 'yesNo';
}

export interface NetworkNode {
  id: string;
  label: string;
  /** The column it is a value of, if the ends have different nodes; otherwise null. */
  kind: string | null;
  rows: number;
  firstSeen: string | null;
  lastSeen: string | null;
  /** In the order of `attributes`. */
  info: (string | null)[];
}

export interface NetworkEdge extends Pick<NetworkNode, 'rows' | 'firstSeen' | 'lastSeen'> {
  source: string;
  target: string;
  /** A number as text. */
  weight: string;
}

export interface MadeNetwork {
  size: NetworkSize;
  ends: Ends;
  /** Further attributes of nodes. */
  attributes: Attribute[];
  /** Rows that have become unreadable. */
  unreadable: number;
  nodes: () => AsyncGenerator<NetworkNode>;
  edges: () => AsyncGenerator<NetworkEdge>;
}

/**
 * Groups the rows into a network.
 * @param most returns only this many of the strongest edges, and no nodes; null for everything.
 * @throws ProblemError, ColumnsError; the signal's reason.
 */
export async function makeNetwork(
  work: NetworkWork,
  most: number | null = null,
): Promise<MadeNetwork> {
  const { network, selection, privacy, replacer, tempFolder } = work;
  const runs = selection.map(({ run }) => run);
  const ends = endsOf(network, runs, privacy);
  const infoNames = infoFields(ends, privacy);
  const edgesPath = await tempFolder.file('edges.json');
  const nodesPath = most === null ? await tempFolder.file('nodes.json') : null;
  const asked = { ends, fields: infoNames, nodesPath, edgesPath, most };
  const [only] = selection;
  const direction = only === undefined ? null : directionsOf(only.run, network);
  // A comparison's rows are in another order than they were collected, and no column has the time.
  const isTogether =
    selection.length === 1 &&
    only?.isWholeView === true &&
    only.run.derived?.from.kind !== 'compare';
  const { types, unreadable, ...size } =
    isTogether && direction !== null && typeof direction !== 'function'
      ? await askRun(work, only, direction, asked)
      : await askTable(work, asked);
  const attributes = infoNames.flatMap((name, at): (Attribute & { at: number })[] =>
    at === 0 || types[at] === null
      ? []
      : [{ name, type: typeOf(isReplaced(name, privacy) ? 'text' : types[at]), at }],
  );
  const replace = replacing(ends, privacy, replacer);
  const change = (field: string, text: string | null): string | null =>
    text === null || replacer === null ? text : textOf(replacer.replace(field, text));
  const idOf = (side: 's' | 't', text: string): string => {
    const shown = replace[side]?.(text) ?? text;
    const { name } = side === 's' ? ends.source : ends.target;
    return ends.oneMode ? shown : `${name}:${shown}`;
  };
  /** The written nodes, if their names were replaced: without that, an edge's ends are their names. */
  let written: IdTable | null = null;
  return {
    size,
    ends,
    attributes: attributes.map(({ name, type }) => ({ name: outName(name), type })),
    unreadable,
    async *nodes() {
      if (nodesPath === null) return;
      const [labelField = ''] = infoNames;
      written = replacer === null ? null : new IdTable(size.nodes);
      for await (const { side, k, n, a, b, ...info } of parsedLines<NodeLine>(nodesPath)) {
        const own = replace[side]?.(k) ?? k;
        const isOwnName = labelField === ends.info?.of.field;
        const label =
          isOwnName && replace[side] !== null ? own : change(labelField, info.i0 ?? null);
        const id = idOf(side, k);
        written?.add(id, 0);
        yield {
          id,
          label: withoutSign(label ?? own),
          kind: ends.oneMode ? null : (side === 's' ? ends.source : ends.target).label,
          rows: n,
          ...seen(a, b),
          info: attributes.map(({ name, at }) => change(name, info[`i${at}`] ?? null)),
        };
      }
    },
    async *edges() {
      for await (const { s, t, n, w, a, b } of parsedLines<EdgeLine>(edgesPath)) {
        const [source, target] = [idOf('s', s), idOf('t', t)];
        if (written?.get(source) === null || written?.get(target) === null) throw noNode();
        yield {
          source,
          target,
          weight: network.weight === null ? String(n) : numberText(w ?? '0'),
          rows: n,
          ...seen(a, b),
        };
      }
    },
  };
}

const noNode = (): ProblemError =>
  new ProblemError(
    ownProblem(
      'internal',
      'An edge of the network has an end that is not one of its nodes.',
      'Nothing was saved under its name. Save the rows as CSV instead.',
    ),
  );

interface Asked extends Pick<NetworkQuestion, 'nodesPath' | 'edgesPath' | 'most'> {
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

type Answered = NetworkSize & { types: (string | null)[]; unreadable: number };

async function askRun(
  { network, columnStore, view, signal }: NetworkWork,
  selected: SelectedRun,
  direction: Direction,
  asked: Asked,
): Promise<Answered> {
  const { run, rows, without } = selected;
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
  const answer = await columnStore.ask(run.stored, command, { rows, without, signal });
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
    return row[timeColumnOf(run) ?? originFields.collectedAt] ?? null;
  return sourcesOfRow(derived.from, textIn(row))[0]?.lastAnswerAt ?? null;
}

/** Groups rows of several runs, each reduced to what the network needs. */
async function askTable(work: NetworkWork, asked: Asked): Promise<Answered> {
  const { network, selection, columnStore, tempFolder, signal } = work;
  const { ends, fields } = asked;
  let unreadable = 0;
  /** Why a row can't be read: the column store would only say that it got no rows. */
  let refusal: unknown = null;
  const shorten = (
    row: JsonObject,
    run: LiveRun,
    direction: Direction | ((row: JsonObject) => Direction),
  ): JsonObject => {
    const [s, t] = edgeOf(ends, typeof direction === 'function' ? direction(row) : direction);
    const member = (field: string | null): JsonObject[string] =>
      field !== null && Object.hasOwn(row, field) ? (row[field] ?? null) : null;
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
  const source = createRowSource(
    await tempFolder.file('columns'),
    countOf(selection),
    async function* () {
      unreadable = 0;
      for (const selected of selection) {
        const direction = directionsOf(selected.run, network);
        const withTimes = { ...selected, origin: ['collectedAt'] as const };
        const batches = rowBatches(withTimes, (count) => {
          unreadable += count;
        });
        for await (const batch of batches) {
          signal.throwIfAborted();
          try {
            yield batch.map((row) => stringifyJson(shorten(row, selected.run, direction)));
          } catch (error) {
            refusal = error;
            throw error;
          }
        }
      }
    },
  );
  try {
    const [from, to] = [ends.source, ends.target].map(({ compare }) => compare);
    const question = questionOf(asked, network, {
      source: { field: 's', compare: from ?? 'exact' },
      target: { field: 't', compare: to ?? 'exact' },
      weight: network.weight && 'w',
      time: network.time && 'd',
      collected: 'o',
      // Unreadable rows are empty rows at the end.
      without: [],
      info: { field: 'k', compare: ends.info?.end.compare ?? 'exact' },
      infoField: (at) => `i${at}`,
    });
    const command = { kind: 'network', view: everyRow, network: question } as const;
    const answer = await columnStore.ask(source, command, { rows: source.rowCount, signal });
    return { ...answer, unreadable };
  } catch (error) {
    throw refusal ?? error;
  } finally {
    await columnStore.detach(source.id);
  }
}

/** The columns that a network's file is made of. */
export function networkFields(
  network: Network,
  runs: readonly LiveRun[],
  privacy: Privacy | null,
): string[] {
  const ends = endsOf(network, runs, privacy);
  const columns = [ends.source, ends.target].flatMap(({ is }) =>
    is.kind === 'column' ? [is.field] : [],
  );
  return [...new Set([...columns, ...infoFields(ends, privacy)])];
}

/** The label comes first. Fields that privacy leaves out are not requested. */
function infoFields({ info }: Ends, privacy: Privacy | null): string[] {
  if (info === null) return [];
  const { field, label, attributes } = info.of;
  const isKept = (name: string): boolean => privacy?.drop.includes(name) !== true;
  const called = label !== null && isKept(label) ? label : field;
  return [called, ...attributes.filter((name) => isKept(name) && name !== called)];
}

/** Avoids the names of a node's own members, which programs read ignoring case. */
const outName = (name: string): string =>
  /^(?:id|label|kind|rows|firstSeen|lastSeen|weight)$/i.test(name) ? `field_${name}` : name;

const typeOf = (type: string | null | undefined): Attribute['type'] =>
  type === 'integer'
    ? 'whole'
    : type === 'number'
      ? 'decimal'
      : type === 'boolean'
        ? 'yesNo'
        : 'text';

async function* parsedLines<Line>(path: string): AsyncGenerator<Line> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written a moment ago by the worker
  for await (const line of linesOf(path)) yield JSON.parse(line) as Line;
}

const seen = (
  first: number | null,
  last: number | null,
): Pick<NetworkNode, 'firstSeen' | 'lastSeen'> => ({
  firstSeen: first === null ? null : momentText(first),
  lastSeen: last === null ? null : momentText(last),
});

const momentText = (micros: number): string =>
  new Date(micros / 1000).toISOString().replace('.000Z', 'Z');

/** The database writes a whole sum of decimals as `12.0`. */
const numberText = (text: string): string => (/^-?\d+$/.test(text) ? text : String(Number(text)));

const withoutSign = (label: string): string => label.replace(/^[@＠](?=.)/, '');
