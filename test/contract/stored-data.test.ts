/** Stored data against the second server: at once, in the background, as CSV. */
import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'lossless-json';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { methodsSheetSchema } from '#main/core/export/methods/provenance.ts';
import { onePage } from '#shared/contract/run.ts';
import type { Run, RunLimit } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import { mintRunId } from '#test/support/core.ts';
import {
  ask as askFor,
  begin,
  eachTestHasServer,
  next,
  rested,
  restart,
  rowsOf,
  server,
  statesTold,
  stored,
  test,
} from '#test/support/run-core.ts';
import { save } from '#test/support/saving.ts';
import { readTree } from '#test/support/search-files.ts';
import { serve } from '#test/support/serve.ts';
import { testFolder } from '#test/support/store/runs.ts';

eachTestHasServer();

type ResponseType = 'fast' | 'paging' | 'csv';
const path = '/api/data/microblog/posts';
const query = (responseType: ResponseType) => ({ ...stored, values: { q: 'sea', responseType } });
const ask = (responseType: ResponseType): Promise<Run> => askFor(undefined, query(responseType));

const patient = { interval: 5, timeout: 20_000 };

const polls = (): number =>
  server.requests.filter((request) => request.path.includes('/operations/')).length;
const metered = (): number => server.requests.length - polls();

/** Operations can't be asked for; resolves once the run hears so. */
async function askInVain(limit: RunLimit = onePage): Promise<string> {
  server.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
  const runId = mintRunId();
  void test.call('run.start', { runId, query: query('paging'), limit });
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(2), patient);
  return runId;
}

const firstPage = { state: { kind: 'more' }, rowCount: 5, calls: 1 };

describe('stored data', () => {
  beforeEach(() => begin());

  it('fast: the first page at once, and a word on what else there is', async () => {
    const run = await ask('fast');
    expect(run).toMatchObject({ state: { kind: 'notAll' }, rowCount: 5, calls: 1 });
    expect(run.notices.map(({ code }) => code)).toEqual(['stored_more']);
  });

  it('paging: a page of a table that has expired is refused, and those before stay', async () => {
    const run = await ask('paging');
    server.fail({ kind: 'status', status: 404, path });
    const refused = { state: { kind: 'cursorRefused', page: 2 }, rowCount: 5, calls: 2 };
    expect(await next(run)).toMatchObject(refused);
  });

  it('paging: an operation is polled, its pages follow one by one, counted', async () => {
    let run = await ask('paging');
    expect(run).toMatchObject({
      ...firstPage,
      operation: { status: 'success' },
      total: { pages: 3, rows: 12 },
    });
    expect(Date.parse(run.operation?.expiresAt ?? '')).toBeGreaterThan(Date.now());
    while (run.state.kind === 'more') run = await next(run);
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 12, calls: 3 });
    expect(metered()).toBe(3);
    expect(await rowsOf(run)).toEqual(server.itemsFor(path, { q: 'sea' }));
    // How much there is in all is known after a restart, too; of live data it is not.
    const live = await askFor();
    await restart();
    expect((await rested(run.id)).total).toEqual({ pages: 3, rows: 12 });
    expect((await rested(live.id)).total).toBeNull();
  });

  it('[28] an operation that no tab shows is asked for at the next start, as soon as there is a key', async () => {
    const runId = await askInVain({ pages: null, rows: 3 });
    await test.core.close();
    server.recover();
    const before = polls();
    await restart({ accessKey: undefined, attended: true });
    await test.value('service.choose', { kind: 'address', address: server.address });
    // As History or a tab does.
    await test.value('run.open', { runId });
    expect(polls()).toBe(before);
    await test.value('credential.add', { value: server.accessKey });
    await vi.waitFor(() => expect(statesTold(runId).at(-1)?.kind).toBe('limit'), patient);
    const limited = {
      state: { kind: 'limit', reason: 'rows' },
      rowCount: 3,
      heldBack: 2,
      calls: 1,
    };
    expect(await rested(runId)).toMatchObject(limited);
  });

  it('[28] a command asks for no operations but its own', async () => {
    await askInVain();
    await test.core.close();
    const before = polls();
    await restart({ attended: false });
    await test.value('app.snapshot', {});
    await askFor();
    expect(polls()).toBe(before);
  });

  it('[28] hiccups while polling are passed over, and told', async () => {
    server.fail({ kind: 'reset', path: '/api/data/operations' }, 2);
    // Slow enough to be told: changes of a run at work are told ten times a second.
    await begin({ pollEveryMs: 110 });
    expect(await ask('paging')).toMatchObject(firstPage);
    const troubles = test.events.flatMap((event) =>
      event.kind === 'run.changed' ? (event.run.operation?.trouble ?? []) : [],
    );
    expect(troubles.length).toBeGreaterThan(0);
  });

  it('[28] polling can be stopped and gone on with; neither costs a call', async () => {
    const runId = await askInVain();
    const { run } = await test.value('run.stop', { runId });
    expect(run.state.kind).toBe('stopped');
    server.recover();
    expect(await next(run)).toMatchObject(firstPage);
    expect(metered()).toBe(1);
  });

  it('[28] an operation that is not there any more has expired', async () => {
    server.fail({ kind: 'status', status: 404, path: '/api/data/operations' }, Infinity);
    const run = await ask('paging');
    expect(run).toMatchObject({ state: { kind: 'operationExpired' }, rowCount: 0, calls: 1 });
    expect(await test.call('run.next', { runId: run.id })).toMatchObject({ ok: false });
  });
});

