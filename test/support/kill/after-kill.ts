/** What must hold of a data folder once the process that collected into it was killed. */
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { expect } from 'vitest';
import { DuckDBInstance } from '@duckdb/node-api';
import { maxWindowRows } from '#shared/contract/run.ts';
import type { Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { rowsIn, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import type { ColumnStore } from '#main/core/store/columns/column-store.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { cellText } from '#test/support/columns/reference.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import type { Told } from './collect.ts';

export interface Killed {
  dataDir: string;
  server: SecondServer;
  /** What the killed process told, and which rows each of its runs must have. */
  told: readonly Told[];
  sent: ReadonlyMap<string, readonly unknown[]>;
  /** Rows of every run seen since the folder was made, by id; those seen now join them. */
  everyRun: Map<string, number>;
  /** Processes killed so far: each may have noted one call that never left. */
  kills: number;
  /** Whether the runs are sorted, too, for which the core opens their columns. */
  sorts: boolean;
}

const latestFirst: View = { ...everyRow, sort: [{ field: 'id', direction: 'descending' }] };

/** Opens the folder with a core, as the next start does, and looks at everything it says. */
export async function checkThroughCore(killed: Killed): Promise<void> {
  const { dataDir, server, told, sent, everyRun, kills, sorts } = killed;
  const { address: serviceAddress, accessKey } = server;
  const test = await startTestCore({ dataDir, serviceAddress, accessKey });
  try {
    // Nothing the service counted is missing; what is counted too much was noted and not sent.
    const { calls, notices } = await test.value('app.snapshot', {});
    const counted = server.requests.filter(({ path }) => path.startsWith('/api/data/')).length;
    expect(calls.total).toBeGreaterThanOrEqual(counted);
    expect(calls.total - counted).toBeLessThanOrEqual(kills);
    expect(notices.filter(({ code }) => code !== 'ledger_torn')).toEqual([]);

    const { runs } = await test.value('history.list', {});
    const known = new Map(runs.map(({ id, rows }) => [id, rows]));
    for (const [id, rows] of everyRun) expect(known.get(id)).toBe(rows);
    expect(runs.filter(({ condition }) => condition !== 'sound')).toEqual([]);
    for (const [id, rows] of sent) {
      const ofRun = told.filter((one) => one.id === id);
      if (ofRun.length === 0) continue;
      const run = await checkRun(test, id, ofRun, rows);
      everyRun.set(id, run.rowCount);
      if (sorts) expect(await rowsIn(test, id, { view: latestFirst })).toHaveLength(run.rowCount);
    }
    expect(test.reported).toEqual([]);
  } finally {
    await test.close();
  }
}

async function checkRun(
  test: TestCore,
  runId: string,
  told: readonly Told[],
  sent: readonly unknown[],
): Promise<Run> {
  const { run } = await test.value('run.open', { runId });
  for (const { rowCount, pageCount, calls } of told) {
    expect(run.rowCount).toBeGreaterThanOrEqual(rowCount);
    expect(run.pageCount).toBeGreaterThanOrEqual(pageCount);
    expect(run.calls).toBeGreaterThanOrEqual(calls);
  }
  expect(run.calls).toBeGreaterThanOrEqual(run.pageCount);
  expect(['interrupted', 'noMore']).toContain(run.state.kind);
  expect(run.notices.filter(({ code }) => code !== 'torn_tail')).toEqual([]);
  const { pages } = await test.value('run.pages', { runId, from: 0, count: maxWindowRows });
  expect(pages.filter(({ unreadable }) => unreadable)).toEqual([]);
  expect(pages.length).toBe(run.pageCount);

  const rows = await rowsIn(test, runId);
  expect(rows.length).toBe(run.rowCount);
  const wrong = rows.findIndex((row, at) => !isDeepStrictEqual(row, sent[at]));
  if (wrong !== -1) expect(rows[wrong], `row ${wrong}`).toEqual(sent[wrong]);
  return run;
}

/**
 * Opens and completes the columns, and compares every cell with the log's rows.
 * @returns whether the file was used as it was left.
 */
export async function checkColumns(
  columns: ColumnStore,
  dataDir: string,
  runId: string,
): Promise<boolean> {
  const store = createRunStore(dataDir);
  // The worker's clock isn't that of the tests.
  const start = performance.timeOrigin + performance.now();
  try {
    const run = await store.open(runId);
    await columns.catchUp(run);
    const sorted = { ...everyRow, sort: [{ field: 'id', direction: 'ascending' as const }] };
    const { rows: filledIn, epoch } = await columns.query(run, sorted);
    expect(filledIn).toBe(run.rowCount);
    await columns.detach(runId);
    const rows = await run.rowsAt(Array(run.rowCount).keys());
    const { fields, cells } = await readCells(join(run.folder, 'derived', 'columns.duckdb'));
    expect(cells).toEqual(rows.map((row) => fields.map((field) => cellText(row, field))));
    const filled = rows.flatMap((row) => Object.keys(row ?? {}).filter((name) => row?.[name]));
    expect(fields).toEqual(expect.arrayContaining([...new Set(filled)]));
    // It begins with the time when the file was made.
    return epoch < start;
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
      `SELECT n, path FROM cols WHERE 'c' || n IN (SELECT column_name FROM (DESCRIBE t)) ORDER BY n`,
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
