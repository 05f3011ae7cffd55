import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunStore, StoredRun } from '#main/core/store/run-store.ts';
import type { FaultyFiles, Operation } from '#test/support/store/faulty-files.ts';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import { testFolder, testStore } from '#test/support/store/folder.ts';
import { answer, appendPages, at, runId, testRows } from '#test/support/store/pages.ts';

const log = 'pages.jsonl';
const secondPage = { body: answer(3, 2), page: 2, at, ms: 1 };

interface Setup {
  run: StoredRun;
  store: RunStore;
  faulty: FaultyFiles;
  folder: string;
}

/** A run with one page of three rows on a disk that can be told to fail. */
async function setUp(free?: number): Promise<Setup> {
  const dataDir = testFolder();
  const faulty = faultyFiles(free);
  const store = testStore(dataDir, { files: faulty.files });
  const run = await store.create(runId, {});
  await appendPages(run, [3]);
  faulty.calls.length = 0;
  return { run, store, faulty, folder: join(dataDir, 'runs', runId) };
}

const onLog = (faulty: FaultyFiles): Operation[] =>
  faulty.calls.filter(({ path }) => path.endsWith(log)).map(({ operation }) => operation);

describe('the order of writing', () => {
  it('[43] is write, then sync, and only then memory', async () => {
    const { run, faulty } = await setUp();
    const appended = run.appendPage(secondPage);
    expect(run.rowCount).toBe(3);
    await appended;
    expect(run.rowCount).toBe(5);
    expect(onLog(faulty)).toEqual(['write', 'datasync']);
  });

  it('[43] syncs file, folder and parent of a new run', async () => {
    const dataDir = testFolder();
    const faulty = faultyFiles();
    await testStore(dataDir, { files: faulty.files }).create(runId, {});
    const synced = faulty.calls
      .filter(({ operation }) => operation === 'sync' || operation === 'syncFolder')
      .map(({ path }) => path.slice(dataDir.length));
    expect(synced).toEqual(['', `/runs/.new-${runId}/${log}`, `/runs/.new-${runId}`, '/runs']);
  });

  it('never syncs the row index', async () => {
    const { run, store, faulty } = await setUp();
    await appendPages(run, [2]);
    await run.close();
    await store.open(runId);
    const onIndex = faulty.calls.filter(({ path }) => path.endsWith('rows.idx'));
    expect(onIndex.map(({ operation }) => operation)).not.toContain('datasync');
    expect(onIndex.map(({ operation }) => operation)).not.toContain('sync');
  });
});

