/** The network of rows: its table and what can be done with a node or edge. Here, nothing can be drawn. */
import { act } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { NetworkChart } from '#shared/contract/chart.ts';
import type { MediaColumn } from '#shared/contract/media.ts';
import type { Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import { Results } from '#renderer/features/results/Results.tsx';
import {
  filtersOf,
  graphOf,
  groupColor,
  edgeAt,
  networkPicture,
} from '#renderer/features/results/network/graph.ts';
// Loaded with the window otherwise, when it is looked at first.
import '#renderer/features/results/network/NetworkLook.tsx';
import { useApp } from '#renderer/state/app.ts';
import { draw as drawPage, screenText } from '../draw.tsx';
import { button, buttons, click, only, press, settle, type } from '../explore/window.tsx';
import { answer, answerLater, inputsOf, ok, resetHost } from '../fake-host.ts';
import { makeRun, makeSnapshot, makeTab, workspaceOf } from '../make.ts';
import { unmount } from '../mount.tsx';
import { column, giveSize } from './results-window.tsx';

beforeAll(giveSize);

const columns = [
  column('id', 'Post ID', { meaning: 'id' }),
  column('authorUsername', 'Author', { meaning: 'username' }),
  column('mentions', 'Mentions', { meaning: 'list', type: 'list' }),
  column('urls', 'Links', { meaning: 'list', type: 'empty' }),
  column('hashtags', 'Hashtags', { meaning: 'list', type: 'list' }),
];
const endOf = (field: string | null, label = '') => ({ field, label, as: 'username' as const });
const node = (id: string) => ({ id, label: id, value: id, end: 'source' as const });
const mentions: NetworkChart = {
  rows: 40,
  of: 40,
  count: 40,
  size: { nodes: 50, edges: 31, loops: 0, rows: 40, leftOut: 0 },
  directed: true,
  oneMode: true,
  isSharing: false,
  ends: { source: endOf('authorUsername', 'Author'), target: endOf('mentions', 'Mentions') },
  nodes: ['ana', 'bo', 'chi', 'dan'].map(node),
  edges: [
    { source: 'ana', target: 'bo', weight: 7 },
    { source: 'chi', target: 'bo', weight: 2 },
    { source: 'dan', target: 'dan', weight: 1 },
  ],
};

let runs = 0;

/** Returns what tells which columns have media: until then, nobody knows. */
async function draw(network: Partial<NetworkChart> = {}, change: Partial<Run> = {}) {
  await unmount();
  resetHost();
  const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
  const id = `run-network-${(runs += 1)}`;
  const run = makeRun({ id, query, resource: 'microblog.post', columns, rowCount: 40, ...change });
  answer('view.network', () => ok({ ...mentions, ...network }));
  answer('view.duplicates', () => ok({ field: 'id', rows: 40, of: 40, count: 0 }));
  answer('run.pages', () => ok({ pages: [] }));
  answer('rows.window', () => ok({ offset: 0, total: 0, numbers: null, rows: [] }));
  const tellMedia = answerLater('media.columns');
  answer('view.open', () => ok({ rows: 40, of: 40, count: 40, epoch: 0, anchor: null }));
  const view = { ...everyRow, sort: [{ field: 'id', direction: 'ascending' as const }] };
  const tab = makeTab({ query, runId: run.id, look: 'network', view });
  await drawPage(<Results tab={tab} />, {
    runs: { [run.id]: run },
    snapshot: makeSnapshot({ workspace: workspaceOf(tab) }),
  });
  // It is loaded when it is looked at first.
  await vi.waitFor(async () => {
    await settle();
    expect(screenText()).toMatch(/WebGL|No connections/);
  });
  return async (found: readonly MediaColumn[]) => {
    tellMedia(ok({ columns: found }));
    await settle();
  };
}

const nodes = () => only<HTMLElement>('section[aria-label="Nodes"]');
const control = (name: string) => only<HTMLInputElement>(`input[aria-label="${name}"]`);
const table = () =>
  [...nodes().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent.trim()).join(' '),
  );
const viewNow = () => useApp.getState().snapshot!.workspace.tabs[0]!.view;

