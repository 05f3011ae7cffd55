/** [28] An operation that is found again is asked for at its own service, or not at all. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { mintRunId, paperKeychain, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

const query = {
  endpointId: 'microblog.posts.search.stored',
  values: { q: 'sea', responseType: 'paging' },
  fields: [],
};

let sample: SampleServiceHandle;
let server: SecondServer;
let secrets: ReturnType<typeof paperKeychain>;
let test: TestCore;
const open: TestCore[] = [];
/** Addresses that were asked since the core began, in order. */
let asked: string[];

/** A core on the same folder or a new one; the sample service is new each time, as in a new process. */
async function begin(inUse: 'sample' | 'server', dataDir?: string): Promise<void> {
  sample = await startSampleService();
  asked = [];
  test = await startTestCore({
    sampleService: async () => sample,
    fetch: (input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : input).origin);
      return fetch(input, init);
    },
    secrets,
    accessKey: server.accessKey,
    ...(inUse === 'sample' ? { sample: true } : { serviceAddress: server.address }),
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  open.push(test);
}

/** The program ends while an operation is asked for, and begins anew. */
async function restart(inUse: 'sample' | 'server'): Promise<void> {
  const { dataDir } = test;
  await test.core.close();
  await sample.close();
  await begin(inUse, dataDir);
}

async function startOperation(): Promise<string> {
  const runId = mintRunId();
  await test.value('run.start', { runId, query });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2));
  return runId;
}

async function rested(runId: string): Promise<Run> {
  return vi.waitFor(async () => {
    const { run } = await test.value('run.open', { runId });
    expect(run.state.kind).not.toBe('polling');
    return run;
  });
}

beforeEach(async () => {
  secrets = paperKeychain();
  server = await startSecondServer({ pageSize: 5, totalRows: 12 });
});
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
  await sample.close();
  await server.close();
});

it('the sample service: at the port it has now, where the operation is gone', async () => {
  await begin('sample');
  const runId = await startOperation();
  await restart('sample');
  const run = await rested(runId);
  expect(run).toMatchObject({ state: { kind: 'operationExpired' }, calls: 1 });
  expect(new Set(asked)).toEqual(new Set([sample.address]));
});

it('the sample service, when another one is in use: nobody is asked until it is chosen', async () => {
  await begin('sample');
  const runId = await startOperation();
  await restart('server');
  expect((await rested(runId)).state).toEqual({ kind: 'stopped' });
  expect(await test.call('run.next', { runId })).toMatchObject({
    ok: false,
    error: { title: 'This run belongs to another service (sample).' },
  });
  expect(asked).toEqual([]);

  await test.value('service.choose', { kind: 'sample' });
  await test.value('run.next', { runId });
  expect((await rested(runId)).state).toEqual({ kind: 'operationExpired' });
  expect(new Set(asked)).toEqual(new Set([sample.address]));
});

it.each(['operation', 'storedPage'] as const)(
  'a page that was kept before its place was noted (%s) is not fetched again',
  async (kind) => {
    await begin('server');
    await test.value('credential.add', { value: server.accessKey });
    const runId = await startOperation();
    const { operation } = await rested(runId);
    if (operation === null) throw new Error('There was no operation.');
    const { operationId, startedAt } = operation;
    const path = join(test.dataDir, 'runs', runId, 'place.json');
    const after = JSON.parse(await readFile(path, 'utf8')) as { tableName: string };
    const { dataDir } = test;
    await test.core.close();
    await sample.close();
    const before =
      kind === 'operation'
        ? { kind, operationId, startedAt }
        : { kind, pageNumber: 1, tableName: after.tableName };
    await writeFile(path, JSON.stringify(before));

    await begin('server', dataDir);
    expect(await rested(runId)).toMatchObject({ state: { kind: 'more' }, pageCount: 1 });
    const asksBefore = server.requests.length;
    await test.value('run.next', { runId });
    expect(await rested(runId)).toMatchObject({ pageCount: 2, rowCount: 10 });
    const { window } = await test.value('run.open', { runId });
    expect(new Set(window.rows.map((row) => row?.['id'])).size).toBe(10);
    expect(server.requests.slice(asksBefore).map((request) => request.path)).not.toContainEqual(
      expect.stringContaining(operationId),
    );
  },
);

it('another service, when the sample service is in use: it is not asked', async () => {
  await begin('server');
  await test.value('credential.add', { value: server.accessKey });
  server.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
  const runId = await startOperation();
  await restart('sample');
  server.recover();
  expect((await rested(runId)).state).toEqual({ kind: 'stopped' });
  expect(asked).toEqual([]);
});
