/** From values to what is shown of them: cells, digits, links, marks, and the parts of a record. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resources } from '#main/catalogue/resources/index.ts';
import type { Meaning } from '#shared/catalogue/types.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import {
  extraColumns,
  extraRow,
  extraTitle,
} from '#renderer/features/results/record/ExtraCard.tsx';
import { recordParts } from '#renderer/features/results/record/RecordFields.tsx';
import {
  addressHost,
  cellView,
  fullText,
  linkAddress,
  shortAddress,
  valueView,
  viewText,
} from '#renderer/features/results/values/cell-view.ts';
import { exactDigits, exactJson, jsonTokens } from '#renderer/components/json/exact-json.ts';
import { figuresOf } from '#renderer/features/results/values/figures.ts';
import { captionOf, wordsIn } from '#renderer/features/results/row-cards.tsx';
import { matchPattern } from '#renderer/features/results/RowsArea.tsx';
import { makeColumn } from './charts/make-chart.ts';

const column = (meaning: Meaning, field = 'field') => ({ field, meaning });

describe('what a cell shows', () => {
  test.each<[unknown, Meaning, string, string]>([
    ['1986934512780812300', 'id', 'id', '1986934512780812300'],
    [{ $n: '1986934512780812345' }, 'id', 'id', '1986934512780812345'],
    [1204, 'count', 'number', '1,204'],
    [{ $n: '12345678901234567890' }, 'count', 'number', '12,345,678,901,234,567,890'],
    [{ $n: '0.12345678901234567890' }, 'number', 'number', '0.12345678901234567890'],
    [{ $n: '1E400' }, 'number', 'number', '1E400'],
    [1763660000, 'date', 'date', '2025-11-20 17:33'],
    [1763660000123, 'date', 'date', '2025-11-20 17:33'],
    [{ $n: '1763660000123456' }, 'date', 'date', '2025-11-20 17:33'],
    [0, 'date', 'text', '0'],
    ['2026-11-20T17:41:09.123Z', 'date', 'date', '2026-11-20 17:41'],
    ['2026-11-20T17:41:09+0530', 'date', 'date', '2026-11-20 12:11'],
    ['12040', 'count', 'number', '12,040'],
    [true, 'boolean', 'boolean', 'Yes'],
    ['mira_osei', 'username', 'username', '@mira_osei'],
    ['@mira_osei', 'username', 'username', '@mira_osei'],
    ['2026-11-20', 'date', 'text', '2026-11-20'],
    ['https://www.example.org/a/b?utm=1', 'url', 'link', 'example.org/a/b?…'],
    ['javascript:alert(1)', 'url', 'text', 'javascript:alert(1)'],
    ['https://example.org', 'text', 'text', 'https://example.org'],
    [
      ['COP31', 1, true, { $n: '9007199254740993' }],
      'list',
      'tags',
      'COP31 1 true 9007199254740993',
    ],
    [[], 'list', 'items', 'no items'],
    [[{ a: 1 }], 'list', 'items', '1 item'],
    [{ a: [{ $n: '9007199254740993' }] }, 'object', 'object', '{"a":[9007199254740993]}'],
    [{ $n: 'not digits' }, 'object', 'object', '{"$n":"not digits"}'],
    [null, 'text', 'null', '–'],
    ['', 'text', 'emptyText', 'empty'],
    ['one\r\ntwo\n\n  three', 'text', 'text', 'one two three'],
  ])('%j as %s is %s: %s', (value, meaning, kind, text) => {
    const view = valueView(value, column(meaning), 'utc');
    expect([view.kind, viewText(view)]).toEqual([kind, text]);
  });

  test('a very long text is cut between characters', () => {
    const view = valueView(`${'a'.repeat(499)}🌱${'b'.repeat(60_000)}`, column('text'), 'utc');
    expect(viewText(view)).toBe('a'.repeat(499));
  });

  test('a moment is at hand for who looks closer: of a date with what was sent, of plain seconds too', () => {
    const sent = '2026-11-20T17:41:09.123Z';
    const date = { kind: 'date', text: '2026-11-20 17:41', at: new Date(sent), sent };
    expect(valueView(sent, column('date'), 'utc')).toEqual(date);
    const seconds = { kind: 'number', text: '1763660000', at: new Date('2025-11-20T17:33:20Z') };
    expect(valueView(1763660000, column('number', 'createdAtTimestamp'), 'utc')).toEqual(seconds);
  });

  test('a member that is not there differs from one that is null', () => {
    expect(cellView({}, column('text', 'text'), 'utc').kind).toBe('missing');
    expect(cellView({ text: null }, column('text', 'text'), 'utc').kind).toBe('null');
    expect(cellView({}, column('text', 'constructor'), 'utc').kind).toBe('missing');
  });
});

test.each<[unknown, string]>([
  ['one\ntwo', 'one\ntwo'],
  [{ $n: '12345678901234567890' }, '12345678901234567890'],
  [1204, '1204'],
  [null, ''],
  [undefined, ''],
  [['a', 1], '["a",1]'],
  ['x'.repeat(60_000), 'x'.repeat(60_000)],
])('what is copied of %j', (value, text) => {
  expect(fullText(value)).toBe(text);
});

test('JSON reads back as what it was, and every name in it is told from a text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      // A value that looks like an exact number is one: see the contract’s rows.
      fc.pre(!JSON.stringify(value).includes('$n'));
      expect(JSON.parse(exactJson(value, indent))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (value) => {
      fc.pre(!Object.hasOwn(value, '$n'));
      const tokens = jsonTokens(exactJson(value, 2));
      const entries = Object.entries(value);
      const ofKind = (wanted: string) =>
        tokens.filter(({ kind }) => kind === wanted).map(({ text }) => text);
      expect(tokens.map(({ text }) => text).join('')).toBe(exactJson(value, 2));
      expect(ofKind('jsonName')).toEqual(entries.map(([name]) => `${JSON.stringify(name)}: `));
      expect(ofKind('jsonText')).toEqual(entries.map(([, text]) => JSON.stringify(text)));
    }),
  );
});

test('exact numbers keep every digit, wherever they are', () => {
  const value = { a: [{ $n: '9007199254740993' }], b: { c: { $n: '0.1000000000000000055' } } };
  expect(exactJson(value)).toBe('{"a":[9007199254740993],"b":{"c":0.1000000000000000055}}');
  expect(exactJson({ a: [1, {}], b: [] }, 2)).toBe(
    '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}',
  );
  const others = [{ $n: '12', other: 1 }, { $n: 12 }, { $n: '12x' }, { $n: '' }, ['12'], '12'];
  expect(others.map(exactDigits)).toEqual(others.map(() => null));
});

test('[7] only http and https addresses are links', () => {
  for (const text of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<p>',
    '\\\\server\\share',
    '//example.org',
    'example.org',
    ' https://example.org',
    'https://',
    'ftp://example.org',
    '',
  ]) {
    expect(linkAddress(text), text).toBeNull();
  }
  expect(linkAddress('HTTPS://EXAMPLE.org/a b')).toBe('https://example.org/a%20b');
  expect(linkAddress('http://example.org')).toBe('http://example.org/');
});

test('the host is who is asked, not what stands before an @, and letters that look alike are told apart', () => {
  const address = linkAddress('https://bank.example@evil.test/login') ?? '';
  expect([addressHost(address), shortAddress(address)]).toEqual(['evil.test', 'evil.test/login']);
  expect(shortAddress(linkAddress('https://аpple.com/') ?? '')).toMatch(/^xn--/);
});

const found = (text: string, search: string): string[] =>
  [...text.matchAll(matchPattern(search) ?? /(?!)/g)].map(([match]) => match);

test.each([
  ['City trees, city walls', 'CITY', ['City', 'city']],
  ['a.b axb', 'a.b', ['a.b']],
  ['1+1 (2) [3] {4} \\ / ^ $ | ? *', '[3] {4} \\ / ^ $ | ? *', ['[3] {4} \\ / ^ $ | ? *']],
  ['well-known', 'l-k', ['l-k']],
  ['İstanbul ISTANBUL i\u0307stanbul', 'istanbul', ['İstanbul', 'ISTANBUL', 'i\u0307stanbul']],
  ['istanbul', 'İSTANBUL', ['istanbul']],
  ['ΟΔΟΣ οδος', 'οδοσ', ['ΟΔΟΣ', 'οδος']],
  ['café cafe', 'cafe', ['cafe']],
  ['日本語 😀😀', '😀', ['😀', '😀']],
])('in %j, %j finds %j', (text, search, matches) => {
  expect(found(text, search)).toEqual(matches);
  expect(matchPattern('')).toBeNull();
});

const columnOf = (field: string, meaning: Meaning, usual = true) =>
  makeColumn({ field, meaning, usual });
const columns = [
  columnOf('title', 'text'),
  columnOf('body', 'text'),
  columnOf('author', 'username'),
  columnOf('likes', 'count'),
  columnOf('quotes', 'count', false),
  columnOf('id', 'id'),
];
const fields = (list: readonly Column[]): string[] => list.map(({ field }) => field);

test('[31] a record has its first text that says something, who, when and how many, and every member', () => {
  const parts = (row: Row) => recordParts(row, columns, null);
  const main = (row: Row) => parts(row).main?.field;
  expect([main({ title: '', body: 'Hello' }), main({ title: 'A', body: 'Hello' })]).toEqual([
    'body',
    'title',
  ]);
  expect(main({ title: null, id: '1' })).toBeUndefined();
  const { account, facts, figures, all } = parts({
    title: 'A',
    author: 'mira',
    likes: 5,
    quotes: 3,
    zebra: { deep: 1 },
    id: '1',
  });
  expect([account?.field, fields(facts), fields(figures)]).toEqual(['author', [], ['likes']]);
  // First what is not shown above; also one that no column knows.
  expect(fields(all)).toEqual(['quotes', 'id', 'zebra', 'title', 'author', 'likes']);
});

test.each([
  [
    'photoshare.post',
    ['username', 'fullName', 'profilePicUrl', 'imageUrl', 'codeUrl', 'createdAt'],
    ['username', 'fullName', 'profilePicUrl', 'imageUrl', 'codeUrl', 'createdAt'],
  ],
  // It has no picture of its own, no original and no date.
  [
    'shortvideo.user',
    ['username', 'nickname', 'avatar', 'createdAt', 'followerCount'],
    ['username', 'nickname', 'avatar', undefined, undefined, undefined],
  ],
])('a %s begins with whose it is, and the way to the original', (id, filled, head) => {
  const resource = resources.find((one) => one.id === id)!;
  const all = resource.fields.map(({ name, meaning, usual }) => columnOf(name, meaning, usual));
  const parts = recordParts(Object.fromEntries(filled.map((field) => [field, 'a'])), all, resource);
  const { account, name, avatar, picture, original, date } = parts;
  const shownFirst = [account, name, avatar, picture, original, date];
  expect(shownFirst.map((one) => one?.field)).toEqual(head);
});

test('an extra is named in words and summed up by its text, author and date; one that is no object is one value', () => {
  const titles = ['parent_comment', 'other_thing'].map(extraTitle);
  expect(titles).toEqual(['Replying to', 'Other thing']);
  expect(fields(extraColumns(extraRow('text'), null))).toEqual(['Value']);
  const comments = resources.find(({ id }) => id === 'photoshare.comment')!;
  const parent = { id: '178', text: 'Who?', username: 'mira', createdAt: null, odd: 1 };
  const known = extraColumns(parent, comments);
  expect(known.map(({ label }) => label).join()).toBe('Comment ID,Text,Author,Posted,odd');
  const { texts, authors, dates } = captionOf(known, []);
  const look = { zone: 'utc', now: new Date() } as const;
  expect([texts, authors, dates].map((of) => wordsIn(parent, of, look))).toEqual([
    'Who?',
    '@mira',
    '',
  ]);
});

const likes = { field: 'likes', meaning: 'count' } as const;
const figures = (...values: unknown[]) => {
  const sums = figuresOf(
    values.map((value) => ({ likes: value })),
    [likes],
  );
  return sums === 'several' ? null : sums;
};

test.each([
  [[-2, 1, 2], { count: 3, sum: '1', mean: '0.33', smallest: '-2', largest: '2' }],
  [['1204', null, 'many', 0.5], { count: 2, sum: '1,204.5', mean: '602.25', smallest: '0.5' }],
  // Two tenths and one tenth are three tenths.
  [[0.1, 0.2], { sum: '0.3', mean: '0.15' }],
  [[{ $n: '0.10000000000000000001' }, 1e3], { sum: '1,000.10000000000000000001' }],
  [[{ $n: '1e21' }, 1], { sum: '1,000,000,000,000,000,000,001' }],
])('sums of selected cells: %j', (values, expected) => {
  expect(figures(...values)).toMatchObject(expected);
});

test('identifiers, moments and texts have no sums', () => {
  expect(figures({ $n: '1986934512780812303' }, 7)).toBeNull();
  expect(figures('1986934512780812303')).toBeNull();
  expect(figures(null, 'many', true)).toBeNull();
  for (const meaning of ['id', 'date', 'text', 'code'] as const) {
    expect(figuresOf([{ likes: 5 }], [{ field: 'likes', meaning }])).toBeNull();
  }
  const moment = { field: 'takenTimestamp', meaning: 'number' } as const;
  expect(figuresOf([{ takenTimestamp: 5 }], [moment])).toBeNull();
});

test('numbers of several columns are not added up', () => {
  const reposts = { field: 'reposts', meaning: 'count' } as const;
  const rows = [{ likes: 5, reposts: 7, text: 'a' }];
  expect(figuresOf(rows, [likes, reposts])).toBe('several');
  expect(figuresOf(rows, [likes, { field: 'text', meaning: 'text' }])).toMatchObject({ sum: '5' });
  expect(figuresOf([{ likes: 5 }], [likes, reposts])).toMatchObject({ sum: '5' });
});

test('selected whole numbers add up in any order, and lie around their mean', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1 }), (numbers) => {
      const sums = figures(...numbers);
      const plain = (text: string | undefined): number => Number(text?.replaceAll(',', ''));
      const sum = numbers.reduce((total, number) => total + number, 0);
      expect(plain(sums?.sum)).toBe(sum);
      expect(Math.abs(plain(sums?.mean) - sum / numbers.length)).toBeLessThanOrEqual(0.005001);
      expect(plain(sums?.smallest)).toBe(Math.min(...numbers));
      expect(plain(sums?.largest)).toBe(Math.max(...numbers));
    }),
  );
});
