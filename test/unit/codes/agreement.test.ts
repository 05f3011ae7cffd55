/** Agreement is what the publications say of their own examples, to the digits that are printed there. */
import { expect, it } from 'vitest';
import { agreementOf } from '#main/core/codes/agreement.ts';
import type { Unit } from '#main/core/codes/agreement.ts';

/** One line per coder, `.` where nothing was coded; as numbers if all of it is. */
function units(...coders: string[]): Unit[] {
  const values = coders.map((line) => line.split(' '));
  return values[0]!.map((_, item) =>
    values.map((line) => {
      const value = line[item]!;
      if (value === '.') return null;
      return /^\d+$/.test(value) ? Number(value) : value;
    }),
  );
}

const repeated = (count: number, one: string, other: string): Unit[] =>
  Array.from({ length: count }, () => [one, other]);

it('Viera and Garrett (2005), Understanding interobserver agreement, Family Medicine 37(5): kappa 0.57', () => {
  const lectures = [
    ...repeated(15, 'yes', 'yes'),
    ...repeated(5, 'yes', 'no'),
    ...repeated(10, 'no', 'yes'),
    ...repeated(70, 'no', 'no'),
  ];
  const { kappa, percent, items } = agreementOf(lectures, 'nominal');
  expect(items).toBe(100);
  expect(percent).toBe(0.85);
  expect(kappa?.toFixed(2)).toBe('0.57');
});

// Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.
it('Krippendorff (2011), B: two observers of ten units with two values: alpha 0.095', () => {
  const binary = units('0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0');
  expect(agreementOf(binary, 'nominal').alpha?.toFixed(3)).toBe('0.095');
});

it('Krippendorff (2011), C: two observers of twelve units with five codes: alpha 0.692', () => {
  const codes = units('a a b b d c c c e d d a', 'b a b b b c c c e d d d');
  expect(agreementOf(codes, 'nominal').alpha?.toFixed(3)).toBe('0.692');
});

const four = [
  '1 2 3 3 2 1 4 1 2 . . .',
  '1 2 3 3 2 2 4 1 2 5 . 3',
  '. 3 3 3 2 3 4 2 2 5 1 .',
  '1 2 3 3 2 4 4 1 2 5 1 .',
];
it('Krippendorff (2011), D: four observers with missing data: nominal alpha 0.743, interval alpha 0.849', () => {
  expect(agreementOf(units(...four), 'nominal').alpha?.toFixed(3)).toBe('0.743');
  expect(agreementOf(units(...four), 'interval').alpha?.toFixed(3)).toBe('0.849');
});

it('what cannot be told is not said', () => {
  const nothing = { items: 0, same: 0, percent: null, kappa: null, alpha: null };
  expect(agreementOf([], 'nominal')).toEqual(nothing);
  expect(agreementOf([['a', null]], 'nominal')).toEqual(nothing);
  const alike = agreementOf(repeated(3, 'a', 'a'), 'nominal');
  expect(alike).toEqual({ items: 3, same: 3, percent: 1, kappa: null, alpha: null });
});
