/** Runs in a folder from somebody else: whatever their logs say, keys and calls are ours. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lookUpIn } from '#main/core/description/service-knowledge.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { encodeInputs } from '#main/core/store/run-inputs.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { rested, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { serve } from '#test/support/serve.ts';
import { testFolder } from '#test/support/store/runs.ts';

const answering = (onCall: () => void) =>
  serve((_request, response) => {
    onCall();
    response.setHeader('content-type', 'application/json');
    response.end(
      '{"results":[{"id":"1"}],"count":1,"dataSource":"api","has_more":false,"next_page_cursor":null}',
    );
  });

const headerOf = (address: string, profileId: string) => ({
  target: '/',
  address,
  profileId,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: '1.0.0',
});

/** Of as many accounts, one call each. */
function listOf(count: number) {
  const inputs = encodeInputs(
    Array.from({ length: count }, (_, n) => ({ values: [`user${n}`], line: n + 1 })),
  );
  const { sha256, bytes } = inputs;
  const one = { perInput: 1, perCall: 1, identity: null };
  return { bytes, list: { keys: ['username'], source: { kind: 'paste' }, count, sha256, ...one } };
}

const accounts = { endpointId: 'microblog.posts.by-user', values: {}, fields: [] };

async function coreOn(dataDir: string, serviceAddress: string): Promise<TestCore> {
  const core = await startTestCore({ dataDir, serviceAddress, accessKey: 'a-key-of-this-test' });
  onTestFinished(() => core.close());
  return core;
}

it('[22] send the key to no address but that of its service', async () => {
  let calls = 0;
  const serviceAddress = await answering(() => undefined);
  const elsewhere = await answering(() => (calls += 1));
  const dataDir = testFolder();
  const store = createRunStore(dataDir);
  const header = headerOf(elsewhere, new URL(serviceAddress).origin);
  const values = { q: 'sea', responseType: 'paging' };
  const query = { endpointId: 'microblog.posts.search.stored', values, fields: [] };
  await store.create('run-stored-1', { ...header, query });
  const cursor = { kind: 'operation', operationId: 'op_1', startedAt: header.createdAt, page: 1 };
  await writeFile(join(dataDir, 'runs', 'run-stored-1', 'place.json'), JSON.stringify(cursor));
  const { bytes, list } = listOf(1);
  await store.create('run-list-1', { ...header, list, query: accounts }, bytes);
  await store.close();

  const core = await coreOn(dataDir, serviceAddress);
  const { run } = await core.value('run.open', { runId: 'run-stored-1' });
  expect(run.state.kind).toBe('stopped');
  await core.value('run.stop', { runId: run.id });
  const more = { inputs: 'waiting' as const, first: null, maxCalls: 5 };
  expect(await core.call('run.next', { runId: 'run-list-1', list: more })).toMatchObject({
    error: { title: `This run belongs to another service (${new URL(elsewhere).origin}).` },
  });
  expect(calls).toBe(0);
});

it('are counted by their path, and end at their cap', async () => {
  let calls = 0;
  const address = await answering(() => (calls += 1));
  const dataDir = testFolder();
  const store = createRunStore(dataDir);
  const { endpoint, resource } = lookUpIn(catalogue, accounts.endpointId)!;
  const known = { endpoint: { ...endpoint, metered: false }, resource };
  const { bytes, list } = listOf(9);
  const header = { ...headerOf(address, new URL(address).origin), known, query: accounts, list };
  await store.create('run-list-1', header as unknown as JsonObject, bytes);
  await store.close();
  const core = await coreOn(dataDir, address);
  const more = { inputs: 'waiting' as const, first: null, maxCalls: 2 };
  await core.value('run.next', { runId: 'run-list-1', list: more });
  expect(await rested('run-list-1', core)).toMatchObject({ calls: 2 });
  expect(calls).toBe(2);
});
