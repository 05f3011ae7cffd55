/** Draws a network with WebGL. Loaded when a network is drawn first. */
import SimpleGraph from 'graphology';
import { Sigma } from 'sigma';
import { extremityArrow } from 'sigma/rendering';
import {
  edgeAt,
  firstPosition,
  groupColor,
  mostIn,
  radiusOf,
  shortened,
  widthOf,
  type NetworkGraph,
  type Picked,
  type Positions,
} from './graph.ts';
import { colorsAt } from '../charts/picture.ts';
import type { LaidOut, ToLayOut } from './layout.ts';

export interface Drawing {
  /** Marks what is selected, and what it is connected with; null: nothing. */
  pick: (picked: Picked | null) => void;
  zoom: (by: 'in' | 'out' | 'all') => void;
  /** Takes the colours that the element has now. */
  recolor: () => void;
  close: () => void;
}

/** A node as sigma draws it. */
interface DrawnAs {
  label: string;
  size: number;
  x: number;
  y: number;
}

interface Telling {
  onPick: (picked: Picked | null) => void;
  /** Called with each better layout. */
  onPositions: (positions: Positions) => void;
  /** Called if it can't be drawn any further. */
  onFailed: () => void;
}

const fewNeighbors = 15;

/** Draws it into an element, with the colours that this has, as soon as nodes have their first places. */
export function drawNetwork(graph: NetworkGraph, element: HTMLElement, told: Telling): Drawing {
  const { fontFamily } = getComputedStyle(element);
  const colorOf = colorsAt(element);
  /** Each is needed for thousands, and takes long to find. */
  const colors = new Map<string, string>();
  const color = (name: string): string => {
    const found = colors.get(name) ?? colorOf(name);
    colors.set(name, found);
    return found;
  };
  const most = mostIn(graph);
  const drawn = new SimpleGraph<DrawnAs>({ type: graph.type });
  graph.forEachNode((id, { label }) => {
    drawn.addNode(id, {
      label: shortened(label),
      size: radiusOf(graph, id, most.degree),
      ...firstPosition(drawn.order),
    });
  });
  graph.forEachEdge((edge, _own, source, target) => drawn.addEdgeWithKey(edge, source, target));
  let picked: Picked | null = null;
  let hovered: string | null = null;
  const isNear = (id: string): boolean => {
    if (hovered !== null) return id === hovered || graph.areNeighbors(id, hovered);
    if (picked === null) return true;
    if ('node' in picked) return id === picked.node || graph.areNeighbors(id, picked.node);
    return id === picked.source || id === picked.target;
  };
  const isEdgeNear = (source: string, target: string): boolean => {
    if (hovered !== null) return source === hovered || target === hovered;
    if (picked === null) return false;
    if ('node' in picked) return source === picked.node || target === picked.node;
    return source === picked.source && target === picked.target;
  };
  const isFocused = (id: string): boolean =>
    id === hovered || (picked !== null && 'node' in picked && picked.node === id);
  /** Of many neighbours, only those that there is room for have labels. */
  const labelOf = (id: string): 'visible' | 'auto' | 'hidden' => {
    if (hovered === null && picked === null) return 'auto';
    if (!isNear(id)) return 'hidden';
    const at = hovered ?? (picked !== null && 'node' in picked ? picked.node : null);
    const isFew = at === null || graph.degree(at) <= fewNeighbors;
    return isFew || isFocused(id) ? 'visible' : 'auto';
  };
  /** From here on, names would be cut off at the edge. */
  let farRight = Infinity;
  let sigma: ReturnType<typeof begin> | null = null;
  const refresh = (): void => void sigma?.refresh({ skipIndexation: true });
  const hover = (id: string | null): void => {
    hovered = id;
    refresh();
  };
  const begin = () =>
    new Sigma(drawn, element, {
      primitives: { edges: { extremities: graph.type === 'directed' ? [extremityArrow()] : [] } },
      settings: {
        // Which node is under the pointer is found in a second drawing, which can be a coarser one. Edges in it
        // would take a computer without a GPU half of each frame: which was clicked, their ends tell.
        pickingDownSizingRatio: 4,
        itemSizesReference: 'screen',
        autoRescaleContent: 'nodes',
        labelRenderedSizeThreshold: 3,
        labelGridCellSize: 130,
        minCameraRatio: 0.02,
        maxCameraRatio: 4,
        stagePadding: 64,
        zoomDuration: 0,
        inertiaDuration: 0,
      },
      nodeReducer: (id, data) => ({
        ...data,
        color: color(
          isNear(id) ? groupColor(graph.getNodeAttribute(id, 'community')) : '--group-away',
        ),
        labelFont: fontFamily,
        labelPosition: data.x > farRight ? 'left' : 'right',
        labelVisibility: labelOf(id),
        labelColor: color('--text-1'),
        backdropColor: color('--surface'),
        zIndex: isFocused(id) ? 2 : isNear(id) ? 1 : 0,
      }),
      edgeReducer: (edge, data) => ({
        ...data,
        size: widthOf(graph.getEdgeAttribute(edge, 'weight'), most.weight),
        color: color(
          isEdgeNear(graph.source(edge), graph.target(edge)) ? '--edge-near' : '--edge-line',
        ),
        ...(graph.type === 'directed' ? { head: 'arrow' } : {}),
      }),
    })
      .on('enterNode', ({ node }) => hover(node))
      .on('leaveNode', () => hover(null))
      .on('clickNode', ({ node }) => told.onPick({ node }))
      .on('clickStage', ({ event }) => {
        const placeOf = (id: string) =>
          sigma?.graphToViewport(drawn.getNodeAttributes(id)) ?? event;
        told.onPick(edgeAt(event, graph, placeOf));
      });

  const ids = graph.nodes();
  const numbers = new Map(ids.map((id, at) => [id, at]));
  const worker = new Worker(new URL('./layout.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('error', told.onFailed);
  worker.addEventListener('message', ({ data: positions }: MessageEvent<LaidOut>) => {
    const places = new Map(
      ids.map((id, at) => [id, { x: positions[2 * at]!, y: positions[2 * at + 1]! }]),
    );
    const across = positions.filter((_, at) => at % 2 === 0);
    const [first, last] = [Math.min(...across), Math.max(...across)];
    farRight = first + 0.7 * (last - first);
    drawn.updateEachNodeAttributes((id, own) => ({ ...own, ...places.get(id) }), {
      attributes: ['x', 'y'],
    });
    try {
      // Not before: without a GPU, a drawing with nothing in its place takes as long as one with all of it.
      sigma ??= begin();
    } catch {
      told.onFailed();
      return;
    }
    told.onPositions(places);
  });
  worker.postMessage({
    positions: Float32Array.from(
      ids.flatMap((_id, at) => {
        const { x, y } = firstPosition(at);
        return [x, y];
      }),
    ),
    edges: graph.mapEdges((_edge, { weight }, source, target) => [
      numbers.get(source)!,
      numbers.get(target)!,
      weight,
    ]),
  } satisfies ToLayOut);
  return {
    pick(next) {
      picked = next;
      refresh();
    },
    zoom(by) {
      const camera = sigma?.getCamera();
      const at = { duration: 0 };
      if (by === 'all') void camera?.reset(at);
      else void (by === 'in' ? camera?.zoomIn(at) : camera?.zoomOut(at));
    },
    recolor() {
      colors.clear();
      refresh();
    },
    close() {
      worker.terminate();
      sigma?.kill();
    },
  };
}
