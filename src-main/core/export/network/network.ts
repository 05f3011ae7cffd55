/** The nodes and edges of an export's rows, with the names and pseudonyms that its file shows. */
import type { Network } from '#shared/catalogue/networks.ts';
import type { NetworkSize } from '#shared/contract/export/export.ts';
import type { Privacy } from '#shared/contract/export/privacy.ts';
import { ownProblem, ProblemError } from '../../problem-error.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import type { EdgeLine, NodeLine } from '../../store/columns/column-store.ts';
import { IdTable } from '../../store/id-table.ts';
import { linesOf } from '../../store/read-lines.ts';
import type { Replacer } from '../privacy/replacer.ts';
import { directionsOf, endsOf, isReplaced, replacing, textOf } from './ends.ts';
import type { Ends } from './ends.ts';
import { groupRun, groupTable } from './group-rows.ts';
import type { Grouping } from './group-rows.ts';

export interface NetworkWork extends Grouping {
  privacy: Privacy | null;
  /** Already knows the people in the rows; null when nothing is replaced. */
  replacer: Replacer | null;
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
      ? await groupRun(work, only, direction, asked)
      : await groupTable(work, asked);
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
  /**
   * The ends of an edge without direction are in the order of the names: with pseudonyms, they would give
   * away whose name comes first in the alphabet.
   */
  const isSorted = ends.oneMode && !network.directed && replace.s !== null;
  const inOrder = (pair: readonly string[]): readonly string[] =>
    isSorted ? pair.toSorted() : pair;
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
        const [source = '', target = ''] = inOrder([idOf('s', s), idOf('t', t)]);
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