describe('CSV made by the service', () => {
  beforeEach(() => begin());
  const keptFile = (run: Run): string => join(test.dataDir, 'runs', run.id, 'bodies', '1.bin');

  it('is kept and saved byte for byte', async () => {
    const run = await ask('csv');
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 0, calls: 1 });
    expect(run.files).toMatchObject([{ page: 1, partial: false }]);
    const saved = await test.value('file.save', { file: { of: 'page', runId: run.id, page: 1 } });
    const answer = await fetch(`${server.address}${path}?q=sea&responseType=csv`, {
      headers: { authorization: `Bearer ${server.accessKey}` },
    });
    const sent = Buffer.from(await answer.arrayBuffer());
    expect(saved).toMatchObject({ kind: 'saved', bytes: sent.length });
    expect(await readFile(test.saved.at(-1) ?? '')).toEqual(sent);
  });

  it('is opened only when the person has chosen where to save; one that is gone is said', async () => {
    let isCancelled = false;
    const folder = testFolder();
    // Whoever opened the file before would go on reading the one that is replaced here.
    await begin({
      chooseSaveTarget: async (name) => {
        const other = join(test.dataDir, 'other');
        await readFile(keptFile(run)).then(
          () => writeFile(other, 'other bytes').then(() => rename(other, keptFile(run))),
          // Long enough for an error that nobody listens to.
          () => new Promise((resolve) => setImmediate(resolve)),
        );
        const target = { path: join(folder, name) };
        return isCancelled ? null : { ...target, finish: async () => ({ name, download: null }) };
      },
    });
    const run = await ask('csv');
    const saveFile = () => test.call('file.save', { file: { of: 'page', runId: run.id, page: 1 } });
    const saved = await saveFile();
    if (!saved.ok || saved.value.kind !== 'saved') throw new Error('not saved');
    expect(await readFile(join(folder, saved.value.name), 'utf8')).toBe('other bytes');

    const refused = {
      ok: false,
      error: { code: 'storage_failed', title: 'The file that the service sent can’t be read.' },
    };
    await rm(keptFile(run));
    expect(await saveFile()).toMatchObject(refused);
    const theirs = testFolder();
    await writeFile(join(theirs, '1.bin'), 'theirs');
    await rm(dirname(keptFile(run)), { recursive: true });
    await symlink(theirs, dirname(keptFile(run)));
    expect(await saveFile()).toMatchObject(refused);
    isCancelled = true;
    expect(await saveFile()).toMatchObject({ ok: true, value: { kind: 'cancelled' } });
  });
});

