/** Pages that are right and yet odd: empty ones, going round, changing shape, leading nowhere. */
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Page, Run } from '#shared/contract/run.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { cellText } from '#test/support/csv-cells.ts';
import { cursorStatuses } from '#test/support/faults-table.ts';
import { readTree } from '#test/support/search-files.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { Fault, SecondServer } from '#test/support/second-server/index.ts';

const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
const everything = { pages: null, rows: null };
type Members = Extract<Fault, { kind: 'page' }>['members'];

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

const bend = (members: Members): void => server.fail({ kind: 'page', members });
const start = async (): Promise<Run> =>
  (await test.value('run.start', { runId: mintRunId(), query })).run;
const next = async ({ id }: Run): Promise<Run> => (await test.value('run.next', { runId: id })).run;

/** Goes on as far as there is a way. */
async function all({ id }: Run): Promise<Run> {
  await test.value('run.next', { runId: id, limit: everything });
  return vi.waitFor(
    async () => {
      const { run } = await test.value('run.open', { runId: id });
      expect(['queued', 'fetching']).not.toContain(run.state.kind);
      return run;
    },
    { timeout: 10_000, interval: 10 },
  );
}

const rowsOf = async ({ id }: Run, page: number | null = null): Promise<unknown[]> =>
  (await test.value('rows.window', { runId: id, page, offset: 0, count: 100 })).rows;

const pagesOf = async ({ id }: Run): Promise<Page[]> =>
  (await test.value('run.pages', { runId: id, from: 0, count: 100 })).pages;

/** The same run after the program was closed and opened. */
async function reopened({ id }: Run): Promise<Run> {
  await test.core.close();
  const { dataDir } = test;
  const { address: serviceAddress, accessKey } = server;
  test = await startTestCore({ dataDir, serviceAddress, accessKey });
  return (await test.value('run.open', { runId: id })).run;
}

const sent = (): unknown[] => server.itemsFor('/api/data/microblog/posts/live', { q: 'sea' });

describe('[27] empty pages that promise more', () => {
  it('are pages of no rows, and collecting goes on past them', async () => {
    const first = await start();
    server.fail({ kind: 'emptyPage' }, 2);
    const run = await all(first);
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 12, calls: 5, notices: [] });
    expect((await pagesOf(run)).map(({ rows }) => rows)).toEqual([5, 0, 0, 5, 2]);
    expect(await rowsOf(run)).toEqual(sent());
    expect(await rowsOf(run, 2)).toEqual([]);
    expect(await rowsOf(run, 4)).toEqual(sent().slice(5, 10));
  });
});

describe('[27] cursors that go round', () => {
  it('end the run when one comes again later on', async () => {
    let run = await next(await next(await start()));
    const [, one] = server.requests.map((request) => request.query['cursor']);
    expect(run.pageCount).toBe(3);
    run = await start();
    bend({ has_more: true, next_page_cursor: one ?? '' });
    run = await next(run);
    expect(run.state).toEqual({ kind: 'more' });
    // From the first cursor on, the way leads back to where it came from.
    const [back] = server.requests.slice(-1).map((request) => request.query['cursor']);
    bend({ has_more: true, next_page_cursor: back ?? '' });
    run = await all(run);
    expect(run).toMatchObject({ state: { kind: 'cursorRepeated' }, pageCount: 3, calls: 3 });
    const before = server.requests.length;
    expect((await test.call('run.next', { runId: run.id })).ok).toBe(false);
    expect(server.requests.length).toBe(before);
  });
});

describe('[29] a cursor refused while pages are collected', () => {
  it.each(cursorStatuses)('%s ends the run where it is, for good', async (status) => {
    const second = await next(await start());
    server.fail({ kind: 'status', status });
    const run = await all(second);
    expect(run).toMatchObject({
      state: { kind: 'cursorRefused', page: 3, problem: { code: 'cursor_refused' } },
      rowCount: 10,
      calls: 3,
    });
    expect(await reopened(run)).toMatchObject({
      state: { kind: 'interrupted', rested: 'cursorRefused' },
      rowCount: 10,
      calls: 3,
    });
    expect(server.requests.length).toBe(3);
  });
});

