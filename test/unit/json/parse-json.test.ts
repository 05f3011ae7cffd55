import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeeper, isExactNumber, parseJson, stringifyJson } from '#main/core/json/index.ts';

/** A number so large that the exact parser is used for the whole text. */
const trigger = '12345678901234567890';

describe('parseJson', () => {
  it.each([
    ['9007199254740993', 'an integer beyond 2^53'],
    ['-9007199254740993', 'a negative one'],
    ['1234567890123456', 'an integer of 16 digits that would be safe'],
    ['1790000000000000000', 'an id that ends in zeros'],
    ['1e400', 'a number that JSON.parse makes infinite'],
    ['-1E400', 'its negative'],
    ['1E5', 'an exponent that would be printed otherwise'],
    ['0.1000000000000000055', 'more decimals than a double has'],
    ['1.0000000000000000', 'decimals that would be dropped'],
  ])('[30] keeps the characters of %s: %s', (lexeme) => {
    for (const text of [lexeme, `[${lexeme}]`, `{"a": ${lexeme}}`, `{"a":[1,\n\t${lexeme} ]}`]) {
      const value = parseJson(text);
      expect(JSON.stringify(value)).toContain(JSON.stringify({ $n: lexeme }));
      expect(stringifyJson(value)).toContain(lexeme);
    }
  });

  it.each(['0', '-7', '123456789012345', '1.5', '-0.25', '0.30000000000000004', '3.0'])(
    'leaves %s a number, alone and beside one that is not',
    (lexeme) => {
      expect(parseJson(`{"a":${lexeme}}`)).toEqual({ a: Number(lexeme) });
      expect(parseJson(`{"a":${lexeme},"b":${trigger}}`)).toEqual({
        a: Number(lexeme),
        b: { $n: trigger },
      });
    },
  );

  it('leaves digits in strings alone', () => {
    const text = '{"id":"12345678901234567890","text":"see: 12345678901234567890, 1e5"}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('[30] never makes a Number of an integer of 16 digits and more', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 15n, max: 10n ** 40n }),
        fc.boolean(),
        (digits, minus) => {
          const lexeme = `${minus ? '-' : ''}${digits}`;
          expect(parseJson(`{"results":[{"id":${lexeme}}]}`)).toEqual({
            results: [{ id: { $n: lexeme } }],
          });
        },
      ),
    );
  });

  it('gives what JSON.parse gives where no number is at risk', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const [value] = parseJson(`[${text},${trigger}]`) as unknown[];
        expect(canonical(value)).toEqual(canonical(JSON.parse(text)));
      }),
    );
  });

  it('takes the last of members that come twice, as JSON.parse does', () => {
    expect(parseJson(`{"a":1,"b":2,"a":${trigger}}`)).toEqual({ a: { $n: trigger }, b: 2 });
    expect(Object.keys(parseJson(`{"a":1,"b":2,"a":${trigger}}`) as object)).toEqual(['a', 'b']);
  });

  it('keeps a member named __proto__ as an ordinary one', () => {
    for (const rest of ['', `,"n":${trigger}`]) {
      const value = parseJson(`{"__proto__":{"polluted":true}${rest}}`) as Record<string, unknown>;
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value)).toContain('__proto__');
      expect(value['polluted']).toBeUndefined();
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }
  });

  it.each([
    '',
    '{',
    '{"a":1,}',
    `[${trigger},]`,
    `{"a":0${trigger}}`,
    `{"a":${trigger}`,
    '1e',
    "{'a':1}",
  ])('refuses %j as JSON.parse does', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('refuses what the exact parser can’t nest, instead of overflowing the stack', () => {
    const depth = 100_000;
    const text = `${'['.repeat(depth)}${trigger}${']'.repeat(depth)}`;
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

describe('stringifyJson', () => {
  it.each([
    '[]',
    '{}',
    '[[],{},[{}],""]',
    'null',
    '"a"',
    '{"a":[1,{"b":null,"c":[true,"x,y"]},[]],"d":{"e":{}},"":12345678901234567890}',
    '{"__proto__":[{"constructor":1}]}',
  ])('writes %s as it was', (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it('writes what is nested as deeply as can be parsed', () => {
    const text = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    expect(stringifyJson(parseJson(text))).toBe(text);
  });
});

describe('isDeeper', () => {
  it.each([
    ['1', 0],
    ['[]', 1],
    ['{"a":[1,2]}', 2],
    ['[1,{"a":[{}]},2]', 4],
    ['{"$n":"12345678901234567890"}', 1],
  ])('%s has %i levels', (text, levels) => {
    expect(isDeeper(parseJson(text), levels)).toBe(false);
    if (levels > 0) expect(isDeeper(parseJson(text), levels - 1)).toBe(true);
  });
});

describe('isExactNumber', () => {
  it('tells a number from an object of the service that looks similar', () => {
    expect(isExactNumber({ $n: '-12.5e+30' })).toBe(true);
    expect(isExactNumber({ $n: 'twelve' })).toBe(false);
    expect(isExactNumber({ $n: '1', unit: 'kg' })).toBe(false);
    expect(isExactNumber({ $n: 1 })).toBe(false);
    expect(isExactNumber(['$n'])).toBe(false);
    expect(isExactNumber(null)).toBe(false);
  });
});

/** Exponents are kept as characters; JSON.parse's value of them is what is compared. */
function canonical(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, member: unknown) =>
      isExactNumber(member as never) ? Number((member as { $n: string }).$n) : member,
    ) ?? 'null',
  );
}
