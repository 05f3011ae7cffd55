/** Files of more rows than DuckDB reads at a time, in the order of the rows. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { everyRow } from '#shared/contract/view.ts';
import { attachFilled, sharedStore } from '#test/support/columns/store.ts';

const shared = sharedStore();
const { store, folder } = shared;
const rowCount = 120_000;
const rows = Array.from({ length: rowCount }, (_, seq) => ({ seq, text: `text ${seq}` }));

/** Of a list whose first input was asked again. */
const without = [{ from: 10, to: 20 }];

it('rows that are left out put no others out of order', async () => {
  const source = await attachFilled(shared, rows);
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  const path = join(folder, 'tmp', 'rows.csv');
  const columns = ['seq', 'text'].map((field) => ({ field, name: field }));
  const format = { kind: 'csv', delimiter: ',', lineEnd: '\n', decimalComma: false } as const;
  const copy = {
    path,
    columns,
    format: { ...format, quoteTexts: false, formulaGuard: true },
    without: [],
  };
  await store.ask(source, { kind: 'copy', view: everyRow, copy }, { without });
  const cells = readFileSync(path, 'utf8').trim().split('\n');
  const seqs = cells.map((line) => Number(line.split(',')[0]));
  // Counted, since a difference of so many rows takes minutes to print.
  const outOfOrder = seqs.filter((seq, at) => at > 0 && seq <= seqs[at - 1]!);
  expect([seqs.length, outOfOrder.length]).toEqual([rowCount - 10, 0]);
});