describe('a disk that refuses a page', () => {
  it.each([
    ['write', 'ENOSPC', 'storage_full', undefined],
    ['write', 'ENOSPC', 'storage_full', 100],
    ['write', 'EDQUOT', 'storage_full', 0],
    ['write', 'EIO', 'storage_failed', 5],
    ['datasync', 'EIO', 'storage_failed', undefined],
    ['datasync', 'ENOSPC', 'storage_full', undefined],
  ] as const)(
    '[41] (%s: %s) loses nothing: the page waits and is saved later',
    async (operation, code, expected, takes) => {
      const { run, store, faulty, folder } = await setUp();
      const before = readFileSync(join(folder, log));
      faulty.fail({
        operations: [operation],
        path: log,
        code,
        ...(takes === undefined ? {} : { takes }),
      });
      await expect(run.appendPage(secondPage)).rejects.toMatchObject({ code: expected });

      expect(readFileSync(join(folder, log)).equals(before)).toBe(true);
      expect(run.rowCount).toBe(3);
      expect(run.unsaved).toMatchObject({ code: expected });
      await expect(run.roomForNextPage()).rejects.toMatchObject({ code: 'unsaved_page' });
      await expect(run.appendPage(secondPage)).rejects.toMatchObject({ code: 'unsaved_page' });
      await expect(run.appendEnd('stopped')).rejects.toMatchObject({ code: 'unsaved_page' });
      expect(await run.rows(0, 9)).toEqual(testRows(0, 3));

      await expect(run.trySavingAgain()).rejects.toMatchObject({ code: expected });
      expect(run.unsaved).toMatchObject({ code: expected });
      faulty.fail(null);
      const saved = await run.trySavingAgain();
      expect(saved).toMatchObject({ firstRow: 3, rows: 2, items: testRows(3, 2) });
      expect(run.unsaved).toBeUndefined();
      await run.appendPage({ body: answer(5, 1), page: 3, at, ms: 1 });
      await run.close();
      const opened = await store.open(runId);
      expect(opened.notices).toEqual([]);
      expect(await opened.rows(0, 9)).toEqual(testRows(0, 6));
    },
  );

  it('never syncs a descriptor again whose sync failed', async () => {
    const { run, faulty } = await setUp();
    faulty.fail({ operations: ['datasync'], path: log, code: 'EIO' });
    await run.appendPage(secondPage).catch(() => undefined);
    await run.trySavingAgain().catch(() => undefined);
    faulty.fail(null);
    await run.trySavingAgain();
    const synced = faulty.calls.filter(({ operation }) => operation === 'datasync');
    expect(synced.length).toBe(3);
    expect(new Set(synced.map(({ descriptor }) => descriptor)).size).toBe(3);
  });

  it('can be tried again although the file could not even be opened or cut', async () => {
    const { run, faulty } = await setUp();
    faulty.fail({ operations: ['write', 'open', 'truncate'], path: log, code: 'EIO', takes: 40 });
    await run.appendPage(secondPage).catch(() => undefined);
    await run.trySavingAgain().catch(() => undefined);
    faulty.fail(null);
    await run.trySavingAgain();
    expect(await run.rows(0, 9)).toEqual(testRows(0, 5));
  });

  it('[43] leaves a log that opens cleanly if the program is killed meanwhile', async () => {
    const { run, faulty, folder } = await setUp();
    faulty.fail({ operations: ['write', 'truncate'], path: log, code: 'EIO', takes: 40 });
    await run.appendPage(secondPage).catch(() => undefined);
    const opened = await testStore(join(folder, '..', '..')).open(runId);
    expect(opened.notices.map(({ code }) => code)).toEqual(['torn_tail']);
    expect(await opened.rows(0, 9)).toEqual(testRows(0, 3));
  });

  it('tells it in a sentence without a path of this computer', async () => {
    const { run, faulty } = await setUp();
    faulty.fail({ operations: ['write'], path: log, code: 'ENOSPC' });
    const error: unknown = await run.appendPage(secondPage).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(/no space left/);
    expect((error as Error).message).not.toContain('/');
  });

  it('keeps an answer that goes to a file in memory too, and saves it once', async () => {
    const { run, faulty, folder } = await setUp();
    const body = Buffer.from('<html>');
    faulty.fail({ operations: ['write'], path: '.bin', code: 'ENOSPC', takes: 2 });
    const refused = run.appendPage({ body, page: 2, at, ms: 1 });
    await expect(refused).rejects.toMatchObject({ code: 'storage_full' });
    expect(readdirSync(join(folder, 'bodies'))).toEqual([]);
    faulty.fail({ operations: ['datasync'], path: log, code: 'EIO' });
    await run.trySavingAgain().catch(() => undefined);
    faulty.fail(null);
    await run.trySavingAgain();
    expect(readdirSync(join(folder, 'bodies'))).toEqual(['1.bin']);
    expect(readFileSync(run.filePath(run.pages[1]!.file!))).toEqual(body);
  });

  it('does not make failures and ends wait: they would stand before the next page', async () => {
    const { run, faulty } = await setUp();
    faulty.fail({ operations: ['datasync'], path: log, code: 'EIO' });
    await expect(run.appendFail({ page: 2, at, code: 'timeout' })).rejects.toMatchObject({
      code: 'storage_failed',
    });
    await expect(run.appendEnd('stopped')).rejects.toMatchObject({ code: 'storage_failed' });
    expect(run.unsaved).toBeUndefined();
    faulty.fail(null);
    await run.appendPage(secondPage);
    expect(await run.rows(0, 9)).toEqual(testRows(0, 5));
    await expect(run.trySavingAgain()).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('does not write into a file that somebody else made longer', async () => {
    const { run, store, folder } = await setUp();
    const other = testStore(join(folder, '..', '..'));
    await appendPages(await other.open(runId), [2]);
    await expect(run.appendPage(secondPage)).rejects.toMatchObject({ code: 'storage_failed' });
    await run.close();
    expect(await (await store.open(runId)).rows(0, 9)).toEqual(testRows(0, 5));
  });
});

describe('room for a page', () => {
  const megabyte = 1024 * 1024;

  it('[41] is 64 MB at least', async () => {
    expect(await (await setUp(64 * megabyte)).run.roomForNextPage()).toMatchObject({
      enough: true,
    });
    expect(await (await setUp(64 * megabyte - 1)).run.roomForNextPage()).toEqual({
      enough: false,
      free: 64 * megabyte - 1,
      needed: 64 * megabyte,
    });
  });

  it('[41] is four times the largest page so far', async () => {
    const { run } = await setUp(70 * megabyte);
    const body = Buffer.from(`{"results":[{"a":"${'x'.repeat(18 * megabyte)}"}]}`);
    await run.appendPage({ body, page: 2, at, ms: 1 });
    await run.appendPage({ body: answer(0, 1), page: 3, at, ms: 1 });
    const room = await run.roomForNextPage();
    expect(room).toEqual({ enough: false, free: 70 * megabyte, needed: 4 * body.length });
  });
});

describe('the row index', () => {
  it('costs nothing but a scan when the disk refuses it', async () => {
    const { run, store, faulty, folder } = await setUp();
    faulty.fail({ operations: ['write', 'open', 'truncate'], path: 'rows.idx', code: 'ENOSPC' });
    await appendPages(run, [2, 2]);
    expect(await run.rows(0, 9)).toEqual(testRows(0, 7));
    await run.close();
    expect(existsSync(join(folder, 'derived', 'rows.idx'))).toBe(false);
    const opened = await store.open(runId);
    expect(await opened.rows(0, 9)).toEqual(testRows(0, 7));
    expect(opened.notices).toEqual([]);
    expect(opened.readOnly).toBe(false);
  });
});

describe('creating a run', () => {
  it.each(['write', 'sync', 'open'] as const)(
    '[41] leaves nothing behind when %s fails',
    async (operation) => {
      const dataDir = testFolder();
      mkdirSync(join(dataDir, 'runs'));
      const faulty = faultyFiles();
      const store = testStore(dataDir, { files: faulty.files });
      faulty.fail({ operations: [operation], path: log, code: 'ENOSPC' });
      await expect(store.create(runId, {})).rejects.toMatchObject({ code: 'storage_full' });
      expect(readdirSync(join(dataDir, 'runs'))).toEqual([]);
      faulty.fail(null);
      await appendPages(await store.create(runId, {}), [1]);
    },
  );
});
