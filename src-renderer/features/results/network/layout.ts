/**
 * A worker that finds where nodes are (ForceAtlas2), so that the window never waits for it. Nodes begin as the seeds
 * of a sunflower and take a fixed number of steps: the same graph looks the same.
 */
import SimpleGraph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import { firstPosition } from './graph.ts';

/** Nodes by number, and the strength of their edges. */
export interface ToLayOut {
  nodes: number;
  edges: [source: number, target: number, weight: number][];
}

/** `x` and `y` of each node, in their order. */
export interface LaidOut {
  positions: Float32Array;
  isDone: boolean;
}

const rounds = 8;
const stepsInRound = 40;
addEventListener('message', ({ data }: MessageEvent<ToLayOut>) => {
  const graph = new SimpleGraph({ type: 'undirected', multi: true });
  for (let at = 0; at < data.nodes; at++) graph.addNode(at, firstPosition(at));
  for (const [source, target, weight] of data.edges) {
    if (source !== target) graph.addEdge(source, target, { weight: 1 + Math.log2(weight) });
  }
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    // Parts that nothing joins stay near each other.
    gravity: 0.4,
    barnesHutOptimize: graph.order > 800,
  };
  for (let round = 1; round <= rounds; round++) {
    forceAtlas2.assign(graph, { iterations: stepsInRound, settings });
    const positions = Float32Array.from(
      graph
        .nodes()
        .flatMap((id) => [graph.getNodeAttribute(id, 'x'), graph.getNodeAttribute(id, 'y')]),
    );
    postMessage({ positions, isDone: round === rounds } satisfies LaidOut);
  }
});
