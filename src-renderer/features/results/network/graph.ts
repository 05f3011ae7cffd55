/**
 * A network that is drawn, as a graph: its communities, its figures, and its picture. The same edges give the same,
 * in whatever order they arrive.
 */
import SimpleGraph from 'graphology';
import louvain from 'graphology-communities-louvain';
import type { NetworkChart, NetworkChartNode } from '#shared/contract/chart.ts';
import type { Filter } from '#shared/contract/view.ts';
import { colorsAt, makeSvg } from '../charts/picture.ts';

/** Communities with a colour of their own: `--group-1` and so on; all others are `--group-0`. */
const coloured = 8;

/** A node with its figures, of the edges that are drawn. */
export interface DrawnNode extends NetworkChartNode {
  /** From 1, the largest first. */
  community: number;
  /** Edges that lead to it and from it; without direction, `out` is 0. */
  in: number;
  out: number;
  /** Sum over its edges. */
  weight: number;
}

export interface DrawnEdge {
  source: string;
  target: string;
  weight: number;
}

export type NetworkGraph = SimpleGraph<DrawnNode, { weight: number }>;

/** Makes the graph of the edges that are at least so strong, with nodes and edges in the order of their names. */
export function graphOf(network: NetworkChart, least: number): NetworkGraph {
  const graph: NetworkGraph = new SimpleGraph({
    type: network.directed ? 'directed' : 'undirected',
  });
  const edges = network.edges.filter(({ weight }) => weight >= least);
  const ends = new Set(edges.flatMap(({ source, target }) => [source, target]));
  for (const node of sorted(network.nodes, ({ id }) => id)) {
    const own = { ...node, community: 0, in: 0, out: 0, weight: 0 };
    if (ends.has(node.id)) graph.addNode(node.id, own);
  }
  for (const edge of sorted(edges, edgeKey)) {
    graph.addEdgeWithKey(edgeKey(edge), edge.source, edge.target, { weight: edge.weight });
  }
  const communities = communitiesOf(graph);
  graph.updateEachNodeAttributes((id, node) => ({
    ...node,
    community: communities.get(id) ?? 0,
    in: network.directed ? graph.inDegree(id) : graph.degree(id),
    out: network.directed ? graph.outDegree(id) : 0,
    weight: graph.reduceEdges(id, (sum, _edge, { weight }) => sum + weight, 0),
  }));
  return graph;
}

const edgeKey = ({ source, target }: DrawnEdge): string => JSON.stringify([source, target]);

const sorted = <T>(all: readonly T[], keyOf: (one: T) => string): T[] =>
  all
    .map((one) => ({ one, key: keyOf(one) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ one }) => one);

const seed = 20_240_501;

/** Finds communities by the Louvain method with a fixed seed, numbered from 1 by size. */
export function communitiesOf(
  graph: SimpleGraph<object, { weight: number }>,
): ReadonlyMap<string, number> {
  if (graph.size === 0) return new Map();
  const members = new Map<number, string[]>();
  for (const [id, community] of Object.entries(louvain(graph, { rng: randomFrom(seed) }))) {
    members.set(community, [...(members.get(community) ?? []), id]);
  }
  const bySize = [...members.values()].toSorted((a, b) => b.length - a.length);
  return new Map(bySize.flatMap((all, at) => all.map((id) => [id, at + 1] as const)));
}

/** Mulberry32: numbers from 0 to below 1, the same for the same seed. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const groupColor = (community: number): string =>
  `--group-${community > coloured ? 0 : community}`;

/** Where no node has more, none is large. */
const fewEdges = 25;

/** In px, by the number of its edges. */
export const radiusOf = (graph: NetworkGraph, id: string, most: number): number =>
  2 + 12 * Math.sqrt(graph.degree(id) / Math.max(fewEdges, most));

/** Where no edge weighs more, none is wide. */
const fewRows = 12;

export const widthOf = (weight: number, most: number): number =>
  0.6 + 3.4 * Math.sqrt(weight / Math.max(fewRows, most));

/** The greatest number of edges of a node, and the greatest weight of an edge. */
export function mostIn(graph: NetworkGraph): { degree: number; weight: number } {
  const degree = graph.reduceNodes((most, id) => Math.max(most, graph.degree(id)), 0);
  const weight = graph.reduceEdges((most, _edge, own) => Math.max(most, own.weight), 0);
  return { degree, weight };
}

/** What is selected: a node, or an edge between two. */
export type Picked = { node: string } | { source: string; target: string };

interface Point {
  x: number;
  y: number;
}

/** How far from an edge a click may be, in px. */
const farthestClick = 4;

/** Returns the edge nearest to a point, if it is near enough to be meant. */
export function edgeAt(
  point: Point,
  graph: NetworkGraph,
  placeOf: (id: string) => Point,
): Picked | null {
  let [nearest, distance]: [Picked | null, number] = [null, farthestClick];
  graph.forEachEdge((_edge, _own, source, target) => {
    const away = distanceTo(point, placeOf(source), placeOf(target));
    if (away < distance) [nearest, distance] = [{ source, target }, away];
  });
  return nearest;
}

