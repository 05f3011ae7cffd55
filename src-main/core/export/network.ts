/** The nodes and edges of an export's rows, with the names and pseudonyms that its file shows. */
import { memberOf } from '#shared/catalogue/types.ts';
import { sourcesOfRow } from '#shared/contract/derived.ts';
import { mostEdges } from '#shared/contract/chart.ts';
import type { NetworkChart, NetworkChartNode } from '#shared/contract/chart.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { NodeCompare } from '#shared/contract/view.ts';
import { isExactNumber, stringifyJson } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { ProblemError, ownProblem, refused } from '../problem-error.ts';
import { IdTable } from '../store/id-table.ts';
import { linesOf } from '../store/read-lines.ts';
import { originFields } from './selection.ts';
import type { SelectedRun } from './selection.ts';
import { quoted } from '#shared/characters.ts';
import { isDeepStrictEqual } from 'node:util';
import { suggestPseudonyms } from '#shared/contract/export/privacy.ts';
import type { Privacy } from '#shared/contract/export/privacy.ts';
import { inputField } from '#shared/contract/list.ts';
import { sentValue } from '#shared/query/values.ts';
import { cellText } from './cells.ts';
import type { Cell } from './cells.ts';
import { allColumns } from './columns.ts';
import { asksForAccounts, isAccount } from './privacy/list-inputs.ts';
import type { Network, NetworkEnd, NodeInfo } from '#shared/catalogue/networks.ts';
import type { NetworkSize } from '#shared/contract/export/export.ts';
import { shownRows } from '../runs/live-run.ts';
import type { LiveRun, RowQuestion } from '../runs/live-run.ts';
import type {
  Asked,
  EdgeLine,
  NetworkQuestion,
  NodeLine,
  NodeSource,
} from '../store/columns/column-store.ts';
import { rowsDiffer } from './deliver.ts';
import type { Rows } from './rows.ts';
import type { Column } from '#shared/contract/run.ts';
import type { Replacer } from './privacy/replacer.ts';

/** A column of a table of nodes or edges. */
export interface NetworkColumn {
  /** Of attributes: the service's name; `field_id` if the file uses that name for something else. */
  name: string;
  /** `whole` and `decimal` for numbers as the service sent them; everything else is text. */
  type: 'text' | 'whole' | 'decimal' | 'yesNo';
}

/** The cells of each row are in the order of the columns. */
interface NetworkTable<Row extends Cell[]> {
  columns: NetworkColumn[];
  /** Can only be read once. */
  rows: () => AsyncGenerator<Row>;
}

export interface MadeNetwork {
  size: NetworkSize;
  ends: Ends;
  /** Further attributes of nodes: their last columns. */
  attributes: NetworkColumn[];
  /** Rows that have become unreadable. */
  unreadable: number;
  /** Read before the edges, so that these can be checked if names are replaced. */
  nodes: NetworkTable<[id: string, label: string, ...about: Cell[]]>;
  edges: NetworkTable<[source: string, target: string, type: string, weight: Cell, ...Cell[]]>;
}

/**
 * Groups the rows into a network, in files in the folder.
 * @param how only so many of the strongest edges, and their nodes; or no nodes.
 * @throws ProblemError, ColumnsError; the signal's reason.
 */
