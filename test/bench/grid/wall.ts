/**
 * Scrolling through the wall of pictures, or through conversations: the built program in a browser, `npm run build`
 * first.
 */
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { chromiumOptions } from '#test/e2e/chromium-options.ts';
import { atMost, countFrom, median, printTable, quantile } from '../measure.ts';
import { heapOf } from '../collect/renderer.ts';
import { filled } from '../core.ts';
import { runId, runOnDisk } from '../stored/run-on-disk.ts';
import { scroll } from './probe.ts';
import { openConversation, openWall, startBenchHost } from './sides.ts';

const steps = [40, 640];
const frameMs = 1000 / 60;

/** `--rows=100000` (of conversations 10,000), `--rounds=3`, `--frames=240` unless told. */
export async function bench(args: readonly string[], _: unknown, name: string): Promise<void> {
  const isTalk = name === 'conversation';
  const rows = countFrom(args, 'rows', isTalk ? 10_000 : 100_000);
  const rounds = countFrom(args, 'rounds', 3);
  const frames = countFrom(args, 'frames', 240);
  const run = await runOnDisk(rows, isTalk ? 'talk' : 'rows');
  const host = await startBenchHost(run.dataDir);
  const { launchOptions } = chromiumOptions();
  const browser = await chromium.launch({ ...launchOptions, headless: true });
  try {
    await host.call('run.open', { runId });
    // So that nothing goes on beside the scrolling.
    await filled(host, runId);
    const side = await (isTalk ? openConversation : openWall)(browser, host);
    const { page, session } = side;
    const heaps = [await heapOf(session)];
    const drawn: number[] = [];
    const seen = new Map(
      steps.map((step) => [
        step,
        { frames: [] as number[], blank: [] as number[], thread: [] as number[] },
      ]),
    );
    for (let round = 0; round < rounds; round++) {
      for (const [at, step] of steps.entries()) {
        const from = 0.05 + (0.85 * (round * steps.length + at)) / (rounds * steps.length);
        // Once slowly: afterwards the pictures of the slow stretch are in the cache.
        if (at === 0) {
          await scroll(side, { from, step: 12, frames: (frames * step) / 12 });
          await untilDrawn(page);
        }
        const { frames: ms, blank, thread } = await scroll(side, { from, step, frames });
        seen.get(step)!.frames.push(...ms);
        seen.get(step)!.blank.push(...blank);
        seen.get(step)!.thread.push(thread);
        if (at === 0) drawn.push(await untilDrawn(page));
      }
      heaps.push(await heapOf(session));
    }
    const mean = (all: readonly number[]): number =>
      all.reduce((sum, one) => sum + one, 0) / all.length;
    printTable(`The ${name} of ${rows.toLocaleString('en')} posts`, '', [
      ...steps.flatMap((step) => {
        const { frames: ms, blank, thread } = seen.get(step)!;
        return [
          {
            what: `${step} px a frame: p95 frame`,
            ours: quantile(ms, 0.95) / frameMs,
            unit: 'frames',
            goal: atMost(1.25),
          },
          { what: '  blank share of them', ours: mean(blank) * 100, unit: '%', goal: atMost(3) },
          { what: '  main thread ran, per frame', ours: median(thread), unit: 'ms' },
          { what: '  longest frame', ours: Math.max(...ms), unit: 'ms' },
        ];
      }),
      ...(isTalk
        ? []
        : [
            {
              what: 'Pictures from the cache drawn after stopping: median',
              ours: median(drawn),
              unit: 'ms',
            },
          ]),
      ...heaps.map((bytes, at) => ({
        what: at === 0 ? 'Heap of the page: opened' : `  after round ${at}`,
        ours: bytes / 1024 ** 2,
        unit: 'MB',
      })),
    ]);
  } finally {
    await browser.close();
    await host.stop();
    await run.remove();
  }
}

/** Returns the ms until every picture on screen is drawn, or said to be missing. */
const untilDrawn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const start = performance.now();
    const isDone = (frame: Element): boolean => {
      const picture = frame.querySelector('img');
      return picture?.complete ?? frame.querySelector('[title]:not([data-enlarge])') !== null;
    };
    while (![...document.querySelectorAll('[data-frame]')].every(isDone)) {
      if (performance.now() - start > 30_000) break;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - start;
  });