describe('CSV that operations prepare', () => {
  const rows = [{ id: '1' }, { id: '2' }];
  const done = (result: object) => ({ status: 'success', result });
  const exportTo = (id: string) => ({ export: { dataDumpExportOperationId: id } });
  const firstAnswer = done({ results: rows, ...exportTo('op_2') });
  const downloadUrl = 'https://files.test/all.csv';
  let asked: number;
  let serviceAddress: string;

  /** Asks for CSV; `recordOf` gives the record of an operation by its number, null for none. */
  async function askWith(
    recordOf: (number: number) => object | null,
    limit?: RunLimit,
  ): Promise<Run> {
    asked = 0;
    serviceAddress = await serve(({ url = '' }, response) => {
      asked += 1;
      const number = Number(/op_(\d+)/.exec(url)?.[1] ?? 0);
      const record = number === 0 ? { operationId: 'op_1' } : recordOf(number);
      response.writeHead(record === null ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(record));
    });
    await begin({ serviceAddress, pollEveryMs: 20 });
    return askFor(limit, query('csv'));
  }

  it.each([
    ['is gone', null, { kind: 'operationExpired' }],
    ['brings nothing', done({}), { kind: 'failed', page: 2 }],
    ['is a file', done({ downloadUrl }), { kind: 'noMore' }],
  ])('keeps rows that were answered when the export %s', async (_, last, state) => {
    const run = await askWith((number) => (number === 1 ? firstAnswer : last));
    expect(run).toMatchObject({ state, rowCount: 2, calls: 1 });
    expect(await rowsOf(run)).toEqual(rows);
  });

  it.each([
    ['all there is', {}, ['meta.json']],
    ['beside rows', { results: rows }, ['meta.json', 'pages.jsonl']],
  ])('a file that is %s is offered after a restart, too', async (_, result, files) => {
    const { id: runId, operation } = await askWith(() => done({ ...result, downloadUrl }));
    expect(operation).toMatchObject({ status: 'success', downloadUrl });
    await restart();
    expect(await rested(runId)).toMatchObject({ state: { kind: 'noMore' }, operation });
    // Beyond the answer as it arrived, its address is in one file.
    const named = (await readTree(test.dataDir)).filter((text) => text.includes(downloadUrl));
    expect(named.map((text) => basename(text.split('\n', 1)[0] ?? '')).toSorted()).toEqual(files);
  });

  it('is fetched after a restart, too, when there are enough rows', async () => {
    let last = done({});
    const limit = { pages: null, rows: 1 };
    const { id: runId } = await askWith((number) => (number === 1 ? firstAnswer : last), limit);
    await test.core.close();
    last = done({ downloadUrl });
    await restart({ serviceAddress });
    const offered = { state: { kind: 'noMore' }, rowCount: 1, operation: { downloadUrl } };
    expect(await rested(runId)).toMatchObject(offered);
  });

  it('whose rows have those that arrived first: each is seen and saved once, after a restart, too', async () => {
    const all = Array.from({ length: 250 }, (_, at) => ({ id: String(at) }));
    const first = {
      ...firstAnswer.result,
      results: all.slice(0, 100),
      pagination: { totalPages: 3 },
    };
    const run = await askWith((number) => done(number === 1 ? first : { results: all }));
    const expectOnce = async (): Promise<void> => {
      const { run: now } = await test.value('run.open', { runId: run.id });
      expect(now).toMatchObject({ state: { kind: 'noMore' }, total: null, hasRepeats: true });
      expect(now.notices.map(({ code }) => code)).toEqual(['export_repeats']);
      const view = { ...everyRow, hideDuplicatesBy: 'id' };
      const { rows: count } = await save(test, { runIds: [run.id], view, format: { kind: 'csv' } });
      expect([count, (await test.value('view.open', { runId: run.id, view })).count]).toEqual([
        250, 250,
      ]);
    };
    await expectOnce();
    await restart();
    await expectOnce();
  });

  it('is not followed from export to export', async () => {
    const recordOf = (number: number) => done(number < 5 ? exportTo(`op_${number + 1}`) : {});
    const run = await askWith(recordOf);
    expect(run).toMatchObject({ state: { kind: 'failed' }, calls: 1 });
    expect(asked).toBe(3);
  });
});