export async function makeNetwork(
  rows: Rows,
  network: Network,
  { most = null, hasNodes = true }: { most?: number | null; hasNodes?: boolean } = {},
): Promise<MadeNetwork> {
  const { runs, replacer, spec } = rows;
  const { privacy } = spec;
  const ends = endsOf(network, runs, privacy);
  const infoNames = infoFields(ends, privacy);
  const edgesPath = await rows.tempFile('edges.json');
  const nodesPath = hasNodes ? await rows.tempFile('nodes.json') : null;
  const paths = { nodesPath, edgesPath, most };
  const {
    answer: { types, ...size },
    unreadableRows: unreadable,
  } = await group(rows, { network, ends, infoNames, paths });
  const given = infoNames.flatMap((name, at): (NetworkColumn & { at: number })[] =>
    at === 0 || types[at] === null
      ? []
      : [{ name, type: typeOf(isReplaced(name, privacy) ? 'text' : types[at]), at }],
  );
  const attributes = given.map(({ name, type }) => ({ name: outName(name), type }));
  const replace = replacing(ends, privacy, replacer);
  const change = (field: string, text: string | null): string | null =>
    text === null || replacer === null ? text : textOf(replacer.replace(field, text));
  const idOf = (side: 's' | 't', text: string): string => {
    const shown = replace[side]?.(text) ?? text;
    const { name } = side === 's' ? ends.source : ends.target;
    return ends.oneMode ? shown : `${name}:${shown}`;
  };
  /**
   * The ends of an edge without direction are in the order of the names: with pseudonyms, they would give
   * away whose name comes first in the alphabet.
   */
  const isSorted = ends.oneMode && !network.directed && replace.s !== null;
  const inOrder = (pair: readonly string[]): readonly string[] =>
    isSorted ? pair.toSorted() : pair;
  /** Undefined: there are fewer lines. */
  const all = most === null ? size : undefined;
  /** The written nodes, if their names were replaced: without that, an edge's ends are their names. */
  let written: IdTable | null = null;
  const { time, sharing } = network;
  const counted: NetworkColumn[] = [
    { name: sharing === null ? 'rows' : 'shared', type: 'whole' },
    ...(time === null ? [] : ['firstSeen', 'lastSeen'].map(textColumn)),
  ];
  const countsOf = ({ n, a, b }: Pick<EdgeLine, 'n' | 'a' | 'b'>): Cell[] => [
    n,
    ...(time === null ? [] : [momentText(a), momentText(b)]),
  ];
  async function* nodes(): ReturnType<MadeNetwork['nodes']['rows']> {
    if (nodesPath === null) return;
    const [labelField = ''] = infoNames;
    written = replacer === null ? null : new IdTable(size.nodes);
    for await (const line of linesIn<NodeLine>(nodesPath, all?.nodes)) {
      const { side, k, i0: labelled = null } = line;
      const own = replace[side]?.(k) ?? k;
      const isOwnName = labelField === ends.info?.of.field;
      const label = isOwnName && replace[side] !== null ? own : change(labelField, labelled);
      const id = idOf(side, k);
      written?.add(id, 0);
      yield [
        id,
        withoutSign(label ?? own),
        ...(ends.oneMode ? [] : [(side === 's' ? ends.source : ends.target).label]),
        ...countsOf(line),
        ...given.map(({ name, type, at }) => cellOf(change(name, line[`i${at}`] ?? null), type)),
      ];
    }
  }
  async function* edges(): ReturnType<MadeNetwork['edges']['rows']> {
    const type = network.directed ? 'Directed' : 'Undirected';
    for await (const line of linesIn<EdgeLine>(edgesPath, all?.edges)) {
      const [source = '', target = ''] = inOrder([idOf('s', line.s), idOf('t', line.t)]);
      if (written?.get(source) === null || written?.get(target) === null) throw noNode();
      const weight = network.weight === null ? line.n : { $n: numberText(line.w ?? '0') };
      yield [source, target, type, weight, ...countsOf(line)];
    }
  }
  const nodeColumns = ['Id', 'Label', ...(ends.oneMode ? [] : ['kind'])].map(textColumn);
  const edgeColumns = ['Source', 'Target', 'Type'].map(textColumn);
  return {
    size,
    ends,
    attributes,
    unreadable,
    nodes: { columns: [...nodeColumns, ...counted, ...attributes], rows: nodes },
    edges: {
      columns: [...edgeColumns, { name: 'weight', type: 'decimal' }, ...counted],
      rows: edges,
    },
  };
}

function cellOf(text: string | null, type: NetworkColumn['type']): Cell {
  if (text === null || type === 'text') return text;
  return type === 'yesNo' ? text === 'true' : { $n: text };
}

const textColumn = (name: string): NetworkColumn => ({ name, type: 'text' });

