/**
 * Our side: a core on a fresh folder, listened to as a host does, that collects the same pages.
 * The folder is gone afterwards.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IntervalHistogram } from 'node:perf_hooks';
import { createCore } from '#main/core/create-core.ts';
import type { Core } from '#main/core/core.ts';
import { createMemoryStore } from '#main/core/credentials/memory-store.ts';
import { builtWorker } from '#main/core/built-worker.ts';
import type { JsonObject } from '#main/core/json/index.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import { report, takeTask } from '../child.ts';
import { mainThread, since } from '../processor.ts';
import { loadFetch, newFolder, question, spotRows } from './asked.ts';
import type { MemoryReport, OursReport, Task } from './asked.ts';
import { timeSyncs } from './timed-files.ts';

const runId = 'bench-collect';

/** From the kept page before to this one, in milliseconds. */
interface Cycle {
  ms: number;
  ran: number;
  sync: number;
}

interface PageWatch {
  readonly cycles: readonly Cycle[];
  begin: () => void;
}

/** Before the core is there: its files are watched from their opening. */
function watchPages(): PageWatch {
  const syncs = timeSyncs();
  const cycles: Cycle[] = [];
  let last = 0;
  let thread = mainThread();
  const begin = (): void => {
    last = performance.now();
    thread = mainThread();
    syncs.sinceLastPage = 0;
  };
  syncs.onPage = () => {
    const { ran } = since(thread);
    cycles.push({ ms: performance.now() - last, ran, sync: syncs.sinceLastPage });
    begin();
  };
  return { cycles, begin };
}

/** What is told to a window leaves this process as text. */
function listen(core: Core): { count: () => number; settled: () => Promise<Run> } {
  let count = 0;
  let wake: (run: Run) => void = () => undefined;
  core.subscribe((event) => {
    count++;
    JSON.stringify(event);
    if (event.kind === 'run.changed' && isRest(event.run)) wake(event.run);
  });
  return {
    count: () => count,
    settled: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
  };
}

async function call<M extends MethodName>(
  core: Core,
  method: M,
  input: MethodInput<M>,
): Promise<MethodOutput<M>> {
  const answer = (await core.call(method, input)) as Result<MethodOutput<M>>;
  if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
  return answer.value;
}

const isRest = ({ state }: Run): boolean => state.kind === 'limit' || state.kind === 'more';

/** Allocators give back what was freed after some seconds. */
const restMs = 4000;

/** With all rows in the columns: before their first fill there is no database in memory at all. */
async function memoryAtRest(core: Core): Promise<MemoryReport> {
  const filters = [{ kind: 'isNot', field: 'lang', value: 'none' } as const];
  for (let missing = true; missing;) {
    const { rows, of } = await call(core, 'view.open', { runId, view: { ...everyRow, filters } });
    missing = rows < of;
    await wait(missing ? 100 : restMs);
  }
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed, mostRss: process.resourceUsage().maxRSS * 1024 };
}

async function collect(
  core: Core,
  { cycles, begin }: PageWatch,
  pages: number,
): Promise<OursReport> {
  const listener = listen(core);
  /** One for each part: what is done between them is not the program's. */
  const delays: IntervalHistogram[] = [];
  let ms = 0;
  let waited = 0;
  const processor = process.cpuUsage();

  /** `run.start` and `run.next` answer with their first page. */
  async function goOn(more: number): Promise<void> {
    const limit = { pages: more, rows: null };
    const settled = listener.settled();
    const thread = mainThread();
    const start = performance.now();
    begin();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delays.push(delay);
    delay.enable();
    const { run } =
      cycles.length === 0
        ? await call(core, 'run.start', { runId, query: question, limit })
        : await call(core, 'run.next', { runId, limit, beyondCeiling: false });
    if (!isRest(run)) await settled;
    delay.disable();
    ms += performance.now() - start;
    waited += since(thread).waited;
  }

  const tenth = Math.ceil(pages / 10);
  await goOn(tenth);
  const atTenth = await memoryAtRest(core);
  await goOn(pages - tenth);
  const { user, system } = process.cpuUsage(processor);
  const atEnd = await memoryAtRest(core);

  const { run } = await call(core, 'run.open', { runId });
  const noted = await fetchTimes(core, pages);
  return {
    ms,
    processorMs: (user + system) / 1000,
    waited,
    pages: cycles.map(({ ms: all, ran, sync }, page) => {
      const fetched = noted[page]!;
      return { own: Math.max(0, all - sync - fetched), ran, sync, fetch: fetched };
    }),
    blockedMax: Math.max(...delays.map(({ max }) => max)) / 1e6,
    // Of the pages after the first tenth.
    blockedP99: delays.at(-1)!.percentile(99) / 1e6,
    atTenth,
    atEnd,
    events: listener.count(),
    calls: run.calls,
    rows: run.rowCount,
    spots: await spots(core, pages),
  };
}

async function fetchTimes(core: Core, pages: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < pages) {
    const part = await call(core, 'run.pages', { runId, from: times.length, count: 100 });
    times.push(...part.pages.map((page) => page.ms));
  }
  return times;
}

async function spots(core: Core, pages: number): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for (const offset of spotRows(pages)) {
    const window = await call(core, 'rows.window', { runId, page: null, offset, count: 1 });
    rows.push(...(window.rows as JsonObject[]));
  }
  return rows;
}

const { address, accessKey, pages } = await takeTask<Task>();
loadFetch();
const watch = watchPages();
const dataDir = newFolder();
const core = await createCore({
  version: '0.0.0-bench',
  dataDir,
  fetch: globalThis.fetch,
  secrets: createMemoryStore('A bench has no keychain.'),
  columnsWorker: builtWorker('columns'),
  statusEveryMs: null,
  sampleService: () => Promise.reject(new Error('The service has an address of its own.')),
  chooseSaveTarget: () => Promise.resolve(null),
  openLink: null,
  start: { sample: false, serviceAddress: address, accessKey },
  report: (error) => console.error(error),
});
try {
  const told = await collect(core, watch, pages);
  await core.close();
  report(told);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