describe('an operation as its record says', () => {
  const row = { id: '1', text: 'paid-for' };
  let record: Record<string, unknown>;
  let asked: ('question' | 'poll')[];
  let serviceAddress: string;
  beforeEach(async () => {
    asked = [];
    serviceAddress = await serve(({ url = '' }, response) => {
      const isPoll = url.includes('/operations/');
      asked.push(isPoll ? 'poll' : 'question');
      response.writeHead(200, { 'Content-Type': 'application/json', Date: now });
      response.end(stringify({ operationId: 'op_1', ...(isPoll && record) }));
    });
    await begin({ serviceAddress });
  });
  /** By the service's clock, which is ten minutes fast. */
  const now = new Date(Date.now() + 600_000).toISOString();
  const succeeded = (result: unknown) => ({ status: 'success', note: 'paid-for', result });

  it.each(['running', 'archiving'])(
    '%s: waited for, also when nobody knows that state',
    async (status) => {
      record = { status };
      const runId = mintRunId();
      void test.call('run.start', { runId, query: query('paging') });
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(3), patient);
      const { run } = await test.value('run.open', { runId });
      expect(run).toMatchObject({
        state: { kind: 'polling' },
        operation: { status, expiresAt: null },
      });
      record = { ...succeeded({ results: [row] }), updatedAt: now };
      const { state, operation } = await rested(runId);
      expect(state).toEqual({ kind: 'noMore' });
      // Fifteen minutes after it finished, by this computer's clock; HTTP tells whole seconds.
      const left = Date.parse(operation?.expiresAt ?? '') - Date.now();
      expect(Math.abs(left - 15 * 60_000)).toBeLessThan(60_000);
    },
  );

  it('the methods sheet names the requests as they were sent: pages that follow the first are paged', async () => {
    const pagination = { totalPages: 2, totalRows: 2, tableName: 't' };
    const first = { results: [row], pagination };
    const fast = await serve(({ url = '' }, response) => {
      const poll = url.includes('/operations/') ? succeeded(first) : { operationId: 'op_1' };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(url.includes('responseType=fast') ? first : poll));
    });
    await begin({ serviceAddress: fast });
    const run = await next(await askFor(undefined, query('fast')));
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 2, calls: 2 });
    await save(test, { runIds: [run.id], format: { kind: 'raw' }, methods: true });
    const text = await readFile(`${test.saved.at(-1)}.methods.json`, 'utf8');
    const { runs } = methodsSheetSchema.parse(JSON.parse(text));
    expect(
      runs[0]?.requests.map(({ address, pages }) => [address.replace(fast, ''), pages]),
    ).toEqual([
      [`${path}?q=sea&responseType=fast`, 1],
      [`${path}?q=sea&responseType=paging&pageNumber=<number>&tableName=<table>`, 1],
    ]);
  });

  it('has an object beside its rows, after a restart too', async () => {
    record = succeeded({ results: [row], parent_comment: { id: '7' } });
    const values = { id: '17900000000000001', commentId: '18000000000000001' };
    const endpointId = 'photoshare.comments.replies.stored';
    const asking = { endpointId, values: { ...values, responseType: 'paging' }, fields: [] };
    const { id, extras } = await askFor(undefined, asking);
    expect(extras).toEqual({ parent_comment: { id: '7' } });
    await restart();
    expect((await rested(id)).extras).toEqual(extras);
  });

  it('that ended without rows ends the run, for good', async () => {
    for (const [ended, state] of [
      [
        { status: 'error', error: 'No room' },
        { kind: 'operationError', message: 'No room' },
      ],
      [{ status: 'error' }, { kind: 'operationError', message: null }],
      [{ status: 'cancelled' }, { kind: 'operationCancelled' }],
      [{ status: 'no_data' }, { kind: 'operationNoData' }],
    ]) {
      record = { ...ended };
      asked = [];
      const run = await ask('paging');
      expect(run).toMatchObject({ state, rowCount: 0, calls: 1 });
      expect((await test.call('run.next', { runId: run.id })).ok).toBe(false);
      expect(asked).toEqual(['question', 'poll']);
    }
  });

  it.each([
    ['says that there is more', { has_more: true }],
    ['counts more pages', { pagination: { totalPages: 30, totalRows: 3000 } }],
  ])('that %s and not how to get it is not complete, nor all there is to ask', async (_, odd) => {
    record = succeeded({ results: [row], ...odd });
    const { id: runId } = await ask('paging');
    const end = { state: { kind: 'notAll' }, notices: [{ code: 'more_unreachable' }] };
    expect(await rested(runId)).toMatchObject(end);
    await restart({ serviceAddress });
    expect(await rested(runId)).toMatchObject(end);
  });

  it.each<[string, unknown]>([
    ['rows under another name', { data: [row], next_page_cursor: 'secret-place' }],
    ['a text for rows', { results: 'paid-for', downloadUrl: 'https://x.test/file' }],
    ['items that are no objects', { results: [1, 'paid-for'] }],
    ['a long number for an item', { results: [{ text: 'paid-for' }, 12_345_678_901_234_567_890n] }],
  ])(
    '[29] succeeded with %s: it is kept, and polled again by Try again and after a restart',
    async (_, odd) => {
      record = succeeded(odd);
      const run = await ask('paging');
      const problem = { code: 'wrong_shape', call: 'noCall' };
      expect(run).toMatchObject({ state: { kind: 'failed', page: 1, problem }, calls: 1 });
      const files = await readTree(test.dataDir);
      expect(files.some((text) => text.includes('paid-for'))).toBe(true);
      expect(files.filter((text) => text.includes('secret-place'))).toEqual([]);

      expect((await next(run)).state).toMatchObject({ kind: 'failed', page: 1, problem });
      record = succeeded({ results: [row] });
      await restart({ serviceAddress });
      const end = { state: { kind: 'noMore' }, rowCount: 1, calls: 1 };
      expect(await rested(run.id)).toMatchObject(end);
      // The question is not asked a second time.
      expect(asked).toEqual(['question', 'poll', 'poll', 'poll']);
    },
  );
});
