/** Stored data against the second server: at once, in the background, as CSV. */
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run, RunState } from '#shared/contract/run.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore, TestCoreOptions } from '#test/support/core.ts';
import { readTree } from '#test/support/search-files.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { serve } from '#test/support/serve.ts';

const path = '/api/data/microblog/posts';
const query = (
  responseType: string,
): { endpointId: string; values: Record<string, string>; fields: string[] } => ({
  endpointId: 'microblog.posts.search.stored',
  values: { q: 'sea', responseType },
  fields: [],
});

let server: SecondServer;
let test: TestCore;
const open: TestCore[] = [];
const begin = async (
  dataDir?: string,
  pollEveryMs = 5,
  options: TestCoreOptions = {},
): Promise<TestCore> => {
  const core = await startTestCore({
    serviceAddress: server.address,
    accessKey: server.accessKey,
    pollEveryMs,
    ...(dataDir === undefined ? {} : { dataDir }),
    ...options,
  });
  open.push(core);
  return core;
};
beforeEach(async () => {
  server = await startSecondServer({ pageSize: 5, totalRows: 12 });
  test = await begin();
});
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
  await server.close();
});

const metered = (): number =>
  server.requests.filter((request) => !request.path.includes('/operations/')).length;

async function rested(core: TestCore, runId: string): Promise<Run> {
  return vi.waitFor(
    async () => {
      const { run } = await core.value('run.open', { runId });
      if (['polling', 'fetching', 'queued', 'retrying'].includes(run.state.kind))
        throw new Error('works');
      return run;
    },
    { timeout: 10_000, interval: 10 },
  );
}

async function ask(responseType: string, core = test): Promise<Run> {
  const runId = mintRunId();
  await core.value('run.start', { runId, query: query(responseType) });
  return rested(core, runId);
}

async function rowsOf(run: Run, core = test): Promise<unknown[]> {
  const { rows } = await core.value('rows.window', {
    runId: run.id,
    page: null,
    offset: 0,
    count: 1000,
  });
  return rows;
}

const all = (): unknown[] => server.itemsFor(path, { q: 'sea' });

describe('stored data', () => {
  it('fast: the first page at once, and a word on what else there is', async () => {
    const run = await ask('fast');
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 5, calls: 1 });
    expect(run.notices.map(({ code }) => code)).toEqual(['stored_more']);
  });

  it('paging: an operation is polled, its pages follow one by one, counted', async () => {
    let run = await ask('paging');
    expect(run).toMatchObject({ state: { kind: 'more' }, rowCount: 5, calls: 1 });
    expect(run.operation).toMatchObject({ status: 'success' });
    expect(Date.parse(run.operation?.expiresAt ?? '')).toBeGreaterThan(Date.now());
    expect(run.total).toEqual({ pages: 3, rows: 12 });
    while (run.state.kind === 'more') {
      await test.value('run.next', { runId: run.id });
      run = await rested(test, run.id);
    }
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 12, calls: 3 });
    expect(metered()).toBe(3);
    expect(await rowsOf(run)).toEqual(all());
  });

  it('[28] an operation is found again after a restart, and nothing is asked twice', async () => {
    server.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
    const runId = mintRunId();
    await test.value('run.start', { runId, query: query('paging') });
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(2));
    const { dataDir } = test;
    // The folder has to stay for the next core.
    await test.core.close();
    server.recover();
    const again = await begin(dataDir);
    await again.value('run.open', { runId });
    const run = await rested(again, runId);
    expect(run).toMatchObject({ state: { kind: 'more' }, rowCount: 5, calls: 1 });
    expect(metered()).toBe(1);
  });

  it('how much there is in all is known after a restart, too; of live data it is not', async () => {
    const { id } = await ask('paging');
    const live = mintRunId();
    await test.value('run.start', {
      runId: live,
      query: { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] },
    });
    expect((await rested(test, live)).total).toBeNull();
    await test.core.close();
    const again = await begin(test.dataDir);
    expect((await rested(again, id)).total).toEqual({ pages: 3, rows: 12 });
    expect((await rested(again, live)).total).toBeNull();
  });

  it('[28] hiccups while polling are passed over, and told', async () => {
    server.fail({ kind: 'reset', path: '/api/data/operations' }, 2);
    // Slow enough to be told: changes of a run at work are told ten times a second.
    const slow = await begin(undefined, 150);
    const run = await ask('paging', slow);
    expect(run).toMatchObject({ state: { kind: 'more' }, rowCount: 5 });
    const troubles = slow.events.flatMap((event) =>
      event.kind === 'run.changed' && event.run.operation?.trouble
        ? [event.run.operation.trouble]
        : [],
    );
    expect(troubles.length).toBeGreaterThan(0);
  });

  it('[28] polling can be stopped and gone on with; neither costs a call', async () => {
    server.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
    const runId = mintRunId();
    void test.value('run.start', { runId, query: query('paging') });
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(1));
    const { run } = await test.value('run.stop', { runId });
    expect(run.state.kind).toBe('stopped');
    server.recover();
    await test.value('run.next', { runId });
    expect(await rested(test, runId)).toMatchObject({ state: { kind: 'more' }, calls: 1 });
  });

  it('[28] an operation that is not there any more has expired', async () => {
    server.fail({ kind: 'status', status: 404, path: '/api/data/operations' }, Infinity);
    const run = await ask('paging');
    const state: RunState = { kind: 'operationExpired' };
    expect(run).toMatchObject({ state, rowCount: 0, calls: 1 });
    expect(await test.call('run.next', { runId: run.id })).toMatchObject({ ok: false });
  });

  it('csv: the file of the service is kept and saved byte for byte', async () => {
    const run = await ask('csv');
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 0, calls: 1 });
    expect(run.files).toMatchObject([{ page: 1, partial: false }]);
    const saved = await test.value('export.saveFile', { runId: run.id, page: 1 });
    const answer = await fetch(`${server.address}${path}?q=sea&responseType=csv`, {
      headers: { authorization: `Bearer ${server.accessKey}` },
    });
    const sent = Buffer.from(await answer.arrayBuffer());
    expect(saved).toMatchObject({ kind: 'saved', bytes: sent.length });
    expect(await readFile(test.saved.at(-1) ?? '')).toEqual(sent);
  });

  const keptFile = ({ dataDir }: TestCore, run: Run): string =>
    join(dataDir, 'runs', run.id, 'bodies', '1.bin');

  it('csv: the kept file is opened only when the person has chosen where to save', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sde-csv-'));
    const target = join(folder, 'posts.csv');
    // Whoever opened the file before would go on reading the one that is replaced here.
    const chooseSaveTarget = async () => {
      await writeFile(join(folder, 'other'), 'other bytes');
      await rename(join(folder, 'other'), keptFile(core, run));
      return { path: target, finish: async () => ({ name: 'posts.csv', download: null }) };
    };
    const core = await begin(undefined, 5, { chooseSaveTarget });
    const run = await ask('csv', core);
    await core.value('export.saveFile', { runId: run.id, page: 1 });
    expect(await readFile(target, 'utf8')).toBe('other bytes');
    await rm(folder, { recursive: true });
  });

  it('csv: a kept file that is gone is said, also when the person cancels', async () => {
    let isCancelled = true;
    const core = await begin(undefined, 5, {
      chooseSaveTarget: async (name) => {
        // Long enough for an error that nobody listens to.
        await readFile(keptFile(core, run)).catch(() => undefined);
        await new Promise((resolve) => setImmediate(resolve));
        if (isCancelled) return null;
        const finish = async () => ({ name, download: null });
        return { path: join(core.dataDir, name), finish };
      },
    });
    const run = await ask('csv', core);
    await rm(keptFile(core, run));
    const save = () => core.call('export.saveFile', { runId: run.id, page: 1 });
    expect(await save()).toMatchObject({ ok: true, value: { kind: 'cancelled' } });
    isCancelled = false;
    expect(await save()).toMatchObject({
      ok: false,
      error: { code: 'storage_failed', title: 'The file that the service sent can’t be read.' },
    });
  });
});

