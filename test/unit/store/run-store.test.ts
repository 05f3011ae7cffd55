import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RecordHeader } from '#main/core/store/record.ts';
import { encodeRecord } from '#main/core/store/record.ts';
import { testFolder, testStore } from '#test/support/store/folder.ts';
import { appendPages, at, runId, testRows } from '#test/support/store/pages.ts';

const header = { query: 'cats' };

describe('the run store', () => {
  it('lists all runs, the latest first, without opening or changing them', async () => {
    const dataDir = testFolder();
    let minute = 0;
    const now = (): Date => new Date(Date.UTC(2026, 2, 31, 10, minute++));
    const store = testStore(dataDir, { now });
    const first = await store.create('first-run', header);
    await appendPages(first, [3, 2]);
    await first.appendFail({ page: 3, at, code: 'timeout' });
    await first.appendEnd('noMore', at);
    const second = await store.create('second-run', { query: 'dogs' });
    await appendPages(second, [1]);
    await store.updateMeta('first-run', { name: 'Cats', starred: true });
    const log = join(dataDir, 'runs', 'first-run', 'pages.jsonl');
    const bytes = readFileSync(log).length;
    // More than the log belongs to a run: its name, the index, answers that are files.
    const folder = join(dataDir, 'runs', 'first-run');
    writeFileSync(join(folder, 'derived', 'more'), 'x'.repeat(1000));
    const allBytes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(folder, name)))
      .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    expect(allBytes).toBeGreaterThan(bytes + 1000);
    writeFileSync(join(dataDir, 'runs', 'second-run', 'pages.jsonl'), '{"v":1,"ki', { flag: 'a' });
    mkdirSync(join(dataDir, 'runs', 'not-a-run'));
    writeFileSync(join(dataDir, 'runs', '.DS_Store'), '');

    const summaries = await store.list();
    expect(summaries.map(({ id }) => id)).toEqual(['second-run', 'first-run']);
    expect(summaries[1]).toMatchObject({
      id: 'first-run',
      header,
      pages: 2,
      rows: 5,
      failures: 1,
      bytes: allBytes,
      end: { at, reason: 'noMore' },
      meta: { name: 'Cats', starred: true },
      condition: 'sound',
    });
    expect(summaries[0]).toMatchObject({ pages: 1, rows: 1, end: undefined, meta: {} });
    expect(summaries[0]!.createdAt > summaries[1]!.createdAt).toBe(true);
    expect(readFileSync(log).length).toBe(bytes);
  });

  it('has nothing to list before the first run', async () => {
    expect(await testStore(testFolder()).list()).toEqual([]);
  });

  it('tells damaged and newer runs from sound ones', async () => {
    const dataDir = testFolder();
    const store = testStore(dataDir);
    for (const id of ['damaged-run', 'newer--run', 'sound--run']) {
      await appendPages(await store.create(id, header), [1, 1]);
    }
    const damage = (id: string, from: string | RegExp, to: string): void => {
      const log = join(dataDir, 'runs', id, 'pages.jsonl');
      const text = readFileSync(log, 'latin1');
      expect(text).toMatch(from);
      writeFileSync(log, text.replace(from, to), 'latin1');
    };
    damage('damaged-run', '"kind":"page"', '"kind":"xage"');
    damage('newer--run', '{"v":1', '{"v":9');
    const conditions = (await store.list()).map(({ id, condition }) => [id, condition]);
    expect(Object.fromEntries(conditions)).toEqual({
      'damaged-run': 'damaged',
      'newer--run': 'newerVersion',
      'sound--run': 'sound',
    });
  });

  it.each([
    '../escape-run',
    '..',
    'a/b/c/d/e/f',
    'short',
    'x'.repeat(65),
    'run\u0000-0001',
    'run-0001\n',
    'C:\\run-0001',
    '',
    '.new-run-0001',
  ])('refuses %j as an id, everywhere', async (id) => {
    const store = testStore(testFolder());
    const refused = { code: 'invalid_input' };
    await expect(store.create(id, header)).rejects.toMatchObject(refused);
    await expect(store.open(id)).rejects.toMatchObject(refused);
    await expect(store.remove(id)).rejects.toMatchObject(refused);
    await expect(store.restore(id)).rejects.toMatchObject(refused);
    await expect(store.meta(id)).rejects.toMatchObject(refused);
    await expect(store.updateMeta(id, {})).rejects.toMatchObject(refused);
  });

  it('tells of every run, whatever the log of one says or however it can’t be read', async () => {
    const dataDir = testFolder();
    const store = testStore(dataDir);
    await appendPages(await store.create('sound--run', header), [1]);
    const logOf = (id: string): string => {
      mkdirSync(join(dataDir, 'runs', id));
      return join(dataDir, 'runs', id, 'pages.jsonl');
    };
    const run = { kind: 'run', id: 'x', at, firstRow: 0 } as const;
    const page = { kind: 'page', page: 1, ms: 1, rows: 0, at, firstRow: 0 } as const;
    const write = (id: string, records: readonly RecordHeader[]): void =>
      writeFileSync(
        logOf(id),
        Buffer.concat(records.map((record) => encodeRecord(record, Buffer.from('{}')).line)),
      );
    const end = { kind: 'end', reason: 'noMore', at, firstRow: 0 } as const;
    write('odd-time-1', [run, { ...page, at: 'yesterday' }, end]);
    write('odd-time-2', [{ ...run, at: '2026-99-99T00:00:00Z' }, page]);
    write('for-ages-1', [run, { ...page, ms: Number.MAX_SAFE_INTEGER }]);
    // No disk lets a folder be read as a file.
    mkdirSync(logOf('a-folder-1'));

    const found = new Map((await store.list()).map((one) => [one.id, one]));
    expect([...found.keys()].toSorted()).toEqual([
      'a-folder-1',
      'for-ages-1',
      'odd-time-1',
      'odd-time-2',
      'sound--run',
    ]);
    expect(found.get('odd-time-1')).toMatchObject({ pages: 0, condition: 'damaged' });
    expect(found.get('odd-time-2')).toMatchObject({ header: undefined, condition: 'damaged' });
    expect(found.get('for-ages-1')).toMatchObject({
      pages: 1,
      workedMs: Number.MAX_SAFE_INTEGER,
    });
    expect(found.get('a-folder-1')).toMatchObject({ rows: 0, condition: 'damaged' });
    expect(found.get('sound--run')).toMatchObject({ rows: 1, condition: 'sound' });
    for (const { createdAt } of found.values()) expect(Date.parse(createdAt)).toBeGreaterThan(0);
  });

  it('makes no run twice, and knows those it has not', async () => {
    const store = testStore(testFolder());
    await store.create(runId, header);
    await expect(store.create(runId, header)).rejects.toMatchObject({ code: 'run_exists' });
    await expect(store.open('other-run')).rejects.toMatchObject({ code: 'unknown_run' });
    await expect(store.remove('other-run')).rejects.toMatchObject({ code: 'unknown_run' });
    await expect(store.restore('other-run')).rejects.toMatchObject({ code: 'unknown_run' });
  });

  it('gives the same run as long as it is open', async () => {
    const store = testStore(testFolder());
    const run = await store.create(runId, header);
    const [a, b] = await Promise.all([store.open(runId), store.open(runId)]);
    expect(a).toBe(run);
    expect(b).toBe(run);
    await run.close();
    const again = await store.open(runId);
    expect(again).not.toBe(run);
    await run.close();
    expect(await store.open(runId)).toBe(again);
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
    const dataDir = testFolder();
    const store = testStore(dataDir);
    const run = await store.create(runId, header);
    await appendPages(run, [2]);
    await store.updateMeta(runId, { note: 'keep' });
    await store.remove(runId);
    expect(await store.list()).toEqual([]);
    await expect(run.rows(0, 1)).rejects.toMatchObject({ code: 'closed' });
    await expect(store.open(runId)).rejects.toMatchObject({ code: 'unknown_run' });
    expect(existsSync(join(dataDir, 'trash', runId, 'pages.jsonl'))).toBe(true);

    await store.restore(runId);
    expect(await (await store.open(runId)).rows(0, 9)).toEqual(testRows(0, 2));
    expect(await store.meta(runId)).toEqual({ note: 'keep' });

    await store.remove(runId);
    await store.emptyTrash();
    expect(readdirSync(join(dataDir, 'trash'))).toEqual([]);
    await expect(store.restore(runId)).rejects.toMatchObject({ code: 'unknown_run' });
  });

  it('takes a run back that somebody wanted to open while it went', async () => {
    const store = testStore(testFolder());
    await appendPages(await store.create(runId, header), [2]);
    const going = store.remove(runId);
    await expect(store.open(runId)).rejects.toMatchObject({ code: 'unknown_run' });
    await going;
    await store.restore(runId);
    expect(await (await store.open(runId)).rows(0, 9)).toEqual(testRows(0, 2));
  });

  it('does not put one run over another, coming or going', async () => {
    const store = testStore(testFolder());
    await appendPages(await store.create(runId, header), [1]);
    await store.remove(runId);
    await appendPages(await store.create(runId, header), [2]);
    await expect(store.restore(runId)).rejects.toMatchObject({ code: 'run_exists' });
    await expect(store.remove(runId)).rejects.toMatchObject({ code: 'run_exists' });
    expect((await store.open(runId)).rowCount).toBe(2);
  });

  it('keeps what is fetched private to this user', async () => {
    const dataDir = testFolder();
    const store = testStore(dataDir);
    await appendPages(await store.create(runId, header), [1]);
    const mode = (...path: string[]): number => statSync(join(dataDir, ...path)).mode & 0o777;
    expect(mode('runs')).toBe(0o700);
    expect(mode('runs', runId)).toBe(0o700);
    expect(mode('runs', runId, 'pages.jsonl')).toBe(0o600);
    expect(mode('runs', runId, 'derived', 'rows.idx')).toBe(0o600);
  });
});

describe('name, star and note', () => {
  it('are changed member by member and survive', async () => {
    const dataDir = testFolder();
    const store = testStore(dataDir);
    await (await store.create(runId, header)).close();
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
      const dataDir = testFolder();
      const store = testStore(dataDir);
      await store.create(runId, header);
      const folder = join(dataDir, 'runs', runId);
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
