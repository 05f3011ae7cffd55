/** What is asked of columns: filters as they are made and told, and sorts by clicks. Pure. */
import { describe, expect, test } from 'vitest';
import type { Meaning } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import { everyRow, mostSorts, filterSchema } from '#shared/contract/view.ts';
import type { Filter, Sort, View } from '#shared/contract/view.ts';
import {
  conditionsOf,
  type AskedColumn,
  type Condition,
  draftOf,
  newDraft,
  readDraft,
  type Draft,
} from '#renderer/features/results/view/draft.ts';
import { findColumns } from '#renderer/features/results/view/FilterPopover.tsx';
import { firstSort, reversed, sortBy } from '#renderer/features/results/view/sort-header.tsx';
import {
  emptyViewWords,
  filterWords,
  viewChips,
} from '#renderer/features/results/view/view-words.ts';

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

/** The time zone that dates are shown in. */
const clock = 'Europe/Berlin';

test.each<[string, AskedColumn, Condition]>([
  ['texts', text, 'contains'],
  ['values that repeat', column('code', 'text'), 'oneOf'],
  ['numbers', count, 'number'],
  ['dates', date, 'date'],
  ['yes and no', flag, 'isYes'],
  ['ids, though they are numbers', column('id', 'integer'), 'contains'],
])('what is asked of a column of %s first', (_name, asked, first) => {
  const conditions = conditionsOf(asked, null);
  expect(conditions[0]).toBe(first);
  expect(newDraft(asked, clock).condition).toBe(first);
  expect(conditions.slice(-2)).toEqual(['isEmpty', 'isNotEmpty']);
  expect(new Set(conditions).size).toBe(conditions.length);
});

test('a field nobody described turns out to hold dates', () => {
  expect(conditionsOf(text, null)).not.toContain('date');
  const ends = { min: '', max: '', median: '', buckets: [] };
  const dates = { ...ends, unit: 'day' as const, timeZone: 'UTC' };
  expect(conditionsOf(text, { dates })).toContain('date');
});

const read = (change: Partial<Draft>, asked: AskedColumn = text) =>
  readDraft({ ...newDraft(asked, clock), ...change }, asked);