/** How far a point is from the line between two others. */
function distanceTo(point: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y || 1);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - share * x, point.y - from.y - share * y);
}

/** Returns the filters that keep the rows that made it; null if no filter can, because every row names it. */
export function filtersOf(
  network: NetworkChart,
  graph: NetworkGraph,
  picked: Picked,
): Filter[] | null {
  const { source, target } = network.ends;
  if ('node' in picked) {
    const { end, value } = graph.getNodeAttributes(picked.node);
    const ends = network.oneMode ? [source, target] : [network.ends[end]];
    return namesAny(ends, [value]);
  }
  const [from, to] = [picked.source, picked.target].map((id) =>
    graph.getNodeAttribute(id, 'value'),
  );
  if (network.isSharing) return namesAny([source], [from!, to!]);
  const own = [...(namesAny([source], [from!]) ?? []), ...(namesAny([target], [to!]) ?? [])];
  return own.length === 0 ? null : own;
}

type End = NetworkChart['ends']['source'];

function namesAny(ends: readonly End[], nodes: string[]): Filter[] | null {
  const fields = [...new Set(ends.flatMap(({ field }) => field ?? []))];
  const [field, ...orIn] = fields;
  const as = ends[0]?.as ?? 'exact';
  return field === undefined ? null : [{ kind: 'names', field, orIn, nodes, as }];
}

/** Radians between a seed of a sunflower and the next. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** Where a node is at first, by its number. */
export function firstPosition(at: number): Point {
  const radius = 10 * Math.sqrt(at + 1);
  return { x: radius * Math.cos(at * goldenAngle), y: radius * Math.sin(at * goldenAngle) };
}

/** Where each node is, in any unit. */
export type Positions = ReadonlyMap<string, Point>;

const size = { width: 1000, height: 760, margin: 30 };
const labelled = 40;

/** Draws it off screen as SVG, in the colours of the page at `near`. */
export function networkPicture(
  near: Element,
  graph: NetworkGraph,
  positions: Positions,
): SVGSVGElement {
  const color = colorsAt(near);
  const { width, height, margin } = size;
  const places = [...positions.values()];
  const [left, right] = [Math.min, Math.max].map((pick) =>
    places.reduce((x, one) => pick(x, one.x), places[0]?.x ?? 0),
  );
  const [low, high] = [Math.min, Math.max].map((pick) =>
    places.reduce((y, one) => pick(y, one.y), places[0]?.y ?? 0),
  );
  const [across, tall] = [right! - left! || 1, high! - low! || 1];
  const scale = Math.min((width - 2 * margin) / across, (height - 2 * margin) / tall);
  const at = (id: string): { x: number; y: number } => {
    const { x, y } = positions.get(id) ?? { x: 0, y: 0 };
    return {
      x: round(width / 2 + (x - (left! + right!) / 2) * scale),
      // Up is up, as on screen.
      y: round(height / 2 - (y - (low! + high!) / 2) * scale),
    };
  };
  const most = mostIn(graph);
  const picture = makeSvg('svg', { width, height });
  graph.forEachEdge((_edge, { weight }, source, target) => {
    const [from, to] = [at(source), at(target)];
    const thick = widthOf(weight, most.weight);
    const stroke = { stroke: color('--edge-line'), 'stroke-width': round(thick) };
    const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    picture.append(makeSvg('line', { ...line, ...stroke }));
    if (graph.type !== 'directed' || source === target) return;
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const reach = radiusOf(graph, target, most.degree);
    const point = (back: number, aside: number): string => {
      const [x, y] = [to.x - back * Math.cos(angle), to.y - back * Math.sin(angle)];
      return `${round(x - aside * Math.sin(angle))},${round(y + aside * Math.cos(angle))}`;
    };
    const [long, wide] = [reach + 5 + 2 * thick, 2 + thick];
    const points = `${point(reach, 0)} ${point(long, wide)} ${point(long, -wide)}`;
    picture.append(makeSvg('polygon', { points, fill: color('--edge-line') }));
  });
  const byDegree = graph.nodes().toSorted((a, b) => graph.degree(b) - graph.degree(a));
  for (const id of byDegree) {
    const { x, y } = at(id);
    picture.append(
      makeSvg('circle', {
        cx: x,
        cy: y,
        r: round(radiusOf(graph, id, most.degree)),
        fill: color(groupColor(graph.getNodeAttribute(id, 'community'))),
        stroke: color('--surface'),
      }),
    );
  }
  for (const id of byDegree.slice(0, labelled)) {
    const { x, y } = at(id);
    const from = x + radiusOf(graph, id, most.degree) + 3;
    const letters = { x: round(from), y: y + 4, 'font-size': 12, fill: color('--text-1') };
    picture.append(makeSvg('text', letters, shortened(graph.getNodeAttribute(id, 'label'))));
  }
  return picture;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** What stands beside a node. */
export const shortened = (label: string): string => {
  const letters = Array.from(label);
  return letters.length > 32 ? `${letters.slice(0, 31).join('')}…` : label;
};
