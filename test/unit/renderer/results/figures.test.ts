/** Sums of selected cells, against numbers worked out by hand and by adding small ones up. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { figuresOf } from '#renderer/features/results/values/figures.ts';

const likes = { field: 'likes', meaning: 'count' } as const;
const of = (...values: unknown[]) =>
  figuresOf(
    values.map((value) => ({ likes: value })),
    [likes],
  );

test.each([
  [[1, 2, 4], { count: 3, sum: '7', mean: '2.33', smallest: '1', largest: '4' }],
  [[-2, 1], { count: 2, sum: '-1', mean: '-0.5', smallest: '-2', largest: '1' }],
  [['1204', null, 'many', 0.5], { count: 2, sum: '1,204.5', mean: '602.25', smallest: '0.5' }],
  // Two tenths and one tenth are three tenths.
  [[0.1, 0.2], { sum: '0.3', mean: '0.15' }],
  [[{ $n: '0.10000000000000000001' }, 1e3], { sum: '1,000.10000000000000000001' }],
  [[{ $n: '1e21' }, 1], { sum: '1,000,000,000,000,000,000,001' }],
])('%j', (values, figures) => {
  expect(of(...values)).toMatchObject(figures);
});

test('identifiers, moments and texts have none', () => {
  expect(of({ $n: '1986934512780812303' }, 7)).toBeNull();
  expect(of('1986934512780812303')).toBeNull();
  expect(of(null, 'many', true)).toBeNull();
  for (const meaning of ['id', 'date', 'text', 'code'] as const) {
    expect(figuresOf([{ likes: 5 }], [{ field: 'likes', meaning }])).toBeNull();
  }
  expect(
    figuresOf([{ takenTimestamp: 5 }], [{ field: 'takenTimestamp', meaning: 'number' }]),
  ).toBeNull();
});

test('whole numbers add up in any order, and lie around their mean', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1 }), (numbers) => {
      const figures = of(...numbers);
      const plain = (text: string | undefined): number => Number(text?.replaceAll(',', ''));
      const sum = numbers.reduce((total, number) => total + number, 0);
      expect(plain(figures?.sum)).toBe(sum);
      expect(Math.abs(plain(figures?.mean) - sum / numbers.length)).toBeLessThanOrEqual(0.005001);
      expect(plain(figures?.smallest)).toBe(Math.min(...numbers));
      expect(plain(figures?.largest)).toBe(Math.max(...numbers));
    }),
  );
});
