/** Collecting many pages: limits, stopping, ceilings, turns. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { save } from '#test/support/saving.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
const everything = { pages: null, rows: null };

let server: SecondServer;
let test: TestCore;
beforeEach(async () => {
  server = await startSecondServer({ pageSize: 5, totalRows: 103 });
  test = await startTestCore({ serviceAddress: server.address, accessKey: server.accessKey });
});
afterEach(async () => {
  await test.close();
  await server.close();
});

const working = ['queued', 'fetching', 'retrying', 'polling'];

async function rested(runId: string): Promise<Run> {
  return vi.waitFor(
    async () => {
      const { run } = await test.value('run.open', { runId });
      if (working.includes(run.state.kind)) throw new Error('works');
      return run;
    },
    { timeout: 10_000, interval: 10 },
  );
}

async function collect(limit: { pages: number | null; rows: number | null }): Promise<Run> {
  const runId = mintRunId();
  await test.value('run.start', { runId, query, limit });
  return rested(runId);
}

async function prefer(change: Partial<Preferences>): Promise<void> {
  await test.value('preferences.save', { ...usualPreferences, ...change });
}

describe('collecting', () => {
  it('replies with the first page and goes on to the end', async () => {
    const runId = mintRunId();
    const { run, window } = await test.value('run.start', { runId, query, limit: everything });
    expect(run.pageCount).toBeGreaterThanOrEqual(1);
    expect(window.rows.slice(0, 5)).toEqual(
      server.itemsFor('/api/data/microblog/posts/live', { q: 'sea' }).slice(0, 5),
    );
    expect(await rested(runId)).toMatchObject({
      state: { kind: 'noMore' },
      pageCount: 21,
      rowCount: 103,
      calls: 21,
    });
  });

  it('waits for its turn only while another run has it', async () => {
    const statesOf = (runId: string): Set<string> =>
      new Set(
        test.events.flatMap((event) =>
          event.kind === 'run.changed' && event.run.id === runId ? [event.run.state.kind] : [],
        ),
      );
    // Slower than the pace at which changes are told: each page is told of.
    server.fail({ kind: 'delay', ms: 120 }, Infinity);
    const alone = await collect({ pages: 3, rows: null });
    expect([...statesOf(alone.id)].toSorted()).toEqual(['fetching', 'limit']);
    const both = await Promise.all([
      collect({ pages: 3, rows: null }),
      collect({ pages: 3, rows: null }),
    ]);
    for (const { id } of both) expect(statesOf(id)).toContain('queued');
  }, 20_000);

  it('stops at a number of pages and goes on from there', async () => {
    const run = await collect({ pages: 3, rows: null });
    expect(run).toMatchObject({
      state: { kind: 'limit', reason: 'pages' },
      pageCount: 3,
      calls: 3,
    });
    await test.value('run.next', { runId: run.id, limit: { pages: 2, rows: null } });
    expect(await rested(run.id)).toMatchObject({ pageCount: 5, calls: 5 });
  });

  it('shows exactly the rows asked for and discards none that were paid', async () => {
    const run = await collect({ pages: null, rows: 12 });
    expect(run).toMatchObject({
      state: { kind: 'limit', reason: 'rows' },
      pageCount: 3,
      rowCount: 12,
      heldBack: 3,
    });
    const all = server.itemsFor('/api/data/microblog/posts/live', { q: 'sea' });
    const seen = async (): Promise<unknown[]> =>
      (await test.value('rows.window', { runId: run.id, page: null, offset: 0, count: 1000 })).rows;
    expect(await seen()).toEqual(all.slice(0, 12));
    const saved = await save(test, {
      runIds: [run.id],
      format: { kind: 'csv', byteOrderMark: false, formulaGuard: true },
    });
    expect(saved).toMatchObject({ rows: 12 });
    await test.value('run.showAll', { runId: run.id });
    expect(await seen()).toEqual(all.slice(0, 15));
    expect(server.requests).toHaveLength(3);
  });

  it('needs no call for rows that are there already', async () => {
    const run = await collect({ pages: null, rows: 12 });
    await test.value('run.next', { runId: run.id, limit: { pages: null, rows: 14 } });
    expect(await rested(run.id)).toMatchObject({ rowCount: 14, heldBack: 1, calls: 3 });
    expect(server.requests).toHaveLength(3);
  });

  it('stops at once, keeps what came and goes on later', async () => {
    const runId = mintRunId();
    await test.value('run.start', { runId, query, limit: everything });
    const { run: stopped } = await test.value('run.stop', { runId });
    expect(stopped.state.kind).toBe('stopped');
    await test.value('run.next', { runId, limit: everything });
    const run = await rested(runId);
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 103 });
    expect(run.calls).toBe(server.requests.length);
  });

  it('fails in the middle, keeps its place, and repeats no paid page', async () => {
    const runId = mintRunId();
    await test.value('run.start', { runId, query });
    server.fail({ kind: 'status', status: 500 }, 3);
    await test.value('run.next', { runId, limit: everything });
    expect(await rested(runId)).toMatchObject({ state: { kind: 'failed', page: 2 }, rowCount: 5 });
    await test.value('run.next', { runId, limit: everything });
    expect(await rested(runId)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 103 });
    const answered = server.requests.filter(({ status }) => status === 200);
    expect(answered).toHaveLength(21);
  });

  it('[25] sends one call at a time, and a first page goes before the pages of a long run', async () => {
    server.fail({ kind: 'delay', ms: 20 }, Infinity);
    const long = mintRunId();
    await test.value('run.start', { runId: long, query, limit: everything });
    const short = mintRunId();
    await test.value('run.start', { runId: short, query: { ...query, values: { q: 'tide' } } });
    const { run } = await test.value('run.stop', { runId: long });
    expect(run.pageCount).toBeLessThan(21);
    const order = server.requests.map(({ query: sent }) => sent['q']);
    expect(order.indexOf('tide')).toBeGreaterThan(0);
    expect(order.indexOf('tide')).toBeLessThan(8);
  });
});

describe('ceilings', () => {
  it('of a run ask before going on, and let the person go beyond', async () => {
    await prefer({ ceilings: { run: 2, day: null } });
    const run = await collect(everything);
    expect(run).toMatchObject({ state: { kind: 'limit', reason: 'runCeiling' }, calls: 2 });
    await test.value('run.next', { runId: run.id, limit: everything });
    expect(server.requests).toHaveLength(2);
    await test.value('run.next', { runId: run.id, limit: everything, beyondCeiling: true });
    expect(await rested(run.id)).toMatchObject({ state: { kind: 'noMore' }, calls: 21 });
  });

  it('of a day count all runs', async () => {
    await prefer({ ceilings: { run: null, day: 4 } });
    await collect({ pages: 3, rows: null });
    const run = await collect({ pages: 3, rows: null });
    expect(run).toMatchObject({ state: { kind: 'limit', reason: 'dayCeiling' }, calls: 1 });
    expect(await collect({ pages: 1, rows: null })).toMatchObject({
      state: { kind: 'limit', reason: 'dayCeiling' },
      calls: 0,
    });
  });
});

describe('history', () => {
  it('lists every run, named, starred, removed and taken back', async () => {
    const first = await collect({ pages: 2, rows: null });
    const second = await collect({ pages: 1, rows: null });
    await test.value('history.describe', { runId: first.id, name: ' The sea ', starred: true });
    const { runs } = await test.value('history.list', {});
    expect(runs.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(runs.find(({ id }) => id === first.id)).toMatchObject({
      name: 'The sea',
      starred: true,
      title: 'Posts: sea',
      pages: 2,
      rows: 10,
      calls: 2,
      state: 'limit',
      condition: 'sound',
    });
    await test.value('history.remove', { runIds: [first.id] });
    expect((await test.value('history.list', {})).runs).toHaveLength(1);
    expect(await test.call('run.open', { runId: first.id })).toMatchObject({ ok: false });
    await test.value('history.restore', { runIds: [first.id] });
    const { run } = await test.value('run.open', { runId: first.id });
    expect(run).toMatchObject({ rowCount: 10, state: { kind: 'interrupted', rested: 'limit' } });
  });

  it('stops a run at work before it is removed', async () => {
    const runId = mintRunId();
    await test.value('run.start', { runId, query, limit: everything });
    await test.value('history.remove', { runIds: [runId] });
    const sent = server.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.requests.length).toBe(sent);
  });
});
