import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashOfAsked } from '#main/core/store/run-inputs.ts';
import type { StoredRun } from '#main/core/store/run-store.ts';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import { count } from '#test/support/thorough.ts';
import {
  answer,
  appendPages,
  at,
  codes,
  lineOf,
  logLines,
  newRun,
  openLog,
  rowsFrom,
  rowsOf,
  runId,
  streamedRows,
  testFolder,
  testRows,
  testStore,
} from '#test/support/store/runs.ts';

/** The log of a run with four pages, and its lines. */
const lines = await logLines();
const whole = Buffer.concat(lines);

type Opened = Awaited<ReturnType<typeof openLog>>;

/** These rows are there, the log is cut to what was whole, and what was torn off is set aside. */
async function expectCut({ run, log, torn }: Opened, kept: Buffer, off: Buffer, rows: unknown[]) {
  expect(codes(run)).toEqual(['torn_tail']);
  expect(await rowsFrom(run, 0, 99)).toEqual(rows);
  expect(readFileSync(log).equals(kept)).toBe(true);
  expect(Buffer.concat(torn()).equals(off)).toBe(true);
}

/** These rows can be read, the reason is told, and the log stays as it is. */
async function expectLeftAlone({ run, log, torn }: Opened, told: string[], rows: unknown[]) {
  const before = readFileSync(log);
  expect([codes(run), run.readOnly]).toEqual([told, true]);
  expect(await rowsFrom(run, 0, 99)).toEqual(rows);
  await expect(appendPages(run, [1])).rejects.toMatchObject({ code: 'read_only' });
  await run.close();
  expect(readFileSync(log).equals(before)).toBe(true);
  expect(torn()).toEqual([]);
}

describe('opening a log that a crash left behind', () => {
  it('[43] loses nothing but the unfinished record, wherever it was cut', async () => {
    const start = Buffer.concat(lines.slice(0, 5));
    const page = lines[5]!;
    for (let cut = 1; cut < page.length; cut += count(9, 1)) {
      const opened = await openLog(whole.subarray(0, start.length + cut));
      await expectCut(opened, start, page.subarray(0, cut), rowsOf(1, 2, 3));
      await opened.run.close();
    }
  });

  it('goes on after a torn tail, and says nothing the next time', async () => {
    const { run, log } = await openLog(whole.subarray(0, whole.length - lines[6]!.length - 5));
    expect(run.contents.last?.kind).not.toBe('rest');
    await appendPages(run, [1]);
    expect(await rowsFrom(run, 0, 99)).toEqual(testRows(0, 10));
    await run.close();
    const again = await openLog(readFileSync(log));
    expect(again.run.notices).toEqual([]);
    expect(await rowsFrom(again.run, 0, 99)).toEqual(testRows(0, 10));
  });

  /** Pages after the third whose bodies came back as zeros. */
  const zeroed = (records: number): Buffer => {
    const body = answer(9, 1);
    const bad = Array.from({ length: records }, (_, n) => {
      const place = { firstRow: 9 + n, at, page: 4 + n, ms: 1, rows: 1 };
      const line = lineOf({ kind: 'page', ...place }, body);
      return line.fill(0, line.length - 2 - body.length, line.length - 2);
    });
    return Buffer.concat(bad);
  };
  const beforeFailure = Buffer.concat(lines.slice(0, 4));

  it.each<[string, Buffer, Buffer, unknown[]]>([
    ['a zero', whole, Buffer.alloc(1), rowsOf(1, 2, 3, 4)],
    ['600 zeros', whole, Buffer.alloc(600), rowsOf(1, 2, 3, 4)],
    ['3 million zeros', whole, Buffer.alloc(3_000_000), rowsOf(1, 2, 3, 4)],
    ['a zeroed page', beforeFailure, zeroed(1), rowsOf(1, 2, 3)],
    ['two zeroed pages', beforeFailure, zeroed(2), rowsOf(1, 2, 3)],
  ])('cuts off %s at the end', async (_, kept, off, rows) => {
    await expectCut(await openLog(Buffer.concat([kept, off])), kept, off, rows);
  });

  it('[44] leaves the tail where it is when it can’t be set aside, and only reads', async () => {
    const { files, fail } = faultyFiles();
    fail({ operations: ['write'], path: '.bin', code: 'ENOSPC' });
    const opened = await openLog(whole.subarray(0, whole.length - 3), { files });
    await expectLeftAlone(opened, ['torn_tail_kept'], rowsOf(1, 2, 3, 4));
  });

  it('[44] copies no tail aside that is longer than any crash leaves', async () => {
    const { run, log, torn } = await openLog(
      whole,
      {},
      { zeros: 300_000_000, last: Buffer.alloc(0) },
    );
    expect([codes(run), run.readOnly]).toEqual([['long_tail_kept'], true]);
    expect(await rowsFrom(run, 0, 99)).toEqual(rowsOf(1, 2, 3, 4));
    expect(torn()).toEqual([]);
    expect(statSync(log).size).toBe(whole.length + 300_000_000);
  });

  it.each([
    ['rows', { firstRow: 15_000_000, page: 5 }],
    ['pages', { firstRow: 10, page: 150_000 }],
  ])('[44] believes no more lost %s than a run ever has, however many zeros', async (_, place) => {
    const line = lineOf({ kind: 'page', ...place, at, ms: 1, rows: 1 }, answer(9, 1));
    const last = Buffer.concat([Buffer.from('\n'), line]);
    const { run } = await openLog(whole, {}, { zeros: 20_000_000, last });
    expect([codes(run), run.pages.length, run.rowCount]).toEqual([['torn_tail'], 4, 10]);
  });
});

