import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder, testStore } from '#test/support/store/folder.ts';
import { appendPages, runId, testRows } from '#test/support/store/pages.ts';

const head = 32;
const perRow = 16;

interface Setup {
  dataDir: string;
  folder: string;
  index: string;
  log: string;
}

/** A closed run with nine rows on three pages. */
async function setUp(): Promise<Setup> {
  const dataDir = testFolder();
  const store = testStore(dataDir);
  const run = await store.create(runId, { query: 'cats' });
  await appendPages(run, [4, 2, 3]);
  await run.close();
  const folder = join(dataDir, 'runs', runId);
  return {
    dataDir,
    folder,
    index: join(folder, 'derived', 'rows.idx'),
    log: join(folder, 'pages.jsonl'),
  };
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
  it('has a head of 32 bytes and 16 bytes for each row', async () => {
    const { index, log } = await setUp();
    const bytes = readFileSync(index);
    expect(bytes.length).toBe(head + 9 * perRow);
    expect(bytes.toString('latin1', 0, 8)).toBe('SDE-ROWS');
    const at = head + 4 * perRow;
    const start = bytes.readUIntLE(at, 6);
    const row = readFileSync(log).subarray(start, start + bytes.readUInt32LE(at + 6));
    expect(JSON.parse(row.toString())).toEqual(testRows(4, 1)[0]);
    expect(bytes.readUInt32LE(at + 10)).toBe(1);
  });

  it('is saved every few thousand rows, and when the run is closed', async () => {
    const dataDir = testFolder();
    const run = await testStore(dataDir).create(runId, { query: 'cats' });
    const index = join(dataDir, 'runs', runId, 'derived', 'rows.idx');
    const rowsOnDisk = (): number => (readFileSync(index).length - head) / perRow;
    await appendPages(run, [100]);
    expect(rowsOnDisk()).toBe(0);
    await appendPages(run, [5000, 100]);
    expect(rowsOnDisk()).toBe(5100);
    await run.close();
    expect(rowsOnDisk()).toBe(5200);
  });

  it('is used as it is when it is right', async () => {
    const setup = await setUp();
    const before = readFileSync(setup.index);
    expect((await openAndCheck(setup)).equals(before)).toBe(true);
  });

  it('may be deleted at any time', async () => {
    const setup = await setUp();
    const before = readFileSync(setup.index);
    rmSync(join(setup.folder, 'derived'), { recursive: true });
    expect((await openAndCheck(setup)).equals(before)).toBe(true);
  });

  it('is made right again whichever of its bytes changed', async () => {
    const setup = await setUp();
    const before = readFileSync(setup.index);
    for (let offset = 0; offset < before.length; offset++) {
      const damaged = Buffer.from(before);
      damaged[offset]! ^= 0x41;
      writeFileSync(setup.index, damaged);
      const after = await openAndCheck(setup);
      expect(after.equals(before)).toBe(true);
    }
  });

  it('is made right again wherever it was cut, and when its tail came back as zeros', async () => {
    const setup = await setUp();
    const before = readFileSync(setup.index);
    for (let length = 0; length < before.length; length += 5) {
      writeFileSync(setup.index, before);
      truncateSync(setup.index, length);
      expect((await openAndCheck(setup)).equals(before)).toBe(true);
      writeFileSync(setup.index, Buffer.from(before).fill(0, length));
      expect((await openAndCheck(setup)).equals(before)).toBe(true);
    }
  });

  it('is cut when it is longer than the log', async () => {
    const setup = await setUp();
    const log = readFileSync(setup.log);
    const lastPage = log.lastIndexOf(0x0a, log.length - 2) + 1;
    truncateSync(setup.log, lastPage);
    const after = await openAndCheck(setup, 6);
    expect(after.length).toBe(head + 6 * perRow);
  });

  it('is not believed when it belongs to another log of the same shape', async () => {
    const setup = await setUp();
    const other = await setUp();
    const right = readFileSync(setup.index);
    cpSync(other.index, setup.index);
    expect((await openAndCheck(setup)).equals(right)).toBe(true);
  });

  it('is no matter where nothing may be written', async () => {
    const setup = await setUp();
    rmSync(join(setup.folder, 'derived'), { recursive: true });
    const log = readFileSync(setup.log);
    const newer = Buffer.from(
      log.toString('latin1').replace(/\{"v":1(?=,"kind":"page".*"page":3,)/, '{"v":2'),
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

  it('holds more rows than one of its blocks', async () => {
    const dataDir = testFolder();
    const store = testStore(dataDir);
    const run = await store.create(runId, {});
    const rows = Array.from({ length: 70_000 }, (_, seq) => ({ seq }));
    const at = '2026-03-31T10:00:00Z';
    await run.appendPage({
      body: Buffer.from(JSON.stringify({ results: rows })),
      page: 1,
      at,
      ms: 1,
    });
    await run.appendPage({
      body: Buffer.from(JSON.stringify({ results: [{ seq: 70_000 }] })),
      page: 2,
      at,
      ms: 1,
    });
    await run.close();
    const opened = await store.open(runId);
    expect(await opened.rowsAt([0, 65_535, 65_536, 69_999, 70_000])).toEqual(
      [0, 65_535, 65_536, 69_999, 70_000].map((seq) => ({ seq })),
    );
  });
});
