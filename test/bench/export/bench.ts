/** A million rows into each format, and beside CSV what others need for the same rows. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { formatOptionsSchema } from '#shared/contract/export/formats.ts';
import { atMost, countFrom, median, printTable, timesAtMost } from '../measure.ts';
import type { BundledFile, Measured } from '../measure.ts';
import { doTask } from '../child.ts';
import { filled, openCore } from '../core.ts';
import { runId, runOnDisk } from '../stored/run-on-disk.ts';
import type { SaveReport, SaveTask } from './save.ts';

type Format = z.input<typeof formatOptionsSchema>;
/** Who saves what, in which order. */
type Subject = readonly [name: string, by: Format | Exclude<SaveTask['by'], object>, sorted?: true];

const csvAndCopy: readonly Subject[] = [
  ['COPY', 'copy'],
  ['CSV', { kind: 'csv' }],
  ['sorted COPY', 'copy', true],
  ['CSV, sorted', { kind: 'csv' }, true],
];
const others: readonly Subject[] = [
  ['CSV, cell by cell', { kind: 'csv', dates: 'utc' }],
  ['csv-stringify', 'csv-stringify'],
  ['fast-csv', 'fast-csv'],
  ['bytes', 'bytes'],
  ['JSON Lines', { kind: 'jsonl' }],
  ['JSON Lines, sorted', { kind: 'jsonl' }, true],
  ['raw pages', { kind: 'raw' }],
  ['Parquet', { kind: 'parquet' }],
  ['workbook', { kind: 'xlsx' }],
];

const jsonLines: readonly Subject[] = others.filter(([name]) =>
  ['bytes', 'JSON Lines'].includes(name),
);

const dataset: readonly Subject[] = [
  ['Parquet COPY', 'parquet-copy'],
  ['dataset', { kind: 'dataset' }],
];

/**
 * `--rows=1000000`, `--rounds=1` unless told. `--csv`: only CSV and plain COPY. `--json-lines`: only
 * JSON Lines and the bytes of the log. As `dataset`: a dataset, beside the plain COPY of its columns.
 */
export async function bench(
  args: readonly string[],
  file: BundledFile,
  kind: string,
): Promise<void> {
  const rows = countFrom(args, 'rows', 1_000_000);
  const rounds = countFrom(args, 'rounds', 1);
  const isDataset = kind === 'dataset';
  const part = [
    ...(args.includes('--csv') ? csvAndCopy : []),
    ...(args.includes('--json-lines') ? jsonLines : []),
  ];
  const all = part.length > 0 ? part : [...csvAndCopy, ...others];
  const subjects = isDataset ? dataset : all;
  const run = await runOnDisk(rows);
  const { dataDir } = run;
  const target = join(dataDir, '..', 'saved');
  const reports = new Map<string, SaveReport[]>(subjects.map(([name]) => [name, []]));
  try {
    const core = await openCore(dataDir);
    await core.call('run.open', { runId });
    await filled(core, runId);
    await core.close();
    for (let round = 0; round < rounds; round++) {
      for (const [subject, who, sorted = false] of subjects) {
        const by = typeof who === 'string' ? who : { format: formatOptionsSchema.parse(who) };
        const task: SaveTask = { by, sorted, rows, dataDir, target };
        const told = await doTask<SaveReport>(file('save'), task);
        rmSync(target, { recursive: true });
        console.log(`  round ${round + 1}: ${subject} ${(told.ms / 1000).toFixed(1)} s`);
        reports.get(subject)?.push(told);
      }
    }
  } finally {
    await run.remove();
  }
  tell(reports);
}

function tell(reports: ReadonlyMap<string, readonly SaveReport[]>): void {
  const of = (name: string, value: (one: SaveReport) => number): number =>
    median((reports.get(name) ?? []).map(value));
  const seconds = ({ ms }: SaveReport): number => ms / 1000;
  const copyPart = ({ copyMs, ms }: SaveReport): number => (copyMs ?? ms) / 1000;
  const mb = 1024 ** 2;
  const peak = (name: string): number => of(name, (one) => one.peak) / mb;
  const columnsPeak = (name: string): number => of(name, (one) => one.columnsPeak) / mb;

  for (const [name] of reports) {
    const bytes = of(name, (one) => one.bytes);
    const held = of(name, (one) => one.held);
    const s = of(name, seconds);
    console.log(
      `${name}: ${s.toFixed(1)} s, ${(bytes / mb).toFixed(0)} MB, ${(bytes / mb / s).toFixed(0)} MB/s,` +
        ` memory at most ${peak(name).toFixed(0)} MB and the column store’s process` +
        ` ${columnsPeak(name).toFixed(0)} MB, event loop held for at most ${held.toFixed(0)} ms`,
    );
  }
  const beside = (name: string, to: string, most: number, part = seconds): Measured => ({
    what: `${name}${part === seconds ? '' : ', COPY part'} : ${to}`,
    ours: of(name, part),
    beside: of(to, seconds),
    unit: 's',
    goal: timesAtMost(most),
  });
  if (reports.has('dataset')) {
    printTable('Dataset', 'Others', [
      beside('dataset', 'Parquet COPY', 1.5),
      {
        what: 'dataset, memory of main at most',
        ours: peak('dataset'),
        unit: 'MB',
        goal: atMost(400),
      },
      {
        what: 'dataset, memory of the column store’s process at most',
        ours: columnsPeak('dataset'),
        beside: peak('Parquet COPY'),
        unit: 'MB',
      },
    ]);
    return;
  }
  if (reports.has('bytes')) {
    printTable('JSON Lines', 'Others', [beside('JSON Lines', 'bytes', 2)]);
  }
  if (!reports.has('COPY')) return;
  printTable('CSV', 'Others', [
    beside('CSV', 'COPY', 1.5, copyPart),
    beside('CSV', 'COPY', 2.5),
    beside('CSV, sorted', 'sorted COPY', 1.5, copyPart),
    ...['csv-stringify', 'fast-csv']
      .filter((name) => reports.has(name))
      .map((name) => beside('CSV', name, 0.25)),
  ]);
}
