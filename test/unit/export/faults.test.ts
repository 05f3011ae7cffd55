/** Saving when something is in the way: all or nothing under the chosen name, and a sentence. */
import { mkdirSync, readFileSync, realpathSync, writeFileSync, rmSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { formats } from '#main/core/export/formats/index.ts';
import { everyRow } from '#shared/contract/view.ts';
import { exportSpecSchema } from '#shared/contract/export/export.ts';
import { openTempFolder, sweepExports } from '#main/core/export/temp-folder.ts';
import { createViews } from '#main/core/runs/views.ts';
import { asStoreError } from '#main/core/store/store-error.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import { tappedWorker } from '#test/support/columns/store.ts';
import { inFormat } from '#test/support/saving.ts';
import { exportRig } from '#test/support/export/rig.ts';
import type { Saving } from '#test/support/export/rig.ts';
import { smallDisks } from '#test/support/small-disk.ts';
import { testFolder } from '#test/support/store/runs.ts';

const old = 'the file that was there before';
const rows: JsonObject[] = Array.from({ length: 300 }, (_, at) => ({
  id: String(at),
  text: `row ${at} `.repeat(40),
}));
/** Folders grow: `dataset.test.ts`, `media.test.ts`. */
const fileFormats = formats
  .filter(({ holds }) => holds !== 'folder' && holds !== 'media')
  .map(({ kind }) => kind);
const oneRow: JsonObject[] = [{ id: '1', text: 'x' }];

const tap = tappedWorker();
const rig = exportRig({ startWorker: tap.startWorker });
const runIds = [await rig.makeRun(rows)];

/** A path in a folder of its own, where an old file is. */
function oldFile(folder = testFolder()): string {
  const path = join(folder, 'posts');
  writeFileSync(path, old);
  return path;
}

const cancel = ({ exports }: Saving, exportId: string) =>
  exports.handlers['export.cancel']({ exportId });

async function expectUntouched(path: string): Promise<void> {
  expect(readFileSync(path, 'utf8')).toBe(old);
  expect((await readdir(join(path, '..'))).filter((name) => name !== 'filler')).toEqual(['posts']);
  expect(rig.leftovers()).toEqual([]);
}

describe('cancelling', () => {
  it.each(fileFormats)('%s leaves the old file as it was and nothing beside it', async (kind) => {
    const at = oldFile();
    const saving: Saving = rig.saving({
      at,
      // As soon as bytes are told of, and before the file has its name.
      changed: ({ id, state }) => {
        if (/writing|finishing/.test(state.kind)) void cancel(saving, id);
      },
    });
    const { id, state } = await saving.exportOf({ runIds, ...inFormat(kind) });
    expect(state.kind).toBe('cancelled');
    const show = saving.exports.handlers['export.showInFolder']({ exportId: id });
    await expect(show).rejects.toThrow('There is no such file to show.');
    await expectUntouched(at);
    expect(rig.reported).toEqual([]);
  });

  it('comes too late when the file has its name: its methods sheet is there, too', async () => {
    const at = oldFile();
    let told = 0;
    const views = createViews(rig.columnStore);
    // Counted for the methods sheet, once the file is there.
    const duplicates: typeof views.duplicates = (...asked) => {
      told = saving.told.length;
      for (const { id } of saving.told) void cancel(saving, id);
      return views.duplicates(...asked);
    };
    const saving: Saving = rig.saving({ at, views: { ...views, duplicates } });
    const { state } = await saving.exportOf({ runIds, format: { kind: 'csv' }, methods: true });
    expect(told).toBeGreaterThan(0);
    expect(state).toMatchObject({ kind: 'saved', rows: 300, sheetProblem: null });
    const files = ['posts', 'posts.methods.json', 'posts.methods.md'];
    expect(await readdir(join(at, '..'))).toEqual(files);
  });

  it('ends the search for duplicates in several runs', async () => {
    const several = [...runIds, await rig.makeRun(rows)];
    const { stored } = await rig.live(several[0]!);
    const read = stored.rowBatches.bind(stored);
    const exportId = 'export-of-duplicates';
    const saving = rig.saving({ at: oldFile() });
    let batches = 0;
    const reading = vi.spyOn(stored, 'rowBatches').mockImplementation(async function* () {
      for (; batches < 100; batches++) {
        if (batches === 1) void cancel(saving, exportId);
        yield* read([batches]);
      }
    });
    const view = { ...everyRow, hideDuplicatesBy: 'id' };
    const spec = exportSpecSchema.parse({ runIds: several, format: { kind: 'csv' }, view });
    await saving.exports.handlers['export.start']({ exportId, spec });
    await vi.waitFor(() => expect(saving.told.at(-1)?.state.kind).toBe('cancelled'));
    reading.mockRestore();
    expect(batches).toBe(1);
  });

  it.each(['another choice', 'closing the dialog'])('%s ends a preview', async (by) => {
    const { stored } = await rig.live(runIds[0]!);
    const { exports } = rig.saving({});
    const spec = exportSpecSchema.parse({ runIds, format: { kind: 'jsonl' } });
    const previewed = { exportId: 'export-previewed', spec, rows: 1 };
    let next: Promise<unknown> = Promise.resolve();
    const read = stored.rowBatches.bind(stored);
    const reading = vi.spyOn(stored, 'rowBatches').mockImplementationOnce(async function* (seqs) {
      next =
        by === 'another choice'
          ? exports.handlers['export.preview'](previewed)
          : exports.handlers['export.cancel'](previewed);
      await next;
      yield* read(seqs);
    });
    const first = exports.handlers['export.preview'](previewed);
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    await next;
    reading.mockRestore();
  });

  it('that the program’s end does is the same', async () => {
    const at = oldFile();
    const { exports } = rig.saving({ at });
    const spec = exportSpecSchema.parse({ runIds, format: { kind: 'xlsx' } });
    await exports.handlers['export.start']({ exportId: 'export-at-the-end', spec });
    await exports.close();
    const { exports: all } = await exports.handlers['export.list']({});
    expect(all.map(({ state }) => state.kind)).toEqual(['cancelled']);
    await expectUntouched(at);
  });
});

describe.each(smallDisks)('[41] %s', (_name, smallDisk) => {
  it('the old file stays, there is a sentence, and with room again it is saved', async () => {
    const disk = smallDisk();
    const at = oldFile(realpathSync(disk.folder));
    const saving = rig.saving({ at });
    for (const kind of fileFormats) {
      disk.fill(2000);
      const { state } = await saving.exportOf({ runIds, ...inFormat(kind) });
      expect(state, kind).toMatchObject({
        kind: 'failed',
        problem: { code: 'storage_full', call: 'noCall', remedies: [{ kind: 'tryAgain' }] },
      });
      await expectUntouched(at);
      disk.makeRoom();
      const again = await saving.exportOf({ runIds, ...inFormat(kind), methods: false });
      expect(again.state, kind).toMatchObject({ kind: 'saved', rows: 300 });
      writeFileSync(at, old);
      rmSync(`${at}.nodes.csv`, { force: true });
    }
  });

  it('where only the data folder is: CSV is written without a detour', async () => {
    const disk = smallDisk();
    const full = exportRig({ root: realpathSync(disk.folder) });
    const path = oldFile();
    const runId = await full.makeRun(rows);
    await full.live(runId);
    disk.fill(2000);
    const spec = { runIds: [runId], format: { kind: 'csv' } as const };
    const { state } = await full.saving({ at: path }).exportOf(spec);
    expect(state).toMatchObject({ kind: 'saved', rows: 300 });
    expect(readFileSync(path, 'utf8').split('\r\n').length).toBe(302);
    disk.makeRoom();
    await full.close();
  });
});

it.each([
  ['storage_full', 'storage_full', /no space left on the disk of the data folder/],
  ['memory', 'storage_failed', /more memory than it may use/],
  ['failed', 'storage_failed', /Creating the file failed/],
] as const)(
  'the column store gives up (%s): a sentence about saving; CSV goes another way',
  async (code, told, title) => {
    const at = oldFile();
    const saving = rig.saving({ at });
    tap.answerNext('copy', { code }, 2);
    const { state } = await saving.exportOf({ runIds, format: { kind: 'parquet' } });
    expect(state).toMatchObject({
      kind: 'failed',
      problem: { code: told, title: expect.stringMatching(title) },
    });
    await expectUntouched(at);
    const other = await saving.save({ runIds, format: { kind: 'csv' } });
    expect(other.state.rows).toBe(300);
    expect(rig.leftovers()).toEqual([]);
  },
);

it('40 edges that can’t be replaced (open in Excel) leave the nodes that were saved before', async () => {
  const at = join(testFolder(), 'posts.edges.csv');
  const nodes = join(at, '..', 'posts.nodes.csv');
  writeFileSync(nodes, old);
  // What can’t be replaced on every system.
  mkdirSync(join(at, 'open'), { recursive: true });
  const { state } = await rig.saving({ at }).exportOf({ runIds, ...inFormat('edges') });
  expect(state.kind).toBe('failed');
  expect(readFileSync(nodes, 'utf8')).toBe(old);
});

it('names that are usual somewhere are names', async () => {
  const ids = [await rig.makeRun(oneRow)];
  const names = ['ünï 日本語 😀.csv', `-it's "quoted" $(x); rm.csv`, '.hidden', 'line\nfeed '];
  // As long as file systems take, so that the sheet's name is cut: no character in half.
  for (const name of [...names, `${'x'.repeat(251)}.csv`, `${'ü'.repeat(125)}.csv`]) {
    const { save } = rig.saving({ at: join(testFolder(), name) });
    const { bytes, state } = await save({ runIds: ids, methods: true, format: { kind: 'csv' } });
    expect(bytes.toString()).toBe('\uFEFFid,text\r\n1,x\r\n');
    expect(state).toMatchObject({ sheetProblem: null, files: [{ name }, {}, {}] });
  }
  expect(rig.leftovers()).toEqual([]);
});

it.each([
  ['ENAMETOOLONG', 'The name is too long.'],
  ['ENOENT', 'The folder does not exist.'],
  ['EBUSY', 'Another program has it open.'],
])('what the system says (%s) is told in a sentence', (code, why) => {
  const error = Object.assign(new Error(`${code}: refused, '/home/someone'`), { code });
  const { message } = asStoreError(error, 'The file could not be saved.');
  expect(message).toBe(`The file could not be saved. ${why}`);
});

it.each([
  ['parquet', 1001, 'A Parquet file can have at most 1,000 columns here.'],
  ['xlsx', 16_385, 'A sheet can have at most 16,384 columns.'],
] as const)('%s: of %i columns it is refused in a sentence', async (kind, columns, title) => {
  // A run has at most 5,000 columns; several can have more.
  const parts: string[] = [];
  for (let from = 0; from < columns; from += 5000) {
    const names = Array.from({ length: Math.min(5000, columns - from) }, (_, at) => from + at);
    const row = Object.fromEntries(names.map((name) => [`m${name}`, 'x']));
    parts.push(await rig.makeRun([row]));
  }
  const { state } = await rig.exportOf({ runIds: parts, format: { kind } });
  expect(state).toMatchObject({ kind: 'failed', problem: { code: 'invalid_input', title } });
  expect(rig.leftovers()).toEqual([]);
});

describe('rows that are not all there', () => {
  async function ruin(runId: string): Promise<void> {
    const log = join(rig.folder, 'runs', runId, 'pages.jsonl');
    const bytes = await readFile(log);
    bytes.write('RUINED', bytes.indexOf('row 25 '));
    await writeFile(log, bytes);
  }

  it.each(fileFormats)('%s: what can be read is saved, what can’t is counted', async (kind) => {
    const runId = await rig.makeRun(rows.slice(0, 60));
    await ruin(runId);
    const { state } = await rig.save({ runIds: [runId], ...inFormat(kind) });
    expect(state.rows).toBe(40);
    expect(state.changes).toMatchObject([
      kind === 'raw'
        ? { code: 'unreadablePages', count: 1 }
        : { code: 'unreadableRows', count: 20 },
    ]);
  });

  it('columns that were filled before the damage don’t bring the rows back', async () => {
    const view = { ...everyRow, sort: [{ field: 'id', direction: 'ascending' as const }] };
    const runId = await rig.makeRun(rows.slice(0, 60));
    const spec = { runIds: [runId], view, format: { kind: 'csv' } as const };
    await rig.save(spec);
    await ruin(runId);
    for (const page of (await rig.live(runId)).stored.pages) {
      (page as { verified?: boolean }).verified = false;
    }
    const { state, bytes: file } = await rig.save(spec);
    expect(state).toMatchObject({ rows: 40, changes: [{ code: 'unreadableRows', count: 20 }] });
    expect(file.includes('row 25')).toBe(false);
    expect(file.includes('row 45')).toBe(true);
    const at = join(testFolder(), 'posts');
    const format = { kind: 'jsonl' } as const;
    await rig.saving({ at }).exportOf({ runIds: [runId], format, methods: true });
    const sheet = readFileSync(`${at}.methods.md`, 'utf8');
    expect(sheet).toMatch(/\| `id` \| .* \| 40 \(100\.0%\) \|/);
    expect(sheet).toContain('60 received');
  });

  it('a file that came to fewer rows than the store has never gets its name', async () => {
    const at = oldFile();
    const runId = await rig.makeRun(rows);
    const { stored } = await rig.live(runId);
    const lines = stored.jsonLinesAt.bind(stored);
    vi.spyOn(stored, 'jsonLinesAt').mockImplementation(() => lines([0, 1, 2]));
    const saving = rig.saving({ at });
    const { state } = await saving.exportOf({ runIds: [runId], format: { kind: 'jsonl' } });
    expect(state).toMatchObject({
      kind: 'failed',
      problem: {
        code: 'internal',
        title: 'The file has the wrong number of rows: 3 instead of 300.',
      },
    });
    await expectUntouched(at);
  });
});

it('what a crash left is swept, and nothing that is somebody’s', async () => {
  const folder = testFolder();
  const [part, own] = ['.0123456789abcdef.part', 'thesis.txt'].map((name) => join(folder, name));
  for (const [at, path] of [part!, own!].entries()) {
    writeFileSync(path, old);
    await openTempFolder(rig.folder, `export-${at}`).note(path);
  }
  await sweepExports(rig.folder);
  expect(await readdir(folder)).toEqual(['thesis.txt']);
  expect(rig.leftovers()).toEqual([]);
});
