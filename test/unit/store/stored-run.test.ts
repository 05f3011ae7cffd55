import { describe, expect, it } from 'vitest';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import {
  answer,
  appendPages,
  at,
  collect,
  header,
  newRun,
  nowAndLater,
  reopen,
  rowsFrom,
  streamedRows,
  testRow,
  testRows,
} from '#test/support/store/runs.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = async (chunks: AsyncIterable<Uint8Array>): Promise<string> =>
  Buffer.concat(await collect(chunks)).toString();

describe('a run on disk', () => {
  it('tells what was appended, at once and after opening again', async () => {
    const { run, store } = await newRun([3, 0, 5]);
    await run.appendFail({ page: 4, at, ms: 30_000, code: 'timeout' });
    await run.appendRest('stopped');
    for await (const opened of nowAndLater(run, store)) {
      expect(opened).toMatchObject({
        header,
        rowCount: 8,
        pages: [
          { page: 1, at, ms: 13, dataSource: 'api', rows: 3, firstRow: 0, file: null },
          { page: 2, rows: 0, firstRow: 3, unreadable: false },
          { page: 3, rows: 5, firstRow: 3, unreadable: false },
        ],
        contents: {
          failures: 1,
          last: { kind: 'rest', next: 'stopped' },
        },
        notices: [],
        readOnly: false,
      });
    }
  });

  it('reads any window, in any order, through the index', async () => {
    const { run, store } = await newRun([4, 1, 0, 7]);
    for await (const opened of nowAndLater(run, store)) {
      for (let offset = 0; offset <= 12; offset++) {
        for (let count = 0; count <= 13; count++) {
          const rows = testRows(0, 12).slice(offset, offset + count);
          expect(await rowsFrom(opened, offset, count)).toEqual(rows);
        }
      }
      const order = [11, 0, 5, 5, 3, 4];
      expect(await opened.rowsAt(Uint32Array.from(order))).toEqual(order.map(testRow));
      expect(await collect(streamedRows(opened, order))).toEqual(order.map(testRow));
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
      expect(await text(opened.jsonLinesAt([0, 1]))).toBe(`${items.join('\n')}\n`);
      expect(await text(opened.jsonLinesAt([1, 0]))).toBe(`${items[1]}\n${items[0]}\n`);
      expect((await opened.pageBody(1))?.equals(body)).toBe(true);
      expect(await rowsFrom(opened, 0, 1)).toEqual([
        { id: { $n: '12345678901234567890' }, n: { $n: '1e400' }, x: { $n: '1.10' } },
      ]);
    }
  });

  it('finds the body of a page by its number, whatever came before', async () => {
    const { run } = await newRun([2, 3]);
    const read = (): never => {
      throw new Error('looked at');
    };
    Object.defineProperty(run.pages[0], 'page', { get: read });
    expect(JSON.parse(String(await run.pageBody(2)))).toMatchObject({ results: [{}, {}, {}] });
    await expect(run.pageBody(3)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('streams more than fits into one batch, and reads no more for a window than its rows', async () => {
    const { files, calls } = faultyFiles();
    const { run, store } = await newRun([3000, 3000, 6000], { files });
    const opened = await reopen(run, store);
    const everySeq = Array.from({ length: 12_000 }, (_, seq) => seq);
    const lines = (await text(opened.jsonLinesAt(everySeq))).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(testRows(0, 12_000));
    let seq = 0;
    for await (const row of streamedRows(opened, everySeq)) expect(row?.['seq']).toBe(seq++);
    expect(seq).toBe(12_000);
    const apart = [11_999, 0, 6000, 3, 8999, 6001];
    expect(await opened.rowsAt(apart)).toEqual(apart.map(testRow));
    const far = [1250, 250, 750];
    calls.length = 0;
    expect(await opened.rowsAt(far)).toEqual(far.map(testRow));
    const bytes = calls.reduce((sum, { read }) => sum + read, 0);
    expect(bytes).toBeLessThan(JSON.stringify(far.map(testRow)).length + 50);
    const order = lines.map((_, position) => (position * 7919) % 12_000);
    const mixed = (await text(opened.jsonLinesAt(order))).trimEnd().split('\n');
    expect(mixed).toEqual(order.map((row) => lines[row]));
  });

  it('takes an end back when a page follows; once closed it fails with a code, but for closing again', async () => {
    const { run, store } = await newRun([1]);
    await run.appendRest('stopped');
    await appendPages(run, [1]);
    expect(run.contents.last).toMatchObject({ kind: 'page', page: 2 });
    const opened = await reopen(run, store);
    await run.close();
    await expect(rowsFrom(run, 0, 1)).rejects.toMatchObject({ code: 'closed' });
    await expect(appendPages(run, [1])).rejects.toMatchObject({ code: 'closed' });
    expect(opened.contents.last?.kind).toBe('page');
    await opened.appendRest('noMore');
    expect((await reopen(opened, store)).contents.last).toMatchObject({
      kind: 'rest',
      next: 'noMore',
    });
  });

  it('finds rows that a cursor before them has moved', async () => {
    const { run, store } = await newRun();
    for (const [before, cursor] of ['x'.repeat(500), '', null].entries()) {
      const results = testRows(before * 2, 2);
      const json = `\uFEFF${JSON.stringify({ next_page_cursor: cursor, results })}`;
      await run.appendPage({ body: Buffer.from(json), page: before + 1, at, ms: 1 });
    }
    for await (const opened of nowAndLater(run, store)) {
      expect(await rowsFrom(opened, 0, 9)).toEqual(testRows(0, 6));
    }
  });
});

describe('appending to a run', () => {
  it('[26] keeps no cursor in any file', async () => {
    const { run, folder } = await newRun([2, 2]);
    for (const [code, json] of [
      ['truncated', '{"results":[],"next_page_cursor":"cursor-to-nowhere"'],
      ['wrong_shape', '{"next_page_cursor":"cursor-to-x"}'],
    ] as const) {
      await run.appendFail({ page: 3, at, code, status: 200, body: Buffer.from(json) });
    }
    await run.close();
    for (const file of ['pages.jsonl', 'bodies/1.bin']) {
      expect(readFileSync(join(folder, file), 'latin1')).not.toContain('cursor-to');
    }
  });

  const noList = ['{"count":0}', '{"results":null}', '{"results":{}}', '[]'];
  it.each<[string, string, { page?: number; at?: string }]>([
    ...[...noList, '{"results":[1]}', '{"results":[{},null]}'].map(
      (json): [string, string, object] => ['wrong_shape', json, {}],
    ),
    ['invalid_input', '{"results":[{}]}', { page: 2 }],
    ['invalid_input', '{"results":[{}]}', { page: 0 }],
    ['invalid_input', '{"results":[{}]}', { at: 'yesterday' }],
  ])('refuses as %s and writes nothing: %s %j', async (code, json, odd) => {
    const { run, log } = await newRun();
    const before = readFileSync(log);
    const refused = run.appendPage({ body: Buffer.from(json), page: 1, at, ms: 1, ...odd });
    await expect(refused).rejects.toMatchObject({ code });
    expect(readFileSync(log)).toEqual(before);
    expect(run.pages).toEqual([]);
    await appendPages(run, [1]);
    expect(run.rowCount).toBe(1);
  });

  it('keeps an answer that is no JSON in a file, as a page without rows', async () => {
    const { run, store } = await newRun([2]);
    const html = Buffer.from('<html>\r\nnot found</html>');
    await run.appendPage({ body: html, page: 2, at, ms: 1 });
    expect(run.pages.at(-1)?.rows).toBe(0);
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
      expect(await rowsFrom(opened, 0, 9)).toEqual(testRows(0, 3));
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
    const first = { page: 1, at };
    const body = Buffer.from('{\n"success":false,"message":"No credits"}');
    const detail = { attempts: 2 };
    await run.appendFail({ ...first, status: 402, code: 'plan_limit', detail, body });
    const html = Buffer.from('<html>');
    await run.appendFail({ ...first, status: 200, code: 'not_json', body: html });
    await run.appendFail({ ...first, code: 'connection' });
    const opened = await reopen(run, store);
    const log = readFileSync(join(opened.folder, 'pages.jsonl'), 'utf8').trimEnd().split('\n');
    const records = log.map((line) => JSON.parse(line) as { kind: string });
    expect(records.filter(({ kind }) => kind === 'fail')).toMatchObject([
      {
        code: 'plan_limit',
        status: 402,
        body: { detail: { attempts: 2 }, answer: { success: false, message: 'No credits' } },
      },
      { file: 'bodies/1.bin', why: 'notJson', body: { detail: null, answer: null } },
      { code: 'connection', body: { detail: null, answer: null } },
    ]);
  });

  it('takes appends one after the other, in the order in which they came', async () => {
    const { run, store } = await newRun();
    await Promise.all([
      run.appendPage({ body: answer(0, 2), page: 1, at, ms: 1 }),
      run.appendPage({ body: answer(2, 2), page: 2, at, ms: 1 }),
      run.appendFail({ page: 3, at, code: 'timeout' }),
      run.appendRest('stopped'),
    ]);
    const opened = await reopen(run, store);
    expect(await rowsFrom(opened, 0, 9)).toEqual(testRows(0, 4));
    expect(opened.contents.last?.next).toBe('stopped');
  });

  it('takes a page whatever its duration is', async () => {
    const { run } = await newRun();
    for (const [before, ms] of [Number.NaN, -3_600_000, 1.6, Infinity].entries()) {
      await run.appendPage({ body: answer(before, 1), page: before + 1, at, ms });
    }
    expect(run.pages.map(({ ms }) => ms)).toEqual([0, 0, 2, Number.MAX_SAFE_INTEGER]);
  });
});
