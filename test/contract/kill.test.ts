/**
 * kill -9 in the middle of collecting (checklist 43): a process with the whole core is killed at
 * a hundred random moments, and each time all that its window was told of is there, the ledger
 * has every call, and the columns are those of the log.
 */
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { columnsReader } from '#test/support/columns/read-file.ts';
import { columnStore } from '#test/support/columns/store.ts';
import { columnsWorker } from '#test/support/columns/worker.ts';
import { checkThroughCore } from '#test/support/kill/after-kill.ts';
import { collectAndKill } from '#test/support/kill/collecting.ts';
import { checkColumns } from '#test/support/kill/columns-after-kill.ts';
import { createDice } from '#test/support/kill/dice.ts';
import { SentRows } from '#test/support/kill/sent-rows.ts';
import type { Question } from '#test/support/kill/sent-rows.ts';
import { bundleProgram } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/folder.ts';

const killsPerFolder = 50;
/** Of each folder: one question is asked to its end, the other two pages at a time. */
const folders: readonly (readonly Question[])[] = [
  [
    { endpointId: 'microblog.posts.search', path: '/api/data/microblog/posts/live', q: 'sea' },
    { endpointId: 'microblog.users.search', path: '/api/data/microblog/users/live', q: 'garden' },
  ],
  [
    { endpointId: 'photoshare.posts.search', path: '/api/data/photoshare/posts/live', q: 'food' },
    { endpointId: 'microblog.posts.search', path: '/api/data/microblog/posts/live', q: 'rain' },
  ],
];
const limits = [
  { pages: null, rows: null },
  { pages: 2, rows: null },
];
/** The clock stands still, so that the services answer the same at any time. */
const now = (): number => Date.UTC(2026, 10, 20, 19, 30);
/** Where the moments come from; the rest is up to the computer. */
const seed = Number(process.env['SDE_SEED'] ?? Date.now() % 1_000_000);

let program: string;
beforeAll(async () => {
  program = await bundleProgram(new URL('../support/kill/collect.ts', import.meta.url));
});

async function startService(): Promise<SampleServiceHandle> {
  const service = await startSampleService({ now });
  onTestFinished(() => service.close());
  return service;
}

it(`[43] a core killed at ${folders.length * killsPerFolder} random moments has lost nothing`, async () => {
  const root = testFolder();
  const columns = await columnStore(root);
  const wrongCells = await columnsReader();
  const asked = await startService();
  let failed = false;

  async function killAgainAndAgain(questions: readonly Question[], at: number): Promise<number> {
    const dataDir = join(root, `data-${at}`);
    const service = await startService();
    const sentTo = questions.map((question) => new SentRows(asked, question));
    const dice = createDice(seed + at);
    const everyRun = new Map<string, number>();
    let filled = 0;
    for (let kills = 1; kills <= killsPerFolder && !failed; kills++) {
      const runs = questions.map(({ endpointId, q }, part) => ({
        id: `run-${at}-${String(kills).padStart(3, '0')}-${part}`,
        query: { endpointId, values: { q }, fields: [] },
        limit: limits[part]!,
      }));
      const { address: serviceAddress, accessKey } = service;
      const options = {
        dataDir,
        serviceAddress,
        accessKey,
        columnsWorker: columnsWorker().href,
        runs,
      };
      try {
        const told = await collectAndKill(program, options, dice);
        const toldOf = runs.filter(({ id }) => told.some((one) => one.id === id));
        const sent = new Map(runs.map(({ id }, part) => [id, sentTo[part]!]));
        // Every other time the columns are met first by the core, then as they were left.
        const sorts = kills % 2 === 0;
        await checkThroughCore({ dataDir, service, told, sent, everyRun, kills, sorts });
        const rowsLeft = await Promise.all(
          toldOf.map(({ id }) => checkColumns(columns, wrongCells, dataDir, id)),
        );
        if (!sorts) filled += rowsLeft.reduce((sum, rows) => sum + rows, 0);
      } catch (error) {
        failed = true;
        throw new Error(`Kill ${kills} in folder ${at}; SDE_SEED=${seed}`, { cause: error });
      }
    }
    return filled;
  }

  // The other folder comes to rest first: what is closed in the middle of its work tells nothing.
  const filled = await Promise.allSettled(folders.map(killAgainAndAgain));
  for (const folder of filled) {
    if (folder.status === 'rejected') throw folder.reason;
    // Had nothing been filled in when it was killed, the columns would prove nothing.
    expect(folder.value).toBeGreaterThan(0);
  }
}, 1_200_000);
