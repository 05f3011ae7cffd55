/** A long run whose columns are gone, as after a copy from a colleague or a damaged disk. */
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { everyRow } from '#shared/contract/view.ts';
import { startTestCore } from '#test/support/core.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { writeBigRun } from '#test/support/store/big-run.ts';
import { testFolder } from '#test/support/store/runs.ts';

/** More than are read before a run opens. */
const rows = 21_000;
const runId = 'run-that-is-long';

it('is read while its columns are made again, and is saved with all of them', async () => {
  const dataDir = testFolder();
  const at = (n: number) => ({ id: String(n), ...(n === rows - 1 && { late: true }) });
  await writeBigRun(dataDir, runId, rows, { at, perPage: 1000 });
  const test = await startTestCore({ dataDir });
  onTestFinished(() => test.close());

  const { run, window } = await test.value('run.open', { runId });
  expect(run.preparing).toEqual({ rows: 0, of: rows });
  expect(run.columns.map(({ field }) => field)).not.toContain('late');
  expect(window.rows[0]).toEqual(at(0));
  const last = { runId, page: null, offset: rows - 1, count: 9 };
  expect((await test.value('rows.window', last)).rows).toEqual([at(rows - 1)]);

  const { rows: saved } = await save(test, { runIds: [runId], format: plainCsv, view: everyRow });
  expect(saved).toBe(rows);
  expect(readFileSync(test.saved[0] ?? '', 'utf8').split('\r\n', 1)[0]).toContain('late');

  const told = test.events.flatMap((event) => (event.kind === 'run.changed' ? [event.run] : []));
  expect(told.at(-1)?.preparing).toBeNull();
  expect(told.at(-1)?.columns.map(({ field }) => field)).toContain('late');
});
