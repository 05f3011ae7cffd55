/**
 * Agreement is what the publications say of their own examples, to the digits that are printed there; and what other
 * programs' tests have of the same examples, to theirs.
 */
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

/** By cells of a table: how often one coder gave the row's code and the other the column's. */
const table = (...rows: number[][]): Unit[] =>
  rows.flatMap((cells, one) =>
    cells.flatMap((count, other) => repeated(count, `code ${one}`, `code ${other}`)),
  );
const kappaOf = (pairs: Unit[]): number => agreementOf(pairs, 'nominal').kappa!;

// Computational Linguistics 34(4); so also in scikit-learn, sklearn/metrics/tests/test_classification.py,
// test_cohen_kappa, from where the digits of Table 4 are.
it('Artstein and Poesio (2008), Inter-coder agreement for computational linguistics: Table 1, kappa 0.348; Table 4, kappa 0.8013', () => {
  expect(kappaOf(table([20, 20], [10, 50])).toFixed(3)).toBe('0.348');
  expect(kappaOf(table([46, 0, 0], [6, 32, 6], [0, 0, 10])).toFixed(4)).toBe('0.8013');
});

// The proportions of 200 judgements, kept in R's psych, help page of cohen.kappa: “cohen reports .492 and .348”, of
// which the second is weighted.
it('Cohen (1968), Weighted kappa, Psychological Bulletin 70(4): kappa 0.492', () => {
  expect(kappaOf(table([88, 14, 18], [10, 40, 10], [2, 6, 12])).toFixed(3)).toBe('0.492');
});

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

// Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, University of Pennsylvania, asc_papers/43.
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
// More digits in NLTK, nltk/test/unit/test_disagreement.py, test_advanced; the data also with R's irr, kripp.alpha.
it('Krippendorff (2011), D: four observers with missing data: nominal alpha 0.743, interval alpha 0.849', () => {
  expect(agreementOf(units(...four), 'nominal').alpha?.toFixed(3)).toBe('0.743');
  expect(agreementOf(units(...four), 'nominal').alpha?.toFixed(12)).toBe('0.743421052632');
  expect(agreementOf(units(...four), 'interval').alpha?.toFixed(3)).toBe('0.849');
});

// “A computational example”; the digits are of the Python package krippendorff, tests/test_krippendorff.py.
const three = [
  '. . . . . 3 4 1 2 1 1 3 3 . 3',
  '1 . 2 1 3 3 4 3 . . . . . . .',
  '. . 2 1 3 4 4 . 2 1 1 3 3 . 4',
];
it('Wikipedia, Krippendorff’s alpha: three coders, fifteen units: nominal alpha 0.691358, interval alpha 0.810845', () => {
  expect(agreementOf(units(...three), 'nominal').alpha?.toFixed(6)).toBe('0.691358');
  expect(agreementOf(units(...three), 'interval').alpha?.toFixed(6)).toBe('0.810845');
});

it('worse than chance is below nought, and who coded alone makes no difference: NLTK, test_disagreement.py, test_easy', () => {
  const dresses = units('yes yes .', 'no no .', 'no . no');
  expect(agreementOf(dresses, 'nominal').alpha?.toFixed(7)).toBe('-0.3333333');
});

it('what cannot be told is not said', () => {
  const nothing = { items: 0, same: 0, percent: null, kappa: null, alpha: null };
  expect(agreementOf([], 'nominal')).toEqual(nothing);
  expect(agreementOf([['a', null]], 'nominal')).toEqual(nothing);
  const alike = agreementOf(repeated(3, 'a', 'a'), 'nominal');
  expect(alike).toEqual({ items: 3, same: 3, percent: 1, kappa: null, alpha: null });
});
