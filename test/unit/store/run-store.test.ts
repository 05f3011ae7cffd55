import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RecordHeader } from '#main/core/store/record.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { faultyFiles } from '#test/support/store/faulty-files.ts';
import {
  answer,
  appendPages,
  at,
  lineOf,
  newRun,
  rowsFrom,
  runId,
  testFolder,
  testRows,
  testStore,
} from '#test/support/store/runs.ts';

const header = { query: 'cats' };

describe('the run store', () => {
  it('lists all runs, the latest first, without opening or changing them', async () => {
    const dataDir = testFolder();
    let minute = 0;
    const now = (): Date => new Date(Date.UTC(2026, 2, 31, 10, minute++));
    const store = testStore(dataDir, { now });
    const runs = join(dataDir, 'runs');
    expect(await store.list()).toEqual([]);
    const first = await store.create('first-run', header);
    await appendPages(first, [3, 2]);
    await first.appendFail({ page: 3, at, code: 'timeout' });
    await first.appendRest('noMore');
    await appendPages(await store.create('second-run', { query: 'dogs' }), [1]);
    await store.updateMeta('first-run', { name: 'Cats', starred: true });
    // More than the log belongs to a run: its name, the index, answers that are files.
    const folder = join(runs, 'first-run');
    mkdirSync(join(folder, 'derived'));
    writeFileSync(join(folder, 'derived', 'more'), 'x'.repeat(1000));
    const bytes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(folder, name)))
      .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    const log = readFileSync(join(folder, 'pages.jsonl'));
    writeFileSync(join(runs, 'second-run', 'pages.jsonl'), '{"v":1,"ki', { flag: 'a' });
    mkdirSync(join(runs, 'not-a-run'));
    writeFileSync(join(runs, '.DS_Store'), '');

    const last = { kind: 'rest', next: 'noMore' };
    const meta = { name: 'Cats', starred: true };
    const counts = { pages: 2, rows: 5, bytes };
    const summaries = await store.list();
    expect(summaries).toMatchObject([
      {
        id: 'second-run',
        pages: 1,
        rows: 1,
        last: { kind: 'page', page: 1 },
        meta: {},
        torn: true,
      },
      { id: 'first-run', header, ...counts, last, meta, condition: 'sound', torn: false },
    ]);
    expect(summaries[0]!.createdAt > summaries[1]!.createdAt).toBe(true);
    expect(readFileSync(join(folder, 'pages.jsonl')).equals(log)).toBe(true);
  });

  it('tells of a run without reading its log again, unless what is kept of it does not fit', async () => {
    const dataDir = testFolder();
    const list = async () => {
      const { files, calls } = faultyFiles();
      const [{ bytes, ...told } = assert.fail()] = await createRunStore(dataDir, {
        files,
      }).list();
      const opened = calls.filter(({ operation }) => operation === 'open');
      const read = opened.filter(({ path }) => path.endsWith('pages.jsonl')).length;
      return { told, bytes: bytes > 0, read };
    };
    const store = testStore(dataDir);
    const run = await store.create(runId, header);
    await appendPages(run, [3, 2]);
    await run.appendFail({ page: 3, at, code: 'timeout', detail: { title: 'No answer' } });
    await run.appendRest('failed');
    await store.close();
    const kept = join(dataDir, 'runs', runId, 'derived', 'summary.jsonl');
    const whole = readFileSync(kept);
    const asWritten = await list();
    expect(asWritten).toMatchObject({ read: 0, told: { pages: 2, rows: 5 } });
    expect(asWritten.told.failure).toEqual({ page: 3, detail: { title: 'No answer' } });
    const harms: Record<string, () => void> = {
      missing: () => rmSync(kept),
      cut: () => writeFileSync(kept, whole.subarray(0, -9)),
      changed: () => writeFileSync(kept, whole.toString().replace('"rows":5', '"rows":6')),
      'of an earlier version': () => {
        const older = whole.toString().split('\n')[1]?.replace('"refused":0,', '') ?? '';
        writeFileSync(kept, `${JSON.stringify({ v: 1, crc: crc32(older) })}\n${older}\n`);
      },
      'of another log': () => appendFileSync(join(kept, '../../pages.jsonl'), '{"v'),
    };
    for (const [what, harm] of Object.entries(harms)) {
      harm();
      const torn = what === 'of another log';
      const anew = { ...asWritten, told: { ...asWritten.told, torn } };
      expect(await list(), what).toEqual({ ...anew, read: 1 });
      expect(await list(), what).toEqual(anew);
    }
  });

  it('counts of a list what its run has: rows of all tries, and of the last pack only its inputs', async () => {
    const dataDir = testFolder();
    const store = testStore(dataDir);
    const run = await store.create(runId, { list: { count: 250, perCall: 100 } });
    const ends = [
      [0, 'failed'],
      [100, 'refused'],
      [0, 'done'],
      [200, 'failed'],
    ] as const;
    for (const [before, [number, reason]] of ends.entries()) {
      const asked = { page: before + 1, at, ms: 1, input: { number, page: 1 } };
      const ended = { input: number, reason, calls: 1, why: null, missing: [] };
      await run.appendPage({ ...asked, body: answer(run.rowCount, 3), ends: ended });
    }
    const inputs = { failed: 50, refused: 100, partly: 0, cutOff: 0 };
    const counts = { rows: 12, inputs };
    expect(await store.list()).toMatchObject([counts]);
    await store.close();
    expect(await testStore(dataDir).list()).toMatchObject([counts]);
  });

  it('refuses what is no id, everywhere', async () => {
    const store = testStore(testFolder());
    const others = ['../escape-run', '..', 'a/b/c/d/e/f', 'short', 'x'.repeat(65), 'C:\\run-0001'];
    // By the last two, every object has something.
    const ids = ['run\u0000-0001', 'run-0001\n', '', '.new-run-0001', '__proto__', 'constructor'];
    for (const id of [...others, ...ids]) {
      const asked = [
        store.create(id, header),
        store.open(id),
        store.remove(id),
        store.restore(id),
        store.meta(id),
        store.updateMeta(id, {}),
      ];
      for (const refused of asked) {
        await expect(refused, id).rejects.toMatchObject({ code: 'invalid_input' });
      }
    }
  });

  it('tells damaged runs from sound ones, whatever a log says or however it can’t be read', async () => {
    const dataDir = testFolder();
    const store = testStore(dataDir);
    const logOf = (id: string): string => join(dataDir, 'runs', id, 'pages.jsonl');
    for (const id of ['sound--run', 'damaged-run']) {
      await appendPages(await store.create(id, header), [1, 1]);
    }
    await store.close();
    const damage = (id: string, from: string, to: string): void => {
      const text = readFileSync(logOf(id), 'latin1');
      expect(text).toMatch(from);
      writeFileSync(logOf(id), text.replace(from, to), 'latin1');
    };
    damage('damaged-run', '"kind":"page"', '"kind":"xage"');
    const run = { kind: 'run', id: 'x', at, firstRow: 0 } as const;
    const page = { kind: 'page', page: 1, ms: 1, rows: 0, at, firstRow: 0 } as const;
    const write = (id: string, records: readonly RecordHeader[]): void => {
      mkdirSync(join(dataDir, 'runs', id));
      const lines = records.map((record) => lineOf(record, Buffer.from('{}')));
      writeFileSync(logOf(id), Buffer.concat(lines));
    };
    const end = { kind: 'rest', next: 'noMore', at, firstRow: 0 } as const;
    const ages = Number.MAX_SAFE_INTEGER;
    write('odd-time-1', [run, { ...page, at: 'yesterday' }, end]);
    write('odd-time-2', [{ ...run, at: '2026-99-99T00:00:00Z' }, page]);
    write('for-ages-1', [run, { ...page, ms: ages }]);
    // No disk lets a folder be read as a file.
    mkdirSync(logOf('a-folder-1'), { recursive: true });

    const found = await store.list();
    expect(Object.fromEntries(found.map((one) => [one.id, one]))).toMatchObject({
      'sound--run': { rows: 2, condition: 'sound' },
      'damaged-run': { condition: 'damaged' },
      'odd-time-1': { pages: 0, condition: 'damaged' },
      'odd-time-2': { header: undefined, condition: 'damaged' },
      'for-ages-1': { pages: 1, workedMs: ages },
      'a-folder-1': { rows: 0, condition: 'damaged' },
    });
    expect(found.length).toBe(6);
    for (const { createdAt } of found) expect(Date.parse(createdAt)).toBeGreaterThan(0);
  });

  it('makes no run twice, knows those it has not, and gives the same one as long as it is open', async () => {
    const { run, store } = await newRun();
    await expect(store.create(runId, header)).rejects.toMatchObject({ code: 'run_exists' });
    for (const refused of [store.open('other-run'), store.remove('other-run')]) {
      await expect(refused).rejects.toMatchObject({ code: 'unknown_run' });
    }
    const [a, b] = await Promise.all([store.open(runId), store.open(runId)]);
    expect(a).toBe(run);
    expect(b).toBe(run);
    await run.close();
    const again = await store.open(runId);
    expect(again).not.toBe(run);
    await run.close();
    expect(await store.open(runId)).toBe(again);
  });

  it('keeps few files open, however many runs are: each is read and goes on all the same', async () => {
    const store = testStore(testFolder());
    const before = readdirSync('/dev/fd').length;
    const ids = Array.from({ length: 82 }, (_, n) => `run-${String(n).padStart(4, '0')}`);
    for (const id of ids) await appendPages(await store.create(id, header), [1]);
    expect(readdirSync('/dev/fd').length - before).toBeLessThan(80);
    for (const id of ids) {
      const run = await store.open(id);
      expect(await rowsFrom(run, 0, 9)).toEqual(testRows(0, 1));
      await appendPages(run, [2]);
    }
    expect(readdirSync('/dev/fd').length - before).toBeLessThan(80);
    expect((await store.list()).map(({ rows }) => rows)).toEqual(ids.map(() => 3));
  });

  it('makes a run anew where a crash left an unfinished one', async () => {
    const dataDir = testFolder();
    const draft = join(dataDir, 'runs', `.new-${runId}`);
    mkdirSync(draft, { recursive: true });
    writeFileSync(join(draft, 'pages.jsonl'), '{"v":1');
    const store = testStore(dataDir);
    expect(await store.list()).toEqual([]);
    await appendPages(await store.create(runId, header), [1]);
    expect(readdirSync(join(dataDir, 'runs'))).toEqual([runId]);
  });

  it('deletes into the trash, takes back, and empties it', async () => {
    const { run, store, dataDir } = await newRun([2]);
    await store.updateMeta(runId, { note: 'keep' });
    const going = store.remove(runId);
    await expect(store.open(runId)).rejects.toMatchObject({ code: 'unknown_run' });
    await going;
    expect(await store.list()).toEqual([]);
    await expect(rowsFrom(run, 0, 1)).rejects.toMatchObject({ code: 'closed' });
    await expect(store.open(runId)).rejects.toMatchObject({ code: 'unknown_run' });
    expect(existsSync(join(dataDir, 'trash', runId, 'pages.jsonl'))).toBe(true);

    await store.restore(runId);
    expect(await rowsFrom(await store.open(runId), 0, 9)).toEqual(testRows(0, 2));
    expect(await store.meta(runId)).toEqual({ note: 'keep' });

    await store.remove(runId);
    await store.emptyTrash();
    expect(readdirSync(join(dataDir, 'trash'))).toEqual([]);
    await expect(store.restore(runId)).rejects.toMatchObject({ code: 'unknown_run' });
  });

  it('does not put one run over another, coming or going', async () => {
    const { store } = await newRun([1]);
    await store.remove(runId);
    await appendPages(await store.create(runId, header), [2]);
    await expect(store.restore(runId)).rejects.toMatchObject({ code: 'run_exists' });
    await expect(store.remove(runId)).rejects.toMatchObject({ code: 'run_exists' });
    expect((await store.open(runId)).rowCount).toBe(2);
  });

  it('keeps what is fetched private to this user', async () => {
    const { dataDir } = await newRun([1]);
    const files = ['', runId, `${runId}/pages.jsonl`];
    const modes = files.map((name) => statSync(join(dataDir, 'runs', name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });
});

describe('name, star and note', () => {
  it('are changed member by member and survive', async () => {
    const { store, dataDir } = await newRun();
    expect(await store.meta(runId)).toEqual({});
    await Promise.all([
      store.updateMeta(runId, { name: 'Cats é😀' }),
      store.updateMeta(runId, { starred: true }),
      store.updateMeta(runId, { note: 'x' }),
    ]);
    await store.updateMeta(runId, { note: undefined });
    expect(await testStore(dataDir).meta(runId)).toEqual({ name: 'Cats é😀', starred: true });
  });

  it.each(['{"name":', '{"name":5}', 'null'])(
    '[44] keep a file aside that says %s',
    async (text) => {
      const { store, folder } = await newRun();
      writeFileSync(join(folder, 'meta.json'), text);
      expect(await store.meta(runId)).toEqual({});
      expect((await store.list())[0]?.meta).toEqual({});
      expect(readFileSync(join(folder, 'meta.json'), 'utf8')).toBe(text);
      await store.updateMeta(runId, { name: 'new' });
      expect(await store.meta(runId)).toEqual({ name: 'new' });
      const aside = readdirSync(folder).filter((name) => name.startsWith('meta-damaged-'));
      expect(aside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([text]);
    },
  );
});
