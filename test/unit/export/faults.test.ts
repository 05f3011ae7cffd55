/** Saving when something is in the way: all or nothing under the chosen name, and a sentence. */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { FormatId } from '#shared/export/formats.ts';
import { formatIds } from '#shared/export/formats.ts';
import { everyRow } from '#shared/contract/view.ts';
import { exportSpecSchema } from '#shared/export/export.ts';
import type { Export } from '#shared/export/export.ts';
import { asStoreError } from '#main/core/store/store-error.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { tappedWorker } from '#test/support/columns/worker.ts';
import { exportRig } from '#test/support/export/rig.ts';
import type { Rig, RigOptions } from '#test/support/export/rig.ts';
import { readOnlyWays } from '#test/support/read-only.ts';
import { smallDisks } from '#test/support/small-disk.ts';
import { testFolder } from '#test/support/store/folder.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const old = 'the file that was there before';
const rows: JsonObject[] = Array.from({ length: 300 }, (_, at) => ({
  id: String(at),
  text: `row ${at} `.repeat(40),
}));

/** Everything is saved at `path`, where an old file is. */
function rigAt(path: string, options: RigOptions = {}): Rig {
  writeFileSync(path, old);
  rig = exportRig({
    ...options,
    deps: {
      ...options.deps,
      chooseSaveTarget: async () => ({
        path,
        finish: async () => ({ name: basename(path), download: null }),
      }),
    },
  });
  return rig;
}

const formatOf = (kind: FormatId): { kind: FormatId } => ({ kind });

describe('cancelling', () => {
  it.each(formatIds)('%s leaves the old file as it was and nothing beside it', async (kind) => {
    const folder = testFolder();
    const path = join(folder, 'posts');
    // As soon as bytes are told of, and before the file has its name.
    const changed = (one: Export): void => {
      if (one.state.kind === 'writing' || one.state.kind === 'finishing') {
        void rig?.exports.cancel(one.id);
      }
    };
    const saving = rigAt(path, { deps: { changed } });
    const runIds = [await saving.makeRun(rows)];
    const { state } = await saving.exportOf({ runIds, format: formatOf(kind) });
    expect(state.kind).toBe('cancelled');
    expect(readFileSync(path, 'utf8')).toBe(old);
    expect(saving.leftovers()).toEqual([]);
    expect(await readdir(folder)).toEqual(['posts']);
    expect(saving.reported).toEqual([]);
  });

  it('comes too late when the file has its name: its methods sheet is there, too', async () => {
    const folder = testFolder();
    const callsOf = (): number => {
      for (const { id } of rig?.exports.list() ?? []) void rig?.exports.cancel(id);
      return 3;
    };
    const saving = rigAt(join(folder, 'posts.csv'), { deps: { callsOf } });
    const runIds = [await saving.makeRun(rows)];
    const { state } = await saving.exportOf({ runIds, format: formatOf('csv'), methods: true });
    expect(state).toMatchObject({ kind: 'saved', rows: 300, sheetProblem: null });
    expect(await readdir(folder)).toEqual([
      'posts.csv',
      'posts.csv.methods.json',
      'posts.csv.methods.md',
    ]);
    expect(saving.reported).toEqual([]);
  });

  it('that the program’s end does is the same', async () => {
    const path = join(testFolder(), 'posts.csv');
    const saving = rigAt(path);
    const runIds = [await saving.makeRun(rows)];
    const spec = exportSpecSchema.parse({ runIds, format: { kind: 'xlsx' } });
    await saving.exports.start('export-at-the-end', spec);
    await saving.exports.close();
    expect(saving.exports.list()[0]?.state.kind).toBe('cancelled');
    expect(readFileSync(path, 'utf8')).toBe(old);
    expect(saving.leftovers()).toEqual([]);
  });
});

