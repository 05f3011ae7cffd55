import { describe, expect, it } from 'vitest';
import { ResultCache, canonicalView } from '#main/core/store/columns/result-cache.ts';
import { Gate } from '#main/core/store/columns/worker/attached-run.ts';
import { wholeBound } from '#main/core/store/columns/worker/order.ts';
import type { View } from '#shared/contract/view.ts';
import { everyRow, viewSchema } from '#shared/contract/view.ts';

const order = (key: string, rows: number, length: number, epoch = 1) => ({
  key,
  rows,
  epoch,
  seqs: new Uint32Array(length),
});

describe('the orders that are remembered', () => {
  it('are those asked for last, as many as fit; one that is too large until the next comes', () => {
    const cache = new ResultCache(10_000);
    const kept = (): string[] => ['a', 'b', 'c', 'd'].filter((key) => cache.find(key, 1, 1));
    cache.add(order('a', 1, 1000));
    cache.add(order('b', 1, 1000));
    expect(cache.find('a', 1, 1)).toBeDefined();
    cache.add(order('c', 1, 1000));
    expect(kept()).toEqual(['a', 'c']);
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
    cache.add(order('d', 1, 5000));
    expect(kept()).toEqual(['d']);
    cache.add(order('b', 1, 10));
    expect(kept()).toEqual(['b']);
  });

  it('are of one number of rows and one epoch', () => {
    const cache = new ResultCache(10_000);
    for (const rows of [5, 7, 9]) cache.add(order('a', rows, rows));
    expect(cache.find('a', 6, 1)).toBeUndefined();
    expect(cache.find('a', 7, 2)).toBeUndefined();
    expect(cache.find('a', 7, null)?.epoch).toBe(1);
    expect(cache.findShorter('a', 9, 1)?.rows).toBe(7);
    expect(cache.findShorter('a', 9, 2)).toBeUndefined();
    cache.drop('a');
    expect(cache.bytes).toBe(0);
  });
});

describe('a change of columns', () => {
  it('waits for the questions of before, and those of after wait for it', async () => {
    const gate = new Gate();
    const told: string[] = [];
    const steps = new Map<string, () => void>();
    const step = (name: string) => async (): Promise<void> => {
      told.push(`${name} begins`);
      await new Promise<void>((resolve) => {
        steps.set(name, resolve);
      });
      told.push(`${name} ends`);
    };
    const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const all = [
      gate.shared(step('first')),
      gate.shared(step('second')),
      gate.exclusive(step('change')),
      gate.shared(step('third')),
      gate.exclusive(step('another change')),
    ];
    for (const name of ['second', 'first', 'change', 'third', 'another change']) {
      await settle();
      told.push(`${name} may end`);
      steps.get(name)?.();
      await settle();
    }
    await Promise.all(all);
    expect(told.indexOf('change begins')).toBeGreaterThan(told.indexOf('first ends'));
    expect(told.indexOf('third begins')).toBeGreaterThan(told.indexOf('change ends'));
    expect(told).toContain('another change ends');
  });
});

describe('a bound', () => {
  it.each([
    ['3', 'min', 3n],
    ['3.2', 'min', 4n],
    ['3.2', 'max', 3n],
    ['-3.2', 'min', -3n],
    ['-3.2', 'max', -4n],
    ['99999999999999999999', 'max', 2n ** 63n - 1n],
    ['99999999999999999999', 'min', undefined],
    ['-99999999999999999999', 'min', -(2n ** 63n)],
    ['-99999999999999999999', 'max', undefined],
    ['1e400', 'max', 2n ** 63n - 1n],
    ['1e400', 'min', undefined],
    ['-1e400', 'min', -(2n ** 63n)],
    ['-1e400', 'max', undefined],
  ] as const)('%s as %s is %s', (bound, end, whole) => {
    expect(wholeBound(bound, end)).toBe(whole);
  });
});

describe('a view', () => {
  const view: View = {
    ...everyRow,
    filters: [{ kind: 'date', field: 'createdAt', from: '2024-05-01', to: null, timeZone: 'UTC' }],
  };

  it('is the same however its members are arranged, and another one otherwise', () => {
    const [filter] = view.filters;
    const turned = Object.fromEntries(Object.entries(filter!).toReversed()) as typeof filter;
    expect(canonicalView({ ...view, filters: [turned!] })).toBe(canonicalView(view));
    const others: View[] = [
      { ...view, search: 'x' },
      { ...view, hideDuplicatesBy: 'id' },
      { ...view, sort: [{ field: 'createdAt', direction: 'ascending' }] },
      { ...view, filters: [] },
    ];
    expect(new Set([view, ...others].map(canonicalView)).size).toBe(5);
  });

  it.each([
    [
      'a bound that is no number',
      { kind: 'number', field: 'n', min: '1; DROP TABLE t', max: null },
    ],
    ['a bound in hexadecimal', { kind: 'number', field: 'n', min: '0x10', max: null }],
    ['a day that is none', { kind: 'date', field: 'at', from: '2024-02-30', to: null }],
    ['a moment without zone', { kind: 'date', field: 'at', from: '2024-02-28T10:00:00', to: null }],
    ['an empty text to look for', { kind: 'contains', field: 'text', text: '' }],
    ['a member that nobody knows', { kind: 'isEmpty', field: 'text', sql: '1=1' }],
    ['no values', { kind: 'oneOf', field: 'text', values: [] }],
  ])('with %s is refused', (_name, filter) => {
    expect(viewSchema.safeParse({ ...everyRow, filters: [filter] }).success).toBe(false);
  });
});
