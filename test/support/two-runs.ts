/** A closed data folder with two runs, one to be harmed and one beside it, and looking at both. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { expect, onTestFinished } from 'vitest';
import type { JsonObject } from '#main/core/json/index.ts';
import type { Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { referenceView } from './columns/reference.ts';
import { mintRunId, question, rowsIn, startTestCore } from './core.ts';
import type { TestCore, TestCoreOptions } from './core.ts';
import { cellText } from './csv-cells.ts';
import type { SecondServer } from './second-server/index.ts';
import { plainCsv, save } from './saving.ts';
import { testFolder } from './store/runs.ts';
import { startSecondServer } from './second-server/index.ts';

const rowsPerPage = 5;
const path = '/api/data/microblog/posts/live';

export interface ARun {
  id: string;
  /** What was asked for. */
  q: string;
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- items are JSON
  return server.itemsFor(path, { q }) as JsonObject[];
}

/** Both runs were collected and closed as usual. */
export async function twoRuns(): Promise<TwoRuns> {
  const server = await startSecondServer({ pageSize: rowsPerPage, totalRows: 40 });
  onTestFinished(() => server.close());
  const dataDir = testFolder();
  const start: TwoRuns['start'] = async (options = {}) => {
    const { address: serviceAddress, accessKey } = server;
    const test = await startTestCore({ dataDir, serviceAddress, accessKey, ...options });
    onTestFinished(() => test.close());
    return test;
  };
  const test = await start();
  const fetchRun = async (q: string, pages: number): Promise<ARun> => {
    const id = mintRunId();
    await test.value('run.start', { runId: id, query: queryFor(q) });
    for (let page = 2; page <= pages; page++) await test.value('run.next', { runId: id });
    // Now its columns are on disk, and all rows are in them.
    await test.value('view.open', { runId: id, view: latestFirst });
    const folder = join(dataDir, 'runs', id);
    const rows = sentRows(server, q).slice(0, pages * rowsPerPage);
    return { id, q, folder, log: join(folder, 'pages.jsonl'), rows };
  };
  const harmed = await fetchRun('sea', 4);
  const other = await fetchRun('tide', 2);
  await test.close();
  return { dataDir, server, harmed, other, start };
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
