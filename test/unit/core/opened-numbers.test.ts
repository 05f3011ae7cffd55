/** What numbers and dates of a person's own CSV mean: decided by the whole file, or said and left as it is. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Noticed } from '#main/core/derived/files/columns.ts';
import { readSeparated } from '#main/core/derived/files/separated.ts';
import type { TextSource } from '#main/core/derived/files/source.ts';
import type { JsonValue } from '#main/core/json/index.ts';

/** Returns the values of each column under its name, and what is said of the file. */
async function read(text: string): Promise<{ of: Record<string, JsonValue[]>; said: string[] }> {
  const noticed = new Noticed();
  const source = {
    noticed,
    async *texts() {
      yield text;
    },
  } as unknown as TextSource;
  const { names, rows } = await readSeparated(source);
  const of: Record<string, JsonValue[]> = Object.fromEntries((names ?? []).map((n) => [n, []]));
  for await (const row of rows(null)) {
    for (const [name, value] of Object.entries(row)) of[name]?.push(value);
  }
  return { of, said: noticed.sentences() };
}

/** Columns of one file, each with its values; the first has names of rows. */
function file(separator: string, columns: Record<string, readonly string[]>): string {
  const names = Object.keys(columns);
  const lines = Object.values(columns)[0]!.map((_, at) =>
    ['x', ...names.map((name) => columns[name]![at]!)]
      .map((cell) => (cell.includes(separator) ? `"${cell}"` : cell))
      .join(separator),
  );
  return [['name', ...names].join(separator), ...lines].join('\n');
}