/** The strongest edges of rows without privacy, to be drawn. @throws like `makeNetwork`. */
export async function networkChart(rows: Rows, network: Network): Promise<NetworkChart> {
  // Without times, which a drawing doesn’t show.
  const made = await makeNetwork(rows, { ...network, time: null }, { most: mostEdges });
  const { size, ends } = made;
  const { oneMode, sharing } = ends;
  const [run] = rows.runs;
  const direction = run && directionsOf(run, network);
  // Where each row knows its direction, the column of either end can have a node of the other.
  const [from, to] = edgeOf(ends, typeof direction === 'object' ? direction : noDirection);
  const endIn = (of: NodeSource, { label }: End): NetworkChart['ends']['source'] => ({
    field: 'field' in of ? of.field : null,
    label,
    as: of.compare,
  });
  const found = new Map<string, Pick<NetworkChartNode, 'value' | 'end'>>();
  const edges: NetworkChart['edges'] = [];
  for await (const [source, target, , weight] of made.edges.rows()) {
    for (const [id, end] of [
      [source, 'source'],
      [target, 'target'],
    ] as const) {
      const value = oneMode ? id : id.slice(ends[end].name.length + 1);
      found.set(id, { value, end: oneMode ? 'source' : end });
    }
    edges.push({ source, target, weight: Number(cellText(weight)) });
  }
  const nodes: NetworkChartNode[] = [];
  for await (const [id, label] of made.nodes.rows()) nodes.push({ id, label, ...found.get(id)! });
  return {
    rows: rows.selection[0]?.rows ?? 0,
    of: run === undefined ? 0 : shownRows(run),
    count: rows.count,
    size,
    directed: network.directed,
    oneMode,
    isSharing: sharing !== null,
    ends: { source: endIn(from, ends.source), target: endIn(to, ends.target) },
    nodes,
    edges,
  };
}

interface Grouping {
  network: Network;
  ends: Ends;
  /** Fields of rows that describe nodes; the first is the label. */
  infoNames: readonly string[];
  paths: Pick<NetworkQuestion, 'nodesPath' | 'edgesPath' | 'most'>;
}

/** Has the column store group the rows: by the run's own columns, or by rows reduced to what is needed. */
function group(rows: Rows, { network, ends, infoNames, paths }: Grouping) {
  const { weight, time, directed } = network;
  const { sharing, oneMode, info } = ends;
  const directions = new Map(rows.runs.map((run) => [run, directionsOf(run, network)]));
  const question = (
    [source, target]: readonly NodeSource[],
    collected: string | null,
  ): NetworkQuestion => ({
    ...paths,
    source: source!,
    target: target!,
    directed,
    oneMode,
    withinRow: oneMode && ends.source.name === ends.target.name,
    sharing: sharing && { field: sharing.name, compare: sharing.compare },
    weight,
    time,
    collected,
    info: info && {
      end: oneMode || info.end === ends.source ? 's' : 't',
      of: { field: info.of.field, compare: info.end.compare },
      fields: [...infoNames],
    },
  });
  const [run] = rows.runs;
  const direction = run && directions.get(run);
  // A comparison's rows are in another order than they were collected, and no column has the time.
  const isInOrder = run?.derived?.from.kind !== 'compare';
  const own: Asked<'network'> | null =
    run === undefined || typeof direction !== 'object' || !isInOrder
      ? null
      : {
          kind: 'network',
          view: rows.spec.view,
          network: question(edgeOf(ends, direction), timeColumnOf(run)),
        };

  const collected = originFields.collectedAt;
  const kept = [sharing?.name, weight, time, info && collected, info?.of.field, ...infoNames];
  const fields = kept.filter((field) => field != null);
  const member = (row: JsonObject, field: string): JsonValue => memberOf(row, field) ?? null;
  const node = (row: JsonObject, of: NodeSource): JsonValue =>
    'text' in of ? of.text : member(row, of.field);
  const withTimes = rows.selection.map((selected): SelectedRun => ({
    ...selected,
    origin: ['collectedAt'],
  }));
  return rows.select(withTimes).ask<'network'>({
    own,
    line: (row, { run: of }) => {
      const known = directions.get(of)!;
      const nodes = edgeOf(ends, typeof known === 'function' ? known(row) : known);
      return stringifyJson(
        Object.fromEntries([
          ...fields.map((field) => [field, member(row, field)] as const),
          ...nodes.map((one, at) => [endFields[at]!, node(row, one)] as const),
        ]),
      );
    },
    made: () => {
      const nodes = [ends.source, ends.target].map(({ compare }, at) => ({
        field: endFields[at]!,
        compare,
      }));
      return { kind: 'network', view: everyRow, network: question(nodes, collected) };
    },
  });
}

/** Members of lines with the two ends, from whatever columns they are: no item has a member of these names. */
const endFields = [originFields.depth, originFields.thread];

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
  derived !== null && 'collectedAt' in derived.from ? derived.from.collectedAt : null;

