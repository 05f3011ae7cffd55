/**
 * What a run is after a kill: nobody noted where it stood, so the log and the ledger tell. A copy
 * of the data folder, made while the program runs, is what a kill at that moment leaves.
 */
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunSummary } from '#shared/contract/history.ts';
import { onePage } from '#shared/contract/run.ts';
import type { Run, RunLimit, RunState } from '#shared/contract/run.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
const stored = (responseType: string) => ({
  endpointId: 'microblog.posts.search.stored',
  values: { q: 'sea', responseType },
  fields: [],
});
const all = { pages: null, rows: null };

let server: SecondServer;
let test: TestCore;
let root: string;
const started: TestCore[] = [];
const begin = async (dataDir?: string): Promise<TestCore> => {
  const core = await startTestCore({
    serviceAddress: server.address,
    accessKey: server.accessKey,
    retryDelaysMs: [],
    pollEveryMs: 5,
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  started.push(core);
  return core;
};
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sde-killed-'));
  server = await startSecondServer({ pageSize: 5, totalRows: 12 });
  test = await begin();
});
afterEach(async () => {
  for (const core of started.splice(0)) await core.close();
  await server.close();
  await rm(root, { recursive: true, force: true });
});

async function killed(): Promise<string> {
  const dataDir = join(root, mintRunId());
  // Files on their way to their name come and go.
  const filter = (source: string): boolean => !source.endsWith('.part');
  await cp(test.dataDir, dataDir, { recursive: true, filter });
  return dataDir;
}

interface Found {
  listed: RunSummary;
  run: Run;
  core: TestCore;
}

/** The run as the next start lists it, before and after it is opened. */
async function afterKill(runId: string, dataDir?: string): Promise<Found> {
  const core = await begin(dataDir ?? (await killed()));
  const { runs } = await core.value('history.list', {});
  const listed = runs.find(({ id }) => id === runId);
  if (listed === undefined) throw new Error('The run is not listed.');
  const { run } = await core.value('run.open', { runId });
  return { listed, run, core };
}

async function start(limit: RunLimit = onePage): Promise<string> {
  const runId = mintRunId();
  await test.value('run.start', { runId, query, limit });
  return runId;
}

const stateOf = async (runId: string): Promise<RunState> =>
  (await test.value('run.open', { runId })).run.state;

const comesTo = (runId: string, kind: RunState['kind']): Promise<void> =>
  vi.waitFor(async () => expect((await stateOf(runId)).kind).toBe(kind));

describe('a run that failed', () => {
  it.each([
    [400, 'failed', 'invalid_request'],
    [401, 'failed', 'unauthorized'],
    [402, 'outOfCredits', 'plan_limit'],
    [503, 'failed', 'service_error'],
  ] as const)(
    'with %i at its first page says so, and can be asked again',
    async (status, kind, code) => {
      server.fail({ kind: 'status', status });
      const runId = await start();
      const before = (await test.value('run.open', { runId })).run.state;
      const { listed, run, core } = await afterKill(runId);
      expect(listed).toMatchObject({ state: kind, rested: null });
      expect(run.state).toMatchObject({ kind, page: 1, problem: { code, details: { status } } });
      expect(run.state).toEqual(before);
      const { run: again } = await core.value('run.next', { runId });
      expect(again).toMatchObject({ state: { kind: 'more' }, rowCount: 5, calls: 2 });
    },
  );

  it('at a later page says with what, though its place is lost', async () => {
    const runId = await start();
    server.fail({ kind: 'status', status: 503 });
    await test.value('run.next', { runId });
    const { listed, run } = await afterKill(runId);
    expect(listed).toMatchObject({ state: 'interrupted', rested: 'failed' });
    expect(run.state).toMatchObject({
      kind: 'interrupted',
      rested: 'failed',
      failure: { code: 'service_error', details: { status: 503 } },
    });
  });

  it('is told the same after a clean end', async () => {
    server.fail({ kind: 'status', status: 401 });
    const runId = await start();
    const { dataDir } = test;
    await test.core.close();
    const { listed, run } = await afterKill(runId, dataDir);
    expect(listed).toMatchObject({ state: 'failed', rested: null });
    expect(run.state).toMatchObject({ kind: 'failed', problem: { code: 'unauthorized' } });
  });

  it('at a page of stored data goes on from there', async () => {
    const runId = mintRunId();
    await test.value('run.start', { runId, query: stored('paging') });
    await comesTo(runId, 'more');
    server.fail({ kind: 'status', status: 503, path: '/api/data/microblog' });
    await test.value('run.next', { runId });
    const { listed, run } = await afterKill(runId);
    expect(listed).toMatchObject({ state: 'interrupted', rested: 'failed' });
    expect(run.state).toMatchObject({
      kind: 'failed',
      page: 2,
      problem: { code: 'service_error' },
    });
  });
});

