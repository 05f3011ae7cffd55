/**
 * Collecting pages durably, beside a bare loop that only asks and parses. Both take turns, each
 * round in a fresh process, against the same service; the ratio of the medians is what counts.
 */
import { deepStrictEqual } from 'node:assert';
import { countFrom, median, megabytes, quantile } from '../bundle.ts';
import type { BundledFile } from '../bundle.ts';
import { doTask, startChild } from '../child.ts';
import type { Child } from '../child.ts';
import { rowsPerPage } from './asked.ts';
import type {
  FloorReport,
  MemoryReport,
  OursReport,
  PageTimes,
  Recorder,
  ServiceMode,
  ServiceReport,
  Task,
  Times,
} from './asked.ts';

const goals = { ratio: 2, ownMs: 50 };

interface Rounds {
  floors: FloorReport[];
  ours: OursReport[];
}

/** `--pages=2000 --rounds=3` unless told; pages that are made anew are a tenth of these. */
export async function bench(args: readonly string[], file: BundledFile): Promise<void> {
  const pages = countFrom(args, 'pages', 2000);
  const rounds = countFrom(args, 'rounds', 3);
  const service = startChild(file('service'));
  try {
    const recorder = (await service.heard()) as Recorder;
    const take = (mode: ServiceMode, task: Task): Promise<Rounds> =>
      takeTurns({ service, file, mode, task, rounds });

    const few = Math.ceil(pages / 10);
    print(`The sample service makes each page (${few} pages of ${rowsPerPage} rows):`);
    summarise(await take({ recorded: false }, { ...recorder, pages: few }));

    print(`\nEach page comes at once (${pages} pages of ${rowsPerPage} rows):`);
    await ask(service, { recorded: true });
    await doTask<FloorReport>(file('floor'), { ...recorder, pages });
    const { floors, ours } = await take({ recorded: true }, { ...recorder, pages });
    summarise({ floors, ours });
    tellMore(ours);
  } finally {
    await service.end();
  }
}

async function takeTurns(given: {
  service: Child;
  file: BundledFile;
  mode: ServiceMode;
  task: Task;
  rounds: number;
}): Promise<Rounds> {
  const { service, file, mode, task, rounds } = given;
  const floors: FloorReport[] = [];
  const ours: OursReport[] = [];
  for (let round = 0; round < rounds; round++) {
    const floor = await doTask<FloorReport>(file('floor'), task);
    const before = await ask(service, mode);
    const report = await doTask<OursReport>(file('ours'), task, ['--expose-gc']);
    check(report, floor, (await ask(service, mode)) - before, task.pages);
    print(`  floor ${perPage(floor, task)}; ours ${perPage(report, task)}`);
    floors.push(floor);
    ours.push(report);
  }
  return { floors, ours };
}

/** How many requests there were so far. */
async function ask(service: Child, mode: ServiceMode): Promise<number> {
  service.say(mode);
  return ((await service.heard()) as ServiceReport).requests;
}

/** Figures of a run that kept something else would be worth nothing. */
function check(ours: OursReport, floor: FloorReport, requests: number, pages: number): void {
  deepStrictEqual(ours.spots, floor.spots);
  deepStrictEqual(
    { rows: ours.rows, calls: ours.calls, requests, pages: ours.pages.length },
    { rows: pages * rowsPerPage, calls: pages, requests: pages, pages },
  );
}

function perPage({ ms, processorMs, waited }: Times, { pages }: Task): string {
  const [all, processor, others] = [ms, processorMs, waited].map((time) =>
    (time / pages).toFixed(2),
  );
  return `${all} ms a page (processor ${processor}, waited for one ${others})`;
}

function summarise({ floors, ours }: Rounds): void {
  const ratio = (of: (times: Times) => number): string =>
    (median(ours.map(of)) / median(floors.map(of))).toFixed(2);
  print(
    `  ratio of medians ${ratio(({ ms }) => ms)} (goal: at most ${goals.ratio});` +
      ` less the time in which others had the processor: ${ratio(({ ms, waited }) => ms - waited)}`,
  );
}

function tellMore(ours: readonly OursReport[]): void {
  const spread = (of: (page: PageTimes) => number): string => {
    // The first page is told by itself: the run's folder is made, and all code runs for once.
    const values = ours.flatMap(({ pages }) => pages.slice(1).map(of));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const figures = [mean, median(values), quantile(values, 0.99), Math.max(...values)];
    const [average, middle, p99, most] = figures.map((value) => value.toFixed(1));
    return `mean ${average} ms, median ${middle} ms, p99 ${p99} ms, most ${most} ms`;
  };
  print(`  A page, our own work by the clock:  ${spread(({ own }) => own)}`);
  print(`  A page, the main thread running:    ${spread(({ ran }) => ran)}`);
  print(
    `    (goal: no page over ${goals.ownMs} ms; in the first it ran` +
      ` ${ours.map(({ pages }) => pages[0]!.ran.toFixed(0)).join(', ')} ms)`,
  );
  print(`  A page, waiting for the disk (sync): ${spread(({ sync }) => sync)}`);
  print(`  A page, asking for it:              ${spread(({ fetch }) => fetch)}`);
  const memory = ({ rss, mostRss, heapUsed }: MemoryReport): string =>
    `${megabytes(rss)} MB (until then at most ${megabytes(mostRss)}), heap ${megabytes(heapUsed)} MB`;
  for (const { atTenth, atEnd, blockedMax, blockedP99 } of ours) {
    print(
      `  memory at 10 %: ${memory(atTenth)}; at 100 %: ${memory(atEnd)};` +
        ` event loop held p99 ${blockedP99.toFixed(1)} ms, most ${blockedMax.toFixed(1)} ms`,
    );
  }
  const { calls, rows, events } = ours.at(-1)!;
  print(
    `  each round: ${calls} calls in the ledger and as many requests at the service,` +
      ` ${rows} rows kept and some compared, ${events} events told`,
  );
}

function print(line: string): void {
  console.log(line);
}
