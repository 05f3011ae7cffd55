/** Two runs compared: how long, how much memory, and how long nothing else could run. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { bigRow, writeBigRun } from '#test/support/store/big-run.ts';
import { inFolder, openCore } from '../core.ts';
import { countFrom } from '../measure.ts';

const runIds: [string, string] = ['run-of-last-week', 'run-of-this-week'];
const padding = 'x'.repeat(500);

/** Of a hundred rows three are gone, three are new and five have another number; the last is first. */
function laterRow(n: number, rows: number): unknown {
  const from = rows - 1 - n + Math.floor(rows * 0.03);
  const row = bigRow(from);
  return { ...row, padding, likeCount: from % 20 === 0 ? -1 : row['likeCount'] };
}

/** `--rows=1000000` unless told. */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = countFrom(args, 'rows', 1_000_000);
  await inFolder((dataDir) => measure(dataDir, rows));
}

async function measure(dataDir: string, rows: number): Promise<void> {
  const perPage = 1000;
  const earlier = (n: number): unknown => ({ ...bigRow(n), padding });
  await writeBigRun(dataDir, runIds[0], rows, { at: earlier, perPage });
  await writeBigRun(dataDir, runIds[1], rows, { at: (n) => laterRow(n, rows), perPage });
  const core = await openCore(dataDir);
  for (const runId of runIds) await core.call('run.open', { runId });
  await core.call('compare.look', { runIds });
  const memory = (): number => process.memoryUsage().rss / 1e6;
  const before = memory();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memory());
  }, 100);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const fields = ['text', 'authorUsername', 'likeCount', 'createdAt'];
  const opening = { runId: 'run-compared', runIds, fields, name: 'Compared' };
  const { run } = await core.call('compare.open', opening);
  const seconds = (performance.now() - start) / 1000;
  delay.disable();
  clearInterval(watch);
  console.log(
    `${rows} and ${rows} rows in ${seconds.toFixed(1)} s · memory of main ${before.toFixed(0)} → ${most.toFixed(0)} MB at most · event loop held ${(delay.max / 1e6).toFixed(0)} ms at most, ${(delay.percentile(99) / 1e6).toFixed(0)} ms p99`,
  );
  console.log(JSON.stringify(run.derived?.facts?.changes));
  await core.close();
}
