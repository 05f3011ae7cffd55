import { expect, test } from 'vitest';
import { readRowNumber } from '#renderer/features/results/grid/row-number.ts';

test.each([
  ['1', 1],
  ['1,000,000', 1_000_000],
  ['1 204', 1204],
  ['1.204', 1204],
  [' 7 ', 7],
  ['0', null],
  ['1,000,001', null],
  ['', null],
  ['ten', null],
  ['-5', null],
  ['1e3', null],
])('“%s” of a million', (typed, number) => {
  expect(readRowNumber(typed, 1, 1_000_000)).toBe(number);
});

test('on a page, the numbers are those of its rows', () => {
  expect(readRowNumber('40', 21, 40)).toBe(40);
  expect(readRowNumber('20', 21, 40)).toBeNull();
});
