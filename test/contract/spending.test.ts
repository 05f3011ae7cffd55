/** Nothing is asked twice and nothing is sent that the person did not ask for (checklist 25). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mintRunId, paperKeychain, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { save } from '#test/support/saving.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { waysIn } from '#test/support/ways-in.ts';
import type { WayIn } from '#test/support/ways-in.ts';

const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };

describe.each(waysIn)('through %s', (_, open) => {
  let server: SecondServer;
  let way: WayIn;
  beforeEach(async () => {
    server = await startSecondServer({ pageSize: 4, totalRows: 30 });
    way = await open({ serviceAddress: server.address, accessKey: server.accessKey });
  });
  afterEach(async () => {
    await way.close();
    await server.close();
  });

  it('[25] run.start repeated with its id asks once, at the same time and later', async () => {
    const runId = mintRunId();
    const replies = await Promise.all([
      way.value('run.start', { runId, query }),
      way.value('run.start', { runId, query }),
      way.value('run.start', { runId, query }),
    ]);
    replies.push(await way.value('run.start', { runId, query }));
    expect(server.requests.length).toBe(1);
    for (const reply of replies) {
      expect(reply.run.calls).toBe(1);
      expect(reply.window.rows).toEqual(replies[0]?.window.rows);
    }
  });

  it('[25] a window that looks for a run before it is there does not hinder it', async () => {
    const runId = mintRunId();
    const started = way.value('run.start', { runId, query });
    await way.call('run.open', { runId });
    const { run } = await started;
    expect(run).toMatchObject({ state: { kind: 'more' }, rowCount: 4, calls: 1 });
    expect(server.requests.length).toBe(1);
  });

  it('[25] two next at once fetch one page', async () => {
    const runId = mintRunId();
    await way.value('run.start', { runId, query });
    const [one, other] = await Promise.all([
      way.value('run.next', { runId }),
      way.value('run.next', { runId }),
    ]);
    expect(server.requests.length).toBe(2);
    expect([one.run.pageCount, other.run.pageCount]).toEqual([2, 2]);
    expect((await way.value('app.snapshot', {})).calls).toEqual({ session: 2, total: 2 });
  });

  it('[25] one metered call at a time per key', async () => {
    const first = mintRunId();
    await way.value('run.start', { runId: first, query });
    server.fail({ kind: 'delay', ms: 30 }, Infinity);
    const others = Array.from({ length: 4 }, () => mintRunId());
    await Promise.all([
      way.value('run.next', { runId: first }),
      ...others.map((runId, at) =>
        way.value('run.start', { runId, query: { ...query, values: { q: `sea ${at}` } } }),
      ),
    ]);
    expect(server.requests.length).toBe(6);
    const told = way.test.events.flatMap((event) =>
      event.kind === 'run.changed' ? [[event.run.id, event.run.state.kind] as const] : [],
    );
    const fetching = new Set<string>();
    for (const [id, state] of told) {
      if (state === 'fetching') fetching.add(id);
      else fetching.delete(id);
      expect(fetching.size).toBeLessThanOrEqual(1);
    }
  });

  it('looking back, opening again and saving send nothing', async () => {
    const runId = mintRunId();
    await way.value('run.start', { runId, query });
    const before = server.requests.length;
    await way.value('run.open', { runId });
    await way.value('run.pages', { runId, from: 0, count: 10 });
    await way.value('rows.window', { runId, page: 1, offset: 0, count: 10 });
    await way.value('run.stop', { runId });
    await save(way, {
      runIds: [runId],
      format: { kind: 'csv', byteOrderMark: false, formulaGuard: true },
    });
    await way.value('app.snapshot', {});
    expect(server.requests.length).toBe(before);
  });

  it.each(liveEndpoints.map(({ id }) => [id] as const))(
    '%s: a value that breaks a rule is refused and nothing is sent',
    async (id) => {
      const { values, wrong } = questionFor(id);
      const answer = await way.call('run.start', {
        runId: mintRunId(),
        query: { endpointId: id, values: { ...values, [wrong.key]: wrong.value }, fields: [] },
      });
      if (answer.ok) throw new Error('accepted');
      expect(answer.error.code).toBe('invalid_input');
      expect(answer.error.title).toMatch(wrong.sentence);
      expect(answer.error.call).toBe('noCall');
      expect(answer.error.remedies).toEqual([{ kind: 'changeParameter', key: wrong.key }]);
      expect(server.requests.length).toBe(0);
    },
  );
});

describe('stopping', () => {
  let server: SecondServer;
  let test: TestCore;
  beforeEach(async () => {
    server = await startSecondServer();
    test = await startTestCore({ serviceAddress: server.address, accessKey: server.accessKey });
  });
  afterEach(async () => {
    await test.close();
    await server.close();
  });

  it('ends a request that hangs, and going on is possible', async () => {
    server.fail({ kind: 'hang' });
    const runId = mintRunId();
    const started = test.value('run.start', { runId, query });
    await expect.poll(() => server.requests.length).toBe(1);
    const { run } = await test.value('run.stop', { runId });
    expect(run.state).toEqual({ kind: 'stopped' });
    expect((await started).run.rowCount).toBe(0);
    const next = await test.value('run.next', { runId });
    expect([next.run.state.kind, next.run.rowCount, next.run.calls]).toEqual(['more', 20, 2]);
  });

  it('ends a run that waits for its turn, before anything is sent', async () => {
    server.fail({ kind: 'hang' });
    const busy = mintRunId();
    const waiting = mintRunId();
    const first = test.value('run.start', { runId: busy, query });
    await expect.poll(() => server.requests.length).toBe(1);
    const second = test.value('run.start', { runId: waiting, query });
    await expect
      .poll(() => test.events.some((one) => one.kind === 'run.changed' && one.run.id === waiting))
      .toBe(true);
    await test.value('run.stop', { runId: waiting });
    const { run } = await second;
    expect([run.state.kind, run.calls]).toEqual(['stopped', 0]);
    await test.value('run.stop', { runId: busy });
    await first;
    expect(server.requests.length).toBe(1);
  });

  it('the end of the program ends a hanging request', async () => {
    server.fail({ kind: 'hang' });
    const started = test.call('run.start', { runId: mintRunId(), query });
    await expect.poll(() => server.requests.length).toBe(1);
    await test.core.close();
    await started;
    expect(server.requests.length).toBe(1);
  });

  it('[25] the end of the program sends nothing for runs that wait for their turn', async () => {
    server.fail({ kind: 'hang' });
    const busy = test.call('run.start', { runId: mintRunId(), query });
    await expect.poll(() => server.requests.length).toBe(1);
    const waiting = mintRunId();
    const queued = test.call('run.start', { runId: waiting, query });
    await expect
      .poll(() => test.events.some((one) => one.kind === 'run.changed' && one.run.id === waiting))
      .toBe(true);
    await test.core.close();
    await Promise.all([busy, queued]);
    expect(server.requests.length).toBe(1);
  });
});

describe('stopping while the keychain is being read', () => {
  it('[25] asks for nothing, and going on is possible', async () => {
    const server = await startSecondServer();
    let unlock = (): void => undefined;
    let asked = Promise.resolve();
    const { address: serviceAddress, accessKey } = server;
    const test = await startTestCore({
      serviceAddress,
      accessKey,
      secrets: {
        ...paperKeychain(),
        get: async () => {
          await asked;
          throw new Error('The keychain is locked.');
        },
      },
    });
    // From now on it asks for its password first.
    asked = new Promise((resolve) => {
      unlock = resolve;
    });
    const runId = mintRunId();
    const started = test.value('run.start', { runId, query });
    const stopped = test.value('run.stop', { runId });
    unlock();
    expect((await stopped).run.state).toEqual({ kind: 'stopped' });
    expect((await started).run).toMatchObject({ state: { kind: 'stopped' }, calls: 0 });
    expect(server.requests.length).toBe(0);
    const { run } = await test.value('run.next', { runId });
    expect(run).toMatchObject({ state: { kind: 'more' }, pageCount: 1, calls: 1 });
    await test.close();
    await server.close();
  });
});

describe('a run that was deleted', () => {
  it.each([
    ['in the trash', async (test: TestCore) => test],
    ['for good', reopened],
  ])('[25] %s is not fetched again under its id', async (_, then) => {
    const server = await startSecondServer();
    const { address: serviceAddress, accessKey } = server;
    const begun = await startTestCore({ serviceAddress, accessKey });
    const runId = mintRunId();
    await begun.value('run.start', { runId, query });
    await begun.value('history.remove', { runIds: [runId] });
    const test = await then(begun);
    const again = await test.call('run.start', { runId, query });
    expect(again).toMatchObject({ ok: false, error: { code: 'invalid_input', call: 'noCall' } });
    expect(server.requests.length).toBe(1);
    await test.close();
    await server.close();
  });

  async function reopened({ core, dataDir }: TestCore): Promise<TestCore> {
    await core.close();
    return startTestCore({ dataDir, serviceAddress: 'http://127.0.0.1:9', accessKey: 'key-0001' });
  }
});
