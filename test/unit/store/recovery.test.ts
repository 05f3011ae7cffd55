import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StoredRun } from '#main/core/store/run-store.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { encodeRecord } from '#main/core/store/record.ts';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import { testFolder, testStore } from '#test/support/store/folder.ts';
import { answer, appendPages, at, runId, testRows } from '#test/support/store/pages.ts';

const lengths = [3, 2, 4, 1];

/** The log of a run with four pages, a failure before the last and an end; its lines. */
let whole: Buffer;
let lines: Buffer[];

beforeAll(async () => {
  const dataDir = join(process.env['TMPDIR'] ?? '/tmp', `recovery-${process.pid}-${Date.now()}`);
  const store = createRunStore(dataDir);
  const run = await store.create(runId, { query: 'cats' });
  await appendPages(run, lengths.slice(0, 3));
  await run.appendFail({ page: 4, at, code: 'timeout' });
  await appendPages(run, lengths.slice(3));
  await run.appendEnd('noMore', at);
  await store.close();
  whole = readFileSync(join(dataDir, 'runs', runId, 'pages.jsonl'));
  lines = whole
    .toString('latin1')
    .split(/(?<=\n)/)
    .map((line) => Buffer.from(line, 'latin1'));
  rmSync(dataDir, { recursive: true });
});

interface Opened {
  run: StoredRun;
  folder: string;
  log: string;
  /** What was set aside. */
  torn: () => Buffer[];
}

/** Opens a run whose log has these bytes; its index is made anew unless `index` is given. */
async function openLog(bytes: Uint8Array): Promise<Opened> {
  const dataDir = testFolder();
  const store = testStore(dataDir);
  const folder = join(dataDir, 'runs', runId);
  const log = join(folder, 'pages.jsonl');
  mkdirSync(folder, { recursive: true });
  writeFileSync(log, bytes);
  const torn = (): Buffer[] =>
    readdirSync(folder)
      .filter((name) => /^torn-.*\.bin$/.test(name))
      .map((name) => readFileSync(join(folder, name)));
  return { run: await store.open(runId), folder, log, torn };
}

const codes = (run: StoredRun): string[] => run.notices.map((notice) => notice.code);

/** The rows of these pages, by number from 1. */
const rowsOf = (...pages: number[]): unknown[] =>
  pages.flatMap((page) => {
    const from = lengths.slice(0, page - 1).reduce((sum, length) => sum + length, 0);
    return testRows(from, lengths[page - 1]!);
  });

function flipped(bytes: Buffer, offset: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[offset]! ^= 0x15;
  return copy;
}

describe('opening a log that a crash left behind', () => {
  it('[43] loses nothing but the unfinished record, wherever it was cut', async () => {
    const last = lines.slice(0, 5);
    const start = Buffer.concat(last).length;
    const page = lines[5]!;
    for (let cut = 1; cut < page.length; cut++) {
      const { run, log, torn } = await openLog(whole.subarray(0, start + cut));
      expect(run.rowCount).toBe(9);
      expect(codes(run)).toEqual(['torn_tail']);
      expect(readFileSync(log).equals(Buffer.concat(last))).toBe(true);
      expect(Buffer.concat(torn()).equals(page.subarray(0, cut))).toBe(true);
      await run.close();
    }
  }, 60_000);

  it('goes on after a torn tail, and says nothing the next time', async () => {
    const { run, log } = await openLog(whole.subarray(0, whole.length - lines[6]!.length - 5));
    expect(run.end).toBeUndefined();
    await appendPages(run, [1]);
    expect(await run.rows(0, 99)).toEqual(testRows(0, 10));
    await run.close();
    const again = await openLog(readFileSync(log));
    expect(again.run.notices).toEqual([]);
    expect(await again.run.rows(0, 99)).toEqual(testRows(0, 10));
  });

  it.each([1, 7, 600, 5000, 3_000_000])('cuts off %i zeros at the end', async (zeros) => {
    const { run, log, torn } = await openLog(Buffer.concat([whole, Buffer.alloc(zeros)]));
    expect(codes(run)).toEqual(['torn_tail']);
    expect(await run.rows(0, 99)).toEqual(rowsOf(1, 2, 3, 4));
    expect(run.end?.reason).toBe('noMore');
    expect(readFileSync(log).equals(whole)).toBe(true);
    expect(Buffer.concat(torn()).equals(Buffer.alloc(zeros))).toBe(true);
  });

  it.each([1, 2])(
    'cuts off %i records at the end whose bodies came back as zeros',
    async (count) => {
      const good = Buffer.concat(lines.slice(0, 4));
      const bad = [];
      for (let page = 4; page < 4 + count; page++) {
        const { line, bodyAt } = encodeRecord(
          { kind: 'page', firstRow: 9 + page - 4, at, page, ms: 1, rows: 1 },
          answer(9, 1),
        );
        bad.push(line.fill(0, bodyAt, line.length - 2));
      }
      const { run, torn } = await openLog(Buffer.concat([good, ...bad]));
      expect(codes(run)).toEqual(['torn_tail']);
      expect(await run.rows(0, 99)).toEqual(rowsOf(1, 2, 3));
      expect(Buffer.concat(torn()).equals(Buffer.concat(bad))).toBe(true);
    },
  );

  it('[44] leaves the tail where it is when it can’t be set aside, and only reads', async () => {
    const dataDir = testFolder();
    const faulty = faultyFiles();
    const store = testStore(dataDir, { files: faulty.files });
    await (await store.create(runId, {})).close();
    const log = join(dataDir, 'runs', runId, 'pages.jsonl');
    const bytes = whole.subarray(0, whole.length - 3);
    writeFileSync(log, bytes);
    faulty.fail({ operations: ['write'], path: '.bin', code: 'ENOSPC' });
    const run = await store.open(runId);
    expect(codes(run)).toEqual(['torn_tail_kept']);
    expect(run.readOnly).toBe(true);
    expect(await run.rows(0, 99)).toEqual(rowsOf(1, 2, 3, 4));
    await expect(appendPages(run, [1])).rejects.toMatchObject({ code: 'read_only' });
    expect(readFileSync(log).equals(bytes)).toBe(true);
    expect(
      readdirSync(join(dataDir, 'runs', runId)).filter((name) => name.endsWith('.bin')),
    ).toEqual([]);
  });
});

