/** A request written by hand that waits: for its turn, for an answer, when the program is closed. */
import { describe, expect, it } from 'vitest';
import { mintRunId } from '#test/support/core.ts';
import { answerOf, ask, search } from '#test/support/free-request.ts';
import { begin, eachTestHasServer, server, way } from '#test/support/second-server-way.ts';
import { testFolder } from '#test/support/store/folder.ts';

eachTestHasServer({ pageSize: 3, totalRows: 8 });

describe('waiting', () => {
  it('[25] one metered call at a time: a request waits for its turn, and can be stopped there', async () => {
    await begin({ accessKey: server.accessKey, settings: { preferences: { timeoutSeconds: 30 } } });
    server.fail({ kind: 'hang' });
    const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
    const runId = mintRunId();
    const running = way.call('run.start', { runId, query });
    await expect.poll(() => server.requests.length).toBe(1);
    const requestId = mintRunId();
    const waiting = ask(true, { requestId });
    expect((await answerOf('/api/status')).status).toBe(200);
    expect(server.requests.filter(({ path }) => path === search).length).toBe(1);
    await way.value('request.stop', { requestId });
    expect(await waiting).toEqual({ ok: true, value: { kind: 'stopped' } });
    await way.value('run.stop', { runId });
    await running;
    expect(server.requests.filter(({ path }) => path === search).length).toBe(1);
  });

  it('a program that is closed does not wait, and remembers that it may have been counted', async () => {
    const dataDir = testFolder();
    const settings = { preferences: { timeoutSeconds: 60 } };
    await begin({ dataDir, accessKey: server.accessKey, settings });
    server.fail({ kind: 'hang' });
    const requestId = mintRunId();
    const waiting = ask(true, { requestId });
    await expect.poll(() => server.requests.length).toBe(1);
    await way.test.close();
    expect(await waiting).toMatchObject({ ok: false, error: { call: 'unanswered' } });

    await begin({ dataDir, accessKey: server.accessKey });
    expect((await way.value('app.snapshot', {})).calls.total).toBe(1);
    expect(await ask(true, { requestId })).toMatchObject({ ok: false, error: { call: 'noCall' } });
    expect(server.requests.length).toBe(1);
  });

  it('*Stop* ends the wait at once, and says that it may have been counted', async () => {
    await begin({ accessKey: server.accessKey, settings: { preferences: { timeoutSeconds: 30 } } });
    server.fail({ kind: 'hang' });
    const requestId = mintRunId();
    const waiting = ask(true, { requestId });
    await expect.poll(() => server.requests.length).toBe(1);
    await way.value('request.stop', { requestId });
    expect(await waiting).toMatchObject({
      ok: false,
      error: { title: 'You stopped before an answer came.', call: 'unanswered' },
    });
    expect((await way.value('app.snapshot', {})).calls.total).toBe(1);
  });
});
