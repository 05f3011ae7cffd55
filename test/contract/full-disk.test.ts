/** A disk that fills up while a run collects (checklist 41): nothing paid for is lost. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { smallDisks } from '#test/support/small-disk.ts';
import type { SmallDisk } from '#test/support/small-disk.ts';
import { expectReadable, queryFor, sentRows } from '#test/support/two-runs.ts';

// Each opens a core or three, with a database in a thread of its own.
vi.setConfig({ testTimeout: 60_000 });

const pageSize = 50;
const totalRows = 230;
const everything = { pages: null, rows: null };

function problemOf(state: RunState): Problem {
  if (!('problem' in state)) throw new Error(`no problem in ${state.kind}`);
  return state.problem;
}

interface Setup {
  disk: SmallDisk;
  server: SecondServer;
  dataDir: string;
  test: TestCore;
  /** Fills the disk once this many more answers are on their way. */
  fillDuring: (answer: number) => void;
  start: () => Promise<TestCore>;
  rested: (runId: string) => Promise<Run>;
}

async function setUp(newDisk: () => SmallDisk): Promise<Setup> {
  const disk = newDisk();
  const server = await startSecondServer({ pageSize, totalRows });
  onTestFinished(() => server.close());
  const dataDir = join(disk.folder, 'data');
  let countdown = 0;
  const start = async (): Promise<TestCore> => {
    const test = await startTestCore({
      dataDir,
      serviceAddress: server.address,
      accessKey: server.accessKey,
      fetch: async (...request) => {
        const response = await fetch(...request);
        countdown -= 1;
        if (countdown === 0) disk.fill();
        return response;
      },
    });
    onTestFinished(() => test.close());
    return test;
  };
  const test = await start();
  const working = ['queued', 'fetching', 'retrying'];
  return {
    disk,
    server,
    dataDir,
    test,
    start,
    fillDuring: (answer) => {
      countdown = answer;
    },
    rested: (runId) =>
      vi.waitFor(
        async () => {
          const { run } = await test.value('run.open', { runId });
          if (working.includes(run.state.kind)) throw new Error('works');
          return run;
        },
        { timeout: 15_000, interval: 10 },
      ),
  };
}

const start = { q: 'sea', query: queryFor('sea') };

