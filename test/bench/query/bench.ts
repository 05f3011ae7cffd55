/**
 * Windows, orders, filters and summaries of a million rows through the contract; beside them the
 * bare queries, asked in turns of a copy of the same columns.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { openBare } from '../bare.ts';
import type { Bare } from '../bare.ts';
import { atMost, countFrom, median, quantile, windowRows, printTable, timed } from '../measure.ts';
import type { BundledFile, Measured } from '../measure.ts';
import { doTask } from '../child.ts';
import { openCore } from '../core.ts';
import type { BenchCore } from '../core.ts';
import { runId, runOnDisk } from '../stored/run-on-disk.ts';
import type { Filled, Task, Windows } from './ours.ts';
import { questions } from './questions.ts';
import type { Question } from './questions.ts';

/** `--rows=1000000`, `--rounds=5` unless told. `columns` is the part without windows. */
export async function bench(
  args: readonly string[],
  file: BundledFile,
  name: string,
): Promise<void> {
  const rows = countFrom(args, 'rows', 1_000_000);
  const rounds = countFrom(args, 'rounds', 5);
  const run = await runOnDisk(rows);
  const task = { dataDir: run.dataDir, rows };
  try {
    const filled = await doTask<Filled>(file('ours'), { ...task, part: 'fill' } satisfies Task);
    printTable('Columns of the run, from its log', '', linesOfFill(filled, rows));
    if (name === 'query') {
      const part = { ...task, part: 'windows' } satisfies Task;
      const { views, rss } = await doTask<Windows>(file('ours'), part);
      printTable('A window of 100 rows at random depths', '', views.flatMap(linesOfView));
      printTable('Memory of main', '', linesOfMemory(rss));
    }
    // DuckDB lets only one have a file open.
    const copy = join(run.dataDir, '..', 'copy.duckdb');
    await cp(join(run.dataDir, 'runs', runId, 'derived', 'columns.duckdb'), copy);
    const core = await openCore(run.dataDir);
    const bare = await openBare(copy);
    await core.call('run.open', { runId });
    const lines: Measured[] = [];
    for (const question of questions) lines.push(...(await compare(question, core, bare, rounds)));
    printTable('Through the contract, and bare', 'DuckDB', lines);
    bare.close();
    await core.close();
  } finally {
    await run.remove();
  }
}

function linesOfFill(filled: Filled, rows: number): Measured[] {
  const { openMs, ms, processorMs, windows, mostRss } = filled;
  const us = (all: number): number => (all * 1000) / rows;
  return [
    { what: 'for each row', ours: us(ms), unit: 'µs', goal: atMost(20) },
    { what: '  of a processor', ours: us(processorMs), unit: 'µs' },
    { what: 'all of them', ours: ms / 1000, unit: 's' },
    { what: 'until the run is open', ours: openMs / 1000, unit: 's' },
    {
      what: `window meanwhile: p95 of ${windows.length}`,
      ours: quantile(windows, 0.95),
      unit: 'ms',
    },
    { what: 'memory of main at most', ours: inMegabytes(mostRss), unit: 'MB' },
  ];
}

function linesOfView({ name, orderMs, first, again }: Windows['views'][number]): Measured[] {
  return [
    { what: `${name}: median`, ours: again.median, unit: 'ms', goal: atMost(5) },
    { what: '  p95', ours: again.p95, unit: 'ms', goal: atMost(16) },
    { what: '  the first time: median', ours: first.median, unit: 'ms', goal: atMost(5) },
    { what: '  the first time: p95', ours: first.p95, unit: 'ms', goal: atMost(16) },
    { what: '  until its order is known', ours: orderMs, unit: 'ms' },
  ];
}

function linesOfMemory({ started, opened, after, most, columns }: Windows['rss']): Measured[] {
  const line = (what: string, bytes: number): Measured => {
    return { what, ours: inMegabytes(bytes), unit: 'MB', goal: atMost(500) };
  };
  return [
    line('started', started),
    line('run open', opened),
    line('after all windows', after),
    line('at most', most),
    { what: 'the column store’s process, at most', ours: inMegabytes(columns), unit: 'MB' },
  ];
}

const inMegabytes = (bytes: number): number => bytes / 1024 ** 2;

/** Medians of rounds in which both take turns. */
async function compare(
  { what, goal, besideFirst, ask }: Question,
  core: BenchCore,
  bare: Bare,
  rounds: number,
): Promise<Measured[]> {
  const ours: number[] = [];
  const beside: { all: number; first: number }[] = [];
  for (let n = 0; n < rounds; n++) {
    const { sql, ...question } = ask(n);
    const answers: number[] = [];
    const turns = [
      async () => {
        const { ms, value } = await timed(() => askCore(core, question));
        ours.push(ms);
        answers.push(value);
      },
      async () => {
        const [first, ...others] = sql;
        const one = await timed(() => bare.ask(first ?? ''));
        const all = await timed(() => Promise.all(others.map((text) => bare.ask(text))));
        beside.push({ first: one.ms, all: one.ms + all.ms });
        answers.push(one.value);
      },
    ];
    for (const turn of n % 2 === 0 ? turns : turns.toReversed()) await turn();
    if (answers[0] !== answers[1]) throw new Error(`${what}: ${answers.join(' and ')}`);
  }
  const line = { what, ours: median(ours), unit: 'ms', ...(goal && { goal }) };
  const lines: Measured[] = [{ ...line, beside: median(beside.map(({ all }) => all)) }];
  if (besideFirst !== undefined) {
    const first = median(beside.map((one) => one.first));
    lines.push({ ...line, what: `  ${besideFirst}`, beside: first });
  }
  return lines;
}

/** A view until its first rows are there, or the summary of a field. */
async function askCore(
  { call }: BenchCore,
  { view, summaryOf }: Omit<ReturnType<Question['ask']>, 'sql'>,
): Promise<number> {
  if (summaryOf !== undefined) {
    const { columns } = await call('view.summary', { runId, view, fields: [summaryOf] });
    return columns[0]?.filled ?? 0;
  }
  const { rows, count } = await call('view.open', { runId, view });
  await call('rows.window', { runId, view, rows, offset: 0, count: windowRows });
  return count;
}
