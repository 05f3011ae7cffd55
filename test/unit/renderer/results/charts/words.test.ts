import { describe, expect, test } from 'vitest';
import {
  bucketEnds,
  fullNumber,
  rangeWords,
  shareWords,
  shortNumber,
} from '#renderer/features/results/charts/number-words.ts';
import {
  axisWords,
  clockWords,
  momentWords,
  unitWords,
} from '#renderer/features/results/charts/time-words.ts';

describe('numbers', () => {
  test.each([
    [0, '0'],
    [0.45, '0.45'],
    [999, '999'],
    [18_204, '18.2k'],
    [1_200_000, '1.2M'],
    [-4500, '-4.5k'],
    [1.5e300, '2e+300'],
  ])('%d is short on an axis: %s', (value, words) => {
    expect(shortNumber(value)).toBe(words);
  });

  test('keep every digit where there is room', () => {
    expect(fullNumber(1_204_567)).toBe('1,204,567');
    expect(fullNumber(0.1 + 0.2)).toBe('0.30000000000000004');
  });

  test('whole numbers end before the next bucket begins, but for the last one', () => {
    const bucket = { from: 10, to: 20 };
    expect(rangeWords(bucketEnds(bucket, { isWhole: true, isLast: false }))).toBe('10–19');
    expect(rangeWords(bucketEnds(bucket, { isWhole: true, isLast: true }))).toBe('10–20');
    expect(rangeWords(bucketEnds(bucket, { isWhole: false, isLast: false }))).toBe('10–20');
    expect(rangeWords(bucketEnds({ from: 7, to: 8 }, { isWhole: true, isLast: false }))).toBe('7');
  });

  test.each([
    [0, 0, '–'],
    [1, 3, '33 %'],
    [2, 50, '4 %'],
    [7, 100_000, 'under 0.1 %'],
    [7, 1000, '0.7 %'],
    [50, 50, '100 %'],
  ])('%d of %d is %s', (count, of, words) => {
    expect(shareWords(count, of)).toBe(words);
  });
});

describe('moments', () => {
  const evening = '2026-11-17T23:30:00.000Z';

  test('are told by the clock of their zone', () => {
    expect(momentWords(evening, 'UTC')).toBe('2026-11-17 23:30');
    expect(momentWords(evening, 'Europe/Berlin')).toBe('2026-11-18 00:30');
    expect(momentWords('2026-11-17T00:00:00.000Z', 'UTC', true)).toBe('2026-11-17');
  });

  test.each([
    ['hour', 'Tue 17 Nov 2026, 23:30'],
    ['day', 'Tue 17 Nov 2026'],
    ['week', 'Week of 17 Nov 2026'],
    ['month', 'November 2026'],
    ['quarter', 'Q4 2026'],
    ['year', '2026'],
  ] as const)('a %s in full', (unit, words) => {
    expect(unitWords(unit, evening, 'UTC')).toBe(words);
  });

  test.each([
    ['hour', '00:30', 'Wed 18 Nov'],
    ['day', '18', 'Nov 2026'],
    ['month', 'Nov', '2026'],
    ['quarter', 'Q4', '2026'],
    ['year', '2026', ''],
  ] as const)('a %s on an axis', (unit, main, around) => {
    expect(axisWords(unit, evening, 'Europe/Berlin')).toEqual({ main, around });
  });

  test('say whose clock it is, and nothing where there is none', () => {
    expect(clockWords('hour', 'UTC', false)).toBe('Hours in UTC.');
    expect(clockWords('day', 'Europe/Berlin', false)).toBe('Days in local time (Europe/Berlin).');
    expect(clockWords('day', 'UTC', true)).toBeNull();
  });
});