describe.each(smallDisks)('[41] %s', (_name, smallDisk) => {
  it.each(formatIds)('%s: the old file stays, and there is a sentence', async (kind) => {
    const disk = smallDisk();
    const path = join(realpathSync(disk.folder), 'posts');
    const saving = rigAt(path);
    const runIds = [await saving.makeRun(rows)];
    disk.fill(2000);
    const { state } = await saving.exportOf({ runIds, format: formatOf(kind) });
    expect(state).toMatchObject({
      kind: 'failed',
      problem: { code: 'storage_full', call: 'noCall', remedies: [{ kind: 'tryAgain' }] },
    });
    expect(readFileSync(path, 'utf8')).toBe(old);
    expect((await readdir(disk.folder)).filter((name) => name !== 'filler')).toEqual(['posts']);
    disk.makeRoom();
    const again = await saving.exportOf({ runIds, format: formatOf(kind) });
    expect(again.state).toMatchObject({ kind: 'saved', rows: 300, sheetProblem: null });
  });

  it('where only the data folder is: CSV is written without a detour', async () => {
    const disk = smallDisk();
    const root = realpathSync(disk.folder);
    const path = join(testFolder(), 'posts.csv');
    const saving = rigAt(path, { root });
    const runIds = [await saving.makeRun(rows)];
    await saving.live(runIds[0] ?? '');
    disk.fill(2000);
    const { state } = await saving.exportOf({ runIds, format: { kind: 'csv' } });
    expect(state).toMatchObject({ kind: 'saved', rows: 300 });
    expect(readFileSync(path, 'utf8').split('\r\n').length).toBe(302);
    disk.makeRoom();
  });
});

describe.each(readOnlyWays)('[41] a folder $name', ({ during }) => {
  it('is said to be one, and its file stays', async () => {
    const saving = exportRig({
      deps: {
        chooseSaveTarget: async () => ({
          path: join(saving.target, 'posts.csv'),
          finish: async () => ({ name: 'posts.csv', download: null }),
        }),
      },
    });
    rig = saving;
    const path = join(saving.target, 'posts.csv');
    writeFileSync(path, old);
    const runIds = [await saving.makeRun(rows)];
    await during(saving.root, saving.target, async () => {
      const { state } = await saving.exportOf({ runIds, format: { kind: 'jsonl' } });
      expect(state).toMatchObject({
        kind: 'failed',
        problem: {
          code: 'storage_failed',
          title: expect.stringMatching(/Permission is missing there|can only be read/),
        },
      });
    });
    expect(readFileSync(path, 'utf8')).toBe(old);
    expect(saving.leftovers()).toEqual([]);
  });
});

describe('the column store gives up', () => {
  it.each([
    ['storage_full', 'storage_full', /no space left on the disk of the data folder/],
    ['memory', 'storage_failed', /more memory than it may use/],
    ['failed', 'storage_failed', /Putting the file together failed/],
  ] as const)('%s: a sentence about saving; CSV goes another way', async (code, told, title) => {
    const tap = tappedWorker();
    const path = join(testFolder(), 'posts');
    const saving = rigAt(path, { worker: tap.worker });
    const runIds = [await saving.makeRun(rows)];
    tap.answerNext('copy', { code }, Number.POSITIVE_INFINITY);
    const { state } = await saving.exportOf({ runIds, format: { kind: 'parquet' } });
    expect(state).toMatchObject({
      kind: 'failed',
      problem: { code: told, title: expect.stringMatching(title) },
    });
    expect(readFileSync(path, 'utf8')).toBe(old);
    const other = await saving.exportOf({ runIds, format: { kind: 'csv' } });
    expect(other.state).toMatchObject({ kind: 'saved', rows: 300 });
    expect(saving.leftovers()).toEqual([]);
  });
});

