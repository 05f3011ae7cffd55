import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  newRun,
  nowAndLater,
  reopen,
  answer,
  appendPages,
  at,
  testRows,
} from '#test/support/store/runs.ts';

describe('appending to a run', () => {
  it('[26] keeps no cursor in any file', async () => {
    const { run, folder } = await newRun([2, 2]);
    for (const [code, text] of [
      ['truncated', '{"results":[],"next_page_cursor":"cursor-to-nowhere"'],
      ['wrong_shape', '{"next_page_cursor":"cursor-to-x"}'],
    ] as const) {
      await run.appendFail({ page: 3, at, code, status: 200, body: Buffer.from(text) });
    }
    await run.close();
    for (const file of ['pages.jsonl', 'bodies/1.bin']) {
      expect(readFileSync(join(folder, file), 'latin1')).not.toContain('cursor-to');
    }
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
    const { run, store } = await newRun([2]);
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
    const first = { page: 1, at };
    const body = Buffer.from('{\n"success":false,"message":"No credits"}');
    const detail = { attempts: 2 };
    await run.appendFail({ ...first, status: 402, code: 'plan_limit', detail, body });
    const html = Buffer.from('<html>');
    await run.appendFail({ ...first, status: 200, code: 'not_json', body: html });
    await run.appendFail({ ...first, code: 'connection' });
    const opened = await reopen(run, store);
    const log = readFileSync(join(opened.folder, 'pages.jsonl'), 'utf8').trimEnd().split('\n');
    const records = log.map((line) => JSON.parse(line) as { kind: string; body: unknown });
    expect(records.filter(({ kind }) => kind === 'fail').map((record) => record.body)).toEqual([
      { detail: { attempts: 2 }, answer: { success: false, message: 'No credits' } },
      { detail: null, answer: null },
      { detail: null, answer: null },
    ]);
    expect(opened.failures[1]?.file).toMatchObject({ file: 'bodies/1.bin', why: 'notJson' });
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
  ])('refuses %s', async (_what, place) => {
    const { run } = await newRun();
    const refused = run.appendPage({ body: answer(0, 1), ...place });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it.each([
    [Number.NaN, 0],
    [-3_600_000, 0],
    [1.6, 2],
    [Infinity, Number.MAX_SAFE_INTEGER],
  ])('takes a page whatever its duration is: %s ms', async (ms, kept) => {
    const { run } = await newRun();
    const { page } = await run.appendPage({ body: answer(0, 1), page: 1, at, ms });
    expect(page.ms).toBe(kept);
  });
});
