import { describe, expect, it } from 'vitest';
import type { FilePort } from '#main/core/store/file-port.ts';
import { nodeFiles } from '#main/core/store/file-port.ts';
import {
  header,
  newRun,
  nowAndLater,
  reopen,
  appendPages,
  at,
  testRow,
  testRows,
} from '#test/support/store/runs.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const text = async (chunks: AsyncIterable<Uint8Array>): Promise<string> =>
  Buffer.concat(await collect(chunks)).toString();

describe('a run on disk', () => {
  it('tells what was appended, at once and after opening again', async () => {
    const { run, store } = await newRun([3, 0, 5]);
    await run.appendFail({ page: 4, at, ms: 30_000, code: 'timeout' });
    await run.appendEnd('stopped', at);
    for await (const opened of nowAndLater(run, store)) {
      expect(opened).toMatchObject({
        header,
        rowCount: 8,
        pages: [
          { page: 1, at, ms: 13, status: 200, dataSource: 'api', rows: 3, firstRow: 0, file: null },
          { page: 2, rows: 0, firstRow: 3, unreadable: false },
          { page: 3, rows: 5, firstRow: 3, unreadable: false },
        ],
        failures: [{ page: 4, code: 'timeout', ms: 30_000, status: null }],
        end: { at, reason: 'stopped' },
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

  it('reads no more for a window than its rows, in any order', async () => {
    let bytes = 0;
    const files: FilePort = {
      ...nodeFiles,
      async open(...how) {
        const file = await nodeFiles.open(...how);
        const read = async (target: Uint8Array, position: number): Promise<number> => {
          bytes += target.length;
          return file.read(target, position);
        };
        return { ...file, read };
      },
    };
    const { run, store } = await newRun([500, 500, 500], { files });
    const opened = await reopen(run, store);
    const seqs = [1250, 250, 750];
    bytes = 0;
    expect(await opened.rowsAt(seqs)).toEqual(seqs.map(testRow));
    expect(bytes).toBeLessThan(JSON.stringify(seqs.map(testRow)).length + 50);
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
      expect(await opened.rows(0, 1)).toEqual([
        { id: { $n: '12345678901234567890' }, n: { $n: '1e400' }, x: { $n: '1.10' } },
      ]);
    }
  });

  it('streams more than fits into one batch', async () => {
    const { run, store } = await newRun([3000, 3000, 6000]);
    const opened = await reopen(run, store);
    const everySeq = Array.from({ length: 12_000 }, (_, seq) => seq);
    const lines = (await text(opened.jsonLinesAt(everySeq))).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(testRows(0, 12_000));
    let seq = 0;
    for await (const row of opened.iterateRows()) expect(row?.['seq']).toBe(seq++);
    expect(seq).toBe(12_000);
    const apart = [11_999, 0, 6000, 3, 8999, 6001];
    expect(await opened.rowsAt(apart)).toEqual(apart.map(testRow));
    const order = lines.map((_, position) => (position * 7919) % 12_000);
    const mixed = (await text(opened.jsonLinesAt(order))).trimEnd().split('\n');
    expect(mixed).toEqual(order.map((row) => lines[row]));
  });

  it('takes an end back when a page follows', async () => {
    const { run, store } = await newRun([1]);
    await run.appendEnd('stopped');
    await appendPages(run, [1]);
    expect(run.end).toBeUndefined();
    const opened = await reopen(run, store);
    expect(opened.end).toBeUndefined();
    await opened.appendEnd('noMore');
    expect((await reopen(opened, store)).end).toMatchObject({ reason: 'noMore' });
  });

  it('fails with a code once it is closed, and can be closed twice', async () => {
    const { run } = await newRun([1]);
    await run.close();
    await run.close();
    await expect(run.rows(0, 1)).rejects.toMatchObject({ code: 'closed' });
    await expect(appendPages(run, [1])).rejects.toMatchObject({ code: 'closed' });
  });

  it('finds rows that a cursor before them has moved', async () => {
    const { run, store } = await newRun();
    for (const [before, cursor] of ['x'.repeat(500), '', null].entries()) {
      const results = testRows(before * 2, 2);
      const json = `\uFEFF${JSON.stringify({ next_page_cursor: cursor, results })}`;
      await run.appendPage({ body: Buffer.from(json), page: before + 1, at, ms: 1 });
    }
    for await (const opened of nowAndLater(run, store)) {
      expect(await opened.rows(0, 9)).toEqual(testRows(0, 6));
    }
  });
});
