/**
 * What leads on from a run that is found again after a restart. [28] An operation is asked for at its
 * own service, or not at all; cursors are lost, dates aren’t.
 */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { methodsSheetSchema } from '#main/core/export/methods/provenance.ts';
import { StoredRun } from '#main/core/store/stored-run.ts';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { mintRunId, paperKeychain, question } from '#test/support/core.ts';
import type { TestCoreOptions } from '#test/support/core.ts';
import {
  ask,
  begin as open,
  eachTestHasServer,
  next,
  rested,
  rowsOf,
  server,
  stored,
  test,
} from '#test/support/run-core.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { serve } from '#test/support/serve.ts';

eachTestHasServer();

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

describe('an answer that another key asked for', () => {
  const [first, second] = ['some-access-key-0001', 'some-access-key-0002'];
  const missing = {
    kind: 'failed',
    problem: {
      title: 'The service can’t find the prepared answer for the key in use.',
      call: 'noCall',
      remedies: [{ kind: 'openAccount' }, { kind: 'tryAgain' }],
    },
  };
  /** While false, the answer isn't ready. */
  let isReady: boolean;
  let options: TestCoreOptions;

  /** A service that shows an operation to nobody but the one whose key started it. */
  beforeEach(async () => {
    isReady = false;
    asked = [];
    sample = await startSampleService();
    let owner = '';
    const serviceAddress = await serve(({ headers, url = '' }, response) => {
      const key = headers.authorization ?? '';
      asked.push(url);
      if (!url.includes('/operations/')) owner = key;
      const result = { results: [{ id: '1' }] };
      const record = isReady ? { status: 'success', result } : { status: 'running' };
      const isOthers = key !== owner;
      response.writeHead(isOthers ? 404 : 200, { 'content-type': 'application/json' });
      const started = url.includes('/operations/') ? record : { operationId: 'op_1' };
      response.end(JSON.stringify(isOthers ? { success: false, message: 'None.' } : started));
    });
    options = { serviceAddress, accessKey: first, secrets };
  });

  const idOf = async (value: string): Promise<string> => {
    const { credentials } = await test.value('app.snapshot', {});
    return credentials.find(({ lastFour }) => lastFour === value.slice(-4))?.id ?? '';
  };
  const use = async (value: string): Promise<void> => {
    await test.value('credential.use', { id: await idOf(value) });
  };

  it('and not the environment’s, which is in use after a restart: waits for that key', async () => {
    await open(options);
    await test.value('credential.add', { value: second });
    await use(second);
    const runId = await startOperation();
    await test.core.close();
    isReady = true;

    await open({ ...options, dataDir: test.dataDir });
    const run = await rested(runId);
    expect(run.state).toMatchObject(missing);
    await use(second);
    expect(await next(run)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1, calls: 1 });
  });

  it('before its value was replaced: waits for that value', async () => {
    await open(options);
    await test.value('credential.add', { value: second });
    const id = await idOf(second);
    const replace = (value: string) => test.value('credential.replace', { id, value });
    await use(second);
    const runId = await startOperation();
    const { run } = await test.value('run.stop', { runId });
    isReady = true;
    await replace('some-access-key-0003');
    expect((await next(run)).state).toMatchObject(missing);
    await replace(second);
    expect(await next(run)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1, calls: 1 });
  });

  it('before it was stopped: waits for that key', async () => {
    await open(options);
    await test.value('credential.add', { value: second });
    await use(second);
    const runId = await startOperation();
    const { run } = await test.value('run.stop', { runId });
    isReady = true;
    await use(first);
    expect((await next(run)).state).toMatchObject(missing);
    await use(second);
    expect(await next(run)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1, calls: 1 });
  });

  it('and that is gone: is found at a start at which it is there again', async () => {
    await open(options);
    const runId = await startOperation();
    await test.core.close();
    isReady = true;

    await open({ ...options, dataDir: test.dataDir, accessKey: second });
    expect((await rested(runId)).state).toEqual({ kind: 'operationExpired' });
    await test.core.close();

    await open({ ...options, dataDir: test.dataDir });
    expect(await rested(runId)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1, calls: 1 });
  });
});

