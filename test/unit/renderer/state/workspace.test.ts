import { beforeEach, expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import { takeFirstSnapshot } from '#renderer/state/boot.ts';
import { kept } from '#renderer/state/kept.ts';
import { adoptSnapshot } from '#renderer/state/profile.ts';
import * as tabs from '#renderer/state/workspace.ts';
import { answer, answerLater, inputsOf, ok, refuse } from '../fake-host.ts';
import {
  workspaceSchema,
  type SaveTurn,
  type Tab,
  type Workspace,
} from '#shared/contract/snapshot.ts';
import {
  makeListTable,
  makeProblem,
  makeQuery,
  makeRun,
  makeSnapshot,
  makeTab,
  workspaceOf,
} from '../make.ts';

const workspace = () => useApp.getState().snapshot!.workspace;
const tabIds = () => workspace().tabs.map(({ id }) => id);
const open = (count: number) => Array.from({ length: count }, (_, n) => tabs.openTab(`x.${n}`));
const table = makeListTable();
const list: Tab['list'] = { table, hasHeader: false, mapping: { username: 0 }, onlyNew: false };
const recipeList = { keys: ['q'], count: 4, perInput: 1, perCall: 1, valuesSha256: null };
const saves = () => inputsOf('workspace.save') as { before: Workspace; workspace: Workspace }[];
/** What is remembered of tabs, runs and views. */
const marks = kept('mark', { isMarked: false }, 3);
/** Closes a tab, and gives the one that is on screen then. */
const close = (id = ''): string | null => {
  tabs.closeTab(id);
  return workspace().activeTab;
};

beforeEach(() => {
  vi.useFakeTimers();
  useApp.setState({ ...useApp.getInitialState(), snapshot: makeSnapshot() });
});

it('tabs open beside each other, the newest shown; closed, they leave the screen to a neighbour', () => {
  const [a, b, c, d] = open(4);
  expect(tabIds()).toEqual([a, b, c, d]);
  expect(workspace().activeTab).toBe(d);
  tabs.showTab(b ?? '');
  expect([b, d, c, a].map(close)).toEqual([c, c, a, null]);
});

it('tabs let go of their run and its problem when closed, and come back where they were', () => {
  const [a, b = '', c] = open(3);
  const run = makeRun();
  tabs.updateTab(b, { runId: run.id });
  const refused = { problem: makeProblem('No.'), again: async () => undefined };
  useApp.setState({ runs: { [run.id]: run }, askProblems: { [b]: refused } });
  const closed = workspace().tabs[1]!;
  for (const id of [b, run.id, `${run.id}/view`]) marks.change(id, { isMarked: true });
  tabs.closeTab(b);
  expect(useApp.getState()).toMatchObject({ runs: {}, askProblems: {} });
  for (const id of [b, run.id, `${run.id}/view`]) expect(marks.of(id).isMarked).toBe(false);
  tabs.reopenTab(closed, 1);
  expect(tabIds()).toEqual([a, b, c]);
  expect(workspace().activeTab).toBe(b);
});

it('of views, only those that changed last are remembered', () => {
  for (const id of ['1', '2', '3', '1', '4']) marks.change(`run/${id}`, { isMarked: true });
  const marked = ['1', '2', '3', '4'].filter((id) => marks.of(`run/${id}`).isMarked);
  expect(marked).toEqual(['1', '3', '4']);
});

it('tabs keep a run that another of them shows', () => {
  const [a = '', b = ''] = open(2);
  const run = makeRun();
  for (const id of [a, b]) tabs.updateTab(id, { runId: run.id });
  useApp.setState({ runs: { [run.id]: run } });
  tabs.closeTab(b);
  expect(useApp.getState().runs).toEqual({ [run.id]: run });
  tabs.closeTab(a);
  expect(useApp.getState().runs).toEqual({});
});

it('tabs are a hundred at most, as the contract keeps no more, however they come', () => {
  const ids = open(101);
  expect(tabIds()).toEqual(ids.slice(1));
  expect(workspace().activeTab).toBe(ids[100]);
  // Duplicated, or brought back before all others.
  tabs.duplicateTab(ids[1] ?? '');
  tabs.reopenTab({ ...workspace().tabs[0]!, id: 'closed' }, 0);
  expect([tabIds().length, tabIds()[0], workspace().activeTab]).toEqual([100, 'closed', 'closed']);
});

it('of too many tabs, the oldest closes by itself: first one in which nothing was done, last one with a question that was not asked', () => {
  const asked = makeQuery({ q: 'trees' });
  const tab = (n: number, change: Partial<Tab> = {}): Tab =>
    makeTab({ id: `${n}`, query: asked, runId: 'run-00000001', ...change });
  const run = makeRun({ id: 'run-00000001', query: asked });
  const typed = makeQuery({ q: 'sea' });
  const full = [
    tab(0, { runId: null }),
    tab(1, { query: typed }),
    tab(2),
    tab(3, { query: makeQuery({ q: ' ' }), runId: null }),
    ...Array.from({ length: 96 }, (_, n) => tab(n + 4, { runId: null })),
  ];
  useApp.setState({
    runs: { [run.id]: run },
    snapshot: makeSnapshot({ workspace: workspaceOf(...full) }),
  });
  const told: (readonly string[])[] = [];
  const stop = tabs.watchSurplus((ids) => told.push(ids));
  for (const q of ['a', 'b', 'c', 'd']) tabs.openTab(asked.endpointId, { values: { q } });
  expect(told).toEqual([['3'], ['2'], ['0'], ['1']]);
  stop();
  expect(tabIds().slice(0, 2)).toEqual(['4', '5']);
});

it('choosing a question takes the place of a tab in which nothing was done', () => {
  const blank = tabs.openTab('microblog.posts.search');
  tabs.updateTab(blank, { query: { ...workspace().tabs[0]!.query, values: { q: ' ' } } });
  tabs.chooseQuestion('forum.posts.by-ids');
  expect(workspace().tabs).toMatchObject([
    { id: workspace().activeTab, query: { endpointId: 'forum.posts.by-ids', values: {} } },
  ]);
  // Stored or not.
  const stored = tabs.openTab('microblog.posts.search.stored');
  tabs.chooseQuestion('microblog.posts.search');
  expect(tabIds().slice(1)).toEqual([stored]);
  // Also if it isn't on screen.
  tabs.showTab(tabs.openTab('microblog.users.get', { values: { username: 'mira' } }));
  const count = tabIds().length;
  const again = tabs.chooseQuestion('photoshare.posts.get');
  expect([tabIds().length, workspace().activeTab]).toEqual([count, again]);
});

it('choosing a question opens a tab beside one with values, a run or a list, and from the start page, wherever it is asked', () => {
  const typed = tabs.openTab('microblog.posts.search', { values: { q: 'trees' } });
  const asking = tabs.chooseQuestion('forum.posts.by-ids');
  tabs.updateTab(asking, { runId: 'run-00000001' });
  const third = tabs.chooseQuestion('microblog.users.get');
  tabs.updateTab(third, { list });
  const fourth = tabs.chooseQuestion('photoshare.posts.get');
  expect(tabIds()).toEqual([typed, asking, third, fourth]);
  tabs.showStartPage();
  useApp.setState({ page: 'settings' });
  expect(tabIds().slice(0, 4)).not.toContain(tabs.chooseQuestion('forum.posts.by-ids'));
  expect(useApp.getState().page).toBe('explore');
});

it.each<[string, Partial<Tab>]>([
  ['the list of a recipe', { recipeList }],
  ['a limit', { limit: { pages: 3, rows: null } }],
  ['a name', { name: 'Mine' }],
  ['a way back', { from: { runId: 'run-00000001', query: makeQuery() } }],
  ['fields of its own', { query: { ...makeQuery(), fields: ['id'] } }],
])('choosing a question leaves a tab alone that was opened with %s', (_what, given) => {
  const id = tabs.openTab('microblog.posts.search');
  tabs.updateTab(id, given);
  const other = tabs.chooseQuestion('forum.posts.by-ids');
  expect(tabIds()).toEqual([id, other]);
});

it('choosing a question leaves a tab alone whose question got no answer: asked there again, it isn’t a second call', () => {
  const id = tabs.openTab('microblog.posts.search');
  useApp.setState({
    askProblems: { [id]: { problem: makeProblem('No answer'), again: async () => undefined } },
  });
  const other = tabs.chooseQuestion('forum.posts.by-ids');
  expect(tabIds()).toEqual([id, other]);
  useApp.setState({ askProblems: {} });
});

it('a duplicate has the list of the question', () => {
  const id = tabs.openTab('microblog.users.get');
  tabs.updateTab(id, { list });
  tabs.duplicateTab(id);
  expect(workspace().tabs).toMatchObject([{ list }, { list, runId: null }]);
});

it('questions are starred once', () => {
  for (const id of ['a', 'b', 'a']) tabs.toggleStar(id);
  expect(workspace()).toMatchObject({ starred: ['b'] });
});

it('saving gathers changes into one save, which a closing window does not wait for', async () => {
  tabs.openTab('x.a');
  tabs.toggleStar('x.a');
  await vi.runAllTimersAsync();
  tabs.savePendingWorkspace();
  const saved = { profileId: 'sample', workspace: workspace() };
  expect(inputsOf('workspace.save')).toMatchObject([saved]);
  tabs.toggleStar('x.a');
  tabs.savePendingWorkspace();
  expect(inputsOf('workspace.save')).toHaveLength(2);
});

it('saving names what main acknowledged last: only what differs was changed in this window', async () => {
  const first = workspace();
  tabs.toggleStar('a');
  tabs.toggleStar('b');
  answer('workspace.save', refuse('The disk is full.'));
  await tabs.saveWorkspace();
  answer('workspace.save', () => ok({}));
  await tabs.saveWorkspace();
  const second = workspace();
  const acknowledge = answerLater('workspace.save');
  tabs.toggleStar('c');
  const third = workspace();
  const saving = tabs.saveWorkspace();
  tabs.toggleStar('d');
  acknowledge(ok({}));
  await saving;
  void tabs.saveWorkspace();
  expect(saves().map(({ before }) => before)).toEqual([first, first, second, third]);
});

it('what could not be saved of one service is no part of what was changed in the next', async () => {
  answer('workspace.save', refuse('The disk is full.'));
  tabs.toggleStar('a');
  await tabs.saveWorkspace();
  const profile = { id: 'https://other.test', label: 'other', address: 'https://other.test' };
  const other = { ...workspace(), starred: ['b'] };
  adoptSnapshot(makeSnapshot({ profile, workspace: other }));
  tabs.toggleStar('b');
  await tabs.saveWorkspace();
  expect(saves().at(-1)).toMatchObject({ before: other, workspace: { starred: [] } });
});

it('saving leaves out a text that is too long to be stored, and cuts a name, for the sake of all tabs', async () => {
  const id = tabs.openTab('forum.posts.by-ids', {
    values: { ids: 'x '.repeat(10_001), other: 'y' },
  });
  tabs.nameTabs(() => true, 'n'.repeat(201));
  await tabs.saveWorkspace();
  tabs.toggleStar('a');
  await tabs.saveWorkspace();
  const { workspace: saved, before } = saves().at(-1)!;
  expect(workspaceSchema.parse(before).starred).toEqual([]);
  expect(workspaceSchema.parse(saved).tabs).toMatchObject([{ id, name: 'n'.repeat(200) }]);
  expect(saved.tabs[0]?.query.values).toEqual({ other: 'y' });
});

it('saving numbers saves; the next page names one that was not acknowledged, and no other', async () => {
  answer('app.snapshot', () => ok(makeSnapshot()));
  answerLater('workspace.save');
  void tabs.saveWorkspace();
  await takeFirstSnapshot();
  answer('workspace.save', () => ok({}));
  await tabs.saveWorkspace();
  await takeFirstSnapshot();
  const turns = inputsOf('workspace.save').map((input) => (input as { turn: SaveTurn }).turn);
  expect(turns[1]).toEqual({ ...turns[0], number: turns[0]!.number + 1 });
  expect(inputsOf('app.snapshot')).toEqual([{ after: turns[0] }, {}]);
});

it('saving says when tabs are not kept, until they are', async () => {
  answer('workspace.save', refuse('The disk is full.'));
  await tabs.saveWorkspace();
  await tabs.saveWorkspace();
  const message = 'Your tabs can’t be saved for the next start. The disk is full.';
  expect(useApp.getState().windowNotices).toMatchObject([{ message }]);
  answer('workspace.save', () => ok({}));
  await tabs.saveWorkspace();
  expect(useApp.getState().windowNotices).toEqual([]);
});
