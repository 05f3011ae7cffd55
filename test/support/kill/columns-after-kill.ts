/** What must hold of a run's columns once the process that filled them was killed. */
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ColumnStore } from '#main/core/store/columns/column-store.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import type { WrongCells } from '#test/support/columns/read-file.ts';

/**
 * Opens and completes the columns, and compares every cell with the log's rows.
 * @returns rows that were in the file when it was opened.
 */
export async function checkColumns(
  columns: ColumnStore,
  wrongCells: WrongCells,
  dataDir: string,
  runId: string,
): Promise<number> {
  const store = createRunStore(dataDir);
  try {
    const run = await store.open(runId);
    await columns.attach(run);
    const { rows } = columns.progress(runId);
    await columns.filled(runId);
    expect(columns.progress(runId)).toMatchObject({ rows: run.rowCount, of: run.rowCount });
    await columns.detach(runId);
    const file = join(run.folder, 'derived', 'columns.duckdb');
    expect(await wrongCells(file, await run.rows(0, run.rowCount))).toEqual([]);
    return rows;
  } finally {
    await store.close();
  }
}