it('the sample service, when another one is in use: nobody is asked until it is chosen', async () => {
  await begin('sample');
  const runId = await startOperation();
  await restart('server');
  const run = await rested(runId);
  expect(run.state).toEqual({ kind: 'stopped' });
  expect(await test.call('run.next', { runId })).toMatchObject({
    ok: false,
    error: { title: 'This run belongs to another service (the sample service).' },
  });
  expect(asked).toEqual([]);

  await test.value('service.choose', { kind: 'sample' });
  expect((await next(run)).state).toEqual({ kind: 'operationExpired' });
  expect(new Set(asked)).toEqual(new Set([sample.address]));
});

it('the next page of a table is asked for after a restart, and the operation no more', async () => {
  await begin('server');
  const runId = await startOperation();
  const { operation } = await rested(runId);
  await restart('server');
  const run = await rested(runId);
  expect(run).toMatchObject({ state: { kind: 'more' }, pageCount: 1 });
  const asksBefore = server.requests.length;
  expect(await next(run)).toMatchObject({ pageCount: 2, rowCount: 10 });
  const { window } = await test.value('run.open', { runId });
  expect(new Set(window.rows.map((row) => row?.['id'])).size).toBe(10);
  const paths = server.requests.slice(asksBefore).map((request) => request.path);
  expect(paths).not.toContainEqual(expect.stringContaining(operation?.operationId ?? ''));
});

it('continues by date where the cursor is lost, with no gap, and says so in the methods sheet', async () => {
  await begin('sample');
  const search = question('microblog.posts.search', { q: 'river day' });
  const before = await ask({ pages: 2, rows: null }, search);
  const { id: runId } = before;
  const stopped = before.stoppedAt ?? '';
  const wanted = await rowsOf(await ask({ pages: 6, rows: null }, search));
  await restart('sample');
  expect(await rested(runId)).toMatchObject({ state: { kind: 'interrupted' }, stoppedAt: stopped });
  // Without being told to, a run whose cursor is lost asks nothing.
  expect(await test.call('run.next', { runId })).toMatchObject({ ok: false });
  expect(asked).toEqual([]);
  // A first page has newer rows once more: the run came as far as before.
  await test.value('run.next', { runId, limit: { pages: 1, rows: null }, byDate: true });
  const asBefore = { pageCount: 3, stoppedAt: stopped };
  expect(await rested(runId)).toMatchObject(asBefore);
  await restart('sample');
  expect(await rested(runId)).toMatchObject(asBefore);
  await test.value('run.next', { runId, limit: { pages: 13, rows: null }, byDate: true });
  const run = await rested(runId);
  expect(run).toMatchObject({ state: { kind: 'limit' }, pageCount: 16 });
  const came = (await rowsOf(run)).map(({ id }) => String(id));
  expect(came).toEqual(expect.arrayContaining(wanted.map(({ id }) => id)));
  expect(await test.value('view.duplicates', { runId })).toMatchObject({ field: 'id' });

  const read = vi.spyOn(StoredRun.prototype, 'pageBody');
  await restart('sample');
  const again = await rested(runId);
  // Its records say how far it came.
  expect(read).not.toHaveBeenCalled();
  expect(again).toMatchObject({ state: { kind: 'interrupted' }, pageCount: 16 });
  expect((again.stoppedAt ?? '') < stopped).toBe(true);
  await save(test, { runIds: [runId], format: plainCsv, methods: true });
  const text = await readFile(`${test.saved[0]}.methods.json`, 'utf8');
  const sheet = methodsSheetSchema.parse(JSON.parse(text));
  const requests = sheet.runs[0]?.requests ?? [];
  const [first, , , dated] = requests;
  expect(requests.map(({ pages }) => pages)).toEqual([1, 1, 1, 1, 12]);
  expect(first?.address).not.toContain('until');
  expect(dated?.address).toContain(`until=${stopped.slice(0, 10)}`);
});

it('is not continued by date where another order was asked for, or duplicates can’t be told', async () => {
  await begin('sample');
  const followers = { username: 'mira_osei', connectionType: 'followers' };
  for (const asking of [
    question('microblog.posts.search', { q: 'river day', sortBy: 'relevance' }),
    question('microblog.posts.search', { q: 'river day' }, ['createdAt', 'text']),
    question('microblog.users.connections', followers),
  ]) {
    const run = await ask(undefined, asking);
    expect(run).toMatchObject({ state: { kind: 'more' }, stoppedAt: null });
  }
});
