import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FaultyFiles, Operation } from '#test/support/store/faulty-files.ts';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import {
  answer,
  appendPages,
  at,
  newRun,
  reopen,
  rowsFrom,
  runId,
  testFolder,
  testRows,
  testStore,
} from '#test/support/store/runs.ts';
import type { NewRun } from '#test/support/store/runs.ts';

const log = 'pages.jsonl';
const secondPage = { body: answer(3, 2), page: 2, at, ms: 1 };

/** A run with one page of three rows on a disk that can be told to fail. */
async function setUp(free?: number): Promise<NewRun & { faulty: FaultyFiles }> {
  const faulty = faultyFiles(free);
  const made = await newRun([3], { files: faulty.files });
  faulty.calls.length = 0;
  return { ...made, faulty };
}

/** The second page is there by now: the next one follows, and all rows after opening again. */
async function expectWhole({ run, store }: NewRun): Promise<void> {
  await run.appendPage({ body: answer(5, 1), page: 3, at, ms: 1 });
  const opened = await reopen(run, store);
  expect(opened.notices).toEqual([]);
  expect(await rowsFrom(opened, 0, 9)).toEqual(testRows(0, 6));
}

const onLog = (faulty: FaultyFiles): Operation[] =>
  faulty.calls.filter(({ path }) => path.endsWith(log)).map(({ operation }) => operation);

const refused = (code: string) => expect.objectContaining({ code });