const noNode = (): ProblemError =>
  new ProblemError(
    ownProblem(
      'internal',
      'An edge of the network has an end that isn’t one of its nodes.',
      'Save the rows as CSV instead.',
    ),
  );

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

const typeOf = (type: string | null | undefined): NetworkColumn['type'] =>
  type === 'integer'
    ? 'whole'
    : type === 'number'
      ? 'decimal'
      : type === 'boolean'
        ? 'yesNo'
        : 'text';

/** @throws ProblemError at the end if there were not as many lines as there must be. */
async function* linesIn<Line>(path: string, expected?: number): AsyncGenerator<Line> {
  let count = 0;
  for await (const line of linesOf(path)) {
    count += 1;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written a moment ago by the worker
    yield JSON.parse(line) as Line;
  }
  rowsDiffer(count, expected ?? count);
}

/** @param micros since 1970. */
const momentText = (micros: number | null): string | null =>
  micros === null ? null : new Date(micros / 1000).toISOString().replace('.000Z', 'Z');

/** The database writes a whole sum of decimals as `12.0`. */
const numberText = (text: string): string => (/^-?\d+$/.test(text) ? text : String(Number(text)));

const withoutSign = (label: string): string => label.replace(/^[@＠](?=.)/, '');

// The ends of edges: which texts of which columns are one node, whether both ends share the same nodes, and how
// privacy changes them.

interface Ends {
  source: End;
  target: End;
  /** Equal texts at both ends are one node. */
  oneMode: boolean;
  /** The column of which two nodes share values; null: edges are within a row. */
  sharing: End | null;
  /** The attributes of nodes from rows, and the end they belong to; null when there are none. */
  info: { end: End; of: NodeInfo } | null;
}

export interface End {
  is: NetworkEnd;
  /** The service's name of the column; `asked` for the requested account. */
  name: string;
  /** The name shown to people. */
  label: string;
  compare: NodeCompare;
  /** Ends of the same kind share the same nodes. */
  kind: string;
}

/** @throws ProblemError when privacy leaves out a column that the network needs. */
function endsOf(
  { source, target, sharing }: Pick<Network, 'source' | 'target' | 'sharing'>,
  runs: readonly LiveRun[],
  privacy: Privacy | null,
): Ends {
  const columns = new Map(allColumns(runs).map((column) => [column.field, column]));
  const ends = [source, target].map((is) => endOf(is, columns, runs));
  const [from, to] = [ends[0]!, ends[1]!];
  const dropped = ends.find(({ name }) => privacy?.drop.includes(name));
  if (dropped !== undefined) {
    throw refused(
      `The network needs ${quoted(dropped.label)}, which Privacy leaves out.`,
      'Keep that column under Privacy, or choose other columns for the network.',
    );
  }
  return {
    source: from,
    target: to,
    oneMode: from.kind === to.kind,
    sharing: sharing === null ? null : endOf({ kind: 'column', field: sharing }, columns, runs),
    info: infoOf(ends, runs),
  };
}

function endOf(
  is: NetworkEnd,
  columns: ReadonlyMap<string, Column>,
  runs: readonly LiveRun[],
): End {
  if (is.kind === 'asked') {
    return { is, name: 'asked', label: 'Account asked for', compare: 'username', kind: 'username' };
  }
  const { field } = is;
  const { meaning = 'text', label = field } = columns.get(field) ?? {};
  const end = { is, name: field, label };
  const names = suggestPseudonyms([{ field, meaning }], false)[0]?.kind;
  const isAsked = field === inputField && runs.some(asksForAccounts);
  if (names === 'username' || isAsked) return { ...end, compare: 'username', kind: 'username' };
  if (/^hash_?tags?$/i.test(field)) return { ...end, compare: 'hashtag', kind: 'hashtag' };
  return { ...end, compare: 'exact', kind: meaning === 'id' ? 'id' : field };
}

/** Uses the column itself, otherwise one that names accounts in the same way. */
function infoOf(ends: readonly End[], [run]: readonly LiveRun[]): Ends['info'] {
  const { nodes = [], fields = [] } = run?.resource ?? {};
  const meanings = new Map(fields.map(({ name, meaning }) => [name, meaning]));
  for (const end of ends) {
    const of =
      nodes.find(({ field }) => field === end.name) ??
      nodes.find(({ field }) => end.kind === 'username' && meanings.get(field) === 'username');
    if (of !== undefined) return { end, of };
  }
  return null;
}

