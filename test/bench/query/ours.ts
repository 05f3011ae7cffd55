/** What a core does with the run in a process of its own, so that its memory is that of main. */
import type { View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import {
  median,
  quantile,
  randomDepths,
  windowRows,
  timed,
  mostRss,
  mostRssOfChildren,
} from '../measure.ts';
import { report, takeTask } from '../child.ts';
import { filled, openCore } from '../core.ts';
import type { BenchCore } from '../core.ts';
import { runId } from '../stored/run-on-disk.ts';
import { windowViews } from './questions.ts';

export interface Task {
  dataDir: string;
  rows: number;
  part: 'fill' | 'windows';
}

export type Filled = Awaited<ReturnType<typeof fill>>;
export type Windows = Awaited<ReturnType<typeof timeWindows>>;

async function timeWindow(
  { call }: BenchCore,
  view: View,
  rows: number,
  offset: number,
): Promise<number> {
  const input = { runId, view, rows, offset, count: windowRows };
  const { ms, value } = await timed(() => call('rows.window', input));
  if (value.rows.length !== Math.min(windowRows, rows)) throw new Error('Rows are missing.');
  return ms;
}

/** All columns, and the file closed: as it is when a run of some day ago is opened. */
async function fill(core: BenchCore, rows: number) {
  const processor = process.cpuUsage();
  const start = performance.now();
  await core.call('run.open', { runId });
  const openMs = performance.now() - start;
  let whole = false;
  const filling = (async (): Promise<void> => {
    await filled(core, runId);
    whole = true;
  })();
  /** As the rows arrived, meanwhile. */
  const windows: number[] = [];
  for (const offset of randomDepths(rows)) {
    if (whole) break;
    windows.push(await timeWindow(core, everyRow, rows, offset));
    await new Promise((wake) => setTimeout(wake, 100));
  }
  await filling;
  const { user, system } = process.cpuUsage(processor);
  const ms = performance.now() - start;
  return { openMs, ms, processorMs: (user + system) / 1000, windows, mostRss: mostRss() };
}

async function timeWindows(core: BenchCore, rows: number) {
  const started = process.memoryUsage.rss();
  await core.call('run.open', { runId });
  const opened = process.memoryUsage.rss();
  const views = [];
  for (const [name, view] of windowViews) {
    const order = await timed(() => core.call('view.open', { runId, view }));
    const pass = async () => {
      const all: number[] = [];
      for (const offset of randomDepths(rows)) {
        all.push(await timeWindow(core, view, order.value.rows, offset));
      }
      return { median: median(all), p95: quantile(all, 0.95) };
    };
    views.push({ name, orderMs: order.ms, first: await pass(), again: await pass() });
  }
  const after = process.memoryUsage.rss();
  return { views, rss: { started, opened, after, most: mostRss(), columns: mostRssOfChildren() } };
}

const { dataDir, rows, part } = await takeTask<Task>();
const core = await openCore(dataDir);
const told = await (part === 'fill' ? fill(core, rows) : timeWindows(core, rows));
await core.close();
report(told);