describe('names', () => {
  it.each([
    'ünï cödé 日本語 😀.csv',
    `it's "quoted" $(x) \`y\`; rm.csv`,
    '-rf.csv',
    ' leading and trailing .csv ',
    'no extension',
    '.hidden',
    `${'x'.repeat(251)}.csv`,
    'line\nfeed.csv',
  ])('%j is one', async (fileName) => {
    rig = exportRig({ fileName });
    const runIds = [await rig.makeRun([{ id: '1', text: 'x' }])];
    const { bytes, state } = await rig.save({ runIds, methods: true, format: { kind: 'csv' } });
    expect(bytes.toString()).toBe('\uFEFFid,text\r\n1,x\r\n');
    expect(state.files.map(({ name }) => name)[0]).toBe(fileName);
    expect(state.sheetProblem).toBeNull();
    expect(rig.leftovers()).toEqual([]);
  });

  it('that are too long, and folders that are none, are told of', async () => {
    for (const [fileName, title] of [
      ['x'.repeat(300), 'The file could not be saved. Its name is too long there.'],
      ['gone/posts.csv', 'The file could not be saved. The folder is not there.'],
    ] as const) {
      const saving = exportRig({ fileName });
      const runIds = [await saving.makeRun([{ id: '1', text: 'x' }])];
      const { state } = await saving.exportOf({ runIds, format: { kind: 'csv' } });
      expect(state).toMatchObject({ kind: 'failed', problem: { code: 'storage_failed', title } });
      await saving.close();
    }
  });
});

describe('a file that is open elsewhere', () => {
  it('is replaced as a whole: who reads the old one goes on reading it', async () => {
    const path = join(testFolder(), 'posts.csv');
    const saving = rigAt(path);
    const reader = await open(path);
    const runIds = [await saving.makeRun([{ id: '1', text: 'x' }])];
    const { state } = await saving.exportOf({ runIds, format: { kind: 'csv' } });
    expect(state.kind).toBe('saved');
    expect(await reader.readFile('utf8')).toBe(old);
    await reader.close();
    expect(await readFile(path, 'utf8')).toBe('\uFEFFid,text\r\n1,x\r\n');
  });

  it('is told of where the system refuses that', () => {
    const busy = Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' });
    expect(asStoreError(busy, 'The file could not be saved.').message).toBe(
      'The file could not be saved. Another program has it open.',
    );
  });
});

describe('damaged pages', () => {
  it.each(formatIds)('%s: what can be read is saved, what can’t is counted', async (kind) => {
    const saving = exportRig();
    rig = saving;
    const runId = await saving.makeRun(rows.slice(0, 60));
    const log = join(saving.folder, 'runs', runId, 'pages.jsonl');
    const bytes = await readFile(log);
    const place = bytes.indexOf('row 25 ');
    bytes.write('RUINED', place);
    await writeFile(log, bytes);
    const { state } = await saving.save({ runIds: [runId], format: formatOf(kind) });
    expect(state.rows).toBe(40);
    expect(state.changes).toMatchObject([
      kind === 'raw'
        ? { code: 'unreadablePages', count: 1 }
        : { code: 'unreadableRows', count: 20 },
    ]);
  });

  it('columns that were filled before the damage don’t bring the rows back', async () => {
    const saving = exportRig();
    rig = saving;
    const view = { ...everyRow, sort: [{ field: 'id', direction: 'ascending' as const }] };
    const runId = await saving.makeRun(rows.slice(0, 60));
    await saving.save({ runIds: [runId], view, format: { kind: 'csv' } });
    const { stored } = await saving.live(runId);
    const log = join(stored.folder, 'pages.jsonl');
    const bytes = await readFile(log);
    bytes.write('RUINED', bytes.indexOf('row 25 '));
    await writeFile(log, bytes);
    for (const page of stored.pages) (page as { verified?: boolean }).verified = false;
    const { state, bytes: file } = await saving.save({
      runIds: [runId],
      view,
      format: { kind: 'csv' },
    });
    expect(state).toMatchObject({ rows: 40, changes: [{ code: 'unreadableRows', count: 20 }] });
    expect(file.includes('row 25')).toBe(false);
    expect(file.includes('row 45')).toBe(true);
  });
});
