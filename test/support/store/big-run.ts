/**
 * A run of very many rows on disk, written as the program writes it. Its usual rows take seconds:
 * they are short, and each has one of thirty further members, so that the run has 35 columns.
 */
import type { FilePort } from '#main/core/store/file-port.ts';
import { nodeFiles } from '#main/core/store/file-port.ts';
import { createRunStore } from '#main/core/store/run-store.ts';

const rowsOfPage = 1000;
const furtherFields = 30;

const words = 'harbour night train ticket window summer forest quiet letter bridge'.split(' ');

/** Row `n`, from 0, as a service might send it. Its text says which one it is. */
export function bigRow(n: number): Record<string, unknown> {
  return {
    id: String(1_790_000_000_000_000_000n + BigInt(n)),
    text: `Row ${n + 1} of the ${words[n % words.length]}`,
    authorUsername: `user_${n % 997}`,
    createdAt: new Date(1_700_000_000_000 + n * 1000).toISOString(),
    likeCount: (n * 7919) % 100_000,
    [`further${n % furtherFields}`]: n % 10,
  };
}

/** Ten thousand pages take minutes to sync, and nobody needs these after a power cut. */
const unsynced: FilePort = {
  ...nodeFiles,
  async open(...how) {
    const file = await nodeFiles.open(...how);
    return { ...file, datasync: () => Promise.resolve() };
  },
};

const at = '2026-03-31T10:00:00.000Z';

/** The first record of such a run. */
export const headerOfBigRun = {
  query: { endpointId: 'microblog.posts.search', values: { q: 'harbour' }, fields: [] },
  target: '/microblog/posts/search?q=harbour',
  address: 'http://127.0.0.1:1',
  profileId: 'sample',
  createdAt: at,
  version: '0',
};

export interface RowsOfRun {
  /** Row `n`, from 0. */
  at: (n: number) => unknown;
  perPage: number;
}

/** Creates the run in the data folder; nothing else may be using it. */
export async function writeBigRun(
  dataDir: string,
  runId: string,
  rowCount: number,
  rows: RowsOfRun = { at: bigRow, perPage: rowsOfPage },
): Promise<void> {
  const store = createRunStore(dataDir, { files: unsynced });
  const run = await store.create(runId, headerOfBigRun);
  for (let page = 1; run.rowCount < rowCount; page += 1) {
    const count = Math.min(rows.perPage, rowCount - run.rowCount);
    const results = Array.from({ length: count }, (_, place) => rows.at(run.rowCount + place));
    const body = Buffer.from(JSON.stringify({ results, count, dataSource: 'api', has_more: true }));
    await run.appendPage({ body, page, at, ms: 1, status: 200 });
  }
  await run.appendRest('noMore');
  await store.close();
}
