/** Answers longer than memory should hold: kept in files, told, and the run rests there. */
import { readdir, readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  ask,
  begin,
  eachTestHasServer,
  everything,
  next,
  problemOf,
  restart,
  server,
  stored,
  test,
} from '#test/support/run-core.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { readTree } from '#test/support/search-files.ts';
import { serve } from '#test/support/serve.ts';

eachTestHasServer({ pageSize: 1, totalRows: 3 });

const answerLimits = { held: 20_000, kept: 100_000 };
const long = { id: 'long', text: 'y'.repeat(30_000) };

it('a page too long to show is told in the run, in History and in methods sheets, and the run rests there', async () => {
  await begin({ answerLimits });
  const first = await ask();
  server.fail({ kind: 'page', members: { results: [long] } });
  let run = await next(first, everything);
  const told = [{ code: 'page_not_shown', message: expect.stringContaining('bodies/1.bin') }];
  expect(run).toMatchObject({ state: { kind: 'stopped' }, pageCount: 2, rowCount: 1, calls: 2 });
  run = await next(run, everything);
  expect(run).toMatchObject({ state: { kind: 'noMore' }, pageCount: 3, rowCount: 2, calls: 3 });
  expect(run.notices).toEqual(told);

  const { pages } = await test.value('run.pages', { runId: run.id, from: 0, count: 9 });
  expect(pages.map(({ tooLarge }) => tooLarge)).toEqual([false, true, false]);

  await save(test, { runIds: [run.id], format: plainCsv, methods: true });
  const sheet = await readFile(`${test.saved[0]}.methods.json`, 'utf8');
  expect(sheet).toContain('Page 2 is too large to show');

  const bodies = join(test.dataDir, 'runs', run.id, 'bodies');
  expect(await readFile(join(bodies, '1.bin'), 'utf8')).toContain(long.text);
  const [, cursor = ''] = server.requests.map(({ query }) => query['cursor'] ?? '').filter(Boolean);
  expect((await readTree(test.dataDir)).filter((text) => text.includes(cursor))).toEqual([]);

  await restart({ answerLimits });
  ({ run } = await test.value('run.open', { runId: run.id }));
  expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 2, notices: told });
  const { runs } = await test.value('history.list', {});
  expect(runs).toMatchObject([{ unshownPages: 1 }]);
});

it('a page of more values than memory has room for is kept like one that is too long', async () => {
  await begin();
  server.fail({ kind: 'page', members: { results: Array.from({ length: 600_000 }, () => ({})) } });
  const run = await ask();
  const told = { state: { kind: 'stopped' }, pageCount: 1, rowCount: 0 };
  expect(run).toMatchObject({ ...told, notices: [{ code: 'page_not_shown' }] });
});

it('a finished operation with an answer too long to show is kept, told, and can be asked again', async () => {
  const pagination = { totalPages: 2, totalRows: 2, tableName: 't' };
  let rows: object[] = [long];
  const serviceAddress = await serve(({ url = '' }, response) => {
    const record = { status: 'success', result: { results: rows, pagination } };
    const answer = url.includes('/operations/') ? record : { operationId: 'op_1' };
    response.setHeader('Content-Type', 'text/csv').end(JSON.stringify(answer));
  });
  await begin({ serviceAddress, answerLimits });
  const values = { q: 'sea', responseType: 'paging' };
  const run = await ask(undefined, { ...stored, values });
  const title: unknown = expect.stringContaining('too large to show');
  expect(problemOf(run)).toMatchObject({ title, call: 'noCall' });
  const body = join(test.dataDir, 'runs', run.id, 'bodies', '1.bin');
  expect(await readFile(body, 'utf8')).toContain(long.text);
  rows = [{ id: '1' }];
  const again = await next(run);
  expect(again).toMatchObject({ state: { kind: 'more' }, total: { pages: 2 }, rowCount: 1 });
});