describe('a log that is damaged in the middle', () => {
  it('[44] keeps every other page and every row’s number, whichever byte of a page changed', async () => {
    const start = lines[0]!.length + lines[1]!.length;
    const end = start + lines[2]!.length;
    for (let offset = start; offset < end; offset++) {
      const bytes = flipped(whole, offset);
      const { run, log, torn } = await openLog(bytes);
      const rows = await run.rows(0, 99);
      expect(rows.slice(0, 3)).toEqual(rowsOf(1));
      expect(rows.slice(5)).toEqual(rowsOf(3, 4));
      const [one, two, ...others] = run.pages;
      expect([one, ...others].some((page) => page?.unreadable)).toBe(false);
      // The line's last two bytes are no part of the page: changing them must cost nothing.
      if (offset < end - 2) {
        expect(two).toMatchObject({ page: 2, rows: 2, firstRow: 3, unreadable: true });
        expect(rows.slice(3, 5)).toEqual([undefined, undefined]);
        expect(codes(run).length).toBeGreaterThan(0);
      } else {
        expect(rows.slice(3, 5)).toEqual(rowsOf(2));
      }
      expect(run.pages.map((page) => page.page)).toEqual([1, 2, 3, 4]);
      expect(run.failures.length).toBe(1);
      expect(run.end?.reason).toBe('noMore');
      expect(torn()).toEqual([]);
      expect(readFileSync(log).equals(bytes)).toBe(true);
      await run.close();
    }
  }, 60_000);

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
    expect(run.unreadableRows).toBe(6);
    const rows = await run.rows(0, 99);
    expect(rows).toEqual([...rowsOf(1), ...Array.from({ length: 6 }), ...rowsOf(4)]);
    await appendPages(run, [2]);
    await run.close();
    const again = await openLog(readFileSync(log));
    expect((await again.run.rows(9, 99)).slice(0, 3)).toEqual(testRows(9, 3));
  });

  it('skips bytes that are missing', async () => {
    const from = Buffer.concat(lines.slice(0, 2)).length + lines[2]!.length - 100;
    const bytes = Buffer.concat([whole.subarray(0, from), whole.subarray(from + 50)]);
    const { run } = await openLog(bytes);
    expect(codes(run)).toEqual(['damaged_middle']);
    expect(run.pages.map((page) => page.unreadable)).toEqual([false, true, false, false]);
    expect((await run.rows(5, 99)).slice(0, 5)).toEqual(rowsOf(3, 4));
  });

  it('reads a page again only after its checksum: damage since the index was made is found', async () => {
    const { run, log, folder } = await openLog(whole);
    await run.close();
    expect(existsSync(join(folder, 'derived', 'rows.idx'))).toBe(true);
    const body = whole.indexOf('Row 4 ');
    writeFileSync(log, flipped(whole, body));
    const store = testStore(join(folder, '..', '..'));
    const opened = await store.open(runId);
    expect(opened.notices).toEqual([]);
    expect(await opened.rows(2, 4)).toEqual([
      ...testRows(2, 1),
      undefined,
      undefined,
      ...testRows(5, 1),
    ]);
    expect(codes(opened)).toEqual(['page_unreadable']);
    expect(await opened.pageBody(2)).toBeUndefined();
    const iterated: unknown[] = [];
    for await (const row of opened.iterateRows()) iterated.push(row);
    expect(iterated).toEqual([...rowsOf(1), undefined, undefined, ...rowsOf(3, 4)]);
  });

  it('[44] still gives the rows when what was asked can’t be read', async () => {
    for (const offset of [3, lines[0]!.length - 5]) {
      const { run, log } = await openLog(flipped(whole, offset));
      expect(codes(run)).toContain('header_unreadable');
      expect(run.header).toBeUndefined();
      expect(run.readOnly).toBe(true);
      expect(await run.rows(0, 99)).toEqual(rowsOf(1, 2, 3, 4));
      expect(readFileSync(log).equals(flipped(whole, offset))).toBe(true);
      await run.close();
    }
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(10_000)],
    ['something else', Buffer.from('PNG\r\n\u001A\n'.repeat(500))],
    ['the beginning of a first line', Buffer.from('{"v":1,"kind":"run","len":')],
  ])('[44] leaves a file alone that holds %s', async (_what, bytes) => {
    const dataDir = testFolder();
    const store = testStore(dataDir);
    await (await store.create(runId, {})).close();
    const folder = join(dataDir, 'runs', runId);
    writeFileSync(join(folder, 'pages.jsonl'), bytes);
    await expect(store.open(runId)).rejects.toMatchObject({ code: 'unreadable_run' });
    expect(readFileSync(join(folder, 'pages.jsonl')).equals(bytes)).toBe(true);
    expect(await store.list()).toMatchObject([
      { id: runId, condition: 'damaged', header: undefined },
    ]);
  });
});

