/** Memory and pauses of this process while something is done. */
import { statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Report } from './tasks.ts';

export async function watched(
  target: string,
  work: () => Promise<{ copyMs: number | null }>,
): Promise<Report> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  const { copyMs } = await work();
  const ms = performance.now() - start;
  delay.disable();
  return {
    ms,
    copyMs,
    bytes: statSync(target).size,
    peak: process.resourceUsage().maxRSS * 1024,
    held: delay.max / 1e6,
  };
}
