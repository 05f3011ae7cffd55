import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#main/core/json/index.ts';
import {
  isDeeper,
  isExactNumber,
  parseAsSent,
  parseBytes,
  parseJson,
  stringifyJson,
} from '#main/core/json/index.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { count } from '#test/support/thorough.ts';

/** A number so large that every number of the text is looked at. */
const trigger = '12345678901234567890';

describe('parseJson', () => {
  it.each([
    ['1234567890123456', 'an integer of 16 digits that would be safe'],
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
      const a = Number(lexeme);
      expect(parseJson(`{"a":${lexeme}}`)).toEqual({ a });
      expect(parseJson(`{"a":${lexeme},"b":${trigger}}`)).toEqual({ a, b: { $n: trigger } });
    },
  );

  it('[30] never makes a Number of an integer of 16 digits and more', () => {
    const long = fc.bigInt({ min: 10n ** 15n, max: 10n ** 40n });
    fc.assert(
      fc.property(long, fc.constantFrom('', '-'), (digits, minus) => {
        const lexeme = `${minus}${digits}`;
        const results = [{ id: { $n: lexeme } }];
        expect(parseJson(`{"results":[{"id":${lexeme}}]}`)).toEqual({ results });
      }),
    );
  });

  it('gives what JSON.parse gives where no number is at risk, as in texts', () => {
    const digits = `{"id":"${trigger}","text":"see: ${trigger}, 1e5"}`;
    expect(parseJson(digits)).toEqual(JSON.parse(digits));
    fc.assert(
      fc.property(fc.json({ stringUnit: anyCharacter }), (text) => {
        const [value] = parseJson(`[${text},${trigger}]`) as unknown[];
        expect(canonical(value)).toEqual(canonical(JSON.parse(text)));
      }),
      { numRuns: count(40, 100) },
    );
  });

  it('takes the last of members that come twice, as JSON.parse does', () => {
    const members = Object.entries(parseJson(`{"a":1,"b":2,"a":${trigger}}`) ?? {});
    expect(members).toEqual([
      ['a', { $n: trigger }],
      ['b', 2],
    ]);
  });

  it('keeps a member named __proto__ as an ordinary one', () => {
    for (const rest of ['', `,"n":${trigger}`]) {
      const value = parseJson(`{"__proto__":{"polluted":true}${rest}}`) as Record<string, unknown>;
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value)).toContain('__proto__');
    }
  });

  const plain = ['', '{', '{"a":1,}', '1e', "{'a':1}"];
  // A text in which every number is looked at.
  const exact = ['[N,]', '{"a":0N}', '{"a":N', '[0N]', '[N-1]', '["N', '[N.]'];
  it.each([...plain, ...exact.map((text) => text.replace('N', trigger))])(
    'refuses %j as JSON.parse does',
    (text) => {
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('tells an object of the service from a number, wherever it is and however it is spelled', () => {
    const text = `[${trigger},{"$n":"${trigger}"},{"a":{"$n":"12"}},{"\\u0024n":"1.5"}]`;
    const [number, ...objects] = parseJson(text) as JsonValue[];
    expect(isExactNumber(number)).toBe(true);
    expect(objects.some((one) => isExactNumber(one))).toBe(false);
    expect(stringifyJson(parseJson(text))).toBe(text.replace(String.raw`\u0024`, '$'));
  });
});

describe('parseAsSent', () => {
  it('[30] writes every number again as it was sent', () => {
    const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,18})(?:\.\d{1,8})?(?:[eE][+-]?\d{1,3})?$/);
    const text = fc.constantFrom('1.50', '\\"1.0', '\\\\', ',-0', '');
    fc.assert(
      fc.property(digits, text, text, (lexeme, one, other) => {
        const sent = `{"${one}":[${lexeme},"${other}",${lexeme}],"b":{"c":${lexeme}}}`;
        expect(stringifyJson(parseAsSent(sent))).toBe(sent);
        expect(stringifyJson(parseAsSent(lexeme))).toBe(lexeme);
      }),
      { numRuns: count(1000, 10_000) },
    );
  });

  it.each(['0', '-7', '123456789012345', '1.5', '-0.25', '0.000001'])(
    'leaves %s a number',
    (lexeme) => {
      expect(parseAsSent(`[${lexeme},${trigger}]`)).toEqual([Number(lexeme), { $n: trigger }]);
    },
  );
});

