import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NumbersWriter, receiveNumbers } from '#main/core/store/columns/row-numbers.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { ListSource, ownStore } from '#test/support/columns/store.ts';
import { referenceView } from '#test/support/columns/reference.ts';
import { testFolder } from '#test/support/store/runs.ts';

const numbers = Array.from({ length: 40_000 }, (_, n) => (n * 7919) % 40_000);

it.each([
  ['in memory', numbers.length, 0],
  ['in a file', 999, 1],
])('row numbers %s are read like a list of them', (_, inMemory, files) => {
  const folder = testFolder();
  const writer = new NumbersWriter(inMemory, folder);
  for (const number of numbers) writer.add(number);
  const sent = writer.finish();
  expect(readdirSync(folder)).toHaveLength(files);
  const received = receiveNumbers(sent);
  // Nothing would be left after a crash.
  expect(readdirSync(folder)).toEqual([]);
  expect(received.length).toBe(numbers.length);
  expect([...received]).toEqual(numbers);
  for (const [from, to] of [
    [0, 10],
    [16_380, 16_390],
    [39_990, 50_000],
    [50_000, 50_010],
    [10, 5],
  ] as const) {
    expect(received.slice(from, to)).toEqual(Uint32Array.from(numbers.slice(from, to)));
  }
  for (const at of [0, 16_383, 16_384, 39_999]) expect(received.indexOf(numbers[at]!)).toBe(at);
  expect(received.indexOf(40_000)).toBe(-1);
});

it('what was collected in vain leaves no file', () => {
  const folder = testFolder();
  const writer = new NumbersWriter(2, folder);
  for (const number of [1, 2, 3]) writer.add(number);
  expect(readdirSync(folder)).toHaveLength(1);
  writer.abandon();
  expect(readdirSync(folder)).toEqual([]);
});

it('an order that the cache dropped can be read, and is the same when it is asked for again', async () => {
  const { store, folder } = ownStore({ cacheBytes: 0, numbersInMemory: 100 });
  const temporary = join(folder, 'tmp', 'columns');
  mkdirSync(temporary, { recursive: true });
  writeFileSync(join(temporary, 'order-1'), '');
  const rows = Array.from({ length: 5000 }, (_, n) => ({ likes: (n * 37) % 4999 }));
  const source = new ListSource(folder, [...rows]);
  await store.attach(source);
  // What a killed program left is removed when the first run is opened.
  expect(readdirSync(temporary)).toEqual([]);
  const view: View = { ...everyRow, sort: [{ field: 'likes', direction: 'descending' }] };
  const first = await store.query(source, view);
  source.rows = [...rows, ...rows];
  const searched = await store.query(source, { ...view, search: '1' });
  expect(searched.count).toBeLessThan(first.count);
  const { seqs, ...again } = await store.query(source, view, { rows: rows.length });
  await store.detach(source.id);
  expect([...first.seqs!]).toEqual(referenceView(rows, view));
  expect({ ...again, seqs: [...seqs!] }).toEqual({ ...first, of: 10_000, seqs: [...first.seqs!] });
  expect(readdirSync(temporary)).toEqual([]);
});
