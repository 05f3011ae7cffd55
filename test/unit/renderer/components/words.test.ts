import { describe, expect, it } from 'vitest';
import {
  bytesInWords,
  countOf,
  dayInWords,
  durationInWords,
  moneyInWords,
} from '#renderer/components/words.ts';
import { countTicks } from '#renderer/components/chart/scale.ts';

it('one is not many, and many are grouped', () => {
  expect([countOf(1, 'run'), countOf(0, 'run'), countOf(12_480, 'run')]).toEqual([
    '1 run',
    '0 runs',
    '12,480 runs',
  ]);
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9940, '9.9 kB'],
  [9990, '10 kB'],
  [999_400, '999 kB'],
  // Never "1000 kB".
  [999_600, '1.0 MB'],
  [41_200_000, '41 MB'],
  [1_230_000_000, '1.2 GB'],
  [5e15, '5000 TB'],
])('%d bytes are %s', (bytes, words) => {
  expect(bytesInWords(bytes)).toBe(words);
});

it.each([
  [0, '–'],
  [430, '0.4 s'],
  [9940, '9.9 s'],
  [9960, '10 s'],
  [59_600, '1 min'],
  [200_000, '3 min 20 s'],
  [7_500_000, '2 h 5 min'],
  [3 * 86_400_000 + 4 * 3_600_000, '3 d 4 h'],
])('%d ms are %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words);
});

it('money is told to the cent, less than a tenth in more digits', () => {
  expect([
    moneyInWords(0, 'EUR'),
    moneyInWords(0.004, 'EUR'),
    moneyInWords(12.4, 'EUR'),
    moneyInWords(1234.567, 'CHF'),
  ]).toEqual(['0.00 EUR', '0.004 EUR', '12.40 EUR', '1,234.57 CHF']);
});

it('a day has its year when it is another one', () => {
  const now = new Date(2026, 10, 20);
  expect(dayInWords(new Date(2026, 10, 18), now, true)).toBe('Wednesday 18 November');
  expect(dayInWords(new Date(2025, 11, 31), now)).toBe('31 December 2025');
});

describe('the scale of a chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [10, [0, 4, 8, 12]],
    [205, [0, 80, 160, 240]],
    [1000, [0, 400, 800, 1200]],
  ])('for %d', (largest, ticks) => {
    expect(countTicks(largest)).toEqual(ticks);
  });

  it('always reaches the largest bar with few whole steps', () => {
    for (let largest = 0; largest < 3000; largest += 7) {
      const ticks = countTicks(largest);
      expect(ticks.at(-1)!).toBeGreaterThanOrEqual(largest);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }
  });
});
