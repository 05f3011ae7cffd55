/** Rows of a run at work are packed into its file while it grows: memory doesn't grow with them. */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { rowGroupRows } from '#main/core/store/columns/worker/run-file.ts';
import type { View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import { referenceView } from '#test/support/columns/reference.ts';
import { TestRun, filledRun, expectRight, sharedStore } from '#test/support/columns/store.ts';

const shared = sharedStore();
const { store, folder } = shared;
const part = 8000;
const parts = Math.ceil(rowGroupRows / part);
const rows = Array.from({ length: 2 * parts * part }, (_, n) => ({
  id: String(n),
  likes: (n * 37) % 1001,
}));
const view: View = {
  ...everyRow,
  filters: [{ kind: 'number', field: 'likes', min: '100', max: '120' }],
  sort: [{ field: 'likes', direction: 'descending' }],
};

/** The next rows come, as pages of a run do. */
async function grow(source: TestRun): Promise<void> {
  source.rows = rows.slice(0, source.rows.length + part);
  await store.catchUp(source);
}

const epochOf = async (source: TestRun): Promise<number> => (await store.query(source, view)).epoch;

it('is done when a row group is full, while the run is open', async () => {
  const source = await filledRun(shared);
  for (let times = 1; times < parts; times++) await grow(source);
  // Until then they are in the journal, and in memory as they came.
  expect(existsSync(`${source.file}.wal`)).toBe(true);
  await grow(source);
  expect(existsSync(`${source.file}.wal`)).toBe(false);
  await expectRight(store, source, view);

  // The file alone has them all.
  const copy = new TestRun(folder, [], 'copy');
  for (let times = 1; times <= parts; times++) copy.rows = rows.slice(0, times * part);
  mkdirSync(dirname(copy.file), { recursive: true });
  copyFileSync(source.file, copy.file);
  await expectRight(store, copy, view);
  expect(await epochOf(copy)).toBe(await epochOf(source));
});

it('disturbs neither what is asked meanwhile nor other runs', async () => {
  const first = referenceView(rows.slice(0, part), view);
  const sources = ['one', 'two'].map((id) => new TestRun(folder, rows.slice(0, part), id));
  const epochs = await Promise.all(sources.map(epochOf));
  await Promise.all(
    sources.map(async (source) => {
      while (source.rows.length <= parts * part) {
        const asked = Array.from({ length: 3 }, () => store.query(source, view, { rows: part }));
        await grow(source);
        for (const { seqs } of await Promise.all(asked)) expect([...seqs]).toEqual(first);
      }
    }),
  );
  for (const source of sources) await expectRight(store, source, view);
  // None was built again.
  expect(await Promise.all(sources.map(epochOf))).toEqual(epochs);
});

it('leaves columns in memory where no file can be', async () => {
  const source = new TestRun(folder, rows.slice(0, part), 'no-folder');
  // No folder can be made where a file is.
  writeFileSync(dirname(source.file), '');
  const epoch = await epochOf(source);
  for (let times = 1; times <= parts; times++) await grow(source);
  await expectRight(store, source, view);
  expect(await epochOf(source)).toBe(epoch);
});

it('builds a file again that somebody deleted meanwhile', async () => {
  const source = await filledRun(shared, rows.slice(0, part));
  for (const gone of [source.file, dirname(source.file)]) {
    rmSync(gone, { recursive: true });
    for (let times = 1; times <= parts; times++) await grow(source);
    await expectRight(store, source, view);
    expect(existsSync(source.file)).toBe(true);
  }
});
