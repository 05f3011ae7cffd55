/**
 * History of very many runs through the contract: the first list after a start (cold), the next ones
 * (warm), and the longest piece of work in which nothing else could run. Beside it a bare look at
 * each log's length, which no list can do without.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeBigRun } from '#test/support/store/big-run.ts';
import { atMost, countFrom, median, printTable } from '../measure.ts';
import { inFolder, openCore } from '../core.ts';

/** `--runs=1000`, `--pages=40`, `--rounds=5` unless told. */
export async function bench(args: readonly string[]): Promise<void> {
  const runs = countFrom(args, 'runs', 1000);
  const pages = countFrom(args, 'pages', 40);
  const rounds = countFrom(args, 'rounds', 5);
  await inFolder((dataDir) => measure(dataDir, runs, pages, rounds));
}

async function measure(
  dataDir: string,
  runs: number,
  pages: number,
  rounds: number,
): Promise<void> {
  await makeRuns(dataDir, runs, pages);
  const cold: number[] = [];
  const warm: number[] = [];
  const bare: number[] = [];
  let held = 0;
  // The first round has nothing to begin with but the logs.
  for (let round = -1; round < rounds; round++) {
    const core = await openCore(dataDir);
    const list = async (): Promise<number> => {
      const start = performance.now();
      const watch = watchGaps();
      const { runs: listed } = await core.call('history.list', {});
      held = Math.max(held, watch());
      if (listed.length !== runs) throw new Error('Runs are missing.');
      return performance.now() - start;
    };
    if (round === -1) {
      const ms = await list();
      printTable('', '', [{ what: 'from the logs alone', ours: ms, unit: 'ms' }]);
    } else {
      cold.push(await list());
      warm.push(await list(), await list());
      bare.push(look(join(dataDir, 'runs')));
    }
    await core.close();
  }
  const each = runs / 1000;
  const unit = 'ms';
  const beside = median(bare);
  printTable(`History of ${runs} runs of ${pages} pages`, 'Bare look', [
    { what: 'cold', ours: median(cold), beside, unit, goal: atMost(500 * each) },
    { what: 'warm', ours: median(warm), beside, unit, goal: atMost(50 * each) },
    { what: 'longest piece', ours: held, unit, goal: atMost(50) },
  ]);
}

async function makeRuns(dataDir: string, runs: number, pages: number): Promise<void> {
  const at = (n: number): unknown => ({ id: String(n), text: `Row ${n}` });
  const folder = join(dataDir, 'runs');
  mkdirSync(folder, { mode: 0o700 });
  await writeBigRun(dataDir, 'bench-run-0', pages * 20, { at, perPage: 20 });
  rmSync(join(folder, 'bench-run-0', 'derived'), { recursive: true });
  for (let run = 1; run < runs; run++) {
    cpSync(join(folder, 'bench-run-0'), join(folder, `bench-run-${run}`), { recursive: true });
  }
}

/** Gives the longest time, in milliseconds of a processor, for which a timer could not run. */
function watchGaps(): () => number {
  let last = process.cpuUsage();
  let longest = 0;
  const tick = (): void => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.cpuUsage();
  };
  const timer = setInterval(tick, 1);
  return () => {
    tick();
    clearInterval(timer);
    return longest;
  };
}

function look(runs: string): number {
  const start = performance.now();
  for (const id of readdirSync(runs)) statSync(join(runs, id, 'pages.jsonl'));
  return performance.now() - start;
}
