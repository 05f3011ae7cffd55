/**
 * kill -9 in the middle of collecting (checklist 43): a process with the whole core is killed at
 * random moments, and each time all that its window was told of is there, the ledger has every
 * call, and the columns are those of the log.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ownStore } from '#test/support/columns/store.ts';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import { question } from '#test/support/core.ts';
import { checkThroughCore, checkColumns } from '#test/support/kill/after-kill.ts';
import type { CollectOptions, Told } from '#test/support/kill/collect.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { count } from '#test/support/thorough.ts';

const kills = count(4, 150);
/** One question is asked to its end, the other two pages at a time. */
const questions = [
  { id: 'microblog.posts.search', platform: 'microblog', pages: null },
  { id: 'photoshare.posts.search', platform: 'photoshare', pages: 2 },
];
/** More than are collected before the latest kill. */
const totalRows = 4000;
/** Some fifty pages; by then the columns are being filled. */
const mostLines = 75;
const betweenLinesMs = 20;
/** A start takes about 0.3 s. */
const startMs = 500;

let program: string;
beforeAll(async () => {
  program = await bundleProgram(new URL('../support/kill/collect.ts', import.meta.url));
});

/** Kills the process at a random moment, and gives back all it told its window. */
async function collectAndKill(options: CollectOptions, isStarting: boolean): Promise<Told[]> {
  const child = startChild(program, [JSON.stringify(options)]);
  if (!isStarting) await child.printed(1 + Math.floor(Math.random() * mostLines));
  await sleep(Math.random() * (isStarting ? startMs : betweenLinesMs));
  await child.kill();
  return child.told<Told>();
}

it(`[43] a core killed at ${kills} random moments has lost nothing`, async () => {
  const dataDir = testFolder();
  const { store: columns } = ownStore({ dataFolder: dataDir });
  const server = await startSecondServer({ pageSize: 20, totalRows });
  onTestFinished(() => server.close());
  const { address: serviceAddress, accessKey } = server;
  const sentTo = questions.map(({ platform }) =>
    server.itemsFor(`/api/data/${platform}/posts/live`, { q: 'sea' }),
  );
  const everyRun = new Map<string, number>();
  let filled = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const runs = questions.map(({ id, pages }, part) => ({
      id: `run-${String(kill).padStart(3, '0')}-${part}`,
      query: question(id, { q: 'sea' }),
      limit: { pages, rows: null },
    }));
    const where = { dataDir, serviceAddress, accessKey, columnsWorker: columnsWorker().href };
    const told = await collectAndKill({ ...where, runs }, kill % 10 === 0);
    const sent = new Map(runs.map(({ id }, part) => [id, sentTo[part]!]));
    // Every other time the columns are met first by the core, then as they were left.
    const sorts = kill % 2 === 0;
    await checkThroughCore({ dataDir, server, told, sent, everyRun, kills: kill, sorts });
    for (const { id } of runs) {
      if (!told.some((one) => one.id === id)) continue;
      const wasUsed = await checkColumns(columns, dataDir, id);
      if (!sorts && wasUsed) filled++;
    }
  }
  // Had nothing been filled in when it was killed, the columns would prove nothing.
  if (kills > 10) expect(filled).toBeGreaterThan(0);
}, 1_200_000);
