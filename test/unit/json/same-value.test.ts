/** Values compared by what they mean, and differences to the last digit. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, isSameValue, parseAsSent, stringifyJson } from '#main/core/json/index.ts';
import { count } from '#test/support/thorough.ts';

const value = (text: string) => parseAsSent(text);

it.each<[string, string, boolean]>([
  ['1.50', '1.5', true],
  ['1e2', '100', true],
  ['-0', '0', true],
  ['{"a":1,"b":[1.0]}', '{"b":[1],"a":1,"c":null}', true],
  ['1e999', '1e999', true],
  ['9007199254740993', '9007199254740992', false],
  ['"1"', '1', false],
  ['""', 'null', false],
  ['[1,2]', '[2,1]', false],
  ['[]', '{}', false],
  ['false', 'null', false],
  ['1e999', '1e998', false],
])('%s and %s are the same value: %s', (one, other, same) => {
  expect(isSameValue(value(one), value(other))).toBe(same);
});

describe('differences', () => {
  it('of whole numbers and decimals are exact, whatever their size', () => {
    const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    const decimals = fc.integer({ min: 0, max: 20 });
    const written = (number: bigint, places: number): string => {
      const all = (number < 0n ? -number : number).toString().padStart(places + 1, '0');
      const at = all.length - places;
      return `${number < 0n ? '-' : ''}${all.slice(0, at)}${places === 0 ? '' : `.${all.slice(at)}`}`;
    };
    fc.assert(
      fc.property(digits, digits, decimals, (from, to, places) => {
        const found = differenceOf(value(written(from, places)), value(written(to, places)));
        const expected = written(to - from, places);
        expect(isSameValue(value(stringifyJson(found)), value(expected))).toBe(true);
      }),
      { numRuns: count(200, 5000) },
    );
  });

  it('are those of numbers only, and a missing member is like null', () => {
    expect(differenceOf(value('0.1'), value('0.30'))).toBe(0.2);
    const none = [differenceOf('1', 2), differenceOf(null, 2), differenceOf(1, undefined)];
    expect(none).toEqual([null, null, null]);
    expect([isSameValue(undefined, null), isSameValue(undefined, '')]).toEqual([true, false]);
  });
});
