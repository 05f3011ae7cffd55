import { describe, expect, test } from 'vitest';
import type { Sort } from '#shared/contract/view.ts';
import { mostSorts, reversed, sortBy } from '#renderer/features/results/view/sort.ts';

const by = (...fields: string[]): Sort[] =>
  fields.map((field) =>
    field.startsWith('-')
      ? { field: field.slice(1), direction: 'descending' }
      : { field, direction: 'ascending' },
  );

describe('a click on a header', () => {
  test.each([
    ['sorts ascending', [], 'a', false, ['a']],
    ['then descending', ['a'], 'a', false, ['-a']],
    ['then not at all', ['-a'], 'a', false, []],
    ['leaves no other sort', ['b', '-c'], 'a', false, ['a']],
    ['begins anew where there were several', ['-a', 'b'], 'a', false, ['a']],
    ['with Shift adds', ['b'], 'a', true, ['b', 'a']],
    ['with Shift turns one of several where it stands', ['a', 'b'], 'a', true, ['-a', 'b']],
    ['with Shift takes one of several off', ['-a', 'b'], 'a', true, ['b']],
  ])('%s', (_name, before, field, adds, after) => {
    expect(sortBy(by(...before), field, adds)).toEqual(by(...after));
  });

  test('adds no more than can be asked for', () => {
    const full = by(...Array.from({ length: mostSorts }, (_, n) => `f${n}`));
    expect(sortBy(full, 'more', true)).toEqual(full);
    expect(sortBy(full, 'f0', true)).toHaveLength(mostSorts);
  });
});

test('one of several sorts is turned round alone', () => {
  expect(reversed(by('a', '-b', 'c'), 'b')).toEqual(by('a', 'b', 'c'));
});
