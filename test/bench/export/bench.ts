/** A million rows into each format, and beside CSV what others need for the same rows. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { formatOptionsSchema } from '#shared/export/formats.ts';
import type { BundledFile } from '../bundle.ts';
import { countFrom, median, megabytes } from '../bundle.ts';
import { doTask } from '../child.ts';
import { checkOrder, expectedIds } from './check.ts';
import type { OursTask, PeerTask, PrepareTask, Report } from './tasks.ts';

/**
 * `--rows=`: a million unless told. `--rounds=`: how often each is done, taking turns. `--csv`: only
 * CSV and plain COPY.
 */
export async function bench(args: readonly string[], file: BundledFile): Promise<void> {
  const rows = countFrom(args, 'rows', 1_000_000);
  const rounds = countFrom(args, 'rounds', 1);
  const folder = mkdtempSync(join(tmpdir(), 'export-bench-'));
  try {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const columnsWorker = file('columns-worker').href;
    const task: PrepareTask = { dataDir, rows, columnsWorker };
    await doTask(file('prepare'), task);
    await measure(rows, rounds, folder, file, args.includes('--csv'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Subject {
  name: string;
  measure: () => Promise<Report>;
}

async function measure(
  rows: number,
  rounds: number,
  folder: string,
  file: BundledFile,
  onlyCsv: boolean,
): Promise<void> {
  const dataDir = join(folder, 'data');
  const columnsWorker = file('columns-worker').href;
  const target = join(folder, 'saved');
  const expected = { arrival: expectedIds(rows, false), sorted: expectedIds(rows, true) };

  const ours = (
    name: string,
    given: z.input<typeof formatOptionsSchema>,
    sorted = false,
  ): Subject => ({
    name,
    async measure() {
      const format = formatOptionsSchema.parse(given);
      const task: OursTask = { dataDir, columnsWorker, target, format, sorted };
      const told = await doTask<Report>(file('ours'), task);
      await checkOrder(target, given.kind, sorted ? expected.sorted : expected.arrival);
      rmSync(target);
      return told;
    },
  });
  const peer = (kind: PeerTask['kind']): Subject => ({
    name: kind,
    async measure() {
      const task: PeerTask = { kind, dataDir, target };
      const told = await doTask<Report>(file('peer'), task);
      rmSync(target);
      return told;
    },
  });

  const csvAndCopy: Subject[] = [
    peer('copy'),
    ours('CSV', { kind: 'csv' }),
    peer('sorted copy'),
    ours('CSV, sorted', { kind: 'csv' }, true),
  ];
  const others: Subject[] = [
    ours('CSV, cell by cell', { kind: 'csv', dates: 'utc' }),
    peer('csv-stringify'),
    peer('fast-csv'),
    ours('JSON Lines', { kind: 'jsonl' }),
    ours('JSON Lines, sorted', { kind: 'jsonl' }, true),
    ours('raw pages', { kind: 'raw' }),
    ours('Parquet', { kind: 'parquet' }),
    ours('workbook', { kind: 'xlsx' }),
  ];
  const subjects = onlyCsv ? csvAndCopy : [...csvAndCopy, ...others];
  const reports = new Map<string, Report[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, measure: run } of subjects) {
      const told = await run();
      print(`  round ${round + 1}: ${name} ${(told.ms / 1000).toFixed(1)} s`);
      reports.get(name)?.push(told);
    }
  }
  print(`${rows} rows of 30 columns, every row and its order checked; medians of ${rounds}`);
  print(`${''.padEnd(20)}      s     MB   MB/s  peak MB  held ms`);
  for (const { name } of subjects) {
    const told = reports.get(name) ?? [];
    const ms = median(told.map((one) => one.ms));
    const bytes = told[0]?.bytes ?? 0;
    const cells = [
      (ms / 1000).toFixed(1).padStart(6),
      megabytes(bytes).padStart(6),
      (bytes / 1024 ** 2 / (ms / 1000)).toFixed(0).padStart(6),
      megabytes(Math.max(...told.map((one) => one.peak))).padStart(8),
      Math.max(...told.map((one) => one.held))
        .toFixed(0)
        .padStart(8),
    ];
    print(`${name.padEnd(20)} ${cells.join(' ')}`);
  }
  const of = (name: string, value: (one: Report) => number): number =>
    median((reports.get(name) ?? []).map(value));
  const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)}×`;
  const whole = (one: Report): number => one.ms;
  const copyPart = (one: Report): number => one.copyMs ?? one.ms;
  print(
    `CSV, COPY part : plain COPY          ${ratio(of('CSV', copyPart), of('copy', whole))} (goal 1.5)`,
  );
  print(
    `CSV, whole : plain COPY              ${ratio(of('CSV', whole), of('copy', whole))} (goal 2.5)`,
  );
  print(
    `CSV sorted, COPY part : sorted COPY  ${ratio(of('CSV, sorted', copyPart), of('sorted copy', whole))} (goal 1.5)`,
  );
  for (const name of onlyCsv ? [] : ['csv-stringify', 'fast-csv']) {
    print(`${name} : CSV`.padEnd(37) + `${ratio(of(name, whole), of('CSV', whole))} (goal 4)`);
  }
}

function print(line: string): void {
  console.log(line);
}