describe.each(smallDisks)('[41] %s', (_, newDisk) => {
  it('keeps the page that was paid for, makes no call, and goes on once there is room', async () => {
    const {
      disk,
      server,
      dataDir,
      test,
      fillDuring,
      rested,
      start: startAgain,
    } = await setUp(newDisk);
    const runId = mintRunId();
    fillDuring(3);
    await test.value('run.start', { runId, query: start.query, limit: everything });
    const run = await rested(runId);
    const problem = problemOf(run.state);
    expect([run.state.kind, problem.code, problem.call]).toEqual([
      'failed',
      'storage_full',
      'answered',
    ]);
    expect(problem.remedies).toEqual([{ kind: 'trySavingAgain' }]);
    expect(problem.title).toMatch(/no space left on the disk/);
    expect(problem.advice).toMatch(/Make room/);
    expect([run.pageCount, run.rowCount, run.calls]).toEqual([2, 2 * pageSize, 3]);

    // Nothing more is sent: not for this run, nor for another one.
    for (const limit of [{ pages: 1, rows: null }, everything]) {
      const refused = await test.call('run.next', { runId, limit });
      expect(refused).toMatchObject({ ok: false, error: problem });
    }
    const other = await test.call('run.start', { runId: mintRunId(), query: queryFor('tide') });
    expect(other).toMatchObject({
      ok: false,
      error: { code: 'storage_full', call: 'noCall', remedies: [{ kind: 'tryAgain' }] },
    });
    expect(await test.call('run.trySavingAgain', { runId })).toMatchObject({
      ok: false,
      error: problem,
    });
    expect(server.requests.length).toBe(3);
    expect(readdirSync(join(dataDir, 'runs'))).toEqual([runId]);

    // What is there can be read, and saved on another disk.
    const sent = sentRows(server, start.q);
    await expectReadable(test, { id: runId, rows: sent.slice(0, 2 * pageSize) });

    disk.makeRoom();
    const again = await test.value('run.trySavingAgain', { runId });
    expect(again.run).toMatchObject({ state: { kind: 'more' }, pageCount: 3, calls: 3 });
    expect(again.window.rows).toEqual(sent.slice(2 * pageSize, 3 * pageSize));
    await test.value('run.next', { runId, limit: everything });
    expect(await rested(runId)).toMatchObject({
      state: { kind: 'noMore' },
      rowCount: totalRows,
      calls: 5,
    });
    // Each page was asked for once.
    const cursors = server.requests.map(({ query }) => query['cursor']);
    expect(new Set(cursors).size).toBe(5);
    expect(cursors.length).toBe(5);
    expect(test.reported).toEqual([]);
    await test.close();

    const later = await startAgain();
    const run2 = await expectReadable(later, { id: runId, rows: sent });
    expect(run2).toMatchObject({ state: { kind: 'noMore' }, notices: [], calls: 5 });
  });

  it('takes the page in memory when the program is closed, if there is room by then', async () => {
    const { disk, server, test, fillDuring, start: startAgain } = await setUp(newDisk);
    const runId = mintRunId();
    fillDuring(1);
    const { run } = await test.value('run.start', { runId, query: start.query });
    expect(problemOf(run.state).code).toBe('storage_full');
    disk.makeRoom();
    await test.close();
    const later = await startAgain();
    const rows = sentRows(server, start.q).slice(0, pageSize);
    expect(await expectReadable(later, { id: runId, rows })).toMatchObject({
      state: { kind: 'interrupted', rested: 'more' },
      calls: 1,
    });
  });

  it('with little room lets no call be made, and one that is there be made later', async () => {
    const { disk, server, test } = await setUp(newDisk);
    const runId = mintRunId();
    await test.value('run.start', { runId, query: start.query });
    disk.fill(63 * 1024 * 1024);
    const { run } = await test.value('run.next', { runId });
    expect(problemOf(run.state)).toMatchObject({
      code: 'storage_full',
      call: 'noCall',
      remedies: [{ kind: 'tryAgain' }],
    });
    expect(server.requests.length).toBe(1);
    await expectReadable(test, { id: runId, rows: sentRows(server, start.q).slice(0, pageSize) });
    disk.makeRoom();
    const again = await test.value('run.next', { runId });
    expect(again.run).toMatchObject({ state: { kind: 'more' }, pageCount: 2, calls: 2 });
  });

  it('tells that a file of the service was counted and could not be kept', async () => {
    const { disk, server, test, fillDuring } = await setUp(newDisk);
    const query = {
      endpointId: 'microblog.posts.search.stored',
      values: { q: 'sea', responseType: 'csv' },
      fields: [],
    };
    const runId = mintRunId();
    fillDuring(1);
    const { run } = await test.value('run.start', { runId, query });
    expect(problemOf(run.state)).toMatchObject({
      code: 'storage_full',
      call: 'answered',
      remedies: [{ kind: 'tryAgain' }],
    });
    expect(problemOf(run.state).advice).toMatch(/another call/);
    disk.makeRoom();
    const again = await test.value('run.next', { runId });
    expect(again.run).toMatchObject({ state: { kind: 'noMore' }, calls: 2 });
    expect(again.run.files).toMatchObject([{ page: 1, partial: false }]);
    expect(server.requests.length).toBe(2);
  });

  it('keeps a page of stored data as well', async () => {
    const { disk, server, test, fillDuring } = await setUp(newDisk);
    const query = { ...start.query, endpointId: 'microblog.posts.search.stored' };
    const runId = mintRunId();
    fillDuring(1);
    const { run } = await test.value('run.start', { runId, query });
    expect(problemOf(run.state)).toMatchObject({ code: 'storage_full', call: 'answered' });
    disk.makeRoom();
    const { run: saved, window } = await test.value('run.trySavingAgain', { runId });
    expect(saved).toMatchObject({ state: { kind: 'noMore' }, pageCount: 1, calls: 1 });
    expect(window.rows.length).toBe(Math.min(100, saved.rowCount));
    expect(server.requests.length).toBe(1);
  });
});
