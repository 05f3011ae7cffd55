/** Trouble on a platform: where the program hears of it, and that nothing waits for it. */
import { describe, expect, it } from 'vitest';
import { mintRunId } from '#test/support/core.ts';
import {
  beginWithoutKey as begin,
  eachTestHasCore,
  sent,
  server,
  stored,
  test,
} from '#test/support/run-core.ts';
import { serve } from '#test/support/serve.ts';

eachTestHasCore();

describe('trouble on a platform', () => {
  const degraded = { platform: 'forum', state: 'degraded', phase: 'trouble', message: null };

  it('is heard of when a service is chosen, without a credential, and not asked for again soon', async () => {
    await begin({ statusEveryMs: 60_000 });
    await expect
      .poll(async () => (await test.value('app.snapshot', {})).trouble)
      .toEqual([degraded]);
    await test.value('credential.add', { value: server.accessKey });
    await test.value('run.start', { runId: mintRunId(), query: stored });
    expect(test.events).toContainEqual({ kind: 'trouble.changed', trouble: [degraded] });
    expect(sent()).toEqual([
      ['/api/status', undefined],
      ['/api/data/microblog/posts', `Bearer ${server.accessKey}`],
    ]);
  });

  it('is heard of when the status is read, and forgotten with another service', async () => {
    const message = 'Nothing can be fetched.';
    let platforms: unknown = [];
    const address = await serve((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 'degraded', platforms }));
    });
    const other = { address, accessKey: 'sample_key', sessionToken: 'token' };
    await begin({ sampleService: async () => other });
    await test.value('service.read', { page: 'status' });
    expect((await test.value('app.snapshot', {})).trouble).toEqual([degraded]);
    expect((await test.value('service.choose', { kind: 'sample' })).trouble).toEqual([]);
    platforms = [{ name: 'photoshare', status: 'outage', message }];
    await test.value('service.read', { page: 'status' });
    expect((await test.value('app.snapshot', {})).trouble).toEqual([
      { platform: 'photoshare', state: 'outage', phase: 'down', message },
    ]);
  });

  it('a status that can’t be had hinders nobody', async () => {
    await begin({ statusEveryMs: 1 });
    await test.value('credential.add', { value: server.accessKey });
    server.fail({ kind: 'hang', path: '/api/status' }, 99);
    const { run } = await test.value('run.start', { runId: mintRunId(), query: stored });
    expect(run.rowCount).toBe(5);
  });
});
