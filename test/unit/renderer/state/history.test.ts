import { beforeEach, expect, it } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import * as history from '#renderer/state/history.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { changeWorkspace, openRunTab } from '#renderer/state/workspace.ts';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import { endingOf } from '#renderer/features/history/run-words.ts';
import { settle } from '../explore/window.tsx';
import { answer, asked, inputsOf, ok, refuse } from '../fake-host.ts';
import { makeRun, makeRunList, makeSnapshot, makeSummary, makeTab, workspaceOf } from '../make.ts';

const workspace = () => useApp.getState().snapshot!.workspace;
const tabIds = () => workspace().tabs.map(({ id }) => id);

const listed = () => history.useHistory.getState().runs;

const first = makeSummary();
const second = makeSummary({ id: 'run-00000002' });

beforeEach(() => {
  const tabs = [null, first.id, second.id].map((runId, at) =>
    makeTab({ id: `tab-${at + 1}`, runId }),
  );
  const snapshot = makeSnapshot({ workspace: { ...workspaceOf(...tabs), activeTab: 'tab-2' } });
  useApp.setState({ ...useApp.getInitialState(), snapshot, runs: { [first.id]: makeRun() } });
  history.useHistory.setState({ runs: [first, second], problem: null });
});

it('the list takes over what main tells of runs at work, rows that are held back not counted', () => {
  const state = { kind: 'fetching', page: 8, since: '' } as const;
  const run = makeRun({ pageCount: 7, rowCount: 100, heldBack: 40, calls: 8, state });
  const [latest, other] = history.withLatest([first, second], { [first.id]: run });
  expect(latest).toMatchObject({ pages: 7, rows: 100, calls: 8, state: 'fetching' });
  expect(other).toBe(second);
  const source = { kind: 'paste' } as const;
  const none = { failed: 0, refused: 0, partly: 0, cutOff: 0 };
  const list = { keys: ['username'], count: 10, source, ...none };
  const over = makeRun({ list: makeRunList({ done: 7, failed: 3 }), state: { kind: 'noMore' } });
  const [ended] = history.withLatest([{ ...first, list }], { [first.id]: over });
  expect(endingOf(ended!).words).toBe('Incomplete');
});

it('who wants the list at the same moment shares one reading, and later ones read it again', async () => {
  answer('history.list', () => ok({ runs: [second], removals: [] }));
  const both = [history.loadHistory(), history.loadHistory()];
  await both[0];
  expect([asked.length, listed()]).toEqual([1, [second]]);
  await Promise.all([...both, history.loadHistory()]);
  expect(asked).toHaveLength(2);
});

it('names, stars and notes change at once, and go back when they can’t be kept', async () => {
  const saving = history.describeRun(first.id, { name: ' Sea ', note: 'x' });
  expect(listed()?.[0]).toMatchObject({ name: 'Sea', note: 'x' });
  expect(await saving).toBeNull();
  const input = { runId: first.id, name: ' Sea ', note: 'x' };
  expect(asked).toEqual([{ method: 'history.describe', input }]);
  await history.describeRun(first.id, { name: '  ' });
  const before = listed();
  expect(before?.[0]?.name).toBeNull();
  answer('history.describe', refuse('The disk is full.'));
  expect((await history.describeRun(first.id, { starred: true }))?.title).toBe('The disk is full.');
  await history.describeRun(first.id, { name: 'Lake' });
  expect(listed()).toEqual(before);
  expect(workspace().tabs[1]?.name ?? '').toBe('');
});

it('deleting closes the tabs that show the run, and undo brings both back where they were', async () => {
  const hidden = makeRun({ id: 'run-00000003' });
  useApp.setState(({ runs }) => ({ runs: { ...runs, [hidden.id]: hidden } }));
  const runIds = [first.id, hidden.id];
  const subject = { platform: 'microblog' as const, id: '7', words: 'A post', runId: first.id };
  changeWorkspace(() => ({ subjects: [subject] }));
  const result = await history.removeRuns(runIds);
  if (result.removal === null) throw new Error('It was not removed.');
  expect(listed()).toEqual([second]);
  expect(tabIds()).toEqual(['tab-1', 'tab-3']);
  expect(workspace().subjects).toEqual([]);
  expect(useApp.getState().runs).toEqual({});
  answer('history.restore', refuse('The disk is full.'));
  answer('history.list', () => ok({ runs: [second], removals: [runIds] }));
  expect((await history.restoreRuns(result.removal))?.title).toBe('The disk is full.');
  answer('history.restore', () => ok({}));
  answer('history.list', () => ok({ runs: [first, second], removals: [] }));
  expect(await history.restoreRuns(result.removal)).toBeNull();
  expect(listed()).toEqual([first, second]);
  expect(tabIds()).toEqual(['tab-1', 'tab-2', 'tab-3']);
  // The names of tabs about its rows, too.
  expect(workspace().subjects).toEqual([subject]);
  expect(workspace().activeTab).toBe('tab-2');
  expect(asked.filter(({ method }) => method.startsWith('history.'))).toMatchObject([
    { method: 'history.remove', input: { runIds } },
    { method: 'history.restore', input: { runIds } },
    { method: 'history.list' },
    { method: 'history.restore', input: { runIds } },
    { method: 'history.list' },
  ]);
});