test('without WebGL, the table has all that the drawing would say', async () => {
  await draw();
  expect(screenText()).toContain('This browser can’t draw networks');
  expect(screenText()).toContain(
    'The 3 strongest of 31 edges, between 4 of 50 nodes; all figures are of these.',
  );
  expect(buttons('Save picture…')).toEqual([]);
  expect(table()).toEqual(['bo 1 2 0 9', 'ana 1 0 1 7', 'chi 1 0 1 2', 'dan 2 1 1 1']);
  await click(button('Node'));
  expect(table().map((row) => row.split(' ')[0])).toEqual(['ana', 'bo', 'chi', 'dan']);
  const sorted = only<HTMLElement>('th[aria-sort]');
  expect([sorted.textContent, sorted.getAttribute('aria-sort')]).toEqual(['Node', 'ascending']);
  await click(button('In'));
  expect(only('th[aria-sort="descending"]').textContent).toBe('In');
  await click(button('In'));
  expect(table().at(-1)).toBe('bo 1 2 0 9');
  await type(control('Find a node'), 'CHI');
  expect(table()).toEqual(['chi 1 0 1 2']);
  // The order in which rows are shown makes no other network.
  expect(inputsOf('view.network')).toMatchObject([{ view: { sort: [] } }]);
});

test('a look that the rows turn out to have moves none of those that can be pressed already', async () => {
  const tellMedia = await draw();
  const bar = () => only('[role="radiogroup"][aria-label="View"]').textContent;
  const before = bar();
  await tellMedia([{ column: 'urls', kind: 'picture' }]);
  expect(bar()).toBe(before);
  await click(button('View: Network'));
  const others = [...document.querySelectorAll('[role^="menuitem"]')];
  expect(others.map(({ textContent }) => textContent)).toEqual(['Network(on)', 'Pictures']);
});

test('another network, or only strong edges, are chosen and remembered', async () => {
  await draw();
  await click(control('Network'));
  await settle();
  const options = [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  // Nobody shares a link where there are none.
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Who mentions whom',
    'Hashtags used together',
    'Who uses which hashtag',
    'Accounts that share hashtags',
  ]);
  await click(options.at(-1)!);
  await settle();
  expect(inputsOf('view.network').at(-1)).toMatchObject({
    network: { sharing: 'hashtags', source: { field: 'authorUsername' }, directed: false },
  });
  await click(control('Least weight'));
  await settle();
  const least = [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  expect(least.map(({ textContent }) => textContent)).toEqual([
    '1 or more',
    '2 or more',
    '3 or more',
    '5 or more',
  ]);
  await click(least[2]!);
  expect(table()).toEqual(['ana 1 0 1 7', 'bo 2 1 0 7']);
});

test('a node is chosen by keys, its edges are shown, and the rows of either are kept', async () => {
  await draw();
  const [bo, ana] = [...nodes().querySelectorAll<HTMLElement>('tbody th button')];
  expect([bo!.tabIndex, ana!.tabIndex]).toEqual([0, -1]);
  await act(async () => bo!.focus());
  await press(bo!, 'ArrowDown');
  expect(document.activeElement).toBe(ana);
  await click(bo!);
  expect(bo!.getAttribute('aria-pressed')).toBe('true');
  expect(screenText()).toContain('in 2, out 0, weight 9');
  const edges = only<HTMLElement>('ul[aria-label="Strongest edges of bo"]');
  expect([...edges.children].map(({ textContent }) => textContent)).toEqual(['← ana7', '← chi2']);
  await click(edges.querySelector('button')!);
  expect(screenText()).toContain('ana → bo');
  await click(button('Keep these rows'));
  expect(viewNow().filters).toEqual([
    { kind: 'names', field: 'authorUsername', orIn: [], nodes: ['ana'], as: 'username' },
    { kind: 'names', field: 'mentions', orIn: [], nodes: ['bo'], as: 'username' },
  ]);

  await draw();
  await click(nodes().querySelector<HTMLElement>('tbody th button')!);
  await click(button('Keep these rows'));
  expect(viewNow().filters).toEqual([
    { kind: 'names', field: 'authorUsername', orIn: ['mentions'], nodes: ['bo'], as: 'username' },
  ]);
});

