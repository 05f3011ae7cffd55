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
import type { FloorReport, OursReport, Recorder, ServiceReport, Task } from './asked.ts';

const goals = { ratio: 2, ownMs: 50 };

/** `--pages=2000 --rounds=3` unless told. */
export async function bench(args: readonly string[], file: BundledFile): Promise<void> {
  const pages = countFrom(args, 'pages', 2000);
  const rounds = countFrom(args, 'rounds', 3);
  const service = startChild(file('service'));
  try {
    const task: Task = { ...((await service.heard()) as Recorder), pages };
    const floors: FloorReport[] = [];
    const ours: OursReport[] = [];
    // The first time the sample service makes its pages; then they are recorded.
    const making = await doTask<FloorReport>(file('floor'), task);
    print(
      `${pages} pages of ${rowsPerPage} rows, ${Math.round(making.bytes / pages / 1024)} KB each;` +
        ` made by the sample service: ${perPage(making.ms, pages)} ms a page`,
    );
    for (let round = 0; round < rounds; round++) {
      floors.push(await doTask<FloorReport>(file('floor'), task));
      const before = await requestsOf(service);
      const report = await doTask<OursReport>(file('ours'), task, ['--expose-gc']);
      check(report, floors[round]!, (await requestsOf(service)) - before, pages);
      ours.push(report);
      print(`round ${round + 1}: ${roundLine(floors[round]!, report, pages)}`);
    }
    summarise(floors, ours);
  } finally {
    await service.end();
  }
}

async function requestsOf(service: Child): Promise<number> {
  service.say({});
  return ((await service.heard()) as ServiceReport).requests;
}

/** Figures of a run that kept something else would be worth nothing. */
function check(ours: OursReport, floor: FloorReport, requests: number, pages: number): void {
  deepStrictEqual(ours.spots, floor.spots);
  deepStrictEqual(
    { rows: ours.rows, calls: ours.calls, requests, pages: ours.own.length },
    { rows: pages * rowsPerPage, calls: pages, requests: pages, pages },
  );
}

function roundLine(floor: FloorReport, ours: OursReport, pages: number): string {
  return (
    `floor ${perPage(floor.ms, pages)} ms a page (processor ${perPage(floor.processorMs, pages)}),` +
    ` ours ${perPage(ours.ms, pages)} ms (processor ${perPage(ours.processorMs, pages)})`
  );
}

function summarise(floors: readonly FloorReport[], ours: readonly OursReport[]): void {
  const of = (rounds: readonly { ms: number }[]): number => median(rounds.map(({ ms }) => ms));
  const ratio = of(ours) / of(floors);
  const own = ours.flatMap((round) => round.own);
  const sync = ours.flatMap((round) => round.sync);
  const last = ours.at(-1)!;
  print(`ratio of medians: ${ratio.toFixed(2)} (goal: at most ${goals.ratio})`);
  print(`a page, our own work:   ${spread(own)} (goal: at most ${goals.ownMs} ms)`);
  print(`a page, waiting to sync: ${spread(sync)}`);
  print(`a page, asking:          ${spread(ours.flatMap((round) => round.fetch))}`);
  print(
    `event loop held: at most ${Math.max(...ours.map((round) => round.blockedMax)).toFixed(1)} ms,` +
      ` p99 ${median(ours.map((round) => round.blockedP99)).toFixed(1)} ms`,
  );
  for (const { atTenth, atEnd } of ours) {
    print(
      `memory at 10 %: ${megabytes(atTenth.rss)} MB, heap ${megabytes(atTenth.heapUsed)} MB;` +
        ` at 100 %: ${megabytes(atEnd.rss)} MB, heap ${megabytes(atEnd.heapUsed)} MB`,
    );
  }
  print(
    `each round: ${last.calls} calls in the ledger, as many requests at the service,` +
      ` ${last.rows} rows kept and looked at, ${last.events} events told`,
  );
}

function spread(values: readonly number[]): string {
  const figures = [median(values), quantile(values, 0.99), Math.max(...values)];
  const [middle, p99, most] = figures.map((value) => value.toFixed(1));
  return `median ${middle} ms, p99 ${p99} ms, most ${most} ms`;
}

const perPage = (ms: number, pages: number): string => (ms / pages).toFixed(2);

function print(line: string): void {
  console.log(line);
}