describe('parseBytes', () => {
  /** What both make of a text, when its parts are so short that each item is one. */
  function expectTheSame(text: string): void {
    const result = (parse: () => JsonValue): unknown => {
      try {
        return stringifyJson(parse());
      } catch (error) {
        return error;
      }
    };
    const whole = result(() => parseAsSent(text));
    for (const mark of ['', '\uFEFF']) {
      expect(
        result(() => parseBytes(Buffer.from(mark + text), parseAsSent, ['results'], 8)),
      ).toEqual(whole);
    }
  }

  it('[30] gives what the whole text gives, whatever comes beside the items', () => {
    const value = fc.oneof(fc.json(), fc.constantFrom(trigger, '1.50', '{"$n":"1.50"}', '"é😀"'));
    const name = fc.constantFrom('results', 'r\\u0065sults', 'result', 'count', '__proto__');
    const list = fc.array(value, { maxLength: 9 }).map((items) => `[${items.join(' ,\n')}]`);
    const member = fc.tuple(name, fc.oneof(value, list)).map((pair) => `"${pair.join('": ')}`);
    fc.assert(
      fc.property(fc.array(member, { maxLength: 4 }), list, (others, items) => {
        const members = [...others.slice(0, 2), `"results":${items}`, ...others.slice(2)];
        expectTheSame(`{ ${members.join(' , ')} }`);
      }),
      { numRuns: count(200, 2000) },
    );
  });

  it.each([
    '{"results":[{"a":1} {"a":2}],"has_more":true}',
    '{"results":[{"a":1} 5],"has_more":true}',
    '{"results":[{"a":1},],"has_more":true}',
    '{"results":[{"a":1},{"a":2]}',
    '{"results":[{"a":1},{"a":2}]',
    '{"results":[{"a":1},{"a":01}]}',
    '{"results":[{"a":1},{"a":2}],}',
    '{"results":[{"a":1},{"a":2}]}]',
    `{"results":[{"a":${trigger}},{"a":1}],"results":null}`,
    '[{"results":[{"a":1},{"a":2}]}]',
    '                                  ',
  ])('answers and refuses alike: %s', expectTheSame);
});

it('stringifyJson writes texts as they were, nested as deeply as can be parsed', () => {
  const texts = [
    ...'[] {} null "a" [[],{},[{}],""] {"__proto__":[{"constructor":1}]}'.split(' '),
    '{"a":[1,{"b":null,"c":[true,"x,y"]},[]],"d":{"e":{}},"":12345678901234567890}',
    `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`,
    `${'['.repeat(100_000)}${trigger}${']'.repeat(100_000)}`,
  ];
  for (const text of texts) expect(stringifyJson(parseJson(text))).toBe(text);
});

it.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[1,2]}', 2],
  ['[1,{"a":[{}]},2]', 4],
  ['{"$n":"12345678901234567890"}', 1],
])('isDeeper: %s has %i levels', (text, levels) => {
  expect(isDeeper(parseJson(text), levels)).toBe(false);
  if (levels > 0) expect(isDeeper(parseJson(text), levels - 1)).toBe(true);
});

it('isExactNumber tells a number from an object of the service that looks similar', () => {
  expect(isExactNumber({ $n: '-12.5e+30' })).toBe(true);
  const similar: JsonValue[] = [{ $n: 'twelve' }, { $n: '1', unit: 'kg' }, { $n: 1 }, ['$n'], null];
  expect(similar.filter((value) => isExactNumber(value))).toEqual([]);
});

/** Exponents are kept as characters; JSON.parse's value of them is what is compared. */
function canonical(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, member: unknown) =>
      isExactNumber(member as never) ? Number((member as { $n: string }).$n) : member,
    ) ?? 'null',
  );
}
