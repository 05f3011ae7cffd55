import { describe, expect, test } from 'vitest';
import {
  differentWords,
  filledWords,
  rangeFacts,
} from '#renderer/features/results/summary/column-facts.ts';
import {
  itemFilter,
  numberFilter,
  timeFilter,
  valueFilter,
  withFilter,
} from '#renderer/features/results/summary/row-filters.ts';
import { stripLook } from '#renderer/features/results/summary/strip-look.ts';
import { valueWords } from '#renderer/features/results/summary/value-words.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import { filterSchema } from '#shared/contract/view.ts';
import { makeColumn, makeColumnSummary } from '../charts/make-chart.ts';

const value = (text: string, count = 1) => ({ value: text, cut: false, count });
const numbers: ColumnSummary['numbers'] = {
  min: '3',
  max: '18204',
  median: 88,
  scale: 'log',
  buckets: [
    { from: 2, to: 5, count: 4 },
    { from: 5, to: 10, count: 1 },
  ],
};
const dates = (min: string, max: string): ColumnSummary['dates'] => ({
  min,
  max,
  median: min,
  unit: 'day',
  timeZone: 'UTC',
  buckets: [
    { from: min, to: max, count: 1 },
    { from: min, to: max, count: 4 },
  ],
});

describe('what is said of a column', () => {
  test('how many rows are filled; empty texts are not', () => {
    expect(filledWords(makeColumnSummary(), 50)).toBe('All 50 filled');
    expect(filledWords(makeColumnSummary({ filled: 50, blank: 4 }), 50)).toBe(
      '46 of 50 filled (92 %)',
    );
  });

  test.each([
    [50, 50, true, 'all different'],
    [1, 50, true, 'all the same'],
    [48, 50, true, '48 different'],
    [1_240_000, 2_000_000, false, 'about 1,240,000 different'],
  ])('%d of %d values', (count, filled, exact, words) => {
    expect(differentWords(makeColumnSummary({ filled, distinct: { count, exact } }))).toBe(words);
  });

  test('ends and middle of numbers and dates; lengths of texts; nothing of ids', () => {
    expect(rangeFacts(makeColumn(), makeColumnSummary({ numbers }))).toEqual([
      { name: 'Lowest', value: '3' },
      { name: 'Middle', value: '88' },
      { name: 'Highest', value: '18,204' },
    ]);
    expect(rangeFacts(makeColumn({ meaning: 'id' }), makeColumnSummary({ numbers }))).toEqual([]);
    const days = dates('2026-11-03T00:00:00.000Z', '2026-11-05T00:00:00.000Z');
    const text = { shortest: 10, longest: 10 };
    expect(rangeFacts(makeColumn(), makeColumnSummary({ dates: days, text }))[0]).toEqual({
      name: 'Earliest',
      value: '2026-11-03',
    });
    const lengths = { shortest: 1, longest: 280 };
    expect(rangeFacts(makeColumn(), makeColumnSummary({ type: 'text', text: lengths }))).toEqual([
      { name: 'Length', value: '1 to 280 characters' },
    ]);
  });

  test('values as the table shows them', () => {
    const username = { type: 'text', meaning: 'username' } as const;
    expect(valueWords(username, value('mira'))).toBe('@mira');
    expect(valueWords({ type: 'boolean', meaning: 'boolean' }, value('false'))).toBe('No');
    expect(valueWords({ type: 'integer', meaning: 'count' }, value('1204'))).toBe('1,204');
    expect(valueWords(username, value(''))).toBe('empty');
    const text = { type: 'text', meaning: 'text' } as const;
    expect(valueWords(text, { value: 'a\n b', cut: true })).toBe('a b…');
  });
});

