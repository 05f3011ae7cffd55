/** Watches the main thread of a page: from inside, and by the browser's own trace of its tasks. */
import type { Browser, CDPSession, Page } from '@playwright/test';

/** In milliseconds. */
export interface Watched {
  /** By the page's own observer (50 ms and more). */
  longTasks: number[];
  /** Between two frames. */
  biggestGap: number;
  frames: number;
  /** Longest task by the clock, and the most that one had of a processor. */
  longestTask: number;
  longestTaskRan: number;
}

interface Seen {
  longTasks: number[];
  biggestGap: number;
  frames: number;
}

/** To be called before the page is opened. */
export async function installWatch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { longTasks: [], biggestGap: 0, frames: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    let last = performance.now();
    const look = (now: number): void => {
      seen.biggestGap = Math.max(seen.biggestGap, now - last);
      seen.frames++;
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Does something and tells what the page's main thread was like meanwhile. */
export async function watch(
  browser: Browser,
  page: Page,
  action: () => Promise<void>,
): Promise<Watched> {
  await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Seen };
    Object.assign(seen, { longTasks: [], biggestGap: 0, frames: 0 });
  });
  await browser.startTracing(page, { categories: ['toplevel'] });
  await action();
  const trace = await browser.stopTracing();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  return { ...seen, ...longestTasks(trace) };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

function longestTasks(trace: Buffer): Pick<Watched, 'longestTask' | 'longestTaskRan'> {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => mains.has(threadOf(event)) && event.dur);
  const most = (of: (task: TraceEvent) => number): number =>
    tasks.reduce((longest, task) => Math.max(longest, of(task)), 0) / 1000;
  return {
    longestTask: most(({ dur = 0 }) => dur),
    longestTaskRan: most(({ tdur = 0 }) => tdur),
  };
}

/** Bytes of the page's own objects, after a collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
