/** A closed data folder with two runs, one to be harmed and one beside it, and looking at both. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { JsonObject } from '#main/core/json/index.ts';
import type { Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { referenceView } from './columns/reference.ts';
import { askIn, question, rowsIn, startTestCore } from './core.ts';
import type { TestCore, TestCoreOptions } from './core.ts';
import { cellText } from './csv-cells.ts';
import type { SecondServer } from './second-server/index.ts';
import { plainCsv, save } from './saving.ts';
import { testFolder } from './store/runs.ts';
import { startSecondServer } from './second-server/index.ts';

const rowsPerPage = 5;
/** By what was asked for. */
const pagesOf = { sea: 4, tide: 2 };
const path = '/api/data/microblog/posts/live';

export interface ARun {
  id: string;
  folder: string;
  log: string;
  rows: readonly JsonObject[];
}

export interface TwoRuns {
  dataDir: string;
  server: SecondServer;
  /** Four pages. */
  harmed: ARun;
  /** Two pages. */
  other: ARun;
  /** Opens the folder. It is closed when the test ends, at the latest. */
  start: (options?: TestCoreOptions) => Promise<TestCore>;
}

const latestFirst: View = {
  ...everyRow,
  sort: [{ field: 'createdAt', direction: 'descending' }],
};

export const queryFor = (q: string) => question('microblog.posts.search', { q });

/** Every row that the server has for `q`. */
export function sentRows(server: SecondServer, q: string): JsonObject[] {
  return server.itemsFor(path, { q }) as JsonObject[];
}

/** Both runs are collected and closed as usual, once for a file; each test gets a copy. */
export function sharedTwoRuns(): () => TwoRuns {
  let server: SecondServer;
  let collected: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    server = await startSecondServer({ pageSize: rowsPerPage, totalRows: 40 });
    collected = mkdtempSync(join(tmpdir(), 'two-runs-'));
    const { address: serviceAddress, accessKey } = server;
    const test = await startTestCore({ dataDir: collected, serviceAddress, accessKey });
    for (const [q, pages] of Object.entries(pagesOf)) {
      const limit = { pages, rows: null };
      const { id: runId } = await askIn(test, queryFor(q), limit);
      // Now its columns are on disk, and all rows are in them.
      await test.value('view.open', { runId, view: latestFirst });
      ids[q] = runId;
    }
    await test.close();
  });
  afterAll(async () => {
    await server.close();
    rmSync(collected, { recursive: true });
  });

  return () => {
    const dataDir = testFolder();
    cpSync(collected, dataDir, { recursive: true, preserveTimestamps: true });
    const runOf = (q: keyof typeof pagesOf): ARun => {
      const id = ids[q] ?? '';
      const folder = join(dataDir, 'runs', id);
      const rows = sentRows(server, q).slice(0, pagesOf[q] * rowsPerPage);
      return { id, folder, log: join(folder, 'pages.jsonl'), rows };
    };
    const start: TwoRuns['start'] = async (options = {}) => {
      const { address: serviceAddress, accessKey } = server;
      const test = await startTestCore({ dataDir, serviceAddress, accessKey, ...options });
      onTestFinished(() => test.close());
      return test;
    };
    return { dataDir, server, harmed: runOf('sea'), other: runOf('tide'), start };
  };
}

/**
 * Opens the run, looks at all its rows, sorts them and saves them: what is there is what was sent,
 * in its place, and rows of `lostPages` are blank and not in the file.
 */
export async function expectReadable(
  test: TestCore,
  run: Pick<ARun, 'id' | 'rows'>,
  { lostPages = [], sorts = true }: { lostPages?: readonly number[]; sorts?: boolean } = {},
): Promise<Run> {
  const isLost = (row: number): boolean => lostPages.includes(Math.floor(row / rowsPerPage) + 1);
  const opened = await test.value('run.open', { runId: run.id });
  expect(opened.run.rowCount).toBe(run.rows.length);
  const shown = run.rows.map((row, at) => (isLost(at) ? {} : row));
  expect(await rowsIn(test, run.id)).toEqual(shown);

  const readable = run.rows.filter((_, at) => !isLost(at));
  if (sorts) {
    const sorted = await rowsIn(test, run.id, { view: latestFirst });
    expect(sorted.length).toBe(shown.length);
    // Where blank ones stand depends on whether the columns were filled before the damage.
    const inOrder = referenceView(readable, latestFirst).map((row) => readable[row]);
    expect(sorted.filter((row) => Object.keys(row).length > 0)).toEqual(inOrder);
  }

  const saved = await save(test, { runIds: [run.id], format: plainCsv });
  expect(saved.rows).toBe(readable.length);
  const [header = [], ...lines]: string[][] = parseCsv(readFileSync(test.saved.at(-1) ?? ''));
  expect(lines).toEqual(readable.map((row) => header.map((name) => cellText(row[name]))));
  // A damaged page is found when it is read, so what is said of it is complete only now.
  return (await test.value('run.open', { runId: run.id })).run;
}
