import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ResultCache } from '#main/core/store/columns/column-store.ts';
import { Gate } from '#main/core/store/columns/worker/attached-run.ts';
import { Layout } from '#main/core/store/columns/worker/layout.ts';
import { kind } from '#main/core/store/columns/worker/cells.ts';
import { KeptRows } from '#main/core/store/columns/worker/query.ts';
import type { Subject } from '#main/core/store/columns/worker/query.ts';
import { everyRow, viewSchema } from '#shared/contract/view.ts';

const order = (key: string, rows: number, length: number) => ({
  key,
  rows,
  epoch: 1,
  count: length,
  seqs: new Uint32Array(length),
  tree: null,
});

it('the orders that are remembered are those asked for last, as many as fit; one that is too large until the next comes', () => {
  const cache = new ResultCache(10_000);
  const kept = (): string[] => ['a', 'b', 'c', 'd'].filter((key) => cache.findLongest(key, 1));
  cache.add(order('a', 1, 1000));
  cache.add(order('b', 1, 1000));
  expect(cache.findLongest('a', 1)).toBeDefined();
  cache.add(order('c', 1, 1000));
  expect(kept()).toEqual(['a', 'c']);
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
  cache.add(order('d', 1, 5000));
  expect(kept()).toEqual(['d']);
  cache.add(order('b', 1, 10));
  expect(kept()).toEqual(['b']);
  cache.drop('b');
  expect(cache.bytes).toBe(0);
});

it('a change of columns waits for the questions of before, and those of after wait for it', async () => {
  const gate = new Gate();
  const told: string[] = [];
  const step = (name: string, turns: number) => async (): Promise<void> => {
    told.push(`${name} begins`);
    for (let n = 0; n < turns; n++) await turn();
    told.push(`${name} ends`);
  };
  await Promise.all([
    gate.shared(step('first', 3)),
    gate.shared(step('second', 1)),
    gate.exclusive(step('change', 2)),
    gate.shared(step('third', 1)),
    gate.exclusive(step('another change', 1)),
  ]);
  const both = ['first begins', 'second begins', 'second ends', 'first ends'];
  const after = ['change', 'third', 'another change'];
  expect(told).toEqual([...both, ...after.flatMap((name) => [`${name} begins`, `${name} ends`])]);
});

it.each([
  ['a bound that is no number', { kind: 'number', field: 'n', min: '1; DROP TABLE t', max: null }],
  ['a bound in hexadecimal', { kind: 'number', field: 'n', min: '0x10', max: null }],
  ['a day that is none', { kind: 'date', field: 'at', from: '2024-02-30', to: null }],
  ['a moment without zone', { kind: 'date', field: 'at', from: '2024-02-28T10:00:00', to: null }],
  ['an empty text to look for', { kind: 'contains', field: 'text', text: '' }],
  ['a member that nobody knows', { kind: 'isEmpty', field: 'text', sql: '1=1' }],
  ['no values', { kind: 'oneOf', field: 'text', values: [] }],
])('a view with %s is refused', (_name, filter) => {
  expect(viewSchema.safeParse({ ...everyRow, filters: [filter] }).success).toBe(false);
});

it('questions about the same rows share what takes long to find, and nothing of it is left in the worker', async () => {
  const made: string[] = [];
  const run = async (sql: string): Promise<void> => {
    made.push(/CREATE TABLE (\S+)/.exec(sql)?.[1] ?? sql);
    await turn();
  };
  const layout = new Layout([{ n: 0, field: 'id', kinds: kind.digits }]);
  const part = { catalog: 'run1', layout, rows: 9, epoch: 1, noted: 0, connection: { run } };
  const subject = part as unknown as Subject;
  const kept = new KeptRows('run1');
  const by = { field: 'id', acrossInputs: false };
  await Promise.all([kept.duplicates(by, subject), kept.duplicates(by, subject)]);
  expect(made).toHaveLength(1);
  const having = (text: string, of = subject) =>
    kept.matches({ ...everyRow, search: text }, { sql: 'true', values: [] }, of);
  const first = await having('one');
  expect(await having('one')).toBe(first);
  for (const changed of [{ rows: 10 }, { epoch: 2 }, { noted: 1 }]) {
    expect(await having('one', { ...subject, ...changed })).not.toBe(await having('one'));
  }
  await having('other');
  expect(kept.takeAll().toSorted()).toEqual(made.toSorted());
});

it('what one question could not find, because it was cancelled, the next one looks for', async () => {
  const results = [Promise.reject(new Error('INTERRUPT')), turn()];
  const run = (): Promise<unknown> => results.shift()!;
  const part = { catalog: 'run1', layout: new Layout([]), rows: 9, connection: { run } };
  const kept = new KeptRows('run1');
  const find = () =>
    kept.matches(everyRow, { sql: 'true', values: [] }, part as unknown as Subject);
  const [one, other] = await Promise.allSettled([find(), find()]);
  expect([one.status, other.status]).toEqual(['rejected', 'fulfilled']);
  expect(results).toEqual([]);
});