describe('[31] items that change from page to page', () => {
  const pages: Members[][] = [
    [
      { id: '1', score: 5, tags: ['a', 'b'], author: { name: 'x' } },
      { id: '2', score: 7, tags: [] },
    ],
    [{ id: 3, score: 'high', tags: null, extra: true }, {}],
    [
      { id: { part: 'a', of: [4] }, score: { value: 1.5, unit: '%' }, tags: 'a', extra: [1, [2]] },
      { id: '5', score: null, 'odd name, "quoted"': '=1+1' },
    ],
  ];
  const items = pages.flat();

  async function fetchAll(): Promise<Run> {
    for (const results of pages) bend({ results });
    return all(await start());
  }

  it('are kept as they came, in columns that hold them all', async () => {
    const run = await fetchAll();
    expect(run).toMatchObject({ state: { kind: 'noMore' }, pageCount: 3, rowCount: 6 });
    expect(await rowsOf(run)).toEqual(items);
    const columns = Object.fromEntries(
      run.columns.map(({ field, type, filled }) => [field, [type, filled]]),
    );
    expect(columns).toEqual({
      id: ['mixed', 5],
      score: ['mixed', 4],
      tags: ['mixed', 3],
      author: ['object', 1],
      extra: ['mixed', 2],
      'odd name, "quoted"': ['text', 1],
    });
    const again = await reopened(run);
    expect(again.columns).toEqual(run.columns);
    expect(await rowsOf(run)).toEqual(items);
  });

  it('are saved as they came', async () => {
    const run = await fetchAll();
    const saved = await save(test, { runIds: [run.id], format: plainCsv });
    expect(saved.rows).toBe(6);
    const { readFile } = await import('node:fs/promises');
    const [header = [], ...lines]: string[][] = parse(await readFile(test.saved[0] ?? ''));
    expect(header.toSorted()).toEqual(run.columns.map(({ field }) => field).toSorted());
    expect(lines).toEqual(items.map((item) => header.map((name) => cellText(item[name]))));
  });
});

describe('[29] items that are no objects', () => {
  const results: readonly (readonly [string, Members['results']])[] = [
    ['nothing', [{ id: '1', text: 'kept-for-support' }, null]],
    ['numbers', [7, { text: 'kept-for-support' }]],
    ['texts', ['kept-for-support']],
    ['lists', [['kept-for-support']]],
  ];
  it.each(results)(
    '%s: the page fails, its answer is kept, and going on repeats none',
    async (_, odd) => {
      const first = await start();
      bend({ results: odd ?? null });
      const failed = await next(first);
      expect(failed).toMatchObject({
        state: { kind: 'failed', page: 2, problem: { code: 'wrong_shape', call: 'answered' } },
        rowCount: 5,
        calls: 2,
      });
      const files = await readTree(test.dataDir);
      expect(files.some((text) => text.includes('kept-for-support'))).toBe(true);
      const run = await all(failed);
      expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 12, calls: 4 });
      expect(await rowsOf(run)).toEqual(sent());
      const [, refused, again] = server.requests.map((request) => request.query['cursor']);
      expect(again).toBe(refused);
    },
  );
});

describe('[27] more that has no way to it', () => {
  const unreachable = [{ code: 'more_unreachable', message: expect.stringMatching(/\.$/) }];

  it.each([null, ''])('a cursor of %j ends the run, which says so, also later', async (cursor) => {
    const first = await start();
    bend({ has_more: true, next_page_cursor: cursor });
    const run = await all(first);
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 10, notices: unreachable });
    expect((await test.call('run.next', { runId: run.id })).ok).toBe(false);
    expect(await reopened(run)).toMatchObject({
      state: { kind: 'noMore' },
      rowCount: 10,
      notices: unreachable,
    });
    expect(server.requests.length).toBe(2);
  });

  it('an end that is the end says nothing, also later', async () => {
    const run = await all(await start());
    expect(run).toMatchObject({ state: { kind: 'noMore' }, notices: [] });
    expect((await reopened(run)).notices).toEqual([]);
  });
});
