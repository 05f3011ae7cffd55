/** What must hold of a run's columns once the process that filled them was killed. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'vitest';
import type { ColumnStore } from '#main/core/store/columns/column-store.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { cellText } from '#test/support/columns/reference.ts';

/**
 * Opens and completes the columns, and compares every cell with the log's rows.
 * @returns rows that were in the file when it was opened.
 */
export async function checkColumns(
  columns: ColumnStore,
  dataDir: string,
  runId: string,
): Promise<number> {
  const store = createRunStore(dataDir);
  try {
    const run = await store.open(runId);
    await columns.attach(run);
    const { rows: found } = columns.progress(runId);
    await columns.filled(runId);
    expect(columns.progress(runId)).toMatchObject({ rows: run.rowCount, of: run.rowCount });
    await columns.detach(runId);
    const rows = await run.rows(0, run.rowCount);
    const { fields, cells } = await readCells(join(run.folder, 'derived', 'columns.duckdb'));
    expect(cells).toEqual(rows.map((row) => fields.map((field) => cellText(row, field))));
    const filled = rows.flatMap((row) => Object.keys(row ?? {}).filter((name) => row?.[name]));
    expect(fields).toEqual(expect.arrayContaining([...new Set(filled)]));
    return found;
  } finally {
    await store.close();
  }
}

/** The file as a database of the test's own reads it; fields without any value have no column. */
async function readCells(path: string): Promise<{ fields: string[]; cells: (string | null)[][] }> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY', threads: '1' });
  const connection = await instance.connect();
  try {
    const columns = await connection.runAndReadAll(
      `SELECT n, path FROM cols WHERE type <> 'NONE' ORDER BY n`,
    );
    const names = columns.getRows().map(([n]) => `CAST(c${String(n)} AS VARCHAR)`);
    const table = await connection.runAndReadAll(
      `SELECT ${['seq', ...names].join()} FROM t ORDER BY seq`,
    );
    return {
      fields: columns.getRows().map(([, field]) => String(field)),
      cells: table
        .getRows()
        .map((row) => row.slice(1).map((cell) => (cell === null ? null : String(cell)))),
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
