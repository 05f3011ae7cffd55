// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import {
  describeRun,
  loadHistory,
  removeRuns,
  restoreRuns,
  useHistory,
  withLatest,
} from '#renderer/state/history.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { openRunTab } from '#renderer/state/workspace.ts';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { answer, asked, ok, resetHost } from '../fake-host.ts';
import { makeProblem, makeRun, makeSnapshot, makeSummary, makeTab } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const refuse = (title: string) => () => ({ ok: false, error: makeProblem(title) });
const shown = () => useHistory.getState().runs?.map(({ id }) => id);
const workspace = () => useApp.getState().snapshot!.workspace;

const first = makeSummary();
const second = makeSummary({ id: 'run-00000002' });

beforeEach(() => {
  resetHost();
  const tabs = [
    makeTab({ id: 'tab-1' }),
    makeTab({ id: 'tab-2', runId: first.id }),
    makeTab({ id: 'tab-3', runId: second.id }),
  ];
  const snapshot = makeSnapshot();
  useApp.setState({
    ...useApp.getInitialState(),
    snapshot: { ...snapshot, workspace: { ...snapshot.workspace, tabs, activeTab: 'tab-2' } },
    runs: { [first.id]: makeRun() },
  });
  useHistory.setState({ runs: [first, second], problem: null });
});

describe('the list', () => {
  it('stays when it can’t be read again, with the reason', async () => {
    answer('history.list', refuse('The folder could not be read.'));
    await loadHistory();
    expect(shown()).toEqual([first.id, second.id]);
    expect(useHistory.getState().problem?.title).toBe('The folder could not be read.');
    answer('history.list', () => ok({ runs: [second] }));
    await loadHistory();
    expect(useHistory.getState()).toEqual({ runs: [second], problem: null });
  });

  it('takes over what main tells of runs at work, rows that are held back not counted', () => {
    const run = makeRun({
      pageCount: 7,
      rowCount: 100,
      heldBack: 40,
      calls: 8,
      state: { kind: 'fetching', page: 8, since: '' },
    });
    const [latest, other] = withLatest([first, second], { [first.id]: run });
    expect(latest).toMatchObject({ pages: 7, rows: 100, calls: 8, state: 'fetching' });
    expect(other).toBe(second);
  });
});

describe('names, stars and notes', () => {
  it('change at once, and a blank name is none', async () => {
    const saving = describeRun(first.id, { name: ' Sea ', note: 'x' });
    expect(useHistory.getState().runs?.[0]).toMatchObject({ name: 'Sea', note: 'x' });
    expect(await saving).toBeNull();
    expect(asked).toEqual([
      { method: 'history.describe', input: { runId: first.id, name: ' Sea ', note: 'x' } },
    ]);
    await describeRun(first.id, { name: '  ' });
    expect(useHistory.getState().runs?.[0]?.name).toBeNull();
  });

  it('go back when they can’t be kept', async () => {
    answer('history.describe', refuse('The disk is full.'));
    expect((await describeRun(first.id, { starred: true }))?.title).toBe('The disk is full.');
    expect(useHistory.getState().runs?.[0]).toEqual(first);
  });
});

describe('deleting', () => {
  it('closes the tabs that show the run, and undo brings both back where they were', async () => {
    const result = await removeRuns([first.id]);
    if (!('removal' in result)) throw new Error('It was not removed.');
    expect(shown()).toEqual([second.id]);
    expect(workspace().tabs.map(({ id }) => id)).toEqual(['tab-1', 'tab-3']);
    expect(useApp.getState().runs).toEqual({});
    answer('history.list', () => ok({ runs: [first, second] }));
    expect(await restoreRuns(result.removal)).toBeNull();
    expect(shown()).toEqual([first.id, second.id]);
    expect(workspace().tabs.map(({ id }) => id)).toEqual(['tab-1', 'tab-2', 'tab-3']);
    expect(workspace().activeTab).toBe('tab-2');
    expect(asked.filter(({ method }) => method.startsWith('history.'))).toMatchObject([
      { method: 'history.remove', input: { runIds: [first.id] } },
      { method: 'history.restore', input: { runIds: [first.id] } },
      { method: 'history.list' },
    ]);
  });

  it('that fails leaves tabs alone and reads anew what is there', async () => {
    answer('history.remove', refuse('The run could not be moved.'));
    answer('history.list', () => ok({ runs: [second] }));
    expect(await removeRuns([first.id, second.id])).toMatchObject({
      problem: { title: 'The run could not be moved.' },
    });
    expect(shown()).toEqual([second.id]);
    expect(workspace().tabs).toHaveLength(3);
  });

  it('of very many runs asks in parts', async () => {
    const runIds = Array.from({ length: 25_000 }, (_, index) => `run-${index + 100_000}`);
    await removeRuns(runIds);
    expect(asked.map(({ input }) => (input as { runIds: string[] }).runIds.length)).toEqual([
      10_000, 10_000, 5000,
    ]);
  });
});

describe('opening', () => {
  it('shows the tab that has the run, or fills one with its question; nothing is asked', () => {
    openRunTab(second.id, second.query!);
    expect(workspace()).toMatchObject({ activeTab: 'tab-3', tabs: { length: 3 } });
    openRunTab('run-00000009', second.query!);
    expect(workspace().tabs.at(-1)).toMatchObject({ runId: 'run-00000009', query: second.query });
    expect(useApp.getState().page).toBe('explore');
    expect(asked).toEqual([]);
  });
});

describe('preferences', () => {
  const now = () => useApp.getState().snapshot?.preferences;

  it('change at once and go back when they can’t be kept', async () => {
    answer('preferences.save', refuse('The disk is full.'));
    const saving = changePreferences({ theme: 'dark' });
    expect(now()?.theme).toBe('dark');
    expect((await saving)?.title).toBe('The disk is full.');
    expect(now()).toEqual(usualPreferences);
  });

  it('are saved one after the other, each with what was changed before', async () => {
    const both = [changePreferences({ theme: 'dark' }), changePreferences({ retries: 0 })];
    expect(await Promise.all(both)).toEqual([null, null]);
    expect(asked.map(({ input }) => input)).toEqual([
      { ...usualPreferences, theme: 'dark' },
      { ...usualPreferences, theme: 'dark', retries: 0 },
    ]);
  });

  it('changed meanwhile are not taken back with a save that failed', async () => {
    let isFirst = true;
    answer('preferences.save', () => {
      const result = isFirst ? refuse('Not now.')() : ok(usualPreferences);
      isFirst = false;
      return result;
    });
    const both = [changePreferences({ theme: 'dark' }), changePreferences({ retries: 0 })];
    await Promise.all(both);
    expect(now()).toMatchObject({ theme: 'dark', retries: 0 });
  });
});
