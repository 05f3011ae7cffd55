// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import { startWindow } from '#renderer/state/boot.ts';
import { ask, nextPage, openShownRun, retryOpening } from '#renderer/state/runs.ts';
import type { Run, RunReply } from '#shared/contract/run.ts';
import { answer, asked, connect, ok, resetHost, tell } from '../fake-host.ts';
import { makeProblem, makeReply, makeRun, makeSnapshot, makeTab } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const tab = makeTab();
const runs = () => useApp.getState().runs;
const activeTab = () => useApp.getState().snapshot?.workspace.tabs[0];
const workspace = { ...makeSnapshot().workspace, tabs: [tab], activeTab: tab.id };
const changed = (change: Partial<Run>) => tell({ kind: 'run.changed', run: makeRun(change) });

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settleWith) => {
    resolve = settleWith;
  });
  return { promise, resolve };
}

beforeEach(async () => {
  resetHost();
  useApp.setState(useApp.getInitialState());
  answer('app.snapshot', () => ok(makeSnapshot({ workspace })));
  startWindow();
  await vi.waitFor(() => expect(useApp.getState().snapshot).not.toBeNull());
});

describe('asking', () => {
  it('shows the run from the moment it is asked, also when events come first', async () => {
    const reply = deferred<unknown>();
    answer('run.start', () => reply.promise);
    const asking = ask(tab);
    const id = activeTab()?.runId ?? '';
    changed({ id, pageCount: 0, calls: 1, state: { kind: 'fetching', page: 1, since: '' } });
    expect(runs()[id]?.state.kind).toBe('fetching');
    reply.resolve(ok(makeReply({ id })));
    await asking;
    expect(runs()[id]?.state.kind).toBe('more');
    expect(useApp.getState().snapshot?.workspace.recent).toEqual([tab.query.endpointId]);
  });

  it('goes back to what was shown when no run came of it', async () => {
    const before = makeTab({ runId: 'run-earlier-1' });
    useApp.setState({ snapshot: makeSnapshot({ workspace: { ...workspace, tabs: [before] } }) });
    answer('run.start', () => ({ ok: false, error: makeProblem('There is no key.') }));
    await ask(before);
    expect(activeTab()?.runId).toBe('run-earlier-1');
    expect(useApp.getState().askProblems[before.id]?.title).toBe('There is no key.');
  });
});

