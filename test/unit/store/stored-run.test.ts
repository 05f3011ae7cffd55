import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunStore, StoredRun } from '#main/core/store/run-store.ts';
import { answer, appendPages, at, runId, testRow, testRows } from '#test/support/store/pages.ts';
import { testFolder, testStore } from '#test/support/store/folder.ts';

const header = { query: { endpointId: 'microblog.posts.search' }, version: '1' };

async function newRun(): Promise<{ run: StoredRun; store: RunStore; folder: string; log: string }> {
  const dataDir = testFolder();
  const store = testStore(dataDir);
  const run = await store.create(runId, header);
  const folder = join(dataDir, 'runs', runId);
  return { run, store, folder, log: join(folder, 'pages.jsonl') };
}

async function reopen(run: StoredRun, store: RunStore): Promise<StoredRun> {
  await run.close();
  return store.open(run.id);
}

/** The run as it is, then as it is opened from disk. */
async function* nowAndLater(run: StoredRun, store: RunStore): AsyncGenerator<StoredRun> {
  yield run;
  yield await reopen(run, store);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const text = async (chunks: AsyncIterable<Uint8Array>): Promise<string> =>
  Buffer.concat(await collect(chunks)).toString();

describe('a run on disk', () => {
  it('tells what was appended, at once and after opening again', async () => {
    const { run, store } = await newRun();
    await appendPages(run, [3, 0, 5]);
    await run.appendFail({ page: 4, at, ms: 30_000, code: 'timeout' });
    await run.appendEnd('stopped', at);
    for await (const opened of nowAndLater(run, store)) {
      expect(opened.header).toEqual(header);
      expect(opened.createdAt).toMatch(/^\d{4}-.*Z$/);
      expect(opened.rowCount).toBe(8);
      expect(opened.pages).toMatchObject([
        { page: 1, at, ms: 13, status: 200, dataSource: 'api', rows: 3, firstRow: 0, file: null },
        { page: 2, rows: 0, firstRow: 3 },
        { page: 3, rows: 5, firstRow: 3, unreadable: false },
      ]);
      expect(opened.failures).toMatchObject([
        { page: 4, code: 'timeout', ms: 30_000, status: null },
      ]);
      expect(opened.end).toEqual({ at, reason: 'stopped' });
      expect(opened.notices).toEqual([]);
      expect(opened.readOnly).toBe(false);
      expect(opened.unreadableRows).toBe(0);
    }
  });

  it('gives what the screen needs in the same reply', async () => {
    const { run } = await newRun();
    await appendPages(run, [2]);
    const body = Buffer.from(
      '{"results":[{"id":1,"unknown":{"deep":[true]}}],"count":1,"dataSource":"hybrid","has_more":false,"parent_comment":{"id":"7"},"next_page_cursor":null}',
    );
    const page = await run.appendPage({ body, page: 2, at, ms: 1 });
    expect(page).toMatchObject({ firstRow: 2, rows: 1, page: { page: 2, dataSource: 'hybrid' } });
    expect(page.items).toEqual([{ id: 1, unknown: { deep: [true] } }]);
    expect(page.extras).toEqual({ parent_comment: { id: '7' } });
  });

  it('reads any window, in any order, through the index', async () => {
    const { run, store } = await newRun();
    await appendPages(run, [4, 1, 0, 7]);
    for await (const opened of nowAndLater(run, store)) {
      for (let offset = 0; offset <= 12; offset++) {
        for (let count = 0; count <= 13; count++) {
          const rows = testRows(0, 12).slice(offset, offset + count);
          expect(await opened.rows(offset, count)).toEqual(rows);
        }
      }
      const order = [11, 0, 5, 5, 3, 4];
      expect(await opened.rowsAt(Uint32Array.from(order))).toEqual(order.map(testRow));
      expect(await collect(opened.iterateRows(2, 9))).toEqual(testRows(2, 7));
      expect(await collect(opened.iterateRows())).toEqual(testRows(0, 12));
      await expect(opened.rowsAt([12])).rejects.toThrow(RangeError);
    }
  });

  it('[30][31] gives rows back byte for byte', async () => {
    const { run, store } = await newRun();
    const items = [
      '{"id":12345678901234567890, "n": 1e400,"x":1.10}',
      '{ "id" : 3.0,"new":{"a":[1.50]} }',
    ];
    const body = Buffer.from(`{"results":[${items.join(' , ')}],"has_more":false}`);
    await run.appendPage({ body, page: 1, at, ms: 1 });
    for await (const opened of nowAndLater(run, store)) {
      expect(await text(opened.jsonLines())).toBe(`${items.join('\n')}\n`);
      expect(await text(opened.jsonLinesAt([1, 0]))).toBe(`${items[1]}\n${items[0]}\n`);
      expect((await opened.pageBody(1))?.equals(body)).toBe(true);
      expect(await opened.rows(0, 1)).toEqual([
        { id: { $n: '12345678901234567890' }, n: { $n: '1e400' }, x: 1.1 },
      ]);
    }
  });

  it('streams more than fits into one batch', async () => {
    const { run, store } = await newRun();
    await appendPages(run, [3000, 3000, 6000]);
    const opened = await reopen(run, store);
    const lines = (await text(opened.jsonLines())).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(testRows(0, 12_000));
    let seq = 0;
    for await (const row of opened.iterateRows()) expect(row?.['seq']).toBe(seq++);
    expect(seq).toBe(12_000);
  });

  it('[26] keeps no cursor in any file', async () => {
    const { run, folder } = await newRun();
    await appendPages(run, [2, 2]);
    const damaged = Buffer.from('{"results":[],"next_page_cursor":"cursor-to-nowhere"');
    await run.appendFail({
      page: 3,
      at,
      code: 'truncated',
      status: 200,
      body: damaged,
      partial: true,
    });
    await run.appendFail({
      page: 3,
      at,
      code: 'wrong_shape',
      body: Buffer.from('{"next_page_cursor":"cursor-to-x"}'),
    });
    await run.close();
    for (const file of ['pages.jsonl', 'bodies/1.bin']) {
      expect(readFileSync(join(folder, file), 'latin1')).not.toContain('cursor-to');
    }
  });

  it('takes an envelope inside of an operation record', async () => {
    const { run, store } = await newRun();
    const body = Buffer.from(
      '{"operationId":"op_1","results":[{"no":1}],"result":{"results":[{"a":1},{"a":2}],"pagination":{"totalPages":1}}}',
    );
    const page = await run.appendPage({ body, page: 1, at, ms: 1, path: ['result', 'results'] });
    expect(page).toMatchObject({ rows: 2, extras: { pagination: { totalPages: 1 } } });
    const opened = await reopen(run, store);
    expect(await opened.rows(0, 9)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it.each([
    '{"count":0}',
    '{"results":null}',
    '{"results":{}}',
    '[]',
    '{"results":[1]}',
    '{"results":[{},null]}',
  ])('refuses %s: no list of objects, and writes nothing', async (json) => {
    const { run, log } = await newRun();
    const before = readFileSync(log);
    const refused = run.appendPage({ body: Buffer.from(json), page: 1, at, ms: 1 });
    await expect(refused).rejects.toMatchObject({ code: 'wrong_shape' });
    expect(readFileSync(log)).toEqual(before);
    expect(run.pages).toEqual([]);
    await appendPages(run, [1]);
    expect(run.rowCount).toBe(1);
  });

  it('keeps an answer that is no JSON in a file, as a page without rows', async () => {
    const { run, store } = await newRun();
    await appendPages(run, [2]);
    const html = Buffer.from('<html>\r\nnot found</html>');
    const page = await run.appendPage({ body: html, page: 2, at, ms: 1 });
    expect(page).toMatchObject({ rows: 0, items: [] });
    await appendPages(run, [1]);
    for await (const opened of nowAndLater(run, store)) {
      const { file } = opened.pages[1]!;
      expect(file).toEqual({
        file: 'bodies/1.bin',
        bytes: html.length,
        sha256: createHash('sha256').update(html).digest('hex'),
        why: 'notJson',
      });
      expect(readFileSync(opened.filePath(file!))).toEqual(html);
      expect(await opened.pageBody(2)).toBeUndefined();
      expect(await opened.rows(0, 9)).toEqual(testRows(0, 3));
    }
  });

  it('streams an answer that is no page into a file, and keeps what came before a break', async () => {
    const { run, store } = await newRun();
    async function* csv(broken: boolean): AsyncGenerator<Uint8Array> {
      yield Buffer.from('id,text\r\n');
      yield Buffer.from('1,a\r\n');
      if (broken) throw new Error('connection lost');
    }
    await run.appendFile({ page: 1, at, ms: 1, why: 'csv', content: csv(false) });
    const broken = run.appendFile({ page: 2, at, ms: 1, why: 'csv', content: csv(true) });
    await expect(broken).rejects.toThrow('connection lost');
    const opened = await reopen(run, store);
    expect(opened.pages).toMatchObject([
      { page: 1, rows: 0, file: { file: 'bodies/1.bin', why: 'csv' } },
      { page: 2, rows: 0, file: { file: 'bodies/2.bin', why: 'csv', partial: true } },
    ]);
    for (const { file } of opened.pages) {
      expect(readFileSync(opened.filePath(file!), 'utf8')).toBe('id,text\r\n1,a\r\n');
      expect(file?.bytes).toBe(14);
    }
  });

  it('keeps the answer of a failed request and what the caller says of it', async () => {
    const { run, store } = await newRun();
    const body = Buffer.from('{\n"success":false,"message":"No credits"}');
    await run.appendFail({
      page: 1,
      at,
      status: 402,
      code: 'plan_limit',
      detail: { attempts: 2 },
      body,
    });
    await run.appendFail({
      page: 1,
      at,
      status: 200,
      code: 'not_json',
      body: Buffer.from('<html>'),
    });
    await run.appendFail({ page: 1, at, code: 'connection' });
    const opened = await reopen(run, store);
    expect(await opened.failDetails(0)).toEqual({
      detail: { attempts: 2 },
      answer: { success: false, message: 'No credits' },
    });
    expect(await opened.failDetails(1)).toEqual({ detail: null, answer: null });
    expect(opened.failures[1]?.file).toMatchObject({ file: 'bodies/1.bin', why: 'notJson' });
    expect(await opened.failDetails(2)).toEqual({ detail: null, answer: null });
    await expect(opened.failDetails(3)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('takes an end back when a page follows', async () => {
    const { run, store } = await newRun();
    await appendPages(run, [1]);
    await run.appendEnd('stopped');
    await appendPages(run, [1]);
    expect(run.end).toBeUndefined();
    const opened = await reopen(run, store);
    expect(opened.end).toBeUndefined();
    await opened.appendEnd('noMore');
    expect((await reopen(opened, store)).end).toMatchObject({ reason: 'noMore' });
  });

  it('takes appends one after the other, in the order in which they came', async () => {
    const { run, store } = await newRun();
    await Promise.all([
      run.appendPage({ body: answer(0, 2), page: 1, at, ms: 1 }),
      run.appendPage({ body: answer(2, 2), page: 2, at, ms: 1 }),
      run.appendFail({ page: 3, at, code: 'timeout' }),
      run.appendEnd('stopped', at),
    ]);
    const opened = await reopen(run, store);
    expect(await opened.rows(0, 9)).toEqual(testRows(0, 4));
    expect(opened.end?.reason).toBe('stopped');
  });

  it.each([
    ['a page that is not the next', { page: 2, at, ms: 1 }],
    ['a page that was there', { page: 0, at, ms: 1 }],
    ['a time that is none', { page: 1, at: 'yesterday', ms: 1 }],
    ['a duration that is none', { page: 1, at, ms: Number.NaN }],
  ])('refuses %s', async (_what, place) => {
    const { run } = await newRun();
    const refused = run.appendPage({ body: answer(0, 1), ...place });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('refuses codes and reasons that would not fit a header', async () => {
    const { run } = await newRun();
    const code = 'x'.repeat(65);
    await expect(run.appendFail({ page: 1, at, code })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(run.appendEnd('a b', at)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('fails with a code once it is closed, and can be closed twice', async () => {
    const { run } = await newRun();
    await appendPages(run, [1]);
    await run.close();
    await run.close();
    await expect(run.rows(0, 1)).rejects.toMatchObject({ code: 'closed' });
    await expect(appendPages(run, [1])).rejects.toMatchObject({ code: 'closed' });
  });
});