describe('a run that rested', () => {
  it('with more to come is what it is after a clean end', async () => {
    const runId = await start();
    const { listed, run } = await afterKill(runId);
    expect(listed).toMatchObject({ state: 'interrupted', rested: 'more' });
    expect(run.state).toEqual({ kind: 'interrupted', rested: 'more' });
  });

  it('at its limit, or stopped by hand, is told as that', async () => {
    const limited = await start({ pages: 2, rows: null });
    await comesTo(limited, 'limit');
    server.fail({ kind: 'delay', ms: 5000 });
    const stopped = mintRunId();
    void test.value('run.start', { runId: stopped, query, limit: all });
    await vi.waitFor(() => expect(server.requests.length).toBe(3));
    await test.value('run.stop', { runId: stopped });
    const dataDir = await killed();
    expect((await afterKill(limited, dataDir)).listed).toMatchObject({ rested: 'limit' });
    const { runs } = await started.at(-1)!.value('history.list', {});
    expect(runs.find(({ id }) => id === stopped)).toMatchObject({ rested: 'stopped', calls: 1 });
  });
});

describe('a run that ended', () => {
  it('has ended', async () => {
    const runId = await start(all);
    await comesTo(runId, 'noMore');
    const { listed, run } = await afterKill(runId);
    expect(listed).toMatchObject({ state: 'noMore', rows: 12 });
    expect(run.state).toEqual({ kind: 'noMore' });
  });

  it('has ended also when only its last page tells so', async () => {
    const runId = await start(all);
    await comesTo(runId, 'noMore');
    const dataDir = await killed();
    const path = join(dataDir, 'runs', runId, 'pages.jsonl');
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines.at(-1)).toContain('"kind":"end"');
    await writeFile(path, `${lines.slice(0, -1).join('\n')}\n`);
    const { listed, run } = await afterKill(runId, dataDir);
    expect(listed).toMatchObject({ state: 'noMore', rows: 12 });
    expect(run.state).toEqual({ kind: 'noMore' });
  });
});

describe('a run in the middle of a page', () => {
  it.each([0, 1])('is interrupted, with %i pages before', async (pages) => {
    const runId = mintRunId();
    if (pages > 0) await test.value('run.start', { runId, query });
    server.fail({ kind: 'hang' });
    void (pages > 0 ? test.call('run.next', { runId }) : test.call('run.start', { runId, query }));
    await vi.waitFor(() => expect(server.requests.length).toBe(pages + 1));
    const { listed, run } = await afterKill(runId);
    expect(listed).toMatchObject({ state: 'interrupted', rested: null, calls: pages + 1 });
    expect(run.state).toEqual({ kind: 'interrupted', rested: null });
  });

  it('is interrupted also when it had rested at a limit or failed before', async () => {
    const limited = await start({ pages: 2, rows: null });
    await comesTo(limited, 'limit');
    server.fail({ kind: 'status', status: 503 });
    const failed = await start();
    server.fail({ kind: 'hang' });
    void test.call('run.next', { runId: limited });
    await vi.waitFor(() => expect(server.requests.length).toBe(4));
    const first = await afterKill(limited);
    expect(first.listed).toMatchObject({ state: 'interrupted', rested: null });
    await test.value('run.stop', { runId: limited });
    server.fail({ kind: 'hang' });
    void test.call('run.next', { runId: failed });
    await vi.waitFor(() => expect(server.requests.length).toBe(5));
    const second = await afterKill(failed);
    expect(second.listed).toMatchObject({ state: 'interrupted', rested: null, calls: 2 });
  });

  it('is interrupted when its page was being written, whatever the ledger says', async () => {
    const runId = await start();
    const dataDir = await killed();
    await appendFile(join(dataDir, 'runs', runId, 'pages.jsonl'), '{"v":1,"kind":"page","len":7');
    const { listed, run } = await afterKill(runId, dataDir);
    expect(listed).toMatchObject({ state: 'interrupted', rested: null });
    expect(run.state).toEqual({ kind: 'interrupted', rested: null });
  });

  it('is interrupted while an operation is under way, and found again', async () => {
    server.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
    const runId = mintRunId();
    void test.call('run.start', { runId, query: stored('paging') });
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(2));
    const dataDir = await killed();
    server.recover();
    const { listed, core } = await afterKill(runId, dataDir);
    expect(listed).toMatchObject({ state: 'interrupted', rested: null, calls: 1 });
    await vi.waitFor(async () =>
      expect((await core.value('run.open', { runId })).run).toMatchObject({
        state: { kind: 'more' },
        rowCount: 5,
        calls: 1,
      }),
    );
  });
});