describe('no rows', () => {
  it('an operation without data says so', async () => {
    await server.close();
    server = await startSecondServer({ totalRows: 0 });
    const empty = await begin();
    const run = await ask('paging', empty);
    expect(run).toMatchObject({ state: { kind: 'operationNoData' }, rowCount: 0, calls: 1 });
  });
});

describe('[29] an operation that succeeded, and whose result has another form', () => {
  const row = { id: '1', text: 'paid-for' };
  const results: readonly (readonly [string, unknown])[] = [
    ['a list', [row]],
    ['rows under another name', { data: [row], next_page_cursor: 'secret-place' }],
    ['a text for rows', { results: 'paid-for', downloadUrl: 'https://x.test/file' }],
    ['items that are no objects', { results: [1, 'paid-for'] }],
    ['rows that are nowhere', undefined],
  ];

  let result: unknown;
  let asked: ('question' | 'poll')[];
  let address: string;
  beforeEach(async () => {
    asked = [];
    address = await serve(({ url = '' }, response) => {
      const isPoll = url.includes('/operations/');
      asked.push(isPoll ? 'poll' : 'question');
      const record = isPoll ? { status: 'success', note: 'paid-for', result } : {};
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ operationId: 'op_1', ...record }));
    });
  });
  const beginThere = async (dataDir?: string): Promise<TestCore> => {
    const core = await startTestCore({
      serviceAddress: address,
      accessKey: 'some-access-key-0001',
      ...(dataDir === undefined ? {} : { dataDir }),
    });
    open.push(core);
    return core;
  };

  it.each(results)('%s: it is kept, also over a restart, and asked for anew', async (_, odd) => {
    result = odd;
    const core = await beginThere();
    const run = await ask('paging', core);
    const problem = { code: 'wrong_shape', call: 'noCall' };
    expect(run).toMatchObject({ state: { kind: 'failed', page: 1, problem }, calls: 1 });
    const files = await readTree(core.dataDir);
    expect(files.some((text) => text.includes('paid-for'))).toBe(true);
    expect(files.filter((text) => text.includes('secret-place'))).toEqual([]);
    await core.core.close();

    result = { results: [row] };
    const again = await beginThere(core.dataDir);
    await again.value('run.open', { runId: run.id });
    expect(await rested(again, run.id)).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1 });
    expect(asked).toEqual(['question', 'poll', 'poll']);
  });

  it('Try again in the same session polls, and does not ask the question a second time', async () => {
    result = { data: [row] };
    const core = await beginThere();
    const failed = await ask('paging', core);
    expect(failed.state.kind).toBe('failed');
    result = { results: [row] };
    await core.value('run.next', { runId: failed.id });
    const run = await rested(core, failed.id);
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 1, calls: 1 });
    expect(asked).toEqual(['question', 'poll', 'poll']);
  });
});
