/** Watches the main thread of a page from inside. */
import type { CDPSession, Page } from '@playwright/test';

/** In milliseconds. */
export interface Watched {
  /** Tasks of 50 ms and more: the browser tells of no shorter ones. */
  longTasks: number[];
  /** Between two frames. */
  biggestGap: number;
  frames: number;
}

type Watching = typeof globalThis & { seen: Watched };

/** To be called before the page is opened. */
export async function installWatch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Watched = { longTasks: [], biggestGap: 0, frames: 0 };
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
export async function watch(page: Page, action: () => Promise<void>): Promise<Watched> {
  await page.evaluate(() => {
    Object.assign((globalThis as Watching).seen, { longTasks: [], biggestGap: 0, frames: 0 });
  });
  await action();
  return page.evaluate(() => (globalThis as Watching).seen);
}

/** Bytes of the page's own objects, after a collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
