/**
 * A list of very many inputs through the contract, of an account each, one page of posts: read and
 * checked, asked, opened again after a restart, its inputs looked at. Beside it pages of one account.
 */
import { doTask, startChild } from '../child.ts';
import type { BundledFile } from '../measure.ts';
import { atMost, countFrom, median, printTable, quantile, timesAtMost } from '../measure.ts';
import type { ListReport, ListTask } from './ours.ts';

const megabyte = 1024 ** 2;

/** `--inputs=10000 --page=20` unless told. */
export async function bench(args: readonly string[], file: BundledFile): Promise<void> {
  const inputs = countFrom(args, 'inputs', 10_000);
  const rowsPerPage = countFrom(args, 'page', 20);
  const pages = Math.min(inputs, 2000);
  const service = startChild(file('service'));
  try {
    service.say({ pages, rowsPerPage });
    const { address } = (await service.heard()) as Pick<ListTask, 'address'>;
    const task: ListTask = { address, inputs, rowsPerPage, pages };
    tell(inputs, await doTask<ListReport>(file('ours'), task));
  } finally {
    await service.end();
  }
}

function tell(inputs: number, { memory, views, ...took }: ListReport): void {
  const { inputMs, pageMs, openedMs, pagedMs } = took;
  const unit = 'ms';
  printTable(`A list of ${inputs} inputs`, 'Pages', [
    { what: 'read and checked', ours: took.acceptedMs, unit, goal: atMost(1000) },
    { what: 'an input', ours: inputMs, beside: pageMs, unit, goal: timesAtMost(2) },
    { what: 'opened again', ours: openedMs, beside: pagedMs, unit, goal: atMost(300) },
    { what: 'rows, window p95', ours: took.windowMs, unit, goal: atMost(16) },
    ...views.map(({ order, ms }) => {
      return { what: `inputs by ${order}, p95`, ours: quantile(ms, 0.95), unit, goal: atMost(16) };
    }),
    { what: 'memory, a tenth asked', ours: memory.tenth / megabyte, unit: 'MB' },
    { what: 'memory, all asked', ours: memory.all / megabyte, unit: 'MB' },
    { what: 'memory, at most', ours: memory.most / megabyte, unit: 'MB', goal: atMost(400) },
    { what: 'the column store’s process, at most', ours: memory.columns / megabyte, unit: 'MB' },
  ]);
  const middle = median(views.flatMap(({ ms }) => ms));
  console.log(`  Median of an input window: ${middle.toFixed(2)} ms`);
}