test('rows that make no edge say why', async () => {
  const size = { nodes: 0, edges: 0, loops: 0, rows: 0, leftOut: 3 };
  await draw({ nodes: [], edges: [], size });
  expect(screenText()).toContain('What these rows share, more than 100 share.');
  const nothing = { nodes: [], edges: [], size: { ...size, leftOut: 0 } };
  await draw(nothing, { state: { kind: 'noMore' } });
  expect(screenText()).toContain('Choose another network above.');
  await draw(nothing, { state: { kind: 'more' } });
  expect(screenText()).toContain('Choose another network above, or get more rows.');
});

test('rows are kept by what they say, whichever end it is', () => {
  const keptBy = (network: NetworkChart, picked: Parameters<typeof filtersOf>[2]) =>
    filtersOf(network, graphOf(network, 1), picked)?.map((filter) =>
      filter.kind === 'names'
        ? { field: filter.field, orIn: filter.orIn, nodes: filter.nodes }
        : null,
    );
  const edge = { source: 'ana', target: 'bo' };
  // Every row is about the account that was asked for.
  const follows = { ...mentions, ends: { source: endOf('username'), target: endOf(null) } };
  expect(keptBy(follows, edge)).toEqual([{ field: 'username', orIn: [], nodes: ['ana'] }]);
  const sharing = {
    ...mentions,
    isSharing: true,
    ends: { source: endOf('username'), target: endOf('username') },
  };
  expect(keptBy(sharing, edge)).toEqual([{ field: 'username', orIn: [], nodes: ['ana', 'bo'] }]);
  const two = {
    ...mentions,
    oneMode: false,
    nodes: [
      { ...node('a:ana'), value: 'ana' },
      { ...node('h:sea'), value: 'sea', end: 'target' as const },
    ],
    edges: [{ source: 'a:ana', target: 'h:sea', weight: 1 }],
  };
  expect(keptBy(two, { node: 'h:sea' })).toEqual([{ field: 'mentions', orIn: [], nodes: ['sea'] }]);
});

test('the same edges look the same in any order, and eight communities have colours', () => {
  const pairs = Array.from({ length: 10 }, (_, at) => ({
    source: `a${at}`,
    target: `b${at}`,
    weight: 10 - at,
  }));
  const all = pairs.flatMap(({ source, target }) => [node(source), node(target)]);
  const network = { ...mentions, nodes: all, edges: pairs };
  const one = graphOf(network, 1);
  const other = graphOf({ ...network, nodes: all.toReversed(), edges: pairs.toReversed() }, 1);
  expect(other.export()).toEqual(one.export());
  const colors = one.mapNodes((_, { community }) => groupColor(community));
  expect(new Set(colors).size).toBe(9);
  const positions = new Map(one.nodes().map((id, at) => [id, { x: at, y: -at }]));
  const picture = networkPicture(document.body, one, positions);
  const count = (name: string): number => picture.querySelectorAll(name).length;
  expect([count('circle'), count('line'), count('polygon')]).toEqual([20, 10, 10]);
});

test('a click on or beside an edge is that edge, the nearest of several, and none far from all', () => {
  const all = ['a', 'b', 'c', 'd'].map((id) => node(id));
  const pairs = [
    { source: 'a', target: 'b', weight: 1 },
    { source: 'c', target: 'd', weight: 1 },
  ];
  const graph = graphOf({ ...mentions, nodes: all, edges: pairs }, 1);
  const places = { a: [0, 0], b: [100, 0], c: [0, 6], d: [100, 106] } as Record<string, number[]>;
  const at = (x: number, y: number) =>
    edgeAt({ x, y }, graph, (id) => ({ x: places[id]![0]!, y: places[id]![1]! }));
  expect(at(50, 3)).toEqual({ source: 'a', target: 'b' });
  expect(at(50, 54)).toEqual({ source: 'c', target: 'd' });
  expect(at(0, 4)).toEqual({ source: 'c', target: 'd' });
  expect(at(60, 30)).toBeNull();
  // Beyond its end, the line goes on, and the edge doesn’t.
  expect(at(110, 0)).toBeNull();
});
