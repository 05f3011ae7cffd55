import { expect, test } from 'vitest';
import { matchPattern } from '#renderer/features/results/view/match-pattern.ts';

const found = (text: string, search: string): string[] =>
  [...text.matchAll(matchPattern(search) ?? /(?!)/g)].map(([match]) => match);

test.each([
  ['City trees, city walls', 'CITY', ['City', 'city']],
  ['a.b axb', 'a.b', ['a.b']],
  ['1+1 (2) [3] {4} \\ / ^ $ | ? *', '[3] {4} \\ / ^ $ | ? *', ['[3] {4} \\ / ^ $ | ? *']],
  ['well-known', 'l-k', ['l-k']],
  [
    'İstanbul ISTANBUL istanbul i\u0307stanbul',
    'istanbul',
    ['İstanbul', 'ISTANBUL', 'istanbul', 'i\u0307stanbul'],
  ],
  ['istanbul', 'İSTANBUL', ['istanbul']],
  ['ΟΔΟΣ οδος', 'οδοσ', ['ΟΔΟΣ', 'οδος']],
  ['café cafe', 'cafe', ['cafe']],
  ['日本語 😀😀', '😀', ['😀', '😀']],
])('in %j, %j finds %j', (text, search, matches) => {
  expect(found(text, search)).toEqual(matches);
});

test('nothing is sought for nothing', () => {
  expect(matchPattern('')).toBeNull();
});