it('a page of a finished operation that is too long to show has the next one after it', async () => {
  const serviceAddress = await serve(({ url = '' }, response) => {
    const page = Number(/pageNumber=(\d+)/.exec(url)?.[1] ?? 1);
    const pagination = { totalPages: 3, totalRows: 3, tableName: 't' };
    const result = { results: page === 2 ? [long] : [{ id: `${page}` }], pagination };
    const record = url.includes('/operations/') ? { status: 'success', result } : result;
    response.end(
      JSON.stringify(
        url.includes('pageNumber') || url.includes('/operations/')
          ? record
          : { operationId: 'op_1' },
      ),
    );
  });
  await begin({ serviceAddress, answerLimits });
  const values = { q: 'sea', responseType: 'paging' };
  const run = await next(await ask(undefined, { ...stored, values }), everything);
  expect(run).toMatchObject({ state: { kind: 'stopped' }, pageCount: 2, rowCount: 1 });
  const rest = await next(run, everything);
  expect(rest).toMatchObject({ state: { kind: 'noMore' }, pageCount: 3, rowCount: 2 });
});

/** Sends until it is hung up on. */
async function endless(response: ServerResponse): Promise<void> {
  response.write('{"results":[{"id":"1","text":"');
  while (!response.destroyed) {
    if (!response.write('y'.repeat(5000))) await sleep(1);
  }
}
const bomb = gzipSync(Buffer.alloc(8_000_000, '['));

describe.each<[string, (response: ServerResponse) => void]>([
  ['without end', (response) => void endless(response)],
  [
    'that grows when it is unpacked',
    (response) => response.setHeader('Content-Encoding', 'gzip').end(bomb),
  ],
])('an answer %s', (_, answer) => {
  const serveIt = (): Promise<string> =>
    serve((_request, response) => answer(response.setHeader('Content-Type', 'application/json')));

  it('fails its page, whose beginning is kept, as one counted call', async () => {
    await begin({ serviceAddress: await serveIt(), answerLimits });
    const run = await ask();
    const title: unknown = expect.stringContaining('longer than');
    expect(problemOf(run)).toMatchObject({ code: 'truncated', call: 'answered', title });
    expect(run).toMatchObject({ state: { kind: 'failed', page: 1 }, calls: 1, rowCount: 0 });
    const bodies = join(test.dataDir, 'runs', run.id, 'bodies');
    expect(await readdir(bodies)).toEqual(['1.bin']);
    const { size } = await stat(join(bodies, '1.bin'));
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(answerLimits.kept);
  });

  it('is given up after a few megabytes where it is a page about the service', async () => {
    await begin({ serviceAddress: await serveIt() });
    const error = {
      code: 'truncated',
      call: 'noCall',
      title: expect.stringContaining('4 MB') as unknown,
    };
    const read = await test.call('service.read', { page: 'status' });
    expect(read).toMatchObject({ ok: false, error });
  });
});

const asCsv = { ...stored, values: { q: 'sea', responseType: 'csv' } };

it.each([
  ['', undefined, { state: { kind: 'more' }, rowCount: 1 }],
  [' '.repeat(200), undefined, { state: { kind: 'more' }, rowCount: 1 }],
  ['', asCsv, { state: { kind: 'notAll' }, rowCount: 1 }],
  [' '.repeat(200), asCsv, { state: { kind: 'noMore' }, files: [{ page: 1 }] }],
])(
  'JSON that is called text/csv (after %j, to %j) keeps no cursor',
  async (before, query, told) => {
    const page = { results: [{ id: '1' }], has_more: true, next_page_cursor: 'the-secret-cursor' };
    const serviceAddress = await serve((_request, response) => {
      response.setHeader('Content-Type', 'text/csv').end(`${before}${JSON.stringify(page)}`);
    });
    await begin({ serviceAddress });
    expect(await ask(undefined, query)).toMatchObject(told);
    const files = await readTree(test.dataDir);
    expect(files.filter((text) => text.includes('the-secret-cursor'))).toEqual([]);
  },
);