describe('the strip under a name', () => {
  const look = (change: Partial<ColumnSummary>, column = makeColumn()) =>
    stripLook(column, makeColumnSummary(change), 50);
  const words = (first: string, second: string) => ({ kind: 'words', first, second });

  test('is a tiny histogram with its ends', () => {
    expect(look({ numbers })).toEqual({
      kind: 'bars',
      heights: [1, 0.25],
      left: '3',
      right: '18.2k',
    });
  });

  test.each([
    ['2026-11-03T08:36:00.000Z', '2026-11-03T13:23:00.000Z', '08:36', '13:23'],
    ['2026-11-03T08:36:00.000Z', '2026-11-19T13:23:00.000Z', '3 Nov', '19 Nov'],
    ['2025-12-03T08:36:00.000Z', '2026-11-19T13:23:00.000Z', '2025-12', '2026-11'],
  ])('dates from %s to %s say what differs', (min, max, left, right) => {
    expect(look({ dates: dates(min, max) })).toMatchObject({ left, right });
  });

  test('is a bar of shares where values come often, else two words', () => {
    const lang = makeColumn({ field: 'lang', meaning: 'code', type: 'text' });
    const often = { top: { values: [value('en', 22), value('es', 4)], complete: true } };
    expect(look({ type: 'text', ...often }, lang)).toEqual({
      kind: 'shares',
      shares: [0.44, 0.08],
      words: 'en 44 %',
    });
    const rare = { top: { values: [value('mira', 2), value('ada')], complete: true } };
    const author = makeColumn({ meaning: 'username', type: 'text' });
    expect(look({ type: 'text', ...rare }, author)).toEqual(words('@mira ×2', '48 different'));
    const once = {
      distinct: { count: 50, exact: true },
      top: { values: [value('x')], complete: true },
    };
    expect(look({ type: 'text', ...once }, author)).toEqual(words('all different', '50 values'));
    expect(look({ filled: 4, blank: 4 })).toEqual(words('empty', ''));
    // As the column's card counts them: an empty text is none.
    const blank = { filled: 50, blank: 1, distinct: { count: 50, exact: true } };
    expect(look({ type: 'text', ...blank }, author)).toEqual(words('all different', '49 filled'));
  });

  test('an id is no amount, whatever its digits', () => {
    expect(look({ numbers }, makeColumn({ meaning: 'id' })).kind).toBe('words');
  });
});

describe('keeping rows', () => {
  const column = { field: 'lang' };

  test('every filter is one that main takes', () => {
    const filters = [
      valueFilter(column, value('en')),
      valueFilter(column, value('')),
      itemFilter(column, value('city "trees"')),
      numberFilter(column, { from: 1e21, to: 5e-7 }),
      timeFilter(column, { from: '2026-11-03T00:00:00.000Z', to: '2026-11-04T00:00:00.000Z' }),
    ];
    for (const filter of filters) expect(filterSchema.parse(filter)).toEqual(filter);
    expect(filters[1]).toEqual({ kind: 'isEmpty', field: 'lang' });
    expect(filters[2]).toEqual({ kind: 'contains', field: 'lang', text: '"city \\"trees\\""' });
    // The end of a bar is the first moment of the next one.
    expect(filters[4]).toMatchObject({ to: '2026-11-03T23:59:59.999Z' });
  });

  test('is not offered where no filter can tell a value', () => {
    expect(valueFilter(column, { value: 'long', cut: true })).toBeNull();
    expect(itemFilter(column, value('12'))).toBeNull();
    expect(itemFilter(column, value('{"a":1}'))).toBeNull();
  });

  test('takes the place of what was kept of the same field before', () => {
    const en = { kind: 'is', field: 'lang', value: 'en' } as const;
    const likes = { kind: 'number', field: 'likeCount', min: '1', max: null } as const;
    const es = { ...en, value: 'es' };
    expect(withFilter([en, likes], es)).toEqual([likes, es]);
    const many = Array.from({ length: 50 }, (_, n) => ({ ...en, field: `f${n}` }));
    expect(withFilter(many, es)).toHaveLength(50);
  });
});
