/** Who listens to the core, and fails at it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };

let server: SecondServer;
let test: TestCore;
beforeEach(async () => {
  server = await startSecondServer({ pageSize: 5, totalRows: 12 });
  test = await startTestCore({ serviceAddress: server.address, accessKey: server.accessKey });
});
afterEach(async () => {
  await test.close();
  await server.close();
});

it('one that throws keeps nobody else from hearing, and no run from going on', async () => {
  const broken = new Error('a window that is gone');
  test.core.subscribe(() => {
    throw broken;
  });
  const heard = new Set<string>();
  test.core.subscribe(({ kind }) => heard.add(kind));
  const runId = mintRunId();
  const { run } = await test.value('run.start', { runId, query });
  expect(run).toMatchObject({ state: { kind: 'more' }, rowCount: 5, calls: 1 });
  expect(heard).toEqual(new Set(['run.changed', 'calls.changed']));
  expect(new Set(test.reported)).toEqual(new Set([broken]));
});
