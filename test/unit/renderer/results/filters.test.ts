import { describe, expect, test } from 'vitest';
import type { Meaning } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import { filterSchema, type Filter } from '#shared/contract/view.ts';
import {
  conditionsOf,
  type AskedColumn,
  type Condition,
} from '#renderer/features/results/view/conditions.ts';
import { draftOf, newDraft, readDraft, type Draft } from '#renderer/features/results/view/draft.ts';
import { findColumns } from '#renderer/features/results/view/find-columns.ts';
import { filterWords } from '#renderer/features/results/view/view-words.ts';

const column = (meaning: Meaning, type: Column['type'], label = 'Likes'): AskedColumn => ({
  field: 'f',
  label,
  meaning,
  type,
});
const count = column('count', 'integer');
const text = column('text', 'text');
const flag = column('boolean', 'boolean');
const date = column('date', 'text');

describe('what is asked of a column', () => {
  test.each<[string, AskedColumn, Condition]>([
    ['texts', text, 'contains'],
    ['values that repeat', column('code', 'text'), 'oneOf'],
    ['numbers', count, 'number'],
    ['numbers with fractions', column('number', 'number'), 'number'],
    ['dates', date, 'date'],
    ['seconds since 1970', column('date', 'integer'), 'date'],
    ['yes and no', flag, 'isYes'],
    ['ids, though they are numbers', column('id', 'integer'), 'contains'],
    ['lists', column('list', 'list'), 'contains'],
    ['what is mixed', column('count', 'mixed'), 'contains'],
  ])('of %s first', (_name, asked, first) => {
    const conditions = conditionsOf(asked, null);
    expect(conditions[0]).toBe(first);
    expect(newDraft(asked).condition).toBe(first);
    expect(conditions.slice(-2)).toEqual(['isEmpty', 'isNotEmpty']);
    expect(new Set(conditions).size).toBe(conditions.length);
  });

  test('a field nobody described turns out to hold dates', () => {
    expect(conditionsOf(text, null)).not.toContain('date');
    const range = { min: '', max: '', median: '', buckets: [] };
    const dates = { ...range, unit: 'day' as const, timeZone: 'UTC' };
    expect(conditionsOf(text, { dates })).toContain('date');
  });
});

const read = (change: Partial<Draft>, asked: AskedColumn = text) =>
  readDraft({ ...newDraft(asked), ...change }, asked);

describe('what was typed', () => {
  test.each([
    ['10', '10'],
    [' 1,204 ', '1204'],
    ['1 204', '1204'],
    ['1\u202F204.5', '1204.5'],
    ['−3.50', '-3.50'],
    ['+7', '7'],
    ['007', '7'],
    ['0', '0'],
    ['-0.5', '-0.5'],
    ['.5', '0.5'],
    ['1e6', '1e6'],
    ['1986934512780812301', '1986934512780812301'],
  ])('%j is the number %s', (typed, min) => {
    expect(read({ from: typed }, count).filter).toEqual({
      kind: 'number',
      field: 'f',
      min,
      max: null,
    });
  });

  test.each(['ten', '1,5', '1,20', '1 5', '0x10', '1.2.3', '--1', 'Infinity'])(
    '%j is none',
    (typed) => {
      const { filter, fromMessage } = read({ from: typed }, count);
      expect(filter).toBeNull();
      expect(fromMessage).toBe('Write a number, such as 1200 or 3.5.');
    },
  );

  test.each([
    ['10', '9'],
    ['1986934512780812302', '1986934512780812301'],
  ])('a range from %s to %s is turned round', (from, to) => {
    const { filter, toMessage } = read({ from, to }, count);
    expect(filter).toBeNull();
    expect(toMessage).toBe('This is less than the number before it.');
  });

  test('nothing is no filter and no mistake', () => {
    const nothing = { filter: null, fromMessage: null, toMessage: null };
    expect(read({})).toEqual(nothing);
    expect(read({}, count)).toEqual(nothing);
    expect(read({}, date)).toEqual(nothing);
    expect(read({ condition: 'oneOf' })).toEqual(nothing);
    expect(read({ condition: 'is' })).toEqual(nothing);
  });

  test('a day, a moment, and what is neither', () => {
    expect(read({ from: '2026-02-28', to: '2026-03-01' }, date).filter).toEqual({
      kind: 'date',
      field: 'f',
      from: '2026-02-28',
      to: '2026-03-01',
    });
    expect(read({ to: '2026-03-01T12:00:00Z' }, date).filter).toMatchObject({
      to: '2026-03-01T12:00:00Z',
    });
    expect(read({ from: '2026-02-30' }, date).fromMessage).toContain('YYYY-MM-DD');
    expect(read({ from: '2026-03-02', to: '2026-03-01' }, date).toMessage).toContain('before');
    // On the same day, the day as a whole.
    expect(read({ from: '2026-03-01T12:00:00Z', to: '2026-03-01' }, date).filter).not.toBeNull();
  });

  test('the sign the grid writes before accounts is not part of their names', () => {
    const accounts = column('username', 'text');
    expect(read({ condition: 'contains', text: '@mira' }, accounts).filter).toMatchObject({
      text: 'mira',
    });
    expect(read({ condition: 'contains', text: '@mira' }).filter).toMatchObject({ text: '@mira' });
  });
});