/** What a question says about the edges of its rows. */
interface Direction {
  /** The account asked for: in each row's input, or the same for all rows. */
  asked: { field: string } | { text: string };
  isReversed: boolean;
}

/**
 * Returns the direction of a run's edges: one for all rows, or a function of the row, if it is of a table
 * whose runs asked for different things.
 */
function directionsOf(
  { asked, derived }: LiveRun,
  { source, target, reversedWhen }: Network,
): Direction | ((row: JsonObject) => Direction) {
  const needsAccount = source.kind === 'asked' || target.kind === 'asked';
  const all = asked.map((one): Direction => ({
    asked: needsAccount ? accountOf(one) : { text: '' },
    isReversed: reversedWhen !== null && asksFor(one, reversedWhen),
  }));
  const [first = noDirection] = all;
  const isSame = (one: Direction): boolean => isDeepStrictEqual(one, first);
  if (derived === null || all.every(isSame)) return first;
  const { from } = derived;
  const at = new Map(from.sources.map((one, index) => [one, all[index] ?? first]));
  return (row) => {
    const own = sourcesOfRow(from, textIn(row)).map((one) => at.get(one) ?? first);
    const [direction = first] = own;
    if (own.every((one) => isDeepStrictEqual(one, direction))) return direction;
    throw refused(
      'The runs of this table asked different questions, and it doesn’t say which row is from which run.',
      'Save the network from those runs: open one of them, and add the others under “Other runs”.',
    );
  };
}

const noDirection: Direction = { asked: { text: '' }, isReversed: false };

function accountOf({ endpoint, query, keys }: RowQuestion): Direction['asked'] {
  const account = endpoint?.parameters.find(isAccount);
  if (account === undefined) return { text: '' };
  if (!keys.includes(account.key)) return { text: sentValue(account, query) ?? '' };
  // Inputs with several values are not an account.
  return keys.length === 1 ? { field: inputField } : { text: '' };
}

function asksFor(
  { endpoint, query }: RowQuestion,
  { key, value }: NonNullable<Network['reversedWhen']>,
): boolean {
  const parameter = endpoint?.parameters.find((one) => one.key === key);
  return parameter !== undefined && sentValue(parameter, query) === value;
}

/**
 * What replaces the texts of each end. One text is one node, so ends of one kind share what replaces
 * them: the rule for accounts asked for, which may be numbers, otherwise that of the stricter column.
 */
function replacing(
  { source, target, oneMode }: Ends,
  privacy: Privacy | null,
  replacer: Replacer | null,
): Record<'s' | 't', ((text: string) => string) | null> {
  if (replacer === null) return { s: null, t: null };
  const isReplacedAt = ({ is, name }: End): boolean =>
    is.kind === 'asked' || isReplaced(name, privacy);
  const ofEnd = (end: End): ((text: string) => string) =>
    isAccountAsked(end)
      ? replacer.replaceAccount
      : (text) => textOf(replacer.replace(end.name, text)) ?? '';
  if (!oneMode) {
    return {
      s: isReplacedAt(source) ? ofEnd(source) : null,
      t: isReplacedAt(target) ? ofEnd(target) : null,
    };
  }
  const replaced = [source, target].filter(isReplacedAt);
  const strictest =
    replaced.find(isAccountAsked) ??
    replaced.find(({ name }) => hasPseudonyms(name, privacy)) ??
    replaced[0];
  const both = strictest === undefined ? null : ofEnd(strictest);
  return { s: both, t: both };
}

const isAccountAsked = ({ is, name, kind }: End): boolean =>
  is.kind === 'asked' || (name === inputField && kind === 'username');

const hasPseudonyms = (field: string, privacy: Privacy | null): boolean =>
  privacy?.pseudonyms.some((one) => one.field === field) === true;

const isReplaced = (field: string, privacy: Privacy | null): boolean =>
  hasPseudonyms(field, privacy) || privacy?.scrubMentions.includes(field) === true;

/** Returns a row's members as text. */
const textIn =
  (row: JsonObject) =>
  (field: string): string | undefined =>
    textOf(memberOf(row, field) ?? null) ?? undefined;

function textOf(value: JsonValue): string | null {
  if (value === null || typeof value === 'string') return value;
  return isExactNumber(value) ? value.$n : stringifyJson(value);
}
