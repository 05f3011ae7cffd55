/** Trouble on a platform: where the program hears of it, and that nothing waits for it. */
import { expect, it } from 'vitest';
import {
  ask,
  beginWithoutKey as begin,
  eachTestHasServer,
  sent,
  server,
  stored,
  test,
} from '#test/support/run-core.ts';
import { serve } from '#test/support/serve.ts';

eachTestHasServer();

const troubleNow = async () => (await test.value('app.snapshot', {})).trouble;
const degraded = { platform: 'forum', state: 'degraded', phase: 'trouble', message: null };

it('trouble on a platform is heard of when a service is chosen, without a credential, and not asked for again soon', async () => {
  await begin({ statusEveryMs: 60_000 });
  await expect.poll(troubleNow).toEqual([degraded]);
  await test.value('credential.add', { value: server.accessKey });
  await ask(undefined, stored);
  expect(test.events).toContainEqual({ kind: 'trouble.changed', trouble: [degraded] });
  expect(sent()).toEqual([
    ['/api/status', undefined],
    ['/api/data/microblog/posts', `Bearer ${server.accessKey}`],
  ]);
});

it('trouble on a platform is heard of when the status is read, and forgotten with another service', async () => {
  const message = 'Nothing can be fetched.';
  let platforms: unknown = [];
  const address = await serve((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 'degraded', platforms }));
  });
  const other = { address, accessKey: 'sample_key', sessionToken: 'token' };
  await begin({ sampleService: async () => other });
  await test.value('service.read', { page: 'status' });
  expect(await troubleNow()).toEqual([degraded]);
  expect((await test.value('service.choose', { kind: 'sample' })).trouble).toEqual([]);
  platforms = [{ name: 'photoshare', status: 'outage', message }];
  await test.value('service.read', { page: 'status' });
  const down = { platform: 'photoshare', state: 'outage', phase: 'down', message };
  expect(await troubleNow()).toEqual([down]);
});

it('a status that can’t be had hinders nobody', async () => {
  await begin({ statusEveryMs: 1 });
  await test.value('credential.add', { value: server.accessKey });
  server.fail({ kind: 'hang', path: '/api/status' }, 99);
  expect((await ask(undefined, stored)).rowCount).toBe(5);
});
