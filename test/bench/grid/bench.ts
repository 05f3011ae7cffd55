/**
 * Scrolling through a million rows in our window and in AG Grid Community, which take turns: the
 * built program in a browser, `npm run build` first.
 */
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { chromiumOptions } from '#test/e2e/chromium-options.ts';
import { atMost, countFrom, median, quantile, printTable, windowRows } from '../measure.ts';
import { heapOf } from '../collect/renderer.ts';
import { filled } from '../core.ts';
import { runId, runOnDisk } from '../stored/run-on-disk.ts';
import { startBenchHost, likenessOf, openOurs, openPeer, sorted, timeWindows } from './sides.ts';
import type { BenchHost } from './sides.ts';
import { installPeer } from './peer.ts';
import { scroll } from './probe.ts';
import type { Side } from './probe.ts';

const localChecks = 'LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets';
const steps = [40, 640];
const frameMs = 1000 / 60;

/** All rounds of one side. */
interface Tally {
  byStep: Map<number, { frames: number[]; blank: number[]; thread: number[] }>;
  /** Bytes. */
  heaps: { fresh: number; scrolled: number }[];
}

const newTally = (): Tally => ({
  byStep: new Map(steps.map((step) => [step, { frames: [], blank: [], thread: [] }])),
  heaps: [],
});

/** `--rows=1000000`, `--rounds=3`, `--frames=240` unless told. */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = countFrom(args, 'rows', 1_000_000);
  const rounds = countFrom(args, 'rounds', 3);
  const frames = countFrom(args, 'frames', 240);
  installPeer();
  const run = await runOnDisk(rows);
  const host = await startBenchHost(run.dataDir);
  const { launchOptions } = chromiumOptions();
  const browser = await chromium.launch({
    ...launchOptions,
    // The peer's page is made here, which Chromium takes for another computer's: no socket for it.
    args: [...(launchOptions?.args ?? []), `--disable-features=${localChecks}`],
    headless: true,
  });
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

  const sides = { ours: newTally(), peer: newTally() };
  const sample = await openOurs(browser, host);
  const like = await likenessOf(sample, host);
  const rest = await scroll(sample, { from: 0, step: 0, frames });
  const windows = await timeWindows(sample.page, host, rows);
  await sample.page.close();

  for (let round = 0; round < rounds; round++) {
    // Who comes second finds the pages read and checked, so they take turns at that too.
    const order = round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
    for (const name of order) {
      const side =
        name === 'ours'
          ? await openOurs(browser, host)
          : await openPeer(browser, host, { rows, like });
      await measureSide(side, sides[name], { round, rounds, frames });
      await side.page.close();
    }
  }

  const { ours, peer } = sides;
  const figures = steps.flatMap((step) => {
    const [one, other] = [ours.byStep.get(step)!, peer.byStep.get(step)!];
    const both = (of: (tally: typeof one) => number) => ({ ours: of(one), beside: of(other) });
    return [
      {
        what: `${step} px a frame: p95 frame`,
        ...both((tally) => quantile(tally.frames, 0.95) / frameMs),
        unit: 'frames',
        goal: atMost(1.25),
      },
      {
        what: '  blank share of rows',
        ...both((tally) => mean(tally.blank) * 100),
        unit: '%',
        goal: atMost(3),
      },
      { what: '  main thread ran, per frame', ...both(({ thread }) => median(thread)), unit: 'ms' },
      { what: '  longest frame', ...both((tally) => Math.max(...tally.frames)), unit: 'ms' },
    ];
  });
  const heap = (of: (heaps: Tally['heaps'][number]) => number) => ({
    ours: mean(ours.heaps.map(of)) / 1024 ** 2,
    beside: mean(peer.heaps.map(of)) / 1024 ** 2,
    unit: 'MB',
  });
  printTable(
    `Scrolling through ${rows.toLocaleString('en')} rows × ${like.columns.length} columns`,
    'AG Grid',
    [
      ...figures,
      { what: 'Heap of the page: opened', ...heap(({ fresh }) => fresh) },
      { what: '  after scrolling', ...heap(({ scrolled }) => scrolled) },
    ],
  );
  console.log(
    `  At rest, with the probe looking: p95 ${(quantile(rest.frames, 0.95) / frameMs).toFixed(2)} frames,` +
      ` main thread ${rest.thread.toFixed(2)} ms per frame`,
  );
  printTable(`A window of ${windowRows} rows, asked from the page`, '', windows);
  const memory = [first, opened, whole, await host.memory()];
  const [started, withRun, withColumns, atEnd] = memory.map((bytes) =>
    bytes === null ? '?' : (bytes / 1024 ** 2).toFixed(0),
  );
  console.log(
    `\nMemory of main: ${started} MB started, ${withRun} with the run open,` +
      ` ${withColumns} with its columns filled and an order held, ${atEnd} at the end`,
  );
}

async function measureSide(
  side: Side,
  tally: Tally,
  { round, rounds, frames }: Record<'round' | 'rounds' | 'frames', number>,
): Promise<void> {
  const fresh = await heapOf(side.session);
  for (const [at, step] of steps.entries()) {
    // Somewhere else each time, so that no rows are there already.
    const from = 0.05 + (0.85 * (round * steps.length + at)) / (rounds * steps.length);
    const seen = await scroll(side, { from, step, frames });
    const sum = tally.byStep.get(step)!;
    sum.frames.push(...seen.frames);
    sum.blank.push(...seen.blank);
    sum.thread.push(seen.thread);
  }
  tally.heaps.push({ fresh, scrolled: await heapOf(side.session) });
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