const filters: [Filter, AskedColumn, string][] = [
  [{ kind: 'contains', field: 'f', text: 'oak' }, text, 'Likes contains “oak”'],
  [{ kind: 'is', field: 'f', value: 'en' }, text, 'Likes is “en”'],
  [{ kind: 'isNot', field: 'f', value: 'en' }, text, 'Likes is not “en”'],
  [{ kind: 'is', field: 'f', value: 'true' }, flag, 'Likes is yes'],
  [{ kind: 'is', field: 'f', value: 'false' }, flag, 'Likes is no'],
  [{ kind: 'isEmpty', field: 'f' }, text, 'Likes is empty'],
  [{ kind: 'isNotEmpty', field: 'f' }, text, 'Likes is not empty'],
  [{ kind: 'oneOf', field: 'f', values: ['en'] }, text, 'Likes is en'],
  [{ kind: 'oneOf', field: 'f', values: ['en', 'de', 'fr'] }, text, 'Likes is en, de or fr'],
  [
    { kind: 'oneOf', field: 'f', values: ['en', 'de', 'fr', 'es'] },
    text,
    'Likes is en, de or 2 more',
  ],
  [{ kind: 'number', field: 'f', min: '1204', max: null }, count, 'Likes at least 1,204'],
  [{ kind: 'number', field: 'f', min: null, max: '5' }, count, 'Likes at most 5'],
  [{ kind: 'number', field: 'f', min: '1', max: '5.5' }, count, 'Likes 1 to 5.5'],
  [{ kind: 'number', field: 'f', min: '5', max: '5' }, count, 'Likes = 5'],
  [
    { kind: 'date', field: 'f', from: '2026-01-01', to: '2026-01-31' },
    date,
    'Likes 2026-01-01 to 2026-01-31',
  ],
  [{ kind: 'date', field: 'f', from: '2026-01-01', to: null }, date, 'Likes from 2026-01-01'],
  [{ kind: 'date', field: 'f', from: null, to: '2026-01-01' }, date, 'Likes until 2026-01-01'],
];

describe('a filter', () => {
  test.each(filters)('%j', (filter, asked, words) => {
    expect(filterSchema.parse(filter)).toEqual(filter);
    expect(filterWords(filter, asked)).toBe(words);
    // What is opened to be changed and left as it is comes out the same.
    expect(readDraft(draftOf(filter, asked), asked).filter).toEqual(filter);
    expect(conditionsOf(asked, null)).toContain(draftOf(filter, asked).condition);
  });

  test('of a column that is not there is told by its name', () => {
    expect(filterWords({ kind: 'isEmpty', field: 'gone' }, null)).toBe('gone is empty');
  });

  test('stays short in words', () => {
    const long = filterWords({ kind: 'contains', field: 'f', text: '🌳'.repeat(500) }, text);
    expect(Array.from(long).length).toBeLessThan(70);
    expect(long).toContain('🌳…”');
  });
});

test('columns are found by the beginning of their words first', () => {
  const columns = [
    { ...text, field: 'retweetedPostId', label: 'Reposted post ID' },
    { ...text, field: 'createdAt', label: 'Posted' },
    { ...text, field: 'likeCount', label: 'Likes' },
  ];
  const found = (search: string) => findColumns(columns, search).map(({ field }) => field);
  expect(found('posted')).toEqual(['createdAt', 'retweetedPostId']);
  expect(found(' LIKEC ')).toEqual(['likeCount']);
  expect(found('')).toHaveLength(3);
  expect(found('nothing')).toEqual([]);
});
