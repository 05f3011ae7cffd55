import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import type { View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import { referenceView } from '#test/support/columns/reference.ts';
import { filledRun, ownStore, sharedStore, TestRun } from '#test/support/columns/store.ts';

const count = 3000;
const rows = Array.from({ length: count }, (_, n) => ({
  id: String(n),
  text: `Text ${(n * 7919) % 1009} ${'x'.repeat(n % 50)}`,
  likes: (n * 37) % 1001,
}));
const view: View = {
  ...everyRow,
  filters: [{ kind: 'number', field: 'likes', min: '100', max: '600' }],
  sort: [{ field: 'text', direction: 'descending' }],
};
const expected = referenceView(rows, view);

/** One store for all tests of this file, and a file that is right to begin with. */
const shared = sharedStore();
const { store } = shared;
const whole = await filledRun(shared, rows);
const { epoch: wholeEpoch } = await store.query(whole, view);
await store.detach(whole.id);
let runs = 0;

/** A run whose columns are on disk, and nobody has them open. */
function copiedRun(readOnly = false): TestRun {
  expect(existsSync(`${whole.file}.wal`)).toBe(false);
  runs++;
  const source = new TestRun(shared.folder, rows, `run-${runs}-0000`);
  source.readOnly = readOnly;
  mkdirSync(dirname(source.file), { recursive: true });
  copyFileSync(whole.file, source.file);
  return source;
}

/** Returns the epoch, which tells files apart: another one was built again. */
async function expectRight(source: TestRun): Promise<number> {
  const { seqs, epoch } = await store.query(source, view, { rows: source.rowCount });
  expect([...seqs]).toEqual(source.rows === rows ? expected : referenceView(source.rows, view));
  return epoch;
}

async function inFile(path: string, statement: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

/** Changes some bytes from `from` on, as a share of the file. */
function overwrite(path: string, from: number, length: number): void {
  const bytes = readFileSync(path);
  const start = Math.floor(bytes.length * from);
  bytes.fill(0xaa, start, Math.min(bytes.length, start + length));
  writeFileSync(path, bytes);
}

/** Another database has changed the file by this statement. */
const by =
  (statement: string) =>
  ({ file }: TestRun): Promise<void> =>
    inFile(file, statement);

const last = `(SELECT max(seq) FROM t)`;
const wrongs: [name: string, harm: (source: TestRun) => unknown][] = [
  ['was deleted', ({ file }) => rmSync(file)],
  ['was deleted with its folder', ({ file }) => rmSync(dirname(file), { recursive: true })],
  ['is empty', ({ file }) => writeFileSync(file, '')],
  ['is something else', ({ file }) => writeFileSync(file, 'hello world '.repeat(5000))],
  ['is cut in the middle', ({ file }) => truncateSync(file, readFileSync(file).length >> 1)],
  ['lacks its last bytes', ({ file }) => truncateSync(file, readFileSync(file).length - 5000)],
  ['is damaged at its beginning', ({ file }) => overwrite(file, 0, 4096)],
  ['is damaged further on', ({ file }) => overwrite(file, 0.02, 200_000)],
  ['is damaged in its second half', ({ file }) => overwrite(file, 0.5, 200_000)],
  ['has a journal of garbage', ({ file }) => writeFileSync(`${file}.wal`, Buffer.alloc(9000, 7))],
  ['is a folder', ({ file }) => (rmSync(file), mkdirSync(file))],
  ['belongs to another log', (source) => source.replaceLog('log-2', rows)],
  [
    'belongs to another past of its log',
    (source) => {
      source.rows = [...rows.slice(0, -9), ...rows.slice(0, 9)];
    },
  ],
  ['has an older format', by('UPDATE meta SET format = 1')],
  ['has a newer format', by('UPDATE meta SET format = 99')],
  ['says nothing of itself', by('DELETE FROM meta')],
  ['has other tables', by('DROP TABLE cols')],
  ['has a column more', by('ALTER TABLE t ADD COLUMN c9 VARCHAR')],
  ['has a column of another type', by('ALTER TABLE t ALTER c2 TYPE VARCHAR')],
  ['lacks a row', by('DELETE FROM t WHERE seq = 77')],
  ['counts wrongly', by('UPDATE meta SET "rows" = "rows" - 1')],
  ['has a row twice', by(`UPDATE t SET seq = 5 WHERE seq = ${last}`)],
];

describe('a file that', () => {
  it.each(wrongs)(
    '%s is built again, in memory where nothing may be written',
    async (name, harm) => {
      const source = copiedRun();
      await harm(source);
      const epoch = await expectRight(source);
      // A journal that says nothing is thrown away, and the file may be used as it was.
      if (!name.includes('journal')) expect(epoch).not.toBe(wholeEpoch);
      await store.detach(source.id);
      // It is on disk again, and right.
      expect(await expectRight(source)).toBe(epoch);

      const readOnly = copiedRun(true);
      await harm(readOnly);
      const existed = existsSync(readOnly.file);
      await expectRight(readOnly);
      await store.detach(readOnly.id);
      expect(existsSync(readOnly.file)).toBe(existed);
    },
  );

  it.each([
    ['longer than the log is built again', 2000, false],
    ['shorter than the log is completed', 4000, true],
  ])('is %s', async (_, length, isUsed) => {
    const source = copiedRun();
    source.rows = [...rows, ...rows].slice(0, length);
    expect((await expectRight(source)) === wholeEpoch).toBe(isUsed);
  });

  it('is damaged while it is used is built again, and the question answered', async () => {
    // Large enough that opening it doesn't read all of it.
    const long = Array.from({ length: 4000 }, (_, n) => ({ text: longText(n) }));
    const other = copiedRun();
    const otherEpoch = await expectRight(other);
    const source = await filledRun(shared, long);
    await store.detach(source.id);
    const { epoch } = await store.query(source, { ...everyRow, search: 'nothing' }, { rows: 1 });
    overwrite(source.file, 0.05, readFileSync(source.file).length);
    const again = await store.query(source, { ...everyRow, sort: view.sort });
    const descending = [...long.keys()].toSorted((a, b) => placeOf(b) - placeOf(a));
    expect([...again.seqs]).toEqual(descending);
    expect(again.epoch).not.toBe(epoch);
    // The other run went on.
    expect((await store.query(other, view)).epoch).toBe(otherEpoch);
  });
});

it('a file that the worker of a killed program still has open is waited for, not built again', async () => {
  const source = copiedRun();
  const other = ownStore({ dataFolder: shared.folder });
  await other.store.catchUp(source);
  const told = shared.tap.commands.length;
  const right = expectRight(source);
  await expect
    .poll(() => shared.tap.commands.slice(told).map(({ kind }) => kind))
    .toEqual(['query']);
  // Long enough that the file is tried while it is locked.
  await setTimeout(500);
  await other.store.close();
  expect(await right).toBe(wholeEpoch);
});

it('a log that can’t be read for a moment costs the file nothing', async () => {
  const source = copiedRun();
  const log = readFileSync(source.log);
  truncateSync(source.log, log.length >> 1);
  await expect(store.query(source, view)).rejects.toMatchObject({ code: 'failed' });
  writeFileSync(source.log, log);
  expect(await expectRight(source)).toBe(wholeEpoch);
});

it('a whole file is used where nothing may be written', async () => {
  const source = copiedRun(true);
  const before = readFileSync(source.file);
  expect(await expectRight(source)).toBe(wholeEpoch);
  await store.detach(source.id);
  expect(readFileSync(source.file).equals(before)).toBe(true);
});

/** A text that no other row has, and where it is among them: comparing all of it takes seconds. */
const placeOf = (n: number): number => (n * 7919) % 4000;
function longText(n: number): string {
  const words = Array.from({ length: 80 }, (_, part) => (n * 7919 + part * 104_729) % 99_991);
  return `${placeOf(n) + 1000} ${words.map((word) => `Word${word}`).join()}`;
}