describe('an answer of main that was lost', () => {
  const lost = () => ({
    ok: false,
    error: { ...makeProblem('The program did not answer.'), call: 'unanswered' as const },
  });
  const idsAsked = () =>
    asked.flatMap(({ method, input }) =>
      method === 'run.start' ? (input as { runId: string }).runId : [],
    );

  it('is asked for again under the same name, so that it costs no second call', async () => {
    answer('run.start', lost);
    await ask(tab);
    expect(useApp.getState().askProblems[tab.id]?.call).toBe('unanswered');
    answer('run.start', (input) => ok(makeReply({ id: (input as { runId: string }).runId })));
    await ask(tab);
    await ask(tab);
    const [first, second, third] = idsAsked();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('is not another question’s', async () => {
    answer('run.start', lost);
    await ask(tab);
    await ask({ ...tab, query: { ...tab.query, values: { q: 'other words' } } });
    await ask(tab, { limit: { pages: 3, rows: null } });
    expect(new Set(idsAsked()).size).toBe(3);
  });

  it('leaves the run on screen that main has told of', async () => {
    const reply = deferred<unknown>();
    answer('run.start', () => reply.promise);
    const asking = ask(tab);
    const id = activeTab()?.runId ?? '';
    changed({ id });
    reply.resolve(lost());
    await asking;
    expect(activeTab()?.runId).toBe(id);
    expect(useApp.getState().askProblems).toEqual({});
  });
});

describe('events and replies that cross', () => {
  it('never take a run back', async () => {
    useApp.setState({ runs: { 'run-00000001': makeRun() } });
    answer('run.next', () => ok(makeReply({ revision: 5, pageCount: 2, calls: 2 })));
    await nextPage('run-00000001');
    changed({ revision: 3, calls: 2, state: { kind: 'fetching', page: 2, since: '' } });
    changed({ revision: 2, calls: 1, state: { kind: 'queued', page: 2 } });
    expect(runs()['run-00000001']).toMatchObject({ pageCount: 2, calls: 2 });
    expect(runs()['run-00000001']?.state.kind).toBe('more');
  });

  it('believe a waiting run while this window waits for it', async () => {
    useApp.setState({ runs: { 'run-00000001': makeRun() } });
    const reply = deferred<{ ok: true; value: RunReply }>();
    answer('run.next', () => reply.promise);
    const asking = nextPage('run-00000001');
    changed({ revision: 1, state: { kind: 'queued', page: 2 } });
    expect(runs()['run-00000001']?.state.kind).toBe('queued');
    const failed = { kind: 'failed' as const, page: 2, problem: makeProblem('No.') };
    reply.resolve({ ok: true, value: makeReply({ revision: 4, calls: 2, state: failed }) });
    await asking;
    changed({ revision: 3, calls: 2, state: { kind: 'fetching', page: 2, since: '' } });
    expect(runs()['run-00000001']?.state.kind).toBe('failed');
  });

  it('believe that a call was not sent after all', () => {
    useApp.setState({ runs: { 'run-00000001': makeRun() } });
    const fetching = { kind: 'fetching' as const, page: 2, since: '' };
    const failed = { kind: 'failed' as const, page: 2, problem: makeProblem('Nobody there.') };
    changed({ revision: 1, calls: 2, state: fetching });
    changed({ revision: 2, calls: 1, state: failed });
    expect(runs()['run-00000001']?.state.kind).toBe('failed');
  });

  it('count calls as they are told', () => {
    tell({ kind: 'calls.changed', calls: { session: 4, total: 9 } });
    expect(useApp.getState().snapshot?.calls).toEqual({ session: 4, total: 9 });
  });
});

describe('a restored tab', () => {
  it('reads its run once, however often it is shown', async () => {
    const reply = deferred<unknown>();
    answer('run.open', () => reply.promise);
    const opening = [openShownRun('run-00000001'), openShownRun('run-00000001')];
    reply.resolve(ok(makeReply()));
    await Promise.all(opening);
    await openShownRun('run-00000001');
    expect(asked.filter(({ method }) => method === 'run.open')).toHaveLength(1);
    expect(runs()['run-00000001']?.pageCount).toBe(1);
  });

  it('does not look on disk for a run that is just being asked', async () => {
    const reply = deferred<unknown>();
    answer('run.start', () => reply.promise);
    const asking = ask(tab);
    await openShownRun(activeTab()?.runId ?? '');
    expect(asked.some(({ method }) => method === 'run.open')).toBe(false);
    reply.resolve(ok(makeReply({ id: activeTab()?.runId ?? '' })));
    await asking;
  });

  it('says why its run can’t be opened, until opening works', async () => {
    answer('run.open', () => ({ ok: false, error: makeProblem('It is gone.') }));
    await openShownRun('run-00000001');
    expect(useApp.getState().openProblems['run-00000001']?.title).toBe('It is gone.');
    answer('run.open', () => ok(makeReply()));
    await retryOpening('run-00000001');
    expect(useApp.getState().openProblems).toEqual({});
    expect(runs()['run-00000001']).toBeDefined();
  });
});

describe('after main could not be heard', () => {
  it('takes a new snapshot, keeps this window’s tabs and reads the shown run again', async () => {
    const shown = makeTab({ runId: 'run-00000001' });
    useApp.setState({
      snapshot: makeSnapshot({ workspace: { ...workspace, tabs: [shown] } }),
      runs: {
        'run-00000001': makeRun({ calls: 2, state: { kind: 'fetching', page: 2, since: '' } }),
        'run-00000002': makeRun({ id: 'run-00000002' }),
      },
    });
    answer('app.snapshot', () => ok(makeSnapshot({ calls: { session: 0, total: 7 } })));
    answer('run.open', () =>
      ok(makeReply({ calls: 1, state: { kind: 'interrupted', rested: null } })),
    );
    connect('heard');
    connect('lost');
    expect(useApp.getState().connection).toBe('lost');
    connect('heard');
    await vi.waitFor(() => expect(runs()['run-00000001']?.state.kind).toBe('interrupted'));
    expect(useApp.getState().snapshot?.calls.total).toBe(7);
    expect(useApp.getState().snapshot?.workspace.tabs).toEqual([shown]);
    expect(Object.keys(runs())).toEqual(['run-00000001']);
    expect(asked.some(({ method }) => method === 'workspace.save')).toBe(true);
  });
});