describe('what was typed', () => {
  test('is a number however people write it, digit for digit', () => {
    const typed = ['10', ' 1,204 ', '1 204', '1\u202F204.5', '−3.50', '+7', '007', '-0.5', '.5'];
    const digits = ['10', '1204', '1204', '1204.5', '-3.50', '7', '7', '-0.5', '0.5'];
    const long = ['1e6', '1986934512780812301'];
    const readBack = [...typed, ...long].map((one) => read({ from: one }, count).filter);
    expect(readBack).toEqual(
      [...digits, ...long].map((min) => ({ kind: 'number', field: 'f', min, max: null })),
    );
  });

  test.each(['ten', '1,5', '1 5', '0x10', '1.2.3', '--1', 'Infinity'])(
    '%j is no number',
    (typed) => {
      const { filter, fromMessage } = read({ from: typed }, count);
      expect(filter).toBeNull();
      expect(fromMessage).toBe('Enter a number, such as 1200 or 3.5.');
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
    expect(read({ condition: 'oneOf' })).toEqual(nothing);
  });

  test('a day, a moment, and what is neither', () => {
    expect(read({ from: '2026-02-28', to: '2026-03-01' }, date).filter).toEqual({
      kind: 'date',
      field: 'f',
      from: '2026-02-28',
      to: '2026-03-01',
      timeZone: clock,
    });
    expect(read({ to: '2026-03-01T12:00:00Z' }, date).filter).toMatchObject({
      to: '2026-03-01T12:00:00Z',
    });
    expect(read({ from: '2026-02-30' }, date).fromMessage).toContain('YYYY-MM-DD');
    expect(read({ from: '25.12.2026' }, date).filter).toMatchObject({ from: '2026-12-25' });
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

const one = { field: 'f' } as const;
const range = { min: null, max: null };
const days = { from: null, to: null, timeZone: 'Europe/Berlin' };
const filters: [Filter, AskedColumn, string][] = [
  [{ kind: 'contains', ...one, text: 'oak' }, text, 'contains “oak”'],
  [{ kind: 'hasWord', ...one, word: '@oak tree' }, text, 'contains the word “@oak tree”'],
  [{ kind: 'is', ...one, value: 'en' }, text, 'is “en”'],
  // A phrase that was filtered with its quotation marks.
  [{ kind: 'contains', ...one, text: '"oak tree"' }, text, 'contains ‘"oak tree"’'],
  [{ kind: 'isNot', ...one, value: '“oak”' }, text, 'is not ‘“oak”’'],
  [{ kind: 'isNot', ...one, value: 'en' }, text, 'is not “en”'],
  [{ kind: 'is', ...one, value: 'true' }, flag, 'is yes'],
  [{ kind: 'isEmpty', ...one }, text, 'is empty'],
  [{ kind: 'oneOf', ...one, values: ['en', 'de', 'fr'] }, text, 'is en, de or fr'],
  [{ kind: 'oneOf', ...one, values: ['en', 'de', 'fr', 'es'] }, text, 'is en, de or 2 more'],
  [{ kind: 'number', ...one, ...range, min: '1204' }, count, 'at least 1,204'],
  [{ kind: 'number', ...one, min: '1', max: '5.5' }, count, '1 to 5.5'],
  [{ kind: 'number', ...one, min: '0.4', max: '0.49999999999999994' }, count, '0.4 to under 0.5'],
  [{ kind: 'number', ...one, min: '-0.1', max: '-5e-324' }, count, '-0.1 to under 0'],
  [{ kind: 'number', ...one, min: '5', max: '5' }, count, '= 5'],
  [
    { kind: 'date', ...one, ...days, from: '2026-01-01', to: '2026-02-01' },
    date,
    '2026-01-01 to 2026-02-01',
  ],
  [{ kind: 'date', ...one, ...days, from: '2026-01-01' }, date, 'from 2026-01-01'],
  [
    { kind: 'date', ...one, ...days, from: '2026-01-01', timeZone: 'UTC' },
    date,
    'from 2026-01-01 (UTC)',
  ],
  [{ kind: 'date', ...one, ...days, from: '2026-01-01T12:30:00Z' }, date, 'from 2026-01-01 13:30'],
];

test.each(filters)('a filter %j', (filter, asked, words) => {
  expect(filterSchema.parse(filter)).toEqual(filter);
  expect(filterWords(filter, [asked], clock)).toBe(`Likes ${words}`);
  // What is opened to be changed and left as it is comes out the same.
  expect(readDraft(draftOf(filter, asked, clock), asked).filter).toEqual(filter);
  expect(conditionsOf(asked, null)).toContain(draftOf(filter, asked, clock).condition);
});

test('a filter stays short in words, and names a column that is not there', () => {
  expect(filterWords({ kind: 'isEmpty', field: 'gone' }, [], clock)).toBe('gone is empty');
  const long = filterWords({ kind: 'contains', ...one, text: '🌳'.repeat(500) }, [text], clock);
  expect(Array.from(long).length).toBeLessThan(70);
  expect(long).toContain('🌳…”');
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
});

const by = (...fields: string[]): Sort[] =>
  fields.map((field) =>
    field.startsWith('-')
      ? { field: field.slice(1), direction: 'descending' }
      : { field, direction: 'ascending' },
  );

test.each([
  ['sorts ascending', [], 'a', false, ['a']],
  ['then descending', ['a'], 'a', false, ['-a']],
  ['then not at all', ['-a'], 'a', false, []],
  ['of numbers sorts largest first', [], 'likes', false, ['-likes']],
  ['begins anew where there were several', ['-a', 'b'], 'a', false, ['a']],
  ['with Shift adds', ['b'], 'a', true, ['b', 'a']],
  ['with Shift takes one of several off', ['-a', 'b'], 'a', true, ['b']],
])('a click on a header %s', (_name, before, field, adds, after) => {
  const first = firstSort({ field, meaning: field === 'likes' ? 'count' : 'text' });
  expect(sortBy(by(...before), first, adds)).toEqual(by(...after));
});

test('a click on a header adds no more than can be asked for', () => {
  const full = by(...Array.from({ length: mostSorts }, (_, n) => `f${n}`));
  expect(sortBy(full, firstSort({ field: 'more', meaning: 'date' }), true)).toEqual(full);
});

test('one of several sorts is turned round alone', () => {
  expect(reversed(by('a', '-b', 'c'), 'b')).toEqual(by('a', 'b', 'c'));
});

const hidden: View = { ...everyRow, hideDuplicatesBy: 'id' };

const chipOf = (view: View, acrossInputs: number | null) =>
  viewChips(view, [], { field: 'id', rows: 9, of: 9, count: 2, acrossInputs }, 'UTC')[0];

test('duplicates of a list are hidden within an input or across inputs: a click takes the other', () => {
  expect(chipOf(hidden, null)).toMatchObject({ text: '2 duplicates hidden', onText: null });
  const across: View = { ...hidden, acrossInputs: true };
  expect(chipOf(hidden, 4)).toMatchObject({
    text: '2 duplicates within an input hidden',
    onText: { to: 'Hide them across inputs too', view: across },
  });
  expect(chipOf(across, 4)).toMatchObject({
    text: '4 duplicates across inputs hidden',
    onText: { to: 'Hide them within each input only', view: hidden },
    without: everyRow,
  });
});

test('a date that no row contains may be one that the table shows by its clock', () => {
  const opened = { rows: 60, of: 60, count: 0, epoch: 1, anchor: null };
  const advice = (search: string, hasDates = true): string =>
    emptyViewWords({ ...everyRow, search }, opened, { works: false, hasDates, rowCount: 60 })
      .advice;
  const filter = 'Dates are searched as the service sent them. Filter a date column instead.';
  expect(advice('2026-11-23')).toBe(`All 60 rows are still there. ${filter}`);
  for (const other of [advice('2026'), advice('2026-11-23', false)]) {
    expect(other).toBe('All 60 rows are still there. Searching them makes no call.');
  }
});
