/** Scrolling through a million rows: the built program in a browser, `npm run build` first. */
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { chromiumOptions } from '#test/e2e/chromium-options.ts';
import { atMost, countFrom, median, quantile, printTable } from '../measure.ts';
import type { Measured } from '../measure.ts';
import { heapOf } from '../collect/renderer.ts';
import { filled } from '../core.ts';
import { runId, runOnDisk } from '../stored/run-on-disk.ts';
import { scroll } from './probe.ts';
import type { Scrolled } from './probe.ts';
import { openWindow, sorted, startBenchHost, timeWindows } from './window.ts';
import type { BenchHost } from './window.ts';

/** Px a frame. */
const steps = [40, 640];
const frameMs = 1000 / 60;

/** `--rows=1000000`, `--rounds=3`, `--frames=240` unless told. */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = countFrom(args, 'rows', 1_000_000);
  const rounds = countFrom(args, 'rounds', 3);
  const frames = countFrom(args, 'frames', 240);
  const run = await runOnDisk(rows);
  const host = await startBenchHost(run.dataDir);
  const browser = await chromium.launch({ ...chromiumOptions().launchOptions, headless: true });
  try {
    await measure(browser, host, { rows, rounds, frames });
  } finally {
    await browser.close();
    await host.stop();
    await run.remove();
  }
}

async function measure(
  browser: Browser,
  host: BenchHost,
  { rows, rounds, frames }: Record<'rows' | 'rounds' | 'frames', number>,
): Promise<void> {
  const first = await host.memory();
  await host.call('run.open', { runId });
  const opened = await host.memory();
  // So that nothing goes on beside the scrolling.
  await filled(host, runId);
  await host.call('view.open', { runId, view: sorted });
  const whole = await host.memory();

  const sample = await openWindow(browser, host);
  const rest = await scroll(sample, { from: 0, step: 0, frames });
  const windows = await timeWindows(sample.page, host, rows);
  await sample.page.close();

  const seen = steps.map((): Scrolled[] => []);
  const heaps = { fresh: [] as number[], scrolled: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const window = await openWindow(browser, host);
    heaps.fresh.push(await heapOf(window.session));
    for (const [at, step] of steps.entries()) {
      // Somewhere else each time, so that no rows are there already.
      const from = 0.05 + (0.85 * (round * steps.length + at)) / (rounds * steps.length);
      seen[at]?.push(await scroll(window, { from, step, frames }));
    }
    heaps.scrolled.push(await heapOf(window.session));
    await window.page.close();
  }

  printTable(`Scrolling through ${rows.toLocaleString('en')} rows`, 'At rest', [
    ...steps.flatMap((step, at) => linesOfStep(step, seen[at] ?? [], rest)),
    { what: 'Heap of the page: opened', ours: mean(heaps.fresh) / 1024 ** 2, unit: 'MB' },
    { what: '  after scrolling', ours: mean(heaps.scrolled) / 1024 ** 2, unit: 'MB' },
  ]);
  printTable('A window of 100 rows, asked from the page', '', windows);
  const memory = [first, opened, whole, await host.memory()];
  const [started, withRun, withColumns, atEnd] = memory.map((bytes) =>
    bytes === null ? '?' : (bytes / 1024 ** 2).toFixed(0),
  );
  console.log(
    `\nMemory of main: ${started} MB started, ${withRun} with the run open,` +
      ` ${withColumns} with its columns filled and an order held, ${atEnd} at the end`,
  );
}

/** @param rest The same rows with nobody scrolling, looked at as often. */
function linesOfStep(step: number, seen: readonly Scrolled[], rest: Scrolled): Measured[] {
  const p95 = (frames: readonly number[]): number => quantile(frames, 0.95) / frameMs;
  const frames = seen.flatMap((one) => one.frames);
  return [
    {
      what: `${step} px a frame: p95 frame`,
      ours: p95(frames),
      beside: p95(rest.frames),
      unit: 'frames',
      goal: atMost(1.25),
    },
    {
      what: '  blank share of rows',
      ours: mean(seen.flatMap(({ blank }) => blank)) * 100,
      unit: '%',
      goal: atMost(3),
    },
    {
      what: '  main thread ran, per frame',
      ours: median(seen.map(({ thread }) => thread)),
      beside: rest.thread,
      unit: 'ms',
    },
    { what: '  longest frame', ours: Math.max(...frames), unit: 'ms' },
  ];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
