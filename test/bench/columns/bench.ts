/** What is measured, and beside it the bare query that any other program would have to make. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { ColumnStore } from '#main/core/store/columns/column-store.ts';
import type { View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { BundledFile } from '../bundle.ts';
import { BenchSource } from './rows.ts';

const repeats = 5;

/** `args`: how many rows, a million unless told. */
export async function bench(args: readonly string[], file: BundledFile): Promise<void> {
  const rows = Number(args[0] ?? 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'columns-bench-'));
  try {
    await measure(rows, file('columns-worker'), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(rows: number, worker: URL, folder: string): Promise<void> {
  const source = new BenchSource(folder, rows);
  const bytes = source.generate();
  const before = memoryMb();
  print(`${rows} rows of ${Math.round(bytes / rows)} bytes, in memory: ${before} MB`);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryMb());
  }, 50);
  const store = new ColumnStore({ worker, dataFolder: folder });
  const cpu = process.cpuUsage();
  const start = performance.now();
  await store.attach(source);
  await store.filled(source.id);
  const ms = performance.now() - start;
  const used = process.cpuUsage(cpu);
  const file = join(folder, 'derived', 'columns.duckdb');
  print(
    `fill: ${perRow(ms, rows)} µs per row (processor: ${perRow((used.user + used.system) / 1000, rows)})`,
  );
  print(`memory: at most ${peak - before} MB more; file: ${statSync(file).size >> 20} MB`);
  peak = 0;

  const of = (view: Partial<View>) => async (n: number) => {
    // Another view each time, so that nothing is remembered.
    const filters = [
      ...(view.filters ?? []),
      { kind: 'isNot', field: 'status', value: `none ${n}` } as const,
    ];
    return (await store.query(source.id, { ...everyRow, ...view, filters })).count;
  };
  await time('sort by a number', of({ sort: [{ field: 'likeCount', direction: 'descending' }] }));
  await time('sort by a text', of({ sort: [{ field: 'text', direction: 'ascending' }] }));
  await time('sort by an id', of({ sort: [{ field: 'id', direction: 'ascending' }] }));
  await time('sort by a date', of({ sort: [{ field: 'createdAt', direction: 'ascending' }] }));
  await time(
    'filter: text contains',
    of({ filters: [{ kind: 'contains', field: 'text', text: 'Coffee Morning' }] }),
  );
  await time(
    'filter: number range',
    of({ filters: [{ kind: 'number', field: 'likeCount', min: '90000', max: null }] }),
  );
  await time(
    'filter: date range',
    of({ filters: [{ kind: 'date', field: 'createdAt', from: '2024-01-01', to: '2024-01-31' }] }),
  );
  await time('search everywhere', of({ search: 'coffee morning' }));
  await time('search everywhere, digits', of({ search: '4711' }));
  await time('hide duplicates', of({ hideDuplicatesBy: 'id' }));
  await time(
    'summary of a number',
    async () => (await store.summary(source.id, everyRow, ['likeCount'])).count,
  );
  await time(
    'summary of a text',
    async () => (await store.summary(source.id, everyRow, ['text'])).count,
  );
  const everything = performance.now();
  await store.summary(source.id, everyRow);
  print(`summary of everything: ${(performance.now() - everything).toFixed(0)} ms`);

  const sorted = { ...everyRow, sort: [{ field: 'text', direction: 'ascending' }] } as const;
  await store.query(source.id, { ...sorted, sort: [...sorted.sort] });
  await time('window of 100, by a held order', async (n) => {
    const { seqs } = await store.query(source.id, { ...sorted, sort: [...sorted.sort] });
    const at = (n * 199_999) % (rows - 100);
    return seqs?.subarray(at, at + 100).length ?? 0;
  });
  print(`memory while asking: at most ${peak - before} MB more`);
  clearInterval(watch);
  await store.close();
  const reopened = new ColumnStore({ worker, dataFolder: folder });
  const opening = performance.now();
  await reopened.attach(source);
  print(`open again: ${(performance.now() - opening).toFixed(0)} ms`);
  await reopened.close();
  await bare(file);
}

/** The same questions, asked of the file by hand. */
async function bare(file: string): Promise<void> {
  print('the bare queries:');
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '256MB', threads: '2' });
  const connection = await instance.connect();
  await connection.run(`ATTACH '${file}' AS f (READ_ONLY)`);
  const names = await connection.runAndReadAll('SELECT path, n FROM f.cols');
  const columns = new Map(names.getRows().map(([field, n]) => [String(field), `c${String(n)}`]));
  const c = (field: string): string => columns.get(field) ?? '';
  const run = (sql: string) => async (): Promise<number> => {
    const result = await connection.run(sql);
    return result.rowCount;
  };
  const ordered = (order: string) =>
    run(`CREATE OR REPLACE TEMP TABLE o AS SELECT seq FROM f.t ORDER BY ${order}, seq`);
  await time('sort by a number', ordered(`${c('likeCount')} DESC`));
  await time('sort by a text', ordered(`${c('text')}k`));
  await time('sort by an id', ordered(c('id')));
  await time('sort by a date', ordered(c('createdAt')));
  const count = (condition: string) => run(`SELECT count(*) FROM f.t WHERE ${condition}`);
  await time('filter: text contains', count(`contains(${c('text')}k, 'coffee morning')`));
  await time('filter: number range', count(`${c('likeCount')} >= 90000`));
  await time('filter: date range', count(`${c('createdAt')} BETWEEN '2024-01-01' AND '2024-02'`));
  connection.closeSync();
  instance.closeSync();
}

async function time(name: string, work: (n: number) => Promise<number>): Promise<void> {
  const times: number[] = [];
  const processor: number[] = [];
  let answer = 0;
  for (let n = 0; n < repeats; n++) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    answer = await work(n);
    times.push(performance.now() - start);
    const used = process.cpuUsage(cpu);
    processor.push((used.user + used.system) / 1000);
  }
  const median = (values: number[]): string =>
    values.toSorted((a, b) => a - b)[repeats >> 1]!.toFixed(1);
  print(
    `  ${name.padEnd(32)} ${median(times).padStart(8)} ms  (processor ${median(processor).padStart(8)})  ${answer}`,
  );
}

function perRow(ms: number, rows: number): string {
  return ((ms * 1000) / rows).toFixed(1);
}

function memoryMb(): number {
  return process.memoryUsage().rss >> 20;
}

function print(line: string): void {
  console.log(line);
}
