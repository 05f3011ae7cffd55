/** A long run that is opened: all its columns are known at once, also where its derived files are gone. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createRunStore } from '#main/core/store/run-store.ts';
import { everyRow } from '#shared/contract/view.ts';
import { startTestCore } from '#test/support/core.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { headerOfBigRun, writeBigRun } from '#test/support/store/big-run.ts';
import { lineOf, testFolder } from '#test/support/store/runs.ts';

/** 210 pages; every 64th lists all columns. */
const rows = 21_000;
/** 30 pages, none of which does. */
const few = 3000;
const runId = 'run-that-is-long';
/** A member of two rows in the middle, on pages 16 and 18, one of the last row, and two that are alike, or nearly. */
const at = (n: number) => ({
  id: String(n),
  always: 1,
  nearly: n === 1500 ? 'other' : 'same',
  ...((n === 1500 || n === 1700) && { middle: 1.5 }),
  ...((n === rows - 1 || n === few - 1) && { late: true }),
});

async function opened(rowCount: number, harm: (log: string) => void = () => undefined) {
  const dataDir = testFolder();
  await writeBigRun(dataDir, runId, rowCount, { at, perPage: 100 });
  const folder = join(dataDir, 'runs', runId);
  rmSync(join(folder, 'derived'), { recursive: true });
  harm(join(folder, 'pages.jsonl'));
  const test = await startTestCore({ dataDir });
  onTestFinished(() => test.close());
  const { run, window } = await test.value('run.open', { runId });
  const same = run.columns.flatMap((column) => (column.same ? [column.field] : []));
  return { test, window, same, columns: run.columns.map(({ field, type }) => [field, type]) };
}

const found = (columns: unknown[]) => Object.fromEntries(columns as [string, string][]);

it('has all its columns at once, and is saved with them', async () => {
  const { test, window, same, columns } = await opened(rows);
  expect(same).toEqual(['always']);
  expect(found(columns)).toMatchObject({ id: 'text', middle: 'number', late: 'boolean' });
  expect(window.rows[0]).toEqual(at(0));
  const last = { runId, offset: rows - 1, count: 9 };
  expect((await test.value('rows.window', last)).rows).toEqual([at(rows - 1)]);

  const { rows: saved } = await save(test, { runIds: [runId], format: plainCsv, view: everyRow });
  expect(saved).toBe(rows);
  expect(readFileSync(test.saved[0] ?? '', 'utf8').split('\r\n', 1)[0]).toContain('late');
});

/** Changes a byte of the first text like this one. */
const flip =
  (text: string, by: number) =>
  (log: string): void => {
    const bytes = readFileSync(log);
    bytes[bytes.indexOf(text) + by]! ^= 0x15;
    writeFileSync(log, bytes);
  };

it.each([
  // Page 1 is the only one whose record says that rows have an ID, and page 16 that some have a middle.
  ['the header of the first page', flip('"page":1,', 2)],
  ['the header of a later page', flip('"page":16,', 2)],
  ['the columns in its record', flip('"types":[["middle"', 12)],
])('[44] damage to %s costs no column that another page has', async (_, harm) => {
  const { same, columns } = await opened(few, harm);
  // What was lost may have had another value.
  expect(same).not.toContain('nearly');
  expect(found(columns)).toMatchObject({ id: 'text', middle: 'number', late: 'boolean' });
});

it('[44] a log from somebody else has the columns of its rows, whatever its records leave out', async () => {
  const dataDir = testFolder();
  const store = createRunStore(dataDir);
  // Beside the rows of its first page is what was asked about.
  const values = { id: 'C3po_1', commentId: '17' };
  const query = { endpointId: 'photoshare.comments.replies', values, fields: [] };
  const { folder } = await store.create(runId, { ...headerOfBigRun, query });
  await store.close();
  const page = { kind: 'page', page: 1, ms: 1, rows: 2, at: '2026-03-31T10:00:00.000Z' } as const;
  const body = Buffer.from('{"results":[{"id":"1"},{"id":2,"no":json}]}');
  const parsable = Buffer.from('{"results":[{"id":"1"},{"more":2}]}');
  for (const [earlier, bytes] of [body, parsable].entries()) {
    const record = { ...page, page: earlier + 1, firstRow: 2 * earlier };
    appendFileSync(join(folder, 'pages.jsonl'), lineOf(record, bytes));
  }
  const test = await startTestCore({ dataDir });
  onTestFinished(() => test.close());
  const { run } = await test.value('run.open', { runId });
  expect(run.columns.map(({ field, type }) => [field, type])).toEqual(
    expect.arrayContaining([
      ['id', 'text'],
      ['more', 'integer'],
    ]),
  );
});
