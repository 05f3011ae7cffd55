/**
 * Windows, orders, filters and summaries of a million rows through the contract; beside them the
 * bare queries, asked in turns of a copy of the same columns.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { countFrom, median, quantile } from '../bundle.ts';
import type { BundledFile } from '../bundle.ts';
import { startChild } from '../child.ts';
import type { Child } from '../child.ts';
import { randomDepths, windowRows } from '../depths.ts';
import { runId, runOnDisk } from '../stored/run-on-disk.ts';
import type { RunOnDisk } from '../stored/run-on-disk.ts';
import { printTable } from '../table.ts';
import type { Measured } from '../table.ts';
import type { BareReport } from './bare.ts';
import type { OursReport } from './ours.ts';
import { questions, windowViews } from './questions.ts';
import type { Question } from './questions.ts';

/** `--rows=1000000`, `--rounds=5` unless told. */
export async function bench(args: readonly string[], file: BundledFile): Promise<void> {
  const rows = countFrom(args, 'rows', 1_000_000);
  const rounds = countFrom(args, 'rounds', 5);
  const run = await runOnDisk(rows);
  try {
    await fill(run, file);
    await measure(run, rounds, file);
  } finally {
    await run.remove();
  }
}

interface Core {
  call: <M extends MethodName>(method: M, input: MethodInput<M>) => Promise<Timed<MethodOutput<M>>>;
  close: () => Promise<void>;
}

type Timed<T> = Omit<OursReport, 'value'> & { value: T };

async function ask<T>(child: Child, task: object): Promise<T> {
  child.say(task);
  return (await child.heard()) as T;
}

async function startCore({ dataDir }: RunOnDisk, file: BundledFile): Promise<Core> {
  const child = startChild(file('ours'));
  await ask(child, { dataDir });
  return {
    call: (method, input) => ask(child, { method, input }),
    async close() {
      await ask(child, { end: true });
      await child.end();
    },
  };
}

/** All columns, and the file closed: as it is when a run of some day ago is opened. */
async function fill(run: RunOnDisk, file: BundledFile): Promise<void> {
  const core = await startCore(run, file);
  const { processorMs } = await core.call('run.open', { runId });
  const start = performance.now();
  // A word that is nowhere: the view costs little, and says how many rows it could look at.
  const view: View = { ...everyRow, filters: [{ kind: 'is', field: 'lang', value: 'none' }] };
  let seen = await core.call('view.open', { runId, view });
  while (seen.value.rows < seen.value.of) {
    await new Promise((wake) => setTimeout(wake, 500));
    seen = await core.call('view.open', { runId, view });
  }
  const us = ((performance.now() - start) * 1000) / run.rows;
  const processorUs = ((seen.processorMs - processorMs) * 1000) / run.rows;
  await core.close();
  printTable('Columns of the run, from its log', '', [
    { what: 'for each row', ours: us, unit: 'µs', goal: { of: 'figure', most: 20 } },
    { what: '  of a processor', ours: processorUs, unit: 'µs' },
  ]);
}

async function measure(run: RunOnDisk, rounds: number, file: BundledFile): Promise<void> {
  const columns = join(run.dataDir, 'runs', runId, 'derived', 'columns.duckdb');
  // DuckDB lets only one process have a file open.
  const copy = join(run.dataDir, '..', 'copy.duckdb');
  await cp(columns, copy);
  const bare = startChild(file('bare'));
  await ask(bare, { file: copy });
  const core = await startCore(run, file);
  try {
    const { rss: started } = await core.call('run.open', { runId });
    printTable('A window of 100 rows at random depths', '', await timeWindows(core, run.rows));
    const lines: Measured[] = [];
    for (const question of questions) lines.push(...(await compare(question, core, bare, rounds)));
    printTable('Through the contract, and bare', 'DuckDB', lines);
    const { rss } = await core.call('run.open', { runId });
    console.log(
      `\nMemory of main: ${megabytes(started)} MB with the run open, ${megabytes(rss)} at the end`,
    );
  } finally {
    await core.close();
    await bare.end();
  }
}

async function timeWindows(core: Core, rows: number): Promise<Measured[]> {
  const lines: Measured[] = [];
  for (const [name, view] of windowViews) {
    const { value } = await core.call('view.open', { runId, view });
    const depths = randomDepths(rows);
    const pass = async (): Promise<number[]> => {
      const times: number[] = [];
      for (const offset of depths) {
        const input = { runId, page: null, view, rows: value.rows, offset, count: windowRows };
        const { ms, value: window } = await core.call('rows.window', input);
        if (window.rows.length !== Math.min(windowRows, rows)) throw new Error('Rows are missing.');
        times.push(ms);
      }
      return times;
    };
    const [cold, warm] = [await pass(), await pass()];
    lines.push(
      { what: `${name}: median`, ours: median(warm), unit: 'ms', goal: { of: 'figure', most: 5 } },
      { what: '  p95', ours: quantile(warm, 0.95), unit: 'ms', goal: { of: 'figure', most: 16 } },
      { what: '  the first time (median)', ours: median(cold), unit: 'ms' },
    );
  }
  return lines;
}

/** Medians of rounds in which both take turns. */
async function compare(
  { what, goal, besideFirst, ask: asked }: Question,
  core: Core,
  bare: Child,
  rounds: number,
): Promise<Measured[]> {
  const ours: Answered[] = [];
  const beside: BareReport[] = [];
  for (let n = 0; n < rounds; n++) {
    const { sql, ...question } = asked(n);
    const turns = [
      async () => void ours.push(await askCore(core, question)),
      async () => void beside.push(await ask<BareReport>(bare, { sql })),
    ];
    for (const turn of n % 2 === 0 ? turns : turns.toReversed()) await turn();
    const answers = [ours.at(-1)?.answer, beside.at(-1)?.answer];
    if (answers[0] !== answers[1]) throw new Error(`${what}: ${answers.join(' and ')}`);
  }
  const whole = median(ours.map(({ ms }) => ms));
  const line = { what, ours: whole, unit: 'ms', ...(goal && { goal }) };
  const lines: Measured[] = [{ ...line, beside: median(beside.map(({ ms }) => sum(ms))) }];
  if (besideFirst !== undefined) {
    const first = median(beside.map(({ ms }) => ms[0] ?? 0));
    lines.push({ ...line, what: `  ${besideFirst}`, beside: first });
  }
  return lines;
}

interface Answered {
  ms: number;
  answer: number;
}

/** A view until its first rows are there, or the summary of a field. */
async function askCore(
  core: Core,
  { view, summaryOf }: { view: View; summaryOf?: string },
): Promise<Answered> {
  if (summaryOf !== undefined) {
    const { ms, value } = await core.call('view.summary', { runId, view, fields: [summaryOf] });
    return { ms, answer: value.columns[0]?.filled ?? 0 };
  }
  const opened = await core.call('view.open', { runId, view });
  const { rows, count } = opened.value;
  const part = { runId, page: null, view, rows, offset: 0, count: windowRows };
  const window = await core.call('rows.window', part);
  return { ms: opened.ms + window.ms, answer: count };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);
