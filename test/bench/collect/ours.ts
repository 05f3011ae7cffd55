/**
 * Our side: a core on a fresh folder, listened to as a host does, that collects the same pages.
 * The folder is gone afterwards.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { nodeFiles } from '#main/core/store/file-port.ts';
import { untilRest } from '#test/support/plain-core.ts';
import { report, takeTask } from '../child.ts';
import { filled, inFolder, openCore } from '../core.ts';
import { mostRss } from '../measure.ts';
import type { BenchCore } from '../core.ts';
import { loadFetch, question } from './asked.ts';
import type { Task } from './asked.ts';

const runId = 'bench-collect';
/** Allocators give back what was freed after some seconds. */
const restMs = 4000;

export type OursReport = Awaited<ReturnType<typeof collect>>;

/**
 * Times what the store waits for when it syncs, through its own port to the file system: from now
 * on in every file that it opens. A page is kept when its record in the page log is on disk.
 */
function watchPages() {
  /** From the kept page before to this one, in milliseconds. */
  const cycles: { ms: number; sync: number }[] = [];
  let last = 0;
  let sync = 0;
  const begin = (): void => {
    last = performance.now();
    sync = 0;
  };
  const timed = async (work: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    await work();
    sync += performance.now() - start;
  };
  const open = nodeFiles.open.bind(nodeFiles);
  const syncFolder = nodeFiles.syncFolder.bind(nodeFiles);
  nodeFiles.open = async (path, ...how) => {
    const file = await open(path, ...how);
    return {
      ...file,
      sync: () => timed(() => file.sync()),
      async datasync() {
        await timed(() => file.datasync());
        if (!path.endsWith('pages.jsonl')) return;
        cycles.push({ ms: performance.now() - last, sync });
        begin();
      },
    };
  };
  nodeFiles.syncFolder = (path) => timed(() => syncFolder(path));
  return { cycles, begin };
}

/** With all rows in the columns: before their first fill there is no database in memory at all. */
async function memoryAtRest(core: BenchCore) {
  await filled(core, runId);
  await wait(restMs);
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed, mostRss: mostRss() };
}

async function collect(core: BenchCore, pages: number) {
  // What is told to a window leaves this process as text.
  core.subscribe((event) => JSON.stringify(event));
  let ms = 0;

  /** `run.start` and `run.next` answer with their first page. */
  async function goOn(more: number): Promise<void> {
    const limit = { pages: more, rows: null };
    const start = performance.now();
    watch.begin();
    await untilRest(core, runId, () =>
      watch.cycles.length === 0
        ? core.call('run.start', { runId, query: question, limit })
        : core.call('run.next', { runId, limit, beyondCeiling: false }),
    );
    ms += performance.now() - start;
  }

  const tenth = Math.ceil(pages / 10);
  await goOn(tenth);
  const atTenth = await memoryAtRest(core);
  // That it rests now was written down, too, and is no page.
  watch.cycles.splice(tenth);
  await goOn(pages - tenth);
  const atEnd = await memoryAtRest(core);
  watch.cycles.splice(pages);

  const fetched: number[] = [];
  while (fetched.length < pages) {
    const part = await core.call('run.pages', { runId, from: fetched.length, count: 100 });
    fetched.push(...part.pages.map((page) => page.ms));
  }
  const { run } = await core.call('run.open', { runId });
  return {
    ms,
    rows: run.rowCount,
    /**
     * Milliseconds from when the page before was kept: syncing ledger and page log, fetching as the
     * run noted it, and what is left.
     */
    pages: watch.cycles.map(({ ms: all, sync }, page) => {
      const fetch = fetched[page]!;
      return { own: Math.max(0, all - sync - fetch), sync, fetch };
    }),
    atTenth,
    atEnd,
    /** In the ledger. */
    calls: run.calls,
  };
}

const { address, accessKey, pages } = await takeTask<Task>();
loadFetch();
const watch = watchPages();
const start = { sample: false, serviceAddress: address, accessKey };
// On a real disk: syncing to memory would cost nothing.
await inFolder(async (dataDir) => {
  const core = await openCore(dataDir, { start });
  const told = await collect(core, pages);
  await core.close();
  report(told);
});
