/**
 * What a run is after a kill: nobody noted where it stood, so the log and the ledger tell. A copy
 * of the data folder, made while the program runs, is what a kill at that moment leaves.
 */
import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunSummary } from '#shared/contract/history.ts';
import { emptyWorkspace, defaultPreferences } from '#shared/contract/snapshot.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import {
  ask,
  begin,
  eachTestHasCore,
  everything,
  next,
  search as query,
  server,
  stored as storedSearch,
  test,
} from '#test/support/run-core.ts';
import { testFolder } from '#test/support/store/runs.ts';

const stored = { ...storedSearch, values: { q: 'sea', responseType: 'paging' } };
const twoPages = { pages: 2, rows: null };

eachTestHasCore();
const atOnce = { retryDelaysMs: [] };
beforeEach(() => begin(atOnce));

/** A copy of the folder as a kill leaves it. */
async function killed(): Promise<string> {
  const dataDir = join(testFolder(), 'data');
  // Files on their way to their name come and go; the lock is the running program's.
  const filter = (source: string): boolean => !/[.](?:part|lock)$/.test(source);
  await cp(test.dataDir, dataDir, { recursive: true, filter });
  return dataDir;
}

async function startOn(dataDir: string): Promise<TestCore> {
  const { address: serviceAddress, accessKey } = server;
  const core = await startTestCore({ dataDir, serviceAddress, accessKey, ...atOnce });
  onTestFinished(() => core.close());
  return core;
}

/** What History and the opened run say at the next start after a kill at this moment. */
async function expectAfterKill(
  runId: string,
  listed: Partial<RunSummary>,
  state: object,
  dataDir: Promise<string> | string = killed(),
): Promise<TestCore> {
  const core = await startOn(await dataDir);
  const { runs } = await core.value('history.list', {});
  expect(runs.find(({ id }) => id === runId)).toMatchObject(listed);
  expect((await core.value('run.open', { runId })).run.state).toMatchObject(state);
  return core;
}

const interrupted = (rested: RunSummary['rested']) =>
  [{ state: 'interrupted', rested } as const, { kind: 'interrupted', rested }] as const;

/** Asks for what is not answered; resolves once it is on its way. */
async function hanging(work: () => Promise<unknown>): Promise<void> {
  server.fail({ kind: 'hang' });
  const before = server.requests.length;
  void work();
  await vi.waitFor(() => expect(server.requests.length).toBe(before + 1), 20_000);
}

it('preferences and tabs that were acknowledged are there after a kill right then', async () => {
  const preferences = { ...defaultPreferences, timeoutSeconds: 77 };
  const workspace = { ...emptyWorkspace, starred: ['microblog.posts.search'] };
  await Promise.all([
    test.value('preferences.save', defaultPreferences),
    test.value('preferences.save', preferences),
    test.value('workspace.save', { profileId: server.address, workspace }),
  ]);
  const core = await startOn(await killed());
  expect(await core.value('app.snapshot', {})).toMatchObject({ preferences, workspace });
});

