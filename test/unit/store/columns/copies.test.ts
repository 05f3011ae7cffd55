/** Files of more rows than DuckDB reads at a time, in the order of the rows. */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { everyRow } from '#shared/contract/view.ts';
import { filledRun, sharedStore } from '#test/support/columns/store.ts';

// So little that a join of all rows doesn't fit.
const shared = sharedStore({ memoryMb: 30 });
const { store, folder } = shared;
const rowCount = 120_000;
const rows = Array.from({ length: rowCount }, (_, seq) => ({
  seq,
  text: `text ${seq} ${'x'.repeat(100)}`,
}));

/** Of a list whose first input was asked again. */
const without = [{ from: 10, to: 20 }];

it('rows that are left out put no others out of order', async () => {
  const source = await filledRun(shared, rows);
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  const path = join(folder, 'tmp', 'rows.csv');
  const columns = ['seq', 'text'].map((field) => ({ kind: 'member' as const, field, name: field }));
  const format = { kind: 'csv', delimiter: ',', lineEnd: '\n', decimalComma: false } as const;
  const copy = {
    path,
    columns,
    format: { ...format, quoteTexts: false, formulaGuard: true },
  };
  await store.ask(source, { kind: 'copy', view: everyRow, copy }, { without });
  const cells = readFileSync(path, 'utf8').trim().split('\n');
  const seqs = cells.map((line) => Number(line.split(',')[0]));
  // Counted, since a difference of so many rows takes minutes to print.
  const outOfOrder = seqs.filter((seq, at) => at > 0 && seq <= seqs[at - 1]!);
  expect([seqs.length, outOfOrder.length]).toEqual([rowCount - 10, 0]);
});

it('a file of a dataset has them in order too, each with the time of its page', async () => {
  const source = await filledRun(shared, rows);
  const [path, to] = ['rows.parquet', 'rows.json'].map((name) => join(folder, 'tmp', name)) as [
    string,
    string,
  ];
  const pages = Array.from({ length: rowCount / 20 }, (_, n) => ({
    firstRow: n * 20,
    at: n * 60_000,
  }));
  const columns = [
    { name: 'seq', kind: 'member', field: 'seq', type: 'BIGINT' },
    { name: 'text', kind: 'member', field: 'text', type: 'VARCHAR' },
    { name: 'at', kind: 'arrived' },
  ] as const;
  const format = { kind: 'dataset', groupRows: 20_000, pages } as const;
  const copy = { path, columns: [...columns], format };
  await store.ask(source, { kind: 'copy', view: everyRow, copy }, { without });
  const file = { from: path, to, rows: rowCount - 10, bytes: statSync(path).size };
  await store.unpack(file, new AbortController().signal);
  const written = readFileSync(to, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const wrong = written.filter(({ seq, at }, index) => {
    const expected = index < 10 ? index : index + 10;
    return seq !== expected || at !== Math.floor(expected / 20) * 60_000;
  });
  expect([written.length, wrong.length]).toEqual([rowCount - 10, 0]);
});
