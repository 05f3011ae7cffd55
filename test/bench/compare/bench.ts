/** Two runs compared: how long, how much memory, and how long nothing else could run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openPlainCore } from '../../support/plain-core.ts';
import { bigRow, writeBigRun } from '../../support/store/big-run.ts';

const runIds: [string, string] = ['run-of-last-week', 'run-of-this-week'];
const padding = 'x'.repeat(500);

/** Of a hundred rows three are gone, three are new and five have another number; the last is first. */
function laterRow(n: number, rows: number): unknown {
  const from = rows - 1 - n + Math.floor(rows * 0.03);
  const row = bigRow(from);
  return { ...row, padding, likeCount: from % 20 === 0 ? -1 : row['likeCount'] };
}

export async function bench(args: readonly string[], file: (name: string) => URL): Promise<void> {
  const given = args.find((one) => one.startsWith('--rows='))?.slice('--rows='.length);
  const rows = Number(given ?? 1_000_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'sde-compare-'));
  try {
    const perPage = 1000;
    await writeBigRun(dataDir, runIds[0], rows, {
      at: (n) => ({ ...bigRow(n), padding }),
      perPage,
    });
    await writeBigRun(dataDir, runIds[1], rows, { at: (n) => laterRow(n, rows), perPage });
    await measure(rows, dataDir, file);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(rows: number, dataDir: string, file: (name: string) => URL): Promise<void> {
  const core = await openPlainCore(dataDir, { columnsWorker: file('columns-worker') });
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
  const { run } = await core.call('compare.open', {
    runId: 'run-compared',
    runIds,
    fields,
    name: 'Compared',
  });
  const seconds = (performance.now() - start) / 1000;
  delay.disable();
  clearInterval(watch);
  console.log(
    `${rows} and ${rows} rows in ${seconds.toFixed(1)} s · memory of main ${before.toFixed(0)} → ${most.toFixed(0)} MB at most · event loop held ${(delay.max / 1e6).toFixed(0)} ms at most, ${(delay.percentile(99) / 1e6).toFixed(0)} ms p99`,
  );
  console.log(JSON.stringify(run.derived?.facts?.changes));
  await core.close();
}