describe('numbers of an opened file', () => {
  it('names that begin with an apostrophe are names', async () => {
    const { of } = await read("country;'2023;’24\nDE;1'000;2\nFR;3;4");
    expect(of).toEqual({ country: ['DE', 'FR'], "'2023": [1000, 3], '’24': [2, 4] });
  });

  it.each<[string, string, Record<string, [string[], JsonValue[]]>, RegExp[]]>([
    [
      'a number with both signs decides for the whole file',
      ';',
      {
        likes: [
          ['1.234', '12.500', '900'],
          [1234, 12500, 900],
        ],
        worth: [
          ['1.000,25', '3,75', '2.345,5'],
          [1000.25, 3.75, 2345.5],
        ],
      },
      [
        /decimal commas: 1\.000,25 is read as 1000\.25\.$/,
        /“likes”: 1\.234 is read as 1234\.$/,
        /“worth”: 1\.000,25 is read as 1000\.25\.$/,
      ],
    ],
    [
      'a comma that can only be decimal decides, too',
      '\t',
      {
        likes: [
          ['1.234.567', '-1.234'],
          [1234567, -1234],
        ],
        worth: [
          ['0,125', '3'],
          [0.125, 3],
        ],
      },
      [/decimal commas: 0,125 is read as 0\.125/, /“likes”: 1\.234\.567 is read as 1234567/],
    ],
    [
      'the mirrored case, where columns are separated by commas',
      ',',
      {
        likes: [
          ['1,234', '900'],
          [1234, 900],
        ],
        worth: [
          ['1,234.75', '2.5'],
          [1234.75, 2.5],
        ],
      },
      [/“likes”: 1,234 is read as 1234/, /“worth”: 1,234\.75 is read as 1234\.75/],
    ],
    [
      'apostrophes and no-break spaces are thousands in any file',
      ',',
      {
        likes: [
          ["1'234", '12’500'],
          [1234, 12500],
        ],
        views: [
          ['1\u202F234\u202F567', '-900'],
          [1234567, -900],
        ],
        worth: [
          ['1\u00A0234,5', '0,25'],
          [1234.5, 0.25],
        ],
        phone: [
          ['612 345 678', '620 111 222'],
          ['612 345 678', '620 111 222'],
        ],
        parts: [
          ["1'234\u00A0567", "1'23"],
          ["1'234\u00A0567", "1'23"],
        ],
      },
      [
        /decimal commas: 1\u00A0234,5 is read as 1234\.5/,
        /“likes”: 1'234 is read as 1234/,
        /“views”: 1\u202F234\u202F567 is read as 1234567/,
        /“worth”/,
      ],
    ],
    [
      'nothing decides about points',
      ';',
      {
        likes: [
          ['1.234', '12.500', '900'],
          ['1.234', '12.500', '900'],
        ],
      },
      [/whether 1\.234 in “likes” has decimals or thousands, so that column is kept as texts/],
    ],
    [
      'nothing decides about commas',
      ',',
      {
        likes: [
          ['900', '1,234'],
          ['900', '1,234'],
        ],
      },
      [/whether 1,234 in “likes” has decimals or thousands/],
    ],
    [
      'two columns disagree: each is what it is, and a third is left as it is',
      ';',
      {
        a: [
          ['3,75', '1'],
          [3.75, 1],
        ],
        b: [
          ['3.75', '1'],
          [3.75, 1],
        ],
        c: [
          ['1.234', '1'],
          ['1.234', '1'],
        ],
      },
      [/whether 1\.234 in “c”/, /decimal commas: 3,75/],
    ],
    [
      'between commas, points are decimals and a comma alone may be of a list',
      ',',
      {
        share: [
          ['1.234', '2.345'],
          [1.234, 2.345],
        ],
        answers: [
          ['1,3', '2'],
          ['1,3', '2'],
        ],
      },
      [/1,3 in “answers”/],
    ],
    [
      'IDs, long and other digits, and texts stay texts in a file with decimal commas',
      ';',
      {
        worth: [
          ['3,75', '1'],
          [3.75, 1],
        ],
        post_id: [
          ['1.234', '5'],
          ['1.234', '5'],
        ],
        long: [
          ['1790000000000000001', '5'],
          ['1790000000000000001', '5'],
        ],
        zeros: [
          ['007', '5'],
          ['007', '5'],
        ],
        odd: [
          ['1.23', '1,2'],
          ['1.23', '1,2'],
        ],
        text: [
          ['1.234', 'many'],
          ['1.234', 'many'],
        ],
      },
      [/decimal commas: 3,75/],
    ],
  ])('%s', async (_name, separator, columns, words) => {
    const cells = Object.entries(columns).map(([name, [texts]]) => [name, texts] as const);
    const values = Object.entries(columns).map(([name, [, own]]) => [name, own] as const);
    const { of, said } = await read(file(separator, Object.fromEntries(cells)));
    expect(of).toMatchObject(Object.fromEntries(values));
    expect(said).toEqual(words.map((one) => expect.stringMatching(one) as unknown));
  });

  const spelling = fc.record({
    separator: fc.constantFrom(';', '\t', ','),
    decimal: fc.constantFrom('.', ','),
    hasGroups: fc.boolean(),
    wholes: fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 6 }),
  });
  it('are what they were, however a country writes them, or texts that something is said about', async () => {
    await fc.assert(
      fc.asyncProperty(spelling, async ({ separator, decimal, hasGroups, wholes }) => {
        const locale = decimal === ',' ? 'de' : 'en';
        const format = new Intl.NumberFormat(locale, {
          useGrouping: hasGroups,
          maximumFractionDigits: 3,
        });
        for (const scale of [1, 4, 1000]) {
          const numbers = wholes.map((whole) => whole / scale);
          const texts = numbers.map((number) => format.format(number));
          const { of, said } = await read(file(separator, { n: texts }));
          const values = of['n']!.map(Number);
          const isRight = values.every((value, at) => Object.is(value, numbers[at]! + 0));
          const isKept = of['n']!.every((value, at) => value === texts[at]);
          const isSaid = said.some((one) => one.includes('isn’t clear'));
          // Between commas, a point is taken for decimals.
          const isTaken = separator === ',' && decimal === ',' && hasGroups;
          expect(isTaken || (isKept ? isSaid || isRight : isRight), texts.join(' ')).toBe(true);
        }
      }),
    );
  });
});

describe('dates of an opened file', () => {
  it.each<[string, string[], string[], RegExp[]]>([
    [
      'points have the day first',
      ['01.02.2026 9:05', '3.2.2026'],
      ['2026-02-01 09:05', '2026-02-03'],
      [/“when”: 01\.02\.2026 9:05 is read as 2026-02-01 09:05\.$/],
    ],
    [
      'a value over 12 says where the day is',
      ['01/02/2026', '12/31/2025, 14:05:06'],
      ['2026-01-02', '2025-12-31 14:05:06'],
      [/“when”: 01\/02\/2026 is read as 2026-01-02/],
    ],
    [
      'without one, it is said',
      ['01/02/2026', '03/02/2026'],
      ['01/02/2026', '03/02/2026'],
      [/whether 01\/02\/2026 in “when” begins with the day or the month/],
    ],
    ['not all are dates', ['31.12.2025', 'soon'], ['31.12.2025', 'soon'], []],
  ])('%s', async (_name, texts, values, words) => {
    const { of, said } = await read(file(';', { when: texts }));
    expect(of['when']).toEqual(values);
    expect(said).toEqual(words.map((one) => expect.stringMatching(one) as unknown));
  });
});