describe('a run that failed', () => {
  it.each([
    [401, 'failed', 'unauthorized'],
    [402, 'outOfCredits', 'plan_limit'],
  ] as const)(
    'with %i at its first page says so, and can be asked again',
    async (status, kind, code) => {
      server.fail({ kind: 'status', status });
      const { id: runId, state } = await ask();
      expect(state).toMatchObject({ kind, page: 1, problem: { code, details: { status } } });
      const listed = { state: kind, rested: null } as const;
      const core = await expectAfterKill(runId, listed, state);
      const { run: again } = await core.value('run.next', { runId });
      expect(again).toMatchObject({ state: { kind: 'more' }, rowCount: 5, calls: 2 });
      // And after a clean end.
      await test.core.close();
      await expectAfterKill(runId, listed, state, test.dataDir);
    },
  );

  it('at a later page says with what, though its place is lost', async () => {
    const run = await ask();
    server.fail({ kind: 'status', status: 503 });
    await next(run);
    const [listed, state] = interrupted('failed');
    const failure = { code: 'service_error', details: { status: 503 } };
    await expectAfterKill(run.id, listed, { ...state, failure });
  });

  it.each([
    [503, 'failed', 'service_error'],
    [402, 'outOfCredits', 'plan_limit'],
  ] as const)('with %i at a page of stored data goes on from there', async (status, kind, code) => {
    const run = await ask(undefined, stored);
    server.fail({ kind: 'status', status, path: '/api/data/microblog' });
    await next(run);
    const state = { kind, page: 2, problem: { code } };
    await expectAfterKill(run.id, interrupted(kind)[0], state);
  });

  it('because its pages of stored data are gone asks for none of them again', async () => {
    const run = await ask(undefined, stored);
    server.fail({ kind: 'status', status: 404, path: '/api/data/microblog' });
    await next(run);
    const core = await expectAfterKill(run.id, ...interrupted('cursorRefused'));
    const asked = server.requests.length;
    expect((await core.call('run.next', { runId: run.id })).ok).toBe(false);
    expect(server.requests).toHaveLength(asked);
  });
});

it('a run that rested with more to come, at its limit, or stopped by hand, is told as that', async () => {
  const limited = await ask(twoPages);
  const more = await ask();
  const stopped = mintRunId();
  await hanging(() => test.value('run.start', { runId: stopped, query, limit: everything }));
  await test.value('run.stop', { runId: stopped });
  const core = await expectAfterKill(more.id, ...interrupted('more'));
  const { runs } = await core.value('history.list', {});
  const rests = new Map(runs.map((run) => [run.id, run.rested]));
  expect([rests.get(limited.id), rests.get(stopped)]).toEqual(['limit', 'stopped']);
});

it('a run that ended has ended', async () => {
  const { id: runId } = await ask(everything);
  const ended = [{ state: 'noMore', rows: 12 } as const, { kind: 'noMore' }] as const;
  await expectAfterKill(runId, ...ended);
});

describe('a run in the middle of a page', () => {
  const [listed, state] = interrupted(null);

  it('is interrupted, at its first page and after one, at a limit and after a failure', async () => {
    const first = mintRunId();
    await hanging(() => test.call('run.start', { runId: first, query }));
    await expectAfterKill(first, { ...listed, calls: 1 }, state);
    await test.value('run.stop', { runId: first });
    const limited = await ask(twoPages);
    await hanging(() => test.call('run.next', { runId: limited.id }));
    await expectAfterKill(limited.id, { ...listed, calls: 3 }, state);
    await test.value('run.stop', { runId: limited.id });
    server.fail({ kind: 'status', status: 503 });
    const failed = await ask();
    await hanging(() => test.call('run.next', { runId: failed.id }));
    await expectAfterKill(failed.id, { ...listed, calls: 2 }, state);
  });

  it('is interrupted when its page was being written, whatever the ledger says', async () => {
    const { id: runId } = await ask();
    const dataDir = await killed();
    await appendFile(join(dataDir, 'runs', runId, 'pages.jsonl'), '{"v":1,"kind":"page","len":7');
    await expectAfterKill(runId, listed, state, dataDir);
  });

  it('is interrupted while an operation is under way, and found again', async () => {
    server.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
    const runId = mintRunId();
    void test.call('run.start', { runId, query: stored });
    await expect.poll(() => server.requests.length).toBeGreaterThan(2);
    const dataDir = await killed();
    server.recover();
    const core = await expectAfterKill(runId, { ...listed, calls: 1 }, {}, dataDir);
    // The folder that was killed is a copy here, and in a copy an operation waits for a click.
    await core.value('run.next', { runId });
    await expect
      .poll(async () => (await core.value('run.open', { runId })).run)
      .toMatchObject({ state: { kind: 'more' }, rowCount: 5, calls: 1 });
  });
});
