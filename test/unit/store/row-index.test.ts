import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#main/core/json/index.ts';
import { count } from '#test/support/thorough.ts';
import {
  testStore,
  newRun,
  appendPages,
  at,
  collect,
  runId,
  testRows,
} from '#test/support/store/runs.ts';
import type { NewRun } from '#test/support/store/runs.ts';

const head = 32;
const perRow = 16;

type Setup = NewRun & { index: string };

/** A closed run with nine rows on three pages. */
async function setUp(): Promise<Setup> {
  const made = await newRun([4, 2, 3]);
  await made.run.close();
  return { ...made, index: join(made.folder, 'derived', 'rows.idx') };
}

/** Opens the run, looks at all rows, and says how the index is afterwards. */
async function openAndCheck({ dataDir, index }: Setup, rows = 9): Promise<Buffer> {
  const run = await testStore(dataDir).open(runId);
  expect(await run.rows(0, 99)).toEqual(testRows(0, rows));
  expect(run.notices).toEqual([]);
  await run.close();
  return readFileSync(index);
}

describe('the row index', () => {
  it('is saved every few thousand rows, and when the run is closed', async () => {
    const { run, folder } = await newRun();
    const index = join(folder, 'derived', 'rows.idx');
    const rowsOnDisk = (): number => (readFileSync(index).length - head) / perRow;
    await appendPages(run, [100]);
    expect(rowsOnDisk()).toBe(0);
    await appendPages(run, [5000, 100]);
    expect(rowsOnDisk()).toBe(5100);
    await run.close();
    expect(rowsOnDisk()).toBe(5200);
  });

  it('is made right again whichever byte changed, wherever it was cut, when its tail is zeros, and when it is that of another log', async () => {
    const setup = await setUp();
    const before = readFileSync(setup.index);
    const expectRightFrom = async (wrong: Buffer): Promise<void> => {
      writeFileSync(setup.index, wrong);
      expect((await openAndCheck(setup)).equals(before)).toBe(true);
    };
    for (let offset = 0; offset < before.length; offset += count(3, 1)) {
      const damaged = Buffer.from(before);
      damaged[offset]! ^= 0x41;
      await expectRightFrom(damaged);
    }
    for (let length = 0; length < before.length; length += count(20, 5)) {
      await expectRightFrom(before.subarray(0, length));
      await expectRightFrom(Buffer.from(before).fill(0, length));
    }
    await expectRightFrom(readFileSync((await setUp()).index));
    rmSync(join(setup.folder, 'derived'), { recursive: true });
    expect((await openAndCheck(setup)).equals(before)).toBe(true);
  });

  it('is cut when it is longer than the log', async () => {
    const setup = await setUp();
    const log = readFileSync(setup.log);
    const lastPage = log.lastIndexOf(0x0a, log.length - 2) + 1;
    truncateSync(setup.log, lastPage);
    const after = await openAndCheck(setup, 6);
    expect(after.length).toBe(head + 6 * perRow);
  });

  it('is no matter where nothing may be written', async () => {
    const setup = await setUp();
    rmSync(join(setup.folder, 'derived'), { recursive: true });
    const log = readFileSync(setup.log);
    const newer = Buffer.from(
      log.toString('latin1').replace(/\{"v":1(?=,"kind":"page".*"page":3,)/, '{"v":3'),
      'latin1',
    );
    expect(newer.equals(log)).toBe(false);
    writeFileSync(setup.log, newer);
    const run = await testStore(setup.dataDir).open(runId);
    expect(run.readOnly).toBe(true);
    expect(await run.rows(0, 99)).toEqual(testRows(0, 6));
    await run.close();
    expect(existsSync(setup.index)).toBe(false);
  });

  it('holds more rows than one of its blocks, short and long ones', async () => {
    const { run, store, folder } = await newRun();
    // Some are longer than the distances in memory.
    const text = (seq: number): string => (seq % 9999 === 0 ? 'x'.repeat(70_000) : '');
    const row = (seq: number): JsonObject => ({ seq, text: text(seq) });
    const rows = Array.from({ length: 70_000 }, (_, seq) => row(seq));
    for (const [page, results] of [
      rows.slice(0, 35_000),
      rows.slice(35_000),
      [row(70_000)],
    ].entries()) {
      const body = Buffer.from(JSON.stringify({ results }));
      await run.appendPage({ body, page: page + 1, at });
    }
    for (let page = 4; page < 60; page++) {
      const body = Buffer.from(JSON.stringify({ results: [row(69_997 + page)] }));
      await run.appendPage({ body, page, at });
    }
    await run.close();
    const index = join(folder, 'derived', 'rows.idx');
    const saved = readFileSync(index);
    const seqs = [70_056, 70_000, 9999, 10_000, 63, 64, 0, 65_535, 65_536, 69_993, 69_999];
    // Closed again before all its rows were found.
    await (await store.open(runId)).close();
    expect(readFileSync(index).equals(saved)).toBe(true);
    // The next page comes while rows are still found.
    truncateSync(index, head + 66_000 * perRow);
    const opened = await store.open(runId);
    const body = Buffer.from(JSON.stringify({ results: [row(70_057)] }));
    const [read, streamed] = await Promise.all([
      opened.rowsAt(seqs),
      collect(opened.iterateRowsAt([70_056, 1])),
      opened.appendPage({ body, page: 60, at }),
    ]);
    expect(read).toEqual(seqs.map(row));
    expect(streamed).toEqual([row(70_056), row(1)]);
    expect(await opened.rowsAt([70_057])).toEqual([row(70_057)]);
    await opened.close();
    expect(readFileSync(index).length).toBe(head + 70_058 * perRow);
  });
});