function flipped(bytes: Buffer, offset: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[offset]! ^= 0x15;
  return copy;
}

describe('a log that is damaged in the middle', () => {
  it('[44] keeps every other page and every row’s number, whichever byte of a page changed', async () => {
    const start = lines[0]!.length + lines[1]!.length;
    const end = start + lines[2]!.length;
    const bodyEnd = start + lines[2]!.indexOf(',"places":');
    for (let offset = start; offset < end; offset += offset < end - 20 ? count(9, 1) : 1) {
      const bytes = flipped(whole, offset);
      const { run, log, torn } = await openLog(bytes);
      // What follows the body is found in it again, and the line's end: changing it must cost nothing.
      const isLost = offset < bodyEnd;
      const between = isLost ? [undefined, undefined] : rowsOf(2);
      await run.verifyPages(99);
      expect(await rowsFrom(run, 0, 99)).toEqual([...rowsOf(1), ...between, ...rowsOf(3, 4)]);
      const second = isLost ? { rows: 2, firstRow: 3, unreadable: true } : { unreadable: false };
      expect(run).toMatchObject({
        pages: [
          { page: 1, unreadable: false },
          { page: 2, ...second },
          { page: 3, unreadable: false },
          { page: 4, unreadable: false },
        ],
        contents: { failures: 1, last: { kind: 'rest', next: 'noMore' } },
      });
      if (isLost) expect(codes(run)).not.toEqual([]);
      expect(torn()).toEqual([]);
      expect(readFileSync(log).equals(bytes)).toBe(true);
      await run.close();
    }
  });

  it('[44] skips a zeroed stretch over several records and goes on', async () => {
    const from = Buffer.concat(lines.slice(0, 2)).length + 20;
    const to = Buffer.concat(lines.slice(0, 4)).length - 20;
    const bytes = Buffer.from(whole).fill(0, from, to);
    const { run, log } = await openLog(bytes);
    expect(codes(run)).toEqual(['damaged_middle']);
    expect(run.pages).toMatchObject([
      { page: 1, unreadable: false },
      { page: 2, unreadable: true, firstRow: 3, rows: 6 },
      { page: 3, unreadable: true, firstRow: 9, rows: 0 },
      { page: 4, unreadable: false, firstRow: 9 },
    ]);
    const rows = await rowsFrom(run, 0, 99);
    expect(rows).toEqual([...rowsOf(1), ...Array.from({ length: 6 }), ...rowsOf(4)]);
    await appendPages(run, [2]);
    await run.close();
    const again = await openLog(readFileSync(log));
    expect((await rowsFrom(again.run, 9, 99)).slice(0, 3)).toEqual(testRows(9, 3));
  });

  it('skips bytes that are missing', async () => {
    const from = Buffer.concat(lines.slice(0, 2)).length + lines[2]!.length - 100;
    const bytes = Buffer.concat([whole.subarray(0, from), whole.subarray(from + 50)]);
    const { run } = await openLog(bytes);
    expect(codes(run)).toEqual(['damaged_middle']);
    expect(run.pages.map((page) => page.unreadable)).toEqual([false, true, false, false]);
    expect((await rowsFrom(run, 5, 99)).slice(0, 5)).toEqual(rowsOf(3, 4));
  });

  it('loses no row where bytes are missing after a body: they are found in it', async () => {
    const from = whole.indexOf('"places":[', Buffer.concat(lines.slice(0, 2)).length) + 10;
    const bytes = Buffer.concat([whole.subarray(0, from), whole.subarray(from + 7)]);
    const { run } = await openLog(bytes);
    expect(codes(run)).toEqual(['damaged_middle']);
    expect(await rowsFrom(run, 0, 99)).toEqual(rowsOf(1, 2, 3, 4));
  });

  it('loses no question where bytes of its inputs are missing, only the list', async () => {
    const store = testStore(testFolder());
    const inputs = ['ann', 'bo', 'cy'].map((name, n) => ({ values: [name], line: n + 1 }));
    const list = {
      keys: ['username'],
      source: { kind: 'paste' },
      count: 3,
      perInput: 1,
      perCall: 1,
    };
    const header = { list: { ...list, sha256: hashOfAsked(inputs), identity: null } };
    const made = await store.create(runId, header, inputs);
    await appendPages(made, [1]);
    const path = join(made.folder, 'pages.jsonl');
    await made.close();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"bo"', '"b'));
    const run = await store.open(runId);
    expect([run.header, run.inputs?.isLost, run.readOnly]).toEqual([header, true, false]);
    expect(await rowsFrom(run, 0, 99)).toEqual(testRows(0, 1));
  });

  /** Opened again, though the byte where this text begins changed. */
  async function damagedSince(text: string): Promise<StoredRun> {
    const { run, log, store } = await openLog(whole);
    await run.close();
    writeFileSync(log, flipped(whole, whole.indexOf(text)));
    const opened = await store.open(runId);
    expect(opened.notices).toEqual([]);
    return opened;
  }

  it('shows a row only after its checksum: damage loses its page', async () => {
    const opened = await damagedSince('Row 4 ');
    // Nothing wrong is to be seen on the page yet.
    expect(await rowsFrom(opened, 3, 1)).toEqual(testRows(3, 1));
    const lost = [undefined, undefined];
    expect(await rowsFrom(opened, 2, 4)).toEqual([...testRows(2, 1), ...lost, ...testRows(5, 1)]);
    expect(codes(opened)).toEqual(['page_unreadable']);
    expect(await opened.pageBody(2)).toBeUndefined();
    const iterated: unknown[] = [];
    for await (const row of streamedRows(opened, Array(opened.rowCount).keys())) iterated.push(row);
    expect(iterated).toEqual([...rowsOf(1), ...lost, ...rowsOf(3, 4)]);
  });

  it('shows all rows of a page that is damaged beside them, until it is looked at as a whole', async () => {
    const opened = await damagedSince('"count":2');
    expect(await rowsFrom(opened, 0, 99)).toEqual(rowsOf(1, 2, 3, 4));
    expect(codes(opened)).toEqual([]);
    await opened.verifyPages(99);
    expect(codes(opened)).toEqual(['page_unreadable']);
    expect(await rowsFrom(opened, 3, 2)).toEqual([undefined, undefined]);
  });

  it.each([
    [3, ['damaged_middle', 'header_unreadable']],
    [lines[0]!.length - 5, ['header_unreadable']],
  ])(
    '[44] still gives the rows when what was asked can’t be read, for its byte %i',
    async (offset, told) => {
      const opened = await openLog(flipped(whole, offset));
      expect(opened.run.header).toBeUndefined();
      await expectLeftAlone(opened, told, rowsOf(1, 2, 3, 4));
    },
  );

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(10_000)],
    ['something else', Buffer.from('PNG\r\n\u001A\n'.repeat(500))],
    ['the beginning of a first line', Buffer.from('{"v":1,"kind":"run","len":')],
  ])('[44] leaves a file alone that holds %s', async (_what, bytes) => {
    const { run, store, log } = await newRun();
    await run.close();
    writeFileSync(log, bytes);
    await expect(store.open(runId)).rejects.toMatchObject({ code: 'unreadable_run' });
    expect(readFileSync(log).equals(bytes)).toBe(true);
    expect(await store.list()).toMatchObject([
      { id: runId, condition: 'damaged', header: undefined },
    ]);
  });
});

