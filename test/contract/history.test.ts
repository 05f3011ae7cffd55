/** What History and Account are told: how runs ended, whose they are, what was called. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDay } from '#main/core/store/call-tally.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

const posts = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
const byIds = { endpointId: 'forum.posts.by-ids', values: { ids: '1a2b3c' }, fields: [] };

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

async function ask(query: typeof posts | typeof byIds): Promise<string> {
  const runId = mintRunId();
  await test.value('run.start', { runId, query });
  return runId;
}

describe('how a run of an earlier start ended', () => {
  it('is told with where it rested', async () => {
    const runId = await ask(posts);
    expect((await test.value('history.list', {})).runs).toMatchObject([
      { id: runId, state: 'more', rested: null },
    ]);
    const { dataDir } = test;
    await test.core.close();
    const again = await startTestCore({ dataDir, serviceAddress: server.address });
    expect((await again.value('history.list', {})).runs).toMatchObject([
      { id: runId, state: 'interrupted', rested: 'more' },
    ]);
    await again.close();
  });
});

describe('what a run took', () => {
  const tookOf = async (runId: string, core = test): Promise<number> => {
    const { runs } = await core.value('history.list', {});
    return runs.find(({ id }) => id === runId)?.durationMs ?? Number.NaN;
  };

  it('is what its answers took, without the time in which a person reads', async () => {
    server.fail({ kind: 'delay', ms: 150 });
    const runId = await ask(posts);
    const first = await tookOf(runId);
    expect(first).toBeGreaterThanOrEqual(145);
    const readingMs = 400;
    const before = performance.now();
    await sleep(readingMs);
    server.fail({ kind: 'delay', ms: 150 });
    await test.value('run.next', { runId });
    const clicked = performance.now() - before - readingMs;
    const both = await tookOf(runId);
    expect(both).toBeGreaterThanOrEqual(first + 145);
    expect(both).toBeLessThanOrEqual(first + clicked + 1);
    const { dataDir } = test;
    await test.core.close();
    const again = await startTestCore({ dataDir, serviceAddress: server.address });
    expect(await tookOf(runId, again)).toBe(both);
    await again.close();
  });

  it('has retries and their pauses in it, and what failed', async () => {
    const { dataDir } = test;
    await test.core.close();
    const options = { dataDir, serviceAddress: server.address, accessKey: server.accessKey };
    const again = await startTestCore({ ...options, retryDelaysMs: [120, 120] });
    server.fail({ kind: 'status', status: 503 }, 3);
    const runId = mintRunId();
    await again.value('run.start', { runId, query: posts });
    const failed = await tookOf(runId, again);
    expect(failed).toBeGreaterThanOrEqual(235);
    server.fail({ kind: 'status', status: 503 }, 1);
    await again.value('run.next', { runId });
    expect(await tookOf(runId, again)).toBeGreaterThanOrEqual(failed + 115);
    await again.close();
  });
});

describe('a run of another service', () => {
  it('is listed and can be read, but not gone on with: nothing is sent', async () => {
    const runId = await ask(posts);
    const other = await startSecondServer();
    await test.value('service.choose', { kind: 'address', address: other.address });
    const { runs } = await test.value('history.list', {});
    expect(runs).toMatchObject([{ id: runId, profileId: server.address }]);
    const { run, window } = await test.value('run.open', { runId });
    expect(run).toMatchObject({ profileId: server.address, rowCount: 5 });
    expect(window.rows).toHaveLength(5);
    const sent = server.requests.length;
    expect(await test.call('run.next', { runId })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', call: 'noCall', remedies: [{ kind: 'openAccount' }] },
    });
    expect([server.requests.length, other.requests.length]).toEqual([sent, 0]);

    await test.value('service.choose', { kind: 'address', address: server.address });
    expect(await test.call('run.next', { runId })).toMatchObject({ ok: true });
    expect(server.requests.length).toBe(sent + 1);
    await other.close();
  });
});

describe('counted calls', () => {
  it('are told by day and platform, for the service in use only', async () => {
    const none = { days: [], byPlatform: {}, session: 0, total: 0 };
    expect(await test.value('calls.counts', {})).toMatchObject(none);
    await ask(posts);
    await ask(posts);
    await ask(byIds);
    const counts = await test.value('calls.counts', {});
    const calls = { microblog: 2, forum: 1 };
    expect(counts).toMatchObject({ byPlatform: calls, session: 3, total: 3 });
    // Midnight may fall between the calls.
    const summed = { microblog: 0, forum: 0 };
    for (const day of counts.days) {
      summed.microblog += day.calls.microblog ?? 0;
      summed.forum += day.calls.forum ?? 0;
    }
    expect(summed).toEqual(calls);
    expect(counts.days.at(-1)!.day <= counts.today).toBe(true);
    expect(counts.today).toBe(localDay(new Date().toISOString()));
    await test.value('service.choose', { kind: 'address', address: 'http://127.0.0.1:9' });
    expect(await test.value('calls.counts', {})).toMatchObject(none);
  });
});
