/**
 * Collecting pages durably, beside a bare loop that only asks and parses. Both take turns, each
 * round in a fresh process, against the same service; the ratio of the medians is what counts.
 */
import { deepStrictEqual } from 'node:assert';
import { atMost, countFrom, median, quantile, printTable, timesAtMost } from '../measure.ts';
import type { BundledFile } from '../measure.ts';
import { doTask, startChild } from '../child.ts';
import type { Child } from '../child.ts';
import { rowsPerPage } from './asked.ts';
import type { Recorder, Task } from './asked.ts';
import type { OursReport } from './ours.ts';

type FloorReport = Pick<OursReport, 'ms' | 'rows'>;

/** `--pages=2000 --rounds=3` unless told; pages that are made anew are a tenth of these. */
export async function bench(args: readonly string[], file: BundledFile): Promise<void> {
  const pages = countFrom(args, 'pages', 2000);
  const rounds = countFrom(args, 'rounds', 3);
  const service = startChild(file('service'));
  try {
    const recorder = (await service.heard()) as Recorder;
    const few = { ...recorder, pages: Math.ceil(pages / 10) };
    await measure('The sample service makes each page', false, few);
    const all = { ...recorder, pages };
    await ask(service, true);
    await doTask<FloorReport>(file('floor'), all);
    tellMore(await measure('Each page comes at once', true, all));
  } finally {
    await service.end();
  }

  async function measure(title: string, recorded: boolean, task: Task): Promise<OursReport[]> {
    const floors: FloorReport[] = [];
    const ours: OursReport[] = [];
    for (let round = 0; round < rounds; round++) {
      floors.push(await doTask<FloorReport>(file('floor'), task));
      const before = await ask(service, recorded);
      const report = await doTask<OursReport>(file('ours'), task, ['--expose-gc']);
      check(report, floors.at(-1), (await ask(service, recorded)) - before, task.pages);
      ours.push(report);
    }
    const perPage = (reports: readonly FloorReport[]): number =>
      median(reports.map(({ ms }) => ms)) / task.pages;
    printTable(`${title} (${task.pages} pages of ${rowsPerPage} rows)`, 'Floor', [
      {
        what: 'A page',
        ours: perPage(ours),
        beside: perPage(floors),
        unit: 'ms',
        goal: timesAtMost(2),
      },
    ]);
    return ours;
  }
}

/** How many requests there were so far. */
async function ask(service: Child, recorded: boolean): Promise<number> {
  service.say({ recorded });
  return (await service.heard()) as number;
}

/** Figures of a run that kept something else would be worth nothing. */
function check(
  { rows, calls, pages }: OursReport,
  floor: FloorReport | undefined,
  requests: number,
  wanted: number,
): void {
  const wantedRows = wanted * rowsPerPage;
  deepStrictEqual([rows, floor?.rows], [wantedRows, wantedRows]);
  deepStrictEqual([calls, requests, pages.length], [wanted, wanted, wanted]);
}

function tellMore(rounds: readonly OursReport[]): void {
  // The first page is left out: the run's folder is made, and all code runs for once.
  const pages = rounds.flatMap((round) => round.pages.slice(1));
  const own = pages.map((page) => page.own);
  const line = (what: string, ours: number) => ({ what, ours, unit: 'ms' });
  printTable('A page', '', [
    line('our own work by the clock: median', median(own)),
    line('  p99', quantile(own, 0.99)),
    { ...line('  most', Math.max(...own)), goal: atMost(50) },
    line('waiting for the disk (sync): median', median(pages.map((page) => page.sync))),
    line('asking for it: median', median(pages.map((page) => page.fetch))),
  ]);
  type Memory = OursReport['atEnd'];
  const memory = (what: string, of: (memory: Memory) => number) => {
    const inMegabytes = (at: 'atTenth' | 'atEnd'): number =>
      median(rounds.map((round) => of(round[at]))) / 1024 ** 2;
    return { what, ours: inMegabytes('atEnd'), beside: inMegabytes('atTenth'), unit: 'MB' };
  };
  printTable('Memory with all pages', 'With a tenth', [
    memory('resident', ({ rss }) => rss),
    memory('  at most until then', ({ mostRss }) => mostRss),
    memory('heap', ({ heapUsed }) => heapUsed),
  ]);
}