describe('the order of writing', () => {
  it('[43] is write, then sync, and only then memory', async () => {
    const { run, faulty } = await setUp();
    const appended = run.appendPage(secondPage);
    expect(run.rowCount).toBe(3);
    await appended;
    expect(run.rowCount).toBe(5);
    expect(onLog(faulty)).toEqual(['open', 'write', 'datasync']);
  });

  it('[41] is the same for a page of megabytes, which is written in parts', async () => {
    const made = await setUp();
    const { run, faulty, folder } = made;
    const body = Buffer.concat([Buffer.alloc(3_000_000, ' '), secondPage.body]);
    const before = readFileSync(join(folder, log));
    faulty.fail({ operations: ['write'], path: log, code: 'ENOSPC', takes: 100 });
    const appended = run.appendPage({ ...secondPage, body });
    await expect(appended).rejects.toEqual(refused('storage_full'));
    expect(readFileSync(join(folder, log)).equals(before)).toBe(true);
    faulty.fail(null);
    faulty.calls.length = 0;
    await run.trySavingAgain();
    expect(onLog(faulty)).toEqual(['open', 'write', 'write', 'write', 'datasync']);
    await expectWhole(made);
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
});

describe('a disk that refuses a page', () => {
  it.each([
    ['write', 'ENOSPC', 'storage_full', 100],
    ['write', 'EDQUOT', 'storage_full', 0],
    ['datasync', 'EIO', 'storage_failed', undefined],
  ] as const)(
    '[41] (%s: %s) loses nothing: the page waits and is saved later',
    async (operation, code, expected, takes) => {
      const made = await setUp();
      const { run, faulty, folder } = made;
      const before = readFileSync(join(folder, log));
      const part = takes === undefined ? {} : { takes };
      faulty.fail({ operations: [operation], path: log, code, ...part });
      const problem: unknown = await run.appendPage(secondPage).catch((error: unknown) => error);
      expect(problem).toMatchObject({ code: expected });
      // A sentence without a path of this computer.
      expect((problem as Error).message).not.toContain('/');

      expect(readFileSync(join(folder, log)).equals(before)).toBe(true);
      expect(run.rowCount).toBe(3);
      expect(run.unsaved).toMatchObject({ code: expected });
      await expect(run.hasRoomForNextPage()).rejects.toEqual(refused('unsaved_page'));
      await expect(run.appendPage(secondPage)).rejects.toEqual(refused('unsaved_page'));
      await expect(run.appendRest('stopped')).rejects.toEqual(refused('unsaved_page'));
      expect(await rowsFrom(run, 0, 9)).toEqual(testRows(0, 3));

      await expect(run.trySavingAgain()).rejects.toEqual(refused(expected));
      expect(run.unsaved).toMatchObject({ code: expected });
      faulty.fail(null);
      await run.trySavingAgain();
      expect(run.pages.at(-1)).toMatchObject({ firstRow: 3, rows: 2 });
      expect(run.unsaved).toBeUndefined();
      // No descriptor is synced again whose sync failed.
      const synced = faulty.calls.filter((call) => call.operation === 'datasync');
      expect(synced).toHaveLength(operation === 'datasync' ? 3 : 1);
      expect(new Set(synced.map(({ descriptor }) => descriptor)).size).toBe(synced.length);
      await expectWhole(made);
    },
  );

  it('[43] can be tried again though the file could not be cut, and opens cleanly after a kill', async () => {
    const { run, faulty, dataDir } = await setUp();
    faulty.fail({ operations: ['write', 'truncate'], path: log, code: 'EIO', takes: 40 });
    await run.appendPage(secondPage).catch(() => undefined);
    await run.trySavingAgain().catch(() => undefined);
    const killed = testFolder();
    cpSync(dataDir, killed, { recursive: true });
    faulty.fail(null);
    await run.trySavingAgain();
    expect(await rowsFrom(run, 0, 9)).toEqual(testRows(0, 5));
    const opened = await testStore(killed).open(runId);
    expect(opened.notices.map(({ code }) => code)).toEqual(['torn_tail']);
    expect(await rowsFrom(opened, 0, 9)).toEqual(testRows(0, 3));
  });

  it('keeps an answer that goes to a file in memory too, and saves it once', async () => {
    const { run, faulty, folder } = await setUp();
    const body = Buffer.from('<html>');
    faulty.fail({ operations: ['write'], path: '.bin', code: 'ENOSPC', takes: 2 });
    const appended = run.appendPage({ body, page: 2, at, ms: 1 });
    await expect(appended).rejects.toEqual(refused('storage_full'));
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
    const failed = run.appendFail({ page: 2, at, code: 'timeout' });
    await expect(failed).rejects.toEqual(refused('storage_failed'));
    await expect(run.appendRest('stopped')).rejects.toEqual(refused('storage_failed'));
    expect(run.unsaved).toBeUndefined();
    faulty.fail(null);
    await run.appendPage(secondPage);
    expect(await rowsFrom(run, 0, 9)).toEqual(testRows(0, 5));
    await expect(run.trySavingAgain()).rejects.toEqual(refused('invalid_input'));
  });

  it('does not write into a file that somebody else made longer', async () => {
    const { run, store, dataDir } = await setUp();
    await appendPages(await testStore(dataDir).open(runId), [2]);
    await expect(run.appendPage(secondPage)).rejects.toEqual(refused('storage_failed'));
    await run.close();
    expect(await rowsFrom(await store.open(runId), 0, 9)).toEqual(testRows(0, 5));
  });
});

it('[41] there must be room for four of the largest pages, and for 64 MB at least', async () => {
  const megabyte = 1024 * 1024;
  const body = Buffer.from(`{"results":[{"a":"${'x'.repeat(18 * megabyte)}"}]}`);
  const hasRoom = async (free: number, withLargePage: boolean): Promise<boolean> => {
    const { run } = await setUp(free);
    if (withLargePage) {
      await run.appendPage({ body, page: 2, at, ms: 1 });
      await run.appendPage({ body: answer(0, 1), page: 3, at, ms: 1 });
    }
    return run.hasRoomForNextPage();
  };
  expect(await hasRoom(64 * megabyte, false)).toBe(true);
  expect(await hasRoom(64 * megabyte - 1, false)).toBe(false);
  expect(await hasRoom(4 * body.length, true)).toBe(true);
  expect(await hasRoom(4 * body.length - 1, true)).toBe(false);
});

it.each(['write', 'sync', 'open'] as const)(
  '[41] a run that can’t be created leaves nothing behind when %s fails',
  async (operation) => {
    const dataDir = testFolder();
    mkdirSync(join(dataDir, 'runs'));
    const faulty = faultyFiles();
    const store = testStore(dataDir, { files: faulty.files });
    faulty.fail({ operations: [operation], path: log, code: 'ENOSPC' });
    await expect(store.create(runId, {})).rejects.toEqual(refused('storage_full'));
    expect(readdirSync(join(dataDir, 'runs'))).toEqual([]);
    faulty.fail(null);
    await appendPages(await store.create(runId, {}), [1]);
  },
);
