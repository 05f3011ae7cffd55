/** [28] An operation that is found again is asked for at its own service, or not at all. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { mintRunId, paperKeychain } from '#test/support/core.ts';
import type { TestCoreOptions } from '#test/support/core.ts';
import {
  begin as open,
  eachTestHasCore,
  next,
  rested,
  server,
  stored,
  test,
} from '#test/support/run-core.ts';

eachTestHasCore();

const query = { ...stored, values: { q: 'sea', responseType: 'paging' } };

let sample: SampleServiceHandle;
let secrets: ReturnType<typeof paperKeychain>;
/** Addresses that were asked since the core began, in order. */
let asked: string[];

/** A core on the same folder or a new one; the sample service is new each time, as in a new process. */
async function begin(inUse: 'sample' | 'server', options: TestCoreOptions = {}): Promise<void> {
  sample = await startSampleService();
  asked = [];
  await open({
    sampleService: async () => sample,
    fetch: (input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : input).origin);
      return fetch(input, init);
    },
    secrets,
    ...(inUse === 'sample' ? { sample: true, serviceAddress: undefined } : {}),
    ...options,
  });
  if (inUse === 'server') await test.value('credential.add', { value: server.accessKey });
}

/** The program ends and begins anew. */
async function restart(inUse: 'sample' | 'server'): Promise<void> {
  await test.core.close();
  await sample.close();
  await begin(inUse, { dataDir: test.dataDir });
}

async function startOperation(): Promise<string> {
  const runId = mintRunId();
  await test.value('run.start', { runId, query });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2), { interval: 5, timeout: 20_000 });
  return runId;
}

beforeEach(() => {
  secrets = paperKeychain();
});
afterEach(() => sample.close());

it('the sample service: at the port it has now, where the operation is gone', async () => {
  await begin('sample');
  const runId = await startOperation();
  await restart('sample');
  expect(await rested(runId)).toMatchObject({ state: { kind: 'operationExpired' }, calls: 1 });
  expect(new Set(asked)).toEqual(new Set([sample.address]));
});

it('the sample service, when another one is in use: nobody is asked until it is chosen', async () => {
  await begin('sample');
  const runId = await startOperation();
  await restart('server');
  const run = await rested(runId);
  expect(run.state).toEqual({ kind: 'stopped' });
  expect(await test.call('run.next', { runId })).toMatchObject({
    ok: false,
    error: { title: 'This run belongs to another service (sample).' },
  });
  expect(asked).toEqual([]);

  await test.value('service.choose', { kind: 'sample' });
  expect((await next(run)).state).toEqual({ kind: 'operationExpired' });
  expect(new Set(asked)).toEqual(new Set([sample.address]));
});

it('another service, when the sample service is in use: it is not asked', async () => {
  await begin('server');
  server.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
  const runId = await startOperation();
  await restart('sample');
  server.recover();
  expect((await rested(runId)).state).toEqual({ kind: 'stopped' });
  expect(asked).toEqual([]);
});

it.each(['operation', 'storedPage'] as const)(
  'a page that was kept before its place was noted (%s) is not fetched again',
  async (kind) => {
    await begin('server');
    const runId = await startOperation();
    const { operation } = await rested(runId);
    if (operation === null) throw new Error('There was no operation.');
    const { operationId, startedAt } = operation;
    const path = join(test.dataDir, 'runs', runId, 'place.json');
    const { tableName } = JSON.parse(await readFile(path, 'utf8')) as { tableName: string };
    const before =
      kind === 'operation' ? { kind, operationId, startedAt } : { kind, pageNumber: 1, tableName };
    await test.core.close();
    await sample.close();
    await writeFile(path, JSON.stringify(before));

    await begin('server', { dataDir: test.dataDir });
    const run = await rested(runId);
    expect(run).toMatchObject({ state: { kind: 'more' }, pageCount: 1 });
    const asksBefore = server.requests.length;
    expect(await next(run)).toMatchObject({ pageCount: 2, rowCount: 10 });
    const { window } = await test.value('run.open', { runId });
    expect(new Set(window.rows.map((row) => row?.['id'])).size).toBe(10);
    const paths = server.requests.slice(asksBefore).map((request) => request.path);
    expect(paths).not.toContainEqual(expect.stringContaining(operationId));
  },
);