describe('a log of a newer version', () => {
  const newer = (line: Buffer): Buffer =>
    Buffer.from(line.toString('latin1').replace('"v":1', '"v":2'), 'latin1');

  it('[44] is left alone, read-only and explained, when it is newer from the start', async () => {
    const bytes = Buffer.concat(lines.map(newer));
    const { run, log } = await openLog(bytes);
    expect(codes(run)).toEqual(['newer_version']);
    expect(run.readOnly).toBe(true);
    expect(run.pages).toEqual([]);
    await expect(appendPages(run, [1])).rejects.toMatchObject({ code: 'read_only' });
    await run.close();
    expect(readFileSync(log).equals(bytes)).toBe(true);
  });

  it('[44] is read as far as it is understood, when a newer version went on with it', async () => {
    const bytes = Buffer.concat([...lines.slice(0, 5), ...lines.slice(5).map(newer)]);
    const { run, log, torn } = await openLog(bytes);
    expect(codes(run)).toEqual(['newer_version']);
    expect(run.readOnly).toBe(true);
    expect(run.header).toEqual({ query: 'cats' });
    expect(await run.rows(0, 99)).toEqual(rowsOf(1, 2, 3));
    await run.close();
    expect(torn()).toEqual([]);
    expect(readFileSync(log).equals(bytes)).toBe(true);
  });
});

describe('a log from somebody else', () => {
  it('can’t make us allocate more than it could hold', async () => {
    const start = lines[0]!;
    const jump = encodeRecord(
      { kind: 'page', firstRow: 1e9, at, page: 2e9, ms: 1, rows: 1 },
      Buffer.from('{"results":[{}]}'),
    ).line;
    const { run } = await openLog(Buffer.concat([start, Buffer.from('junk\n'), jump]));
    expect(run.rowCount).toBe(0);
    expect(run.pages).toEqual([]);
    expect(codes(run)).toEqual(['torn_tail']);
  });

  it('is told unreadable where a page’s number of rows is wrong', async () => {
    const body = Buffer.from('{"results":[{},{}]}');
    const lie = encodeRecord({ kind: 'page', firstRow: 0, at, page: 1, ms: 1, rows: 3 }, body).line;
    const { run } = await openLog(Buffer.concat([lines[0]!, lie]));
    expect(run.pages).toMatchObject([{ page: 1, rows: 3, unreadable: true }]);
    expect(await run.rows(0, 9)).toEqual([undefined, undefined, undefined]);
    expect(codes(run)).toEqual(['page_unreadable']);
  });
});
