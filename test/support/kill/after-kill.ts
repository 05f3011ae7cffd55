/** What must hold of a data folder once the process that collected into it was killed. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { TestSampleService } from '#test/support/sample-service.ts';
import { maxWindowRows } from '#shared/contract/run.ts';
import type { Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import type { TestCore } from '#test/support/core.ts';
import { startTestCore } from '#test/support/core.ts';
import type { SentRows } from './sent-rows.ts';
import type { Told } from './told.ts';

export interface Killed {
  dataDir: string;
  service: TestSampleService;
  /** What the killed process told, and which rows each of its runs must have. */
  told: readonly Told[];
  sent: ReadonlyMap<string, SentRows>;
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
  const { dataDir, service, told, sent, everyRun, kills, sorts } = killed;
  const { address: serviceAddress, accessKey } = service;
  const test = await startTestCore({ dataDir, serviceAddress, accessKey });
  try {
    // Nothing the service counted is missing; what is counted too much was noted and not sent.
    const { calls, notices } = await test.value('app.snapshot', {});
    const counted = service.callsCounted();
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
      if (sorts) expect((await rowsOf(test, run, latestFirst)).length).toBe(run.rowCount);
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
  sent: SentRows,
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

  const expected = await sent.first(run.rowCount);
  const rows = await rowsOf(test, run, everyRow);
  expect(rows.length).toBe(run.rowCount);
  const wrong = rows.findIndex((row, at) => !isDeepStrictEqual(row, expected[at]));
  if (wrong !== -1) expect(rows[wrong], `row ${wrong}`).toEqual(expected[wrong]);
  return run;
}

async function rowsOf(test: TestCore, { id, rowCount }: Run, view: View): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let offset = 0; offset < rowCount; offset += maxWindowRows) {
    const window = { runId: id, page: null, view, offset, count: maxWindowRows };
    rows.push(...(await test.value('rows.window', window)).rows);
  }
  return rows;
}
