/** Networks as an independent library reads them, against pairs counted here one by one. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import SimpleGraph from 'graphology';
import { parse } from 'graphology-gexf';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportSpecSchema } from '#shared/contract/export/export.ts';
import { everyRow, type View } from '#shared/contract/view.ts';
import { createPseudonymiser, createReplacer } from '#main/core/export/privacy/replacer.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { networkSchema } from '#shared/catalogue/networks.ts';
import {
  communitiesOf,
  filtersOf,
  graphOf,
  type Picked,
} from '#renderer/features/results/network/graph.ts';
import { type Asked, exportRig, lookUp, testSecret } from '#test/support/export/rig.ts';
import type { Spec } from '#test/support/saving.ts';
import { count } from '#test/support/thorough.ts';

const rig = exportRig();

type NetworkSpec = NonNullable<Spec['network']>;

const column = (field: string) => ({ kind: 'column', field }) as const;
const mentions: NetworkSpec = {
  source: column('authorUsername'),
  target: column('mentions'),
  time: 'createdAt',
};

/** The preset of the catalogue. */
function preset(endpointId: string, id: string): NetworkSpec {
  const found = lookUp(endpointId)?.resource.networks?.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no preset ${id}`);
  return found.network;
}

async function saved(runIds: string[], network: NetworkSpec, more: Partial<Spec> = {}) {
  const { bytes, state, path } = await rig.save({
    runIds,
    network,
    format: { kind: 'gexf' },
    ...more,
  });
  const xml = bytes.toString('utf8');
  const graph = parse(SimpleGraph, xml, { allowUndeclaredAttributes: false });
  expect([graph.order, graph.size]).toEqual([state.network?.nodes, state.network?.edges]);
  return { graph, state, path, xml };
}

/** `source target weight` of each edge, in no order. */
const edgesOf = (graph: SimpleGraph): string[] =>
  graph
    .mapEdges((_, { weight }, source, target) => `${source} ${target} ${String(weight)}`)
    .toSorted();

const drawnOf = (runId: string, network: NetworkSpec) =>
  rig.exports.handlers['view.network']({
    runId,
    view: everyRow,
    network: networkSchema.parse(network),
  });

/** The same graph with nodes and edges in the order of their names: communities depend on it. */
function inOrder(graph: SimpleGraph): SimpleGraph<object, { weight: number }> {
  const sorted = new SimpleGraph<object, { weight: number }>({ type: graph.type });
  for (const id of graph.nodes().toSorted()) sorted.addNode(id);
  const edges = graph.mapEdges((_, { weight }, source, target) => ({
    source,
    target,
    weight: Number(weight),
  }));
  const key = ({ source, target }: { source: string; target: string }) =>
    JSON.stringify([source, target]);
  for (const edge of edges.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))) {
    sorted.addEdge(edge.source, edge.target, { weight: edge.weight });
  }
  return sorted;
}

/** Each pair of a row once, counted over rows. */
function pairsOf(rows: readonly (readonly (readonly [string, string])[])[]): string[] {
  const weights = new Map<string, number>();
  for (const pairs of rows) {
    for (const pair of new Set(pairs.map(([s, t]) => `${s} ${t}`))) {
      weights.set(pair, (weights.get(pair) ?? 0) + 1);
    }
  }
  return [...weights].map(([pair, weight]) => `${pair} ${weight}`).toSorted();
}

const plain = (name: string): string =>
  name.trim().replace(/^@/, '').toLowerCase().normalize('NFC');

describe('A network', () => {
  it('has an edge for each pair of a row, weighed by rows, whatever is in them', async () => {
    const odd = ['BO ', '', 'd<&"\'>\n\t]]>', 'two\u2028lines\u0085', 'é', 'e\u0301'];
    const name = fc.constantFrom(...'ana @Ana bo chi @'.split(' '), ...odd);
    const post = fc.record({ authorUsername: name, mentions: fc.array(name, { maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(post, { minLength: 1, maxLength: 60 }), async (rows) => {
        const { graph } = await saved([await rig.makeRun(rows)], mentions);
        const expected = pairsOf(
          rows.map((row) =>
            row.mentions
              .map((one) => [plain(row.authorUsername), plain(one)] as const)
              .filter(([s, t]) => s !== '' && t !== ''),
          ),
        );
        expect(edgesOf(graph)).toEqual(expected);
      }),
      { numRuns: count(10, 60) },
    );
  });

  const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}T10:00:00Z`;
  const bylined = (authorId: string, authorUsername: string | null, ...names: string[]) => {
    return { authorId, authorUsername, mentions: names };
  };
  const posts: JsonObject[] = [
    { id: '1', ...bylined('11', 'Ana', 'bo', 'chi'), likeCount: 5, createdAt: day(3) },
    { id: '2', ...bylined('11', 'ana', '@BO', 'bo'), likeCount: 2, createdAt: day(1) },
    { id: '3', ...bylined('12', 'bo'), likeCount: 1, createdAt: day(9) },
    { id: '3', ...bylined('12', 'bo', 'bo'), likeCount: 1, createdAt: day(2) },
    { id: '4', ...bylined('13', null, 'ana'), likeCount: 1, createdAt: day(2) },
  ];

  it('says of nodes how many rows they are in, since when, and what their latest row says', async () => {
    const { graph, state } = await saved([await rig.makeRun(posts)], mentions);
    expect(edgesOf(graph)).toEqual(['ana bo 2', 'ana chi 1', 'bo bo 1']);
    expect(state).toMatchObject({ rows: 3, network: { nodes: 3, edges: 3, loops: 1, rows: 3 } });
    expect(graph.getNodeAttributes('ana')).toMatchObject({
      label: 'ana',
      rows: 2,
      firstSeen: '2026-03-01T10:00:00Z',
      lastSeen: '2026-03-03T10:00:00Z',
      authorId: '11',
    });
    expect(graph.getNodeAttributes('bo')).toMatchObject({ rows: 3, authorId: '12' });
    expect(graph.getNodeAttributes('chi')).not.toHaveProperty('authorId');
  });

  it('is made of the rows of the view, without hidden duplicates, and adds up a column', async () => {
    const runId = await rig.makeRun(posts);
    const view: View = {
      ...everyRow,
      filters: [{ kind: 'number', field: 'likeCount', min: '2', max: null }],
    };
    const weighed = await saved([runId], { ...mentions, weight: 'likeCount' }, { view });
    expect(edgesOf(weighed.graph)).toEqual(['ana bo 7', 'ana chi 5']);
    // The first row with this id has no mention.
    const once = await saved([runId], mentions, { view: { ...everyRow, hideDuplicatesBy: 'id' } });
    expect(edgesOf(once.graph)).toEqual(['ana bo 2', 'ana chi 1']);
  });

  it('joins items of one column without direction, and tells columns of other things apart', async () => {
    const runId = await rig.makeRun([
      { authorUsername: 'sea', hashtags: ['Sea', '#sea', 'sun', 'ice'] },
      { authorUsername: 'sun', hashtags: ['sun', 'sea'] },
      { authorUsername: 'ice', hashtags: ['ice'] },
    ]);
    const together = await saved([runId], preset('microblog.posts.search', 'hashtags'));
    expect(together.graph.type).toBe('undirected');
    expect(edgesOf(together.graph)).toEqual(['ice sea 1', 'ice sun 1', 'sea sun 2']);
    const use = await saved([runId], preset('microblog.posts.search', 'hashtag-use'));
    expect(edgesOf(use.graph)).toContain('authorUsername:sea hashtags:sea 1');
    expect(use.graph.getNodeAttributes('hashtags:sea')).toMatchObject({
      label: 'sea',
      kind: 'Hashtags',
    });
    expect(use.state.network).toMatchObject({ nodes: 6, edges: 6, loops: 0 });
  });

  it('of several runs counts on, and knows which way each asked', async () => {
    const asked = (connectionType: string, username: string): Asked => ({
      endpointId: 'microblog.users.connections',
      values: { username, connectionType },
    });
    const accounts = (...names: string[]): JsonObject[] =>
      names.map((username, at) => ({
        username,
        name: `No. ${at}`,
        followersCount: at,
        verified: true,
      }));
    const followers = await rig.makeRun(accounts('bo', 'chi'), asked('followers', '@Ana'));
    const following = await rig.makeRun(accounts('bo', 'dan'), asked('following', 'ana'));
    const network = preset('microblog.users.connections', 'follows');
    const one = await saved([following], network);
    expect(edgesOf(one.graph)).toEqual(['ana bo 1', 'ana dan 1']);
    const both = await saved([followers, following], network);
    expect(edgesOf(both.graph)).toEqual(['ana bo 1', 'ana dan 1', 'bo ana 1', 'chi ana 1']);
    expect(both.graph.getNodeAttributes('dan')).toMatchObject({
      name: 'No. 1',
      followersCount: 1,
      verified: true,
    });
    // In a table, `name` would replace the IDs for igraph.
    const format = { kind: 'edges' } as const;
    const { state, path } = await rig.save({ runIds: [following], network, format });
    const table = await readFile(join(dirname(path), state.files[1]?.name ?? ''), 'utf8');
    expect(table).toMatch(/^\uFEFF"Id","Label",.*"field_name"/);
    expect(table).not.toContain('"name"');
  });

  it('says of nodes what the row says that was collected last, whichever run comes first', async () => {
    const asked: Asked = {
      endpointId: 'microblog.users.connections',
      values: { username: 'ana', connectionType: 'followers' },
    };
    const runOf = (followersCount: number, at: string) =>
      rig.makeRun([{ username: 'bo', followersCount }], asked, () => at);
    const [older, newer] = [await runOf(10, day(1)), await runOf(99, day(8))];
    const network = preset('microblog.users.connections', 'follows');
    for (const runIds of [
      [newer, older],
      [older, newer],
    ]) {
      const { graph } = await saved(runIds, network);
      expect(graph.getNodeAttributes('bo')).toMatchObject({ rows: 2, followersCount: 99 });
    }
  });

  it('has pseudonyms for nodes as columns have them, and nobody’s name anywhere', async () => {
    const pseudonym = createPseudonymiser(testSecret);
    const privacy = {
      pseudonyms: [
        { field: 'authorUsername', kind: 'username' as const },
        { field: 'authorId', kind: 'id' as const },
      ],
    };
    const runId = await rig.makeRun(posts);
    // The mentions are the same people: they go by pseudonyms, although they were forgotten.
    const { graph, xml, path } = await saved([runId], mentions, { privacy, methods: true });
    const [ana, bo] = [pseudonym('username', 'ana'), pseudonym('username', 'bo')];
    expect(graph.getEdgeAttribute(graph.edge(ana, bo), 'weight')).toBe(2);
    expect(graph.getNodeAttributes(ana)).toMatchObject({
      label: ana,
      authorId: pseudonym('id', '11'),
    });
    expect(xml).not.toMatch(/\b(?:ana|bo|chi)\b/i);
    const sheet = await readFile(`${path}.methods.md`, 'utf8');
    expect(sheet).toContain('An edge leads from authorUsername to mentions of the same row');
    const left = { ...privacy, drop: ['mentions'] };
    await expect(saved([runId], mentions, { privacy: left })).rejects.toThrow(/Privacy leaves out/);
  });

  it('doesn’t give away by an edge’s ends whose name comes first in the alphabet', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `person_${at}`);
    const runId = await rig.makeRun([{ mentions: names }]);
    const [source, target] = [column('mentions'), column('mentions')];
    const together: NetworkSpec = { source, target, directed: false };
    const isOrdered = (_: string, __: object, from: string, to: string): boolean => from < to;
    const pseudonyms = [{ field: 'mentions', kind: 'username' as const }];
    for (const privacy of [null, { pseudonyms }]) {
      const { graph } = await saved([runId], together, { privacy });
      expect(graph.size).toBe(66);
      expect(graph.everyEdge(isOrdered)).toBe(true);
      // Nor does the order of edges that are equally strong.
      const written = graph.mapEdges((_, __, from, to) => `${from} ${to}`);
      if (privacy === null) expect(written).not.toEqual(written.toSorted());
    }
  });

  it('gives an account that was asked for by number one pseudonym at both ends', async () => {
    const runId = await rig.makeRun([{ username: 'ann' }, { username: '123456789' }], {
      endpointId: 'photoshare.users.connections',
      values: { identifier: '123456789', connectionType: 'followers' },
    });
    const privacy = { pseudonyms: [{ field: 'username', kind: 'username' as const }] };
    const network = preset('photoshare.users.connections', 'follows');
    const { graph, state } = await saved([runId], network, { privacy });
    const pseudonym = createPseudonymiser(testSecret);
    const [ann, asked] = [pseudonym('username', 'ann'), pseudonym('id', '123456789')];
    expect(edgesOf(graph)).toEqual([`${ann} ${asked} 1`, `${asked} ${asked} 1`].toSorted());
    expect(state.changes).toMatchObject([{ code: 'pseudonyms' }]);
  });

  it('gives a person one pseudonym although two columns have other kinds of names', async () => {
    const privacy = {
      pseudonyms: [{ field: 'mentions', kind: 'name' as const }],
      scrubMentions: ['authorUsername'],
    };
    const { graph } = await saved([await rig.makeRun(posts)], mentions, { privacy });
    const [ana, bo, chi] = ['ana', 'bo', 'chi'].map((one) =>
      createPseudonymiser(testSecret)('name', one),
    );
    expect(edgesOf(graph)).toEqual(
      [`${ana} ${bo} 2`, `${ana} ${chi} 1`, `${bo} ${bo} 1`].toSorted(),
    );
  });

  it('is not saved with an edge to a node that isn’t there', async () => {
    const pseudonyms = [{ field: 'mentions', kind: 'username' as const }];
    let n = 0;
    const { save } = rig.saving({
      replacerOf: async ({ privacy }, of) => {
        const replacer = await createReplacer(privacy, of, async () => testSecret);
        return replacer && { ...replacer, replace: () => `${n++}` };
      },
    });
    const runIds = [await rig.makeRun(posts)];
    for (const kind of ['gexf', 'edges'] as const) {
      const privacy = { pseudonyms };
      const spec: Spec = { runIds, network: mentions, format: { kind }, privacy };
      await expect(save(spec)).rejects.toThrow('isn’t one of its nodes');
    }
  });

  const names = fc.array(fc.constantFrom(...'ana @Ana bo chi dan eli fay gus hal'.split(' ')));
  const written = fc.record({
    authorUsername: fc.constantFrom(...'ana @Bo chi dan'.split(' ')),
    mentions: names,
    hashtags: names,
  });

  it('is drawn as a file of it is read, with the communities of that file', async () => {
    const two = preset('microblog.posts.search', 'hashtag-use');
    const together = preset('microblog.posts.search', 'hashtags');
    await fc.assert(
      fc.asyncProperty(
        fc.array(written, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(mentions, two, together),
        async (rows, network) => {
          const runId = await rig.makeRun(rows);
          const { graph, state } = await saved([runId], network);
          const drawn = await drawnOf(runId, network);
          expect(drawn).toMatchObject({
            rows: rows.length,
            count: rows.length,
            size: state.network,
          });
          const shown = graphOf(drawn, 1);
          expect(edgesOf(shown)).toEqual(edgesOf(graph));
          const labels = (one: SimpleGraph) =>
            one.mapNodes((id, { label }) => `${id} ${String(label)}`).toSorted();
          expect(labels(shown)).toEqual(labels(graph));
          // The strongest first, as in the file.
          const weights = drawn.edges.map(({ weight }) => weight);
          expect(weights).toEqual(weights.toSorted((a, b) => b - a));
          const found = shown.mapNodes((id, { community }) => [id, community] as const);
          expect(new Map(found)).toEqual(communitiesOf(inOrder(graph)));
          for (const { id, in: to, out, weight } of shown.mapNodes((_, node) => node)) {
            const directed = network.directed !== false;
            expect([to, out]).toEqual(
              directed ? [graph.inDegree(id), graph.outDegree(id)] : [graph.degree(id), 0],
            );
            expect(weight).toBe(
              graph.reduceEdges(id, (sum, _, own) => sum + Number(own.weight), 0),
            );
          }
        },
      ),
      { numRuns: count(10, 60) },
    );
  });

  it('is drawn of its strongest edges, with all counted', async () => {
    const runId = await rig.makeRun(
      Array.from({ length: 2100 }, (_, at) => ({
        authorUsername: `a${at % 2050}`,
        mentions: ['hub'],
      })),
    );
    const { edges, nodes, size } = await drawnOf(runId, mentions);
    expect([edges.length, nodes.length]).toEqual([2000, 2001]);
    expect(size).toMatchObject({ edges: 2050, nodes: 2051, rows: 2100 });
    expect(edges.slice(0, 50).every(({ weight }) => weight === 2)).toBe(true);
    expect(graphOf(await drawnOf(runId, mentions), 2).size).toBe(50);
  });

  it('keeps the rows of an edge or node, however they write its name', async () => {
    const runId = await rig.makeRun([
      ...posts,
      { id: '5', ...bylined('14', 'anab', 'bob'), likeCount: 1, createdAt: day(2) },
    ]);
    const drawn = await drawnOf(runId, mentions);
    const keptBy = async (picked: Picked): Promise<number> => {
      const filters = filtersOf(drawn, graphOf(drawn, 1), picked) ?? [];
      const { state } = await rig.save({
        runIds: [runId],
        view: { ...everyRow, filters },
        format: { kind: 'jsonl' },
      });
      return state.rows;
    };
    expect(await keptBy({ source: 'ana', target: 'bo' })).toBe(2);
    expect(await keptBy({ source: 'bo', target: 'bo' })).toBe(1);
    // By it or about it, also without an edge.
    expect(await keptBy({ node: 'ana' })).toBe(3);
    expect(await keptBy({ node: 'bo' })).toBe(4);
  });

  it('joins accounts that share links, in different rows, weighed by how many', async () => {
    const link = fc.constantFrom(
      ...'https://a.example/ https://b.example/x https://c.example'.split(' '),
    );
    const post = fc.record({
      authorUsername: fc.constantFrom(...'ana Ana @bo chi dan'.split(' ')),
      urls: fc.array(link),
    });
    const network = preset('microblog.posts.search', 'shared-links');
    await fc.assert(
      fc.asyncProperty(fc.array(post, { minLength: 1, maxLength: 30 }), async (rows) => {
        const { graph } = await saved([await rig.makeRun(rows)], network);
        const linksOf = new Map<string, Set<string>>();
        for (const { authorUsername, urls } of rows) {
          const author = plain(authorUsername);
          linksOf.set(author, new Set([...(linksOf.get(author) ?? []), ...urls]));
        }
        const authors = [...linksOf.keys()].toSorted();
        const expected = authors.flatMap((one) =>
          authors.flatMap((other) => {
            const shared = [...linksOf.get(one)!].filter((url) =>
              linksOf.get(other)!.has(url),
            ).length;
            return one < other && shared > 0 ? [`${one} ${other} ${shared}`] : [];
          }),
        );
        expect(edgesOf(graph)).toEqual(expected.toSorted());
      }),
      { numRuns: count(10, 60) },
    );
  });

  it('says of what is shared who began when, and leaves out what too many share', async () => {
    const post = (authorUsername: string, n: number, ...urls: string[]) => ({
      authorUsername,
      urls,
      createdAt: day(n),
    });
    const runId = await rig.makeRun([
      post('ana', 1, 'l1', 'l2'),
      post('bo', 3, 'l1'),
      post('bo', 4, 'l1', 'l2'),
      post('ana', 9, 'l1'),
      post('chi', 5, 'l2', 'l3'),
      ...Array.from({ length: 101 }, (_, at) => post(`u${at}`, 2, 'everywhere')),
    ]);
    const network = preset('microblog.posts.search', 'shared-links');
    const { graph, state } = await saved([runId], network);
    expect(edgesOf(graph)).toEqual(['ana bo 2', 'ana chi 1', 'bo chi 1']);
    expect(graph.getEdgeAttributes('ana', 'bo')).toMatchObject({
      shared: 2,
      firstSeen: day(3),
      lastSeen: day(4),
    });
    // Of its node: how many links it shares, with however many others.
    expect(graph.getNodeAttributes('ana')).toMatchObject({
      shared: 2,
      firstSeen: day(3),
      lastSeen: day(5),
    });
    expect(state.network).toMatchObject({ nodes: 3, edges: 3, loops: 0, rows: 5, leftOut: 1 });
    const drawn = await drawnOf(runId, network);
    const filters = filtersOf(drawn, graphOf(drawn, 1), { source: 'ana', target: 'bo' }) ?? [];
    const { state: kept } = await rig.save({
      runIds: [runId],
      view: { ...everyRow, filters },
      format: { kind: 'jsonl' },
    });
    expect(kept.rows).toBe(4);
    // Rows of several runs share, too.
    const other = await rig.makeRun([post('chi', 2, 'l1')]);
    expect(edgesOf((await saved([runId, other], network)).graph)).toEqual([
      'ana bo 2',
      'ana chi 2',
      'bo chi 2',
    ]);
  });

  it('as two tables has the same ids in both, protected against formulas', async () => {
    const runId = await rig.makeRun([
      { authorUsername: '=cmd', mentions: ['-bo', '"chi"; dan'], createdAt: day(1) },
    ]);
    const { bytes, state, path } = await rig.save({
      runIds: [runId],
      network: mentions,
      format: { kind: 'edges', byteOrderMark: false },
    });
    const [edges, nodes] = state.files;
    expect([edges?.name, nodes?.name].map((name) => name?.split('.').slice(-2))).toEqual([
      ['edges', 'csv'],
      ['nodes', 'csv'],
    ]);
    const times = `"${day(1)}","${day(1)}"`;
    const [head, ...lines] = bytes.toString('utf8').split('\r\n');
    // igraph and NetworkX weigh by `weight` only.
    expect(head).toBe('"Source","Target","Type","weight","rows","firstSeen","lastSeen"');
    expect(new Set(lines)).toEqual(
      new Set([
        '',
        `"'=cmd","'-bo","Directed",1,1,${times}`,
        `"'=cmd","""chi""; dan","Directed",1,1,${times}`,
      ]),
    );
    const table = await readFile(join(dirname(path), nodes?.name ?? ''), 'utf8');
    expect(table.split('\r\n')[0]).toBe('"Id","Label","rows","firstSeen","lastSeen"');
    expect(table).toContain(`"'=cmd","'=cmd",1,${times}`);
  });

  it('writes pictures of characters that XML can’t hold, and says so', async () => {
    const runId = await rig.makeRun([
      { authorUsername: 'a\u0001', mentions: ['a\u0002', 'a\uFFFF'] },
    ]);
    const { graph, state } = await saved([runId], mentions);
    expect(graph.nodes().toSorted()).toEqual(['a␁', 'a␂', 'a�']);
    expect(state.changes).toMatchObject([{ code: 'networkCharacters' }]);
  });

  it('shows its strongest edges first, and how large it is', async () => {
    const runIds = [await rig.makeRun(posts)];
    const spec = exportSpecSchema.parse({ runIds, network: mentions, format: { kind: 'gexf' } });
    const preview = await rig.exports.handlers['export.preview']({ spec, rows: 1 });
    expect(preview.rows.map((row) => row.slice(0, 4))).toEqual([['ana', 'bo', 'Directed', '2']]);
    expect(preview.network).toEqual({ nodes: 3, edges: 3, loops: 1, rows: 3, leftOut: 0 });
    expect(rig.leftovers()).toEqual([]);
  });
});