it('undo after another service was chosen brings back the run, and leaves the tabs of that service alone', async () => {
  const { removal } = await history.removeRuns([first.id]);
  const own = { id: 'https://x', label: 'x', address: 'https://x' };
  useApp.setState({ snapshot: makeSnapshot({ profile: own }) });
  expect(await history.restoreRuns(removal!)).toBeNull();
  expect(inputsOf('history.restore')).toEqual([{ runIds: [first.id] }]);
  expect(tabIds()).toEqual([]);
});

it('deleting asks in parts; where it fails it reads anew what is there, and closes its tabs alone', async () => {
  await history.removeRuns(Array.from({ length: 25_000 }, (_, index) => `run-${index + 100_000}`));
  const parts = inputsOf('history.remove').map((input) => (input as { runIds: [] }).runIds.length);
  expect(parts).toEqual([10_000, 10_000, 5000]);
  answer('history.remove', refuse('The run could not be moved.'));
  answer('history.list', () => ok({ runs: [second], removals: [[first.id]] }));
  const problem = { title: 'The run could not be moved.' };
  // What went before the failure can be undone.
  const failed = { problem, removal: { runIds: [first.id] } };
  expect(await history.removeRuns([first.id, second.id])).toMatchObject(failed);
  expect(listed()).toEqual([second]);
  expect(tabIds()).toEqual(['tab-1', 'tab-3']);
});

it('restoring asks in parts, for all of them even if one fails', async () => {
  const runIds = Array.from({ length: 25_000 }, (_, index) => `run-${index + 100_000}`);
  const { removal } = await history.removeRuns(runIds);
  answer('history.restore', refuse('The disk is full.'));
  expect((await history.restoreRuns(removal!))?.title).toBe('The disk is full.');
  expect(inputsOf('history.restore')).toHaveLength(3);
});

it('opening shows the tab that has the run, or fills one with its question; nothing is asked', () => {
  openRunTab(second.id, second.query!);
  expect(workspace()).toMatchObject({ activeTab: 'tab-3', tabs: { length: 3 } });
  openRunTab('run-00000009', second.query!);
  expect(workspace().tabs.at(-1)).toMatchObject({ runId: 'run-00000009', query: second.query });
  expect(useApp.getState().page).toBe('explore');
  expect(asked).toEqual([]);
});

const now = () => useApp.getState().snapshot?.preferences;

// That they go back when they can’t be kept: unit/renderer/settings.
it('preferences are saved one after the other; what was changed since a failed save stays', async () => {
  const results = [refuse('Not now.')(), ok({ ...defaultPreferences, retries: 0 })];
  answer('preferences.save', () => results.shift());
  const saving = [changePreferences({ theme: 'dark' }), changePreferences({ retries: 0 })];
  await saving[0];
  expect(now()?.retries).toBe(0);
  await saving[1];
  expect(inputsOf('preferences.save')).toEqual([{ theme: 'dark' }, { retries: 0 }]);
  expect(now()).toEqual({ ...defaultPreferences, retries: 0 });
});

it('preferences that another window changed stay, and are known with the next answer', async () => {
  const ceilings = { run: 100, day: 50 };
  answer('preferences.save', () => ok({ ...defaultPreferences, ceilings }));
  await changePreferences({ ceilings: { run: 100 } });
  expect(inputsOf('preferences.save')).toEqual([{ ceilings: { run: 100 } }]);
  expect(now()?.ceilings).toEqual(ceilings);
});

it('a list that was read before a change does not take it back', async () => {
  const answers: ((value: unknown) => void)[] = [];
  answer('history.list', () => new Promise((resolve) => answers.push(resolve)));
  const loading = history.loadHistory();
  await history.describeRun(second.id, { starred: true });
  await history.removeRuns([first.id]);
  answers[0]!(ok({ runs: [first, second], removals: [] }));
  await settle();
  expect(listed()).toEqual([{ ...second, starred: true }]);
  answers[1]!(ok({ runs: [{ ...second, starred: true }], removals: [[first.id]] }));
  await loading;
  expect(listed()).toEqual([{ ...second, starred: true }]);
});
