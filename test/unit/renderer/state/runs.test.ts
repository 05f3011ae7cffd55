import { beforeEach, expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import { startWindow } from '#renderer/state/boot.ts';
import { useHistory } from '#renderer/state/history.ts';
import { act } from '#renderer/state/act.ts';
import { ask, openShownRun, retryOpening } from '#renderer/state/runs.ts';
import type { Run } from '#shared/contract/run.ts';
import { answer, answerLater, connect, inputsOf, ok, refuse, tell } from '../fake-host.ts';
import {
  makeListTable,
  makeProblem,
  makeQuery,
  makeReply,
  makeRun,
  makeSnapshot,
  makeSummary,
  makeTab,
  workspaceOf,
} from '../make.ts';

const tab = makeTab();
const runId = 'run-00000001';
const runs = () => useApp.getState().runs;
const refused = () => useApp.getState().askProblems[tab.id];
const problem = () => refused()?.problem;
const shownRun = () => useApp.getState().snapshot?.workspace.tabs[0]?.runId ?? '';
const changed = (change: Partial<Run>) => tell({ kind: 'run.changed', run: makeRun(change) });
const fetching = (page: number) => ({ kind: 'fetching' as const, page, since: '' });
const failed = { kind: 'failed' as const, page: 2, problem: makeProblem('No.') };

beforeEach(async () => {
  useApp.setState(useApp.getInitialState());
  answer('app.snapshot', () => ok(makeSnapshot({ workspace: workspaceOf(tab) })));
  startWindow();
  await vi.waitFor(() => expect(useApp.getState().snapshot).not.toBeNull());
});

it('asking shows the run from the moment it is asked, also when events come first', async () => {
  const reply = answerLater('run.start');
  const asking = ask(tab);
  const id = shownRun();
  changed({ id, pageCount: 0, calls: 1, state: fetching(1) });
  expect(runs()[id]?.state.kind).toBe('fetching');
  // Main may not have it on disk yet.
  await openShownRun(id);
  expect(inputsOf('run.open')).toEqual([]);
  reply(ok(makeReply({ id })));
  await asking;
  expect(runs()[id]?.state.kind).toBe('more');
});

it('the run that a tab showed is forgotten once another takes its place, unless a tab shows it or came from it', async () => {
  const earlier = makeRun({ id: 'run-earlier-1' });
  const before = makeTab({ runId: earlier.id, look: 'charts' });
  const others = [{ runId: earlier.id }, { from: { runId: earlier.id, query: earlier.query } }, {}];
  answer('run.start', ({ runId: id }: { runId: string }) => ok(makeReply({ id })));
  for (const [at, other] of others.entries()) {
    const workspace = workspaceOf(before, makeTab({ id: 'tab-beside', ...other }));
    useApp.setState({ snapshot: makeSnapshot({ workspace }), runs: { [earlier.id]: earlier } });
    await ask(before);
    expect(earlier.id in runs()).toBe(at < 2);
    // Another answer may have nothing to draw.
    expect(useApp.getState().snapshot?.workspace.tabs[0]).toMatchObject({ look: null });
  }
});

it('asking goes back to what was shown when no run came of it, and can be repeated as it was', async () => {
  const before = makeTab({ runId: 'run-earlier-1', look: 'charts' });
  useApp.setState({ snapshot: makeSnapshot({ workspace: workspaceOf(before) }) });
  answer('run.start', refuse('There is no key.'));
  const options = { limit: { pages: null, rows: 1000 }, query: makeQuery({ q: 'as it was' }) };
  await ask(before, options);
  expect(useApp.getState().snapshot?.workspace.tabs).toEqual([before]);
  expect(problem()?.title).toBe('There is no key.');
  await refused()?.again();
  expect(inputsOf('run.start')).toMatchObject([options, options]);
});

const lost = () => ({ ok: false, error: makeProblem('Lost.', { call: 'unanswered' }) });
const startedIds = () => inputsOf('run.start').map((input) => (input as { runId: string }).runId);

it('a lost answer of main is asked for again under its name, another question under its own', async () => {
  answer('run.start', lost);
  await ask(tab);
  expect(problem()?.call).toBe('unanswered');
  answer('run.start', (input: { runId: string }) => ok(makeReply({ id: input.runId })));
  await ask(tab);
  const [first, second] = startedIds();
  expect(second).toBe(first);
  answer('run.start', lost);
  await ask(tab);
  await ask({ ...tab, query: { ...tab.query, values: { q: 'other words' } } });
  await ask(tab, { limit: { pages: 3, rows: null } });
  expect(new Set(startedIds()).size).toBe(4);
});

it('the same goes for a list, which main knows under another id with each click', async () => {
  answer('run.start', lost);
  const withList = (tableId: string, mapping = { username: 0 }) => ({
    ...tab,
    list: { table: { ...makeListTable(), tableId }, hasHeader: false, mapping, onlyNew: false },
  });
  const limit = { perInput: 1, calls: 30 };
  const asked = (listId: string) => ({ limit, list: { listId, onlyNew: false } });
  await ask(withList('table-1'), asked('list-1'));
  await ask(withList('table-1'), asked('list-2'));
  const [first, second] = startedIds();
  expect(second).toBe(first);
  // Another list, another column or another cap is another question.
  await ask(withList('table-2'), asked('list-3'));
  await ask(withList('table-2', { username: 1 }), asked('list-4'));
  const higher = { ...asked('list-5'), limit: { ...limit, calls: 40 } };
  await ask(withList('table-2', { username: 1 }), higher);
  expect(new Set(startedIds()).size).toBe(4);
});

it('an answer of main that was lost leaves the run on screen that main has told of', async () => {
  const reply = answerLater('run.start');
  const asking = ask(tab);
  const id = shownRun();
  changed({ id });
  reply(lost());
  await asking;
  expect(shownRun()).toBe(id);
  expect(problem()).toBeUndefined();
});

it('events and replies that cross never take a run back, whatever they count', async () => {
  useApp.setState({ runs: { [runId]: makeRun() } });
  answer('run.next', () => ok(makeReply({ revision: 5, pageCount: 2, calls: 2 })));
  await act('run.next', { runId });
  changed({ revision: 3, calls: 4, state: fetching(2) });
  changed({ revision: 2, calls: 1, state: { kind: 'queued', page: 2 } });
  expect(runs()[runId]).toMatchObject({ pageCount: 2, calls: 2, state: { kind: 'more' } });
  // That a call was not sent after all is believed.
  changed({ revision: 6, calls: 3, state: fetching(2) });
  changed({ revision: 7, calls: 2, state: failed });
  expect(runs()[runId]).toMatchObject({ calls: 2, state: failed });
});

it('a restored tab reads its run once, or says why it can’t be opened until it can', async () => {
  const reply = answerLater('run.open');
  const opening = [openShownRun(runId), openShownRun(runId)];
  reply(refuse('It is gone.')());
  await Promise.all(opening);
  expect(useApp.getState().openProblems[runId]?.title).toBe('It is gone.');
  answer('run.open', () => ok(makeReply()));
  await retryOpening(runId);
  await openShownRun(runId);
  expect(inputsOf('run.open')).toHaveLength(2);
  expect(useApp.getState().openProblems).toEqual({});
  expect(runs()[runId]?.pageCount).toBe(1);
});

it('after main could not be heard takes a new snapshot, keeps this window’s tabs and reads the shown run again', async () => {
  const shown = makeTab({ runId });
  const other = makeRun({ id: 'run-00000002' });
  useApp.setState({
    snapshot: makeSnapshot({ workspace: workspaceOf(shown) }),
    runs: { [runId]: makeRun({ calls: 2, state: fetching(2) }), [other.id]: other },
  });
  answer('app.snapshot', () => ok(makeSnapshot({ calls: { session: 0, total: 7 } })));
  const rested = { kind: 'interrupted' as const, rested: null };
  answer('run.open', () => ok(makeReply({ calls: 1, state: rested })));
  connect('heard');
  connect('lost');
  expect(useApp.getState().connection).toBe('lost');
  connect('heard');
  await vi.waitFor(() => expect(runs()[runId]?.state.kind).toBe('interrupted'));
  expect(useApp.getState().snapshot).toMatchObject({
    calls: { total: 7 },
    workspace: { tabs: [shown] },
  });
  expect(Object.keys(runs())).toEqual([runId]);
  expect(inputsOf('workspace.save')).not.toEqual([]);
});

it('History on screen is read again with the runs whose reports are dropped, unless it was never read', async () => {
  useHistory.setState({ runs: null });
  connect('heard');
  connect('lost');
  connect('heard');
  await vi.waitFor(() => expect(inputsOf('workspace.save')).not.toEqual([]));
  expect(inputsOf('history.list')).toEqual([]);
  useHistory.setState({ runs: [makeSummary({ rows: 20 })] });
  answer('history.list', () => ok({ runs: [makeSummary({ rows: 40 })], removals: [] }));
  connect('heard');
  await vi.waitFor(() => expect(useHistory.getState().runs).toMatchObject([{ rows: 40 }]));
});

it('a question that waits for its first page is known again too, also in a tab that isn’t shown', async () => {
  const reply = answerLater('run.start');
  const asking = ask(tab);
  const id = shownRun();
  connect('heard');
  connect('lost');
  // What happened to it meanwhile was not heard.
  answer('run.open', () => ok(makeReply({ id, pageCount: 0, state: { kind: 'queued', page: 1 } })));
  const tabs = [makeTab({ id: 'other' }), makeTab({ runId: id })];
  useApp.setState({ snapshot: makeSnapshot({ workspace: workspaceOf(...tabs) }) });
  connect('heard');
  await vi.waitFor(() => expect(runs()[id]?.state.kind).toBe('queued'));
  reply(ok(makeReply({ id })));
  await asking;
});

it('a tab whose run could not be opened opens it once main can be heard again', async () => {
  useApp.setState({ snapshot: makeSnapshot({ workspace: workspaceOf(makeTab({ runId })) }) });
  answer('run.open', lost);
  connect('heard');
  connect('lost');
  void openShownRun(runId);
  const openProblem = () => useApp.getState().openProblems[runId];
  await vi.waitFor(() => expect(openProblem()?.call).toBe('unanswered'));
  answer('run.open', () => ok(makeReply()));
  connect('heard');
  await vi.waitFor(() => expect(runs()[runId]?.pageCount).toBe(1));
  expect(useApp.getState().openProblems).toEqual({});
});