describe('a log from somebody else', () => {
  it.each([
    ['rows', { firstRow: 5000, page: 2 }],
    ['pages', { firstRow: 1, page: 5000 }],
    ['rows, backwards', { firstRow: 0, page: 2 }],
    ['pages, backwards', { firstRow: 1, page: 1 }],
  ])('can’t make us believe in more %s than the damage could have held', async (_what, place) => {
    const body = Buffer.from('{"results":[{}]}');
    const record = (firstRow: number, page: number): Buffer =>
      lineOf({ kind: 'page', firstRow, at, page, ms: 1, rows: 1 }, body);
    const jump = record(place.firstRow, place.page);
    const bytes = Buffer.concat([lines[0]!, record(0, 1), Buffer.from('junk\n'), jump]);
    const { run, torn } = await openLog(bytes);
    expect(run.rowCount).toBe(1);
    expect(run.pages.map(({ page }) => page)).toEqual([1]);
    expect(codes(run)).toEqual(['torn_tail']);
    expect(Buffer.concat(torn()).includes(jump)).toBe(true);
  });

  it('is told unreadable where a page’s number of rows is wrong', async () => {
    const body = Buffer.from('{"results":[{},{}]}');
    const lie = lineOf({ kind: 'page', firstRow: 0, at, page: 1, ms: 1, rows: 3 }, body);
    const { run } = await openLog(Buffer.concat([lines[0]!, lie]));
    expect(await rowsFrom(run, 0, 9)).toEqual([undefined, undefined, undefined]);
    expect(run.pages).toMatchObject([{ page: 1, rows: 3, unreadable: true }]);
    expect(codes(run)).toEqual(['page_unreadable']);
  });
});
