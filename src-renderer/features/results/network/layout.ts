/**
 * A worker that finds where nodes are (ForceAtlas2), so that the window never waits for it. Nodes take a
 * fixed number of steps from where they begin: the same graph looks the same.
 */
import SimpleGraph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';

export interface ToLayOut {
  /** `x` and `y` of each node at first. */
  positions: Float32Array;
  /** Nodes by number, and the strength of their edges. */
  edges: [source: number, target: number, weight: number][];
}

/** The same, moved. Sent several times. */
export type LaidOut = ToLayOut['positions'];

/** The first is short, so that something is seen soon. */
const rounds = [10, 30, 40, 40, 40, 40, 40, 40, 40];
addEventListener('message', ({ data }: MessageEvent<ToLayOut>) => {
  const graph = new SimpleGraph({ type: 'undirected', multi: true });
  for (let at = 0; 2 * at < data.positions.length; at++) {
    graph.addNode(at, { x: data.positions[2 * at], y: data.positions[2 * at + 1] });
  }
  for (const [source, target, weight] of data.edges) {
    if (source !== target) graph.addEdge(source, target, { weight: 1 + Math.log2(weight) });
  }
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    // Parts that nothing joins stay near each other.
    gravity: 0.4,
    barnesHutOptimize: graph.order > 800,
  };
  for (const iterations of rounds) {
    forceAtlas2.assign(graph, { iterations, settings });
    const positions = Float32Array.from(
      graph
        .nodes()
        .flatMap((id) => [graph.getNodeAttribute(id, 'x'), graph.getNodeAttribute(id, 'y')]),
    );
    postMessage(positions satisfies LaidOut);
  }
});
