import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactDigits, exactJson } from '#renderer/features/results/values/exact-json.ts';

test('reads back as what it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      // A value that looks like an exact number is one: see the contract's rows.
      fc.pre(!JSON.stringify(value).includes('$n'));
      expect(JSON.parse(exactJson(value, indent))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('exact numbers keep every digit, wherever they are', () => {
  const value = { a: [{ $n: '9007199254740993' }], b: { c: { $n: '0.1000000000000000055' } } };
  expect(exactJson(value)).toBe('{"a": [9007199254740993], "b": {"c": 0.1000000000000000055}}');
});

test('is laid out with an indent', () => {
  expect(exactJson({ a: [1, {}], b: [] }, 2)).toBe(
    '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}',
  );
});

test.each([
  [{ $n: '12', other: 1 }],
  [{ $n: 12 }],
  [{ $n: '12x' }],
  [{ $n: '' }],
  [['12']],
  ['12'],
  [null],
])('%j is no exact number', (value) => {
  expect(exactDigits(value)).toBeNull();
});
