// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import {
  chooseQuestion,
  closeTab,
  openTab,
  rememberRecent,
  reopenTab,
  saveWorkspace,
  savePendingWorkspace,
  setUsualFields,
  showStartPage,
  showTab,
  toggleStar,
  updateTab,
} from '#renderer/state/workspace.ts';
import { answer, asked, resetHost } from '../fake-host.ts';
import { makeProblem, makeRun, makeSnapshot } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const workspace = () => {
  const { snapshot } = useApp.getState();
  if (snapshot === null) throw new Error('No snapshot.');
  return snapshot.workspace;
};
const saves = () => asked.filter(({ method }) => method === 'workspace.save');

beforeEach(() => {
  resetHost();
  vi.useFakeTimers();
  useApp.setState({ ...useApp.getInitialState(), snapshot: makeSnapshot() });
});

describe('tabs', () => {
  it('open beside each other, and the newest is shown', () => {
    const first = openTab('microblog.posts.search');
    const second = openTab('forum.posts.by-ids', { values: { ids: 'abc' } });
    expect(workspace().tabs.map(({ id }) => id)).toEqual([first, second]);
    expect(workspace().activeTab).toBe(second);
    expect(workspace().tabs[1]?.query).toEqual({
      endpointId: 'forum.posts.by-ids',
      values: { ids: 'abc' },
      fields: [],
    });
  });

  it('leave the screen to their neighbour when closed', () => {
    const [a, b, c] = [openTab('x.a'), openTab('x.b'), openTab('x.c')];
    showTab(b);
    closeTab(b);
    expect(workspace().activeTab).toBe(c);
    closeTab(c);
    expect(workspace().activeTab).toBe(a);
    closeTab(a);
    expect(workspace().activeTab).toBeNull();
  });

  it('close without changing what is shown', () => {
    const [a, b] = [openTab('x.a'), openTab('x.b')];
    closeTab(a);
    expect(workspace().activeTab).toBe(b);
  });

  it('let go of their run and its problem when closed', () => {
    const tab = openTab('x.a');
    const run = makeRun();
    updateTab(tab, { runId: run.id });
    useApp.setState({ runs: { [run.id]: run }, askProblems: { [tab]: makeProblem('No.') } });
    closeTab(tab);
    expect(useApp.getState().runs).toEqual({});
    expect(useApp.getState().askProblems).toEqual({});
  });

  it('come back where they were', () => {
    const [a, b, c] = [openTab('x.a'), openTab('x.b'), openTab('x.c')];
    const closed = workspace().tabs[1];
    closeTab(b);
    if (closed !== undefined) reopenTab(closed, 1);
    expect(workspace().tabs.map(({ id }) => id)).toEqual([a, b, c]);
    expect(workspace().activeTab).toBe(b);
  });

  it('are a hundred at most, as the contract keeps no more', () => {
    const ids = Array.from({ length: 101 }, (_, n) => openTab(`x.${n}`));
    expect(workspace().tabs).toHaveLength(100);
    expect(workspace().tabs[0]?.id).toBe(ids[1]);
    expect(workspace().activeTab).toBe(ids[100]);
  });
});

describe('choosing a question', () => {
  it('takes the place of a tab in which nothing was done', () => {
    const blank = openTab('microblog.posts.search');
    updateTab(blank, {
      query: { endpointId: 'microblog.posts.search', values: { q: ' ' }, fields: [] },
    });
    chooseQuestion('forum.posts.by-ids');
    expect(workspace().tabs.map(({ query }) => query.endpointId)).toEqual(['forum.posts.by-ids']);
    expect(workspace().tabs[0]?.query.values).toEqual({});
    expect(workspace().activeTab).toBe(workspace().tabs[0]?.id);
  });

  it('keeps the blank tab of the same question, stored or not', () => {
    const tab = openTab('microblog.posts.search.stored');
    chooseQuestion('microblog.posts.search');
    expect(workspace().tabs.map(({ id }) => id)).toEqual([tab]);
  });

  it('opens a tab beside one with values or a run', () => {
    const typed = openTab('microblog.posts.search', { values: { q: 'trees' } });
    chooseQuestion('forum.posts.by-ids');
    const asking = workspace().activeTab ?? '';
    updateTab(asking, { runId: 'run-00000001' });
    chooseQuestion('microblog.users.get');
    expect(
      workspace()
        .tabs.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([typed, asking]);
    expect(workspace().tabs).toHaveLength(3);
  });

  it('opens a tab from the start page and leads there from other pages', () => {
    openTab('microblog.posts.search');
    showStartPage();
    useApp.setState({ page: 'settings' });
    chooseQuestion('forum.posts.by-ids');
    expect(workspace().tabs).toHaveLength(2);
    expect(useApp.getState().page).toBe('explore');
  });
});

describe('stars, recent questions and columns', () => {
  it('stars once and unstars', () => {
    toggleStar('a');
    toggleStar('b');
    toggleStar('a');
    expect(workspace().starred).toEqual(['b']);
  });

  it('remembers five questions, the latest first, each once', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) rememberRecent(id);
    expect(workspace().recent).toEqual(['c', 'f', 'e', 'd', 'b']);
  });

  it('keeps usual fields by resource', () => {
    setUsualFields('microblog.post', ['id']);
    expect(workspace().usualFields).toEqual({ 'microblog.post': ['id'] });
  });
});

describe('saving', () => {
  it('gathers changes into one save', async () => {
    openTab('x.a');
    toggleStar('x.a');
    await vi.runAllTimersAsync();
    expect(saves()).toHaveLength(1);
    expect(saves()[0]?.input).toEqual({ profileId: 'sample', workspace: workspace() });
  });

  it('does not wait when the window closes, and saves nothing without a change', () => {
    savePendingWorkspace();
    expect(saves()).toHaveLength(0);
    openTab('x.a');
    savePendingWorkspace();
    expect(saves()).toHaveLength(1);
  });

  it('says when tabs are not kept, until they are', async () => {
    answer('workspace.save', () => ({ ok: false, error: makeProblem('The disk is full.') }));
    await saveWorkspace();
    await saveWorkspace();
    expect(useApp.getState().windowNotices.map(({ message }) => message)).toEqual([
      'Your tabs are not being kept for the next start. The disk is full.',
    ]);
    answer('workspace.save', () => ({ ok: true, value: {} }));
    await saveWorkspace();
    expect(useApp.getState().windowNotices).toEqual([]);
  });
});
