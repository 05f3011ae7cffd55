import { describe, expect, test } from 'vitest';
import type { Meaning } from '#shared/catalogue/types.ts';
import {
  cellView,
  fullText,
  groupDigits,
  valueView,
  viewText,
} from '#renderer/features/results/values/cell-view.ts';

const column = (meaning: Meaning, field = 'field') => ({ field, meaning });
const shown = (value: unknown, meaning: Meaning): string =>
  viewText(valueView(value, column(meaning), 'utc'));

describe('what a cell shows', () => {
  test.each<[unknown, Meaning, string, string]>([
    ['1986934512780812300', 'id', 'id', '1986934512780812300'],
    [{ $n: '1986934512780812345' }, 'id', 'id', '1986934512780812345'],
    [42, 'id', 'id', '42'],
    [0, 'count', 'number', '0'],
    [1204, 'count', 'number', '1,204'],
    [-1204, 'count', 'number', '-1,204'],
    [{ $n: '12345678901234567890' }, 'count', 'number', '12,345,678,901,234,567,890'],
    [{ $n: '0.12345678901234567890' }, 'number', 'number', '0.12345678901234567890'],
    [{ $n: '1.50' }, 'number', 'number', '1.50'],
    [{ $n: '1E400' }, 'number', 'number', '1E400'],
    [0.97, 'number', 'number', '0.97'],
    [1763660000, 'date', 'date', '2025-11-20 17:33'],
    [1763660000123, 'date', 'date', '2025-11-20 17:33'],
    [{ $n: '1763660000123456' }, 'date', 'date', '2025-11-20 17:33'],
    [0, 'date', 'text', '0'],
    [17.5, 'date', 'text', '17.5'],
    ['2026-11-20T17:41:09.123Z', 'date', 'date', '2026-11-20 17:41'],
    ['2026-11-20T17:41', 'date', 'date', '2026-11-20 17:41'],
    ['2026-11-20T17:41:09+0530', 'date', 'date', '2026-11-20 12:11'],
    [7, 'text', 'text', '7'],
    ['12040', 'count', 'number', '12,040'],
    ['12k', 'count', 'text', '12k'],
    [true, 'boolean', 'boolean', 'Yes'],
    [false, 'boolean', 'boolean', 'No'],
    ['mira_osei', 'username', 'username', '@mira_osei'],
    ['@mira_osei', 'username', 'username', '@mira_osei'],
    ['2026-11-20', 'date', 'text', '2026-11-20'],
    ['Thu Nov 20 17:41:00 +0000 2026', 'date', 'text', 'Thu Nov 20 17:41:00 +0000 2026'],
    ['2026-13-45T99:99:00Z', 'date', 'text', '2026-13-45T99:99:00Z'],
    ['https://www.example.org/a/b?utm=1', 'url', 'link', 'example.org/a/b?…'],
    ['http://example.org/', 'image', 'link', 'example.org'],
    ['javascript:alert(1)', 'url', 'text', 'javascript:alert(1)'],
    ['data:text/html,x', 'url', 'text', 'data:text/html,x'],
    ['https://example.org', 'text', 'text', 'https://example.org'],
    [['climate', 'COP31'], 'list', 'tags', 'climate COP31'],
    [[1, true, { $n: '9007199254740993' }], 'list', 'tags', '1 true 9007199254740993'],
    [[], 'list', 'items', 'no items'],
    [[{ a: 1 }], 'list', 'items', '1 item'],
    [['a', ['b'], 'c'], 'list', 'items', '3 items'],
    [
      { a: 1, b: { $n: '9007199254740993' } },
      'object',
      'object',
      '{"a": 1, "b": 9007199254740993}',
    ],
    [{ $n: 'not digits' }, 'object', 'object', '{"$n": "not digits"}'],
    [null, 'text', 'null', '–'],
    ['', 'text', 'emptyText', 'empty'],
    ['one\r\ntwo\n\n  three', 'text', 'text', 'one two three'],
    ['<b>bold</b>', 'text', 'text', '<b>bold</b>'],
  ])('%j as %s is %s: %s', (value, meaning, kind, text) => {
    const view = valueView(value, column(meaning), 'utc');
    expect([view.kind, viewText(view)]).toEqual([kind, text]);
  });

  test('a date keeps what was sent and the moment it is', () => {
    const sent = '2026-11-20T17:41:09.123Z';
    expect(valueView(sent, column('date'), 'utc')).toEqual({
      kind: 'date',
      text: '2026-11-20 17:41',
      at: new Date(sent),
      sent,
    });
  });

  test('seconds since 1970 get no separators, and the moment for who looks closer', () => {
    const view = valueView(1763660000, column('number', 'createdAtTimestamp'), 'utc');
    expect(view).toEqual({
      kind: 'number',
      text: '1763660000',
      at: new Date('2025-11-20T17:33:20Z'),
    });
  });

  test('a member that is not there differs from one that is null', () => {
    expect(cellView({}, column('text', 'text'), 'utc').kind).toBe('missing');
    expect(cellView({ text: null }, column('text', 'text'), 'utc').kind).toBe('null');
    expect(cellView({}, column('text', 'constructor'), 'utc').kind).toBe('missing');
  });

  test('a very long text is cut between characters', () => {
    const text = shown(`${'a'.repeat(499)}🌱${'b'.repeat(60_000)}`, 'text');
    expect(text).toBe('a'.repeat(499));
  });
});

describe('what is copied', () => {
  test.each<[unknown, string]>([
    ['one\ntwo', 'one\ntwo'],
    [{ $n: '12345678901234567890' }, '12345678901234567890'],
    [1204, '1204'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    [['a', 1], '["a", 1]'],
    ['x'.repeat(60_000), 'x'.repeat(60_000)],
  ])('%j', (value, text) => {
    expect(fullText(value)).toBe(text);
  });
});

test('only whole numbers are grouped', () => {
  expect(['1', '999', '1000', '1234567', '1234.5', '1e9'].map(groupDigits)).toEqual([
    '1',
    '999',
    '1,000',
    '1,234,567',
    '1234.5',
    '1e9',
  ]);
});
