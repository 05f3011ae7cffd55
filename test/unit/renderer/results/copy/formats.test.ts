import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Column, Row } from '#shared/contract/run.ts';
import { tableHtml, textOf, type CopiedRows } from '#renderer/features/results/copy/formats.ts';
import { figuresOf } from '#renderer/features/results/values/figures.ts';
import { count } from '#test/support/thorough.ts';
import { makeColumn } from '../charts/make-chart.ts';

const columnOf = (field: string, meaning: Column['meaning'] = 'text'): Column =>
  makeColumn({ field, label: `The ${field}`, meaning, type: 'text' });

const copied = (rows: Row[], fields: string[], isWhole = false): CopiedRows => ({
  rows,
  columns: fields.map((field) => columnOf(field, field === 'likes' ? 'count' : 'text')),
  isWhole,
});

const id = '1986934512780812345';

const stumbling = ['\t', '\n', '\r', '\r\n', '"', '""', ' ', '  ', '=', '|', '\\', '<br>', '&lt;'];
/** Texts with everything that a table of text could stumble over. */
const difficultText = fc
  .array(fc.oneof(fc.constantFrom(...stumbling), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join('').replaceAll('\0', ''));

const table = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 }))
  .chain(([width, height]) => {
    const line = fc.array(difficultText, { minLength: width, maxLength: width });
    return fc.array(line, { minLength: height, maxLength: height });
  });

const asRows = (cells: string[][]): CopiedRows =>
  copied(
    cells.map((line) => Object.fromEntries(line.map((text, at) => [`f${at}`, text]))),
    cells[0]!.map((_, at) => `f${at}`),
  );

const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** The cells of an HTML table as a spreadsheet sees them. */
function htmlCells(html: string): { text: string; isText: boolean; sheets: string | null }[][] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('tr')].map((line) =>
    [...line.querySelectorAll('td')].map((cell) => {
      for (const end of cell.querySelectorAll('br')) end.replaceWith('\n');
      return {
        text: cell.textContent ?? '',
        isText: /mso-number-format:'\\@'/.test(cell.getAttribute('style') ?? ''),
        sheets: cell.getAttribute('data-sheets-value'),
      };
    }),
  );
}

/** Tab-separated text, as spreadsheets read it. */
const tsvCells = (text: string): string[][] =>
  parse(text, { delimiter: '\t', record_delimiter: '\n' });

test('every text is in its cell, whatever is in it, for other readers of the format', () => {
  fc.assert(
    fc.property(table, (cells) => {
      const copy = asRows(cells);
      const names = copy.columns.map(({ field }) => field);
      const expected = cells.map((line) => line.map(withLineFeeds));
      expect(tsvCells(textOf(copy, 'tsv'))).toEqual(expected);
      expect(tsvCells(textOf(copy, 'tsvWithHeaders'))).toEqual([names, ...expected]);
      const shown = htmlCells(tableHtml(copy, false) ?? '');
      expect(shown.map((line) => line.map(({ text }) => text))).toEqual(expected);
    }),
    { numRuns: count(50, 100) },
  );
});

test('values in tab-separated text are as they were sent: digits, no separators, nothing for nothing', () => {
  const rows = [
    { id: { $n: id }, likes: 12_040, at: '2026-11-20T17:41:09Z', tags: ['a', 'b'], gone: null },
    { id, likes: { $n: '1.50' }, flag: true },
  ];
  const fields = ['id', 'likes', 'at', 'tags', 'gone', 'flag'];
  expect(textOf(copied(rows, fields), 'tsv')).toBe(
    `${id}\t12040\t2026-11-20T17:41:09Z\t"[""a"",""b""]"\t\t\n${id}\t1.50\t\t\t\ttrue`,
  );
  // One cell is the value itself, without quotes.
  const text = 'Two “lines”\r\nand a "quote"\0';
  expect(textOf(copied([{ text }], ['text']), 'tsv')).toBe(text.replace('\0', '\u{FFFD}'));
});

describe('JSON', () => {
  const row = { id: { $n: id }, text: 'x', likes: 1, hidden: { deep: [1] } };
  const whole = { ...row, id: Number(id) };

  test.each([
    [
      'cells have their fields',
      copied([row, { text: 'y' }], ['id', 'text']),
      [{ id: Number(id), text: 'x' }, { text: 'y' }],
    ],
    ['a row is all of it, shown or not', copied([row], ['text'], true), whole],
    ['rows are a list', copied([row, row], ['text'], true), [whole, whole]],
    ['a column is a list of values', copied([row, {}, { text: 'z' }], ['text']), ['x', null, 'z']],
    ['a cell is its value', copied([{}], ['text']), null],
  ])('%s', (_, given, expected) => {
    expect(JSON.parse(textOf(given, 'json'))).toEqual(expected);
  });

  test('ids keep every digit', () => {
    expect(textOf(copied([row], ['id']), 'json')).toBe(id);
    expect(textOf(copied([row], ['id', 'text']), 'json')).toContain(`"id": ${id}`);
  });
});

test('a member that a row doesn’t have is empty, also where every object inherits one', () => {
  const names = ['constructor', '__proto__', 'toString'];
  const nothing = copied([{ id: '1' }, JSON.parse('{"__proto__":"own"}')], names);
  expect(textOf(nothing, 'tsv')).toBe('\t\t\n\town\t');
  expect(tableHtml(nothing, false)).not.toContain('function');
  for (const name of names) {
    const one = copied([{ id: '1' }], [name]);
    expect([textOf(one, 'tsv'), textOf(one, 'json')]).toEqual(['', 'null']);
    expect(figuresOf([{ id: '1' }], [columnOf(name, 'count')])).toBeNull();
  }
});

test('headers are names as in saved files, the input of a list too', () => {
  const header = (...fields: string[]): string => {
    const copy = copied([], fields);
    expect(htmlCells(tableHtml(copy, true) ?? '')[0]?.map(({ text }) => text)).toEqual(
      textOf(copy, 'tsvWithHeaders').split('\t'),
    );
    return textOf(copy, 'tsvWithHeaders');
  };
  expect(header('_input', 'id')).toBe('input\tid');
  expect(header('_input', 'input')).toBe('input (2)\tinput');
});

test('[30] the table for spreadsheets says of ids and of what looks like a formula that they are text', () => {
  const row = { id: { $n: id }, text: '=HYPERLINK("x")', likes: 12, name: 'Mira', day: id };
  const fields = ['id', 'text', 'likes', 'name', 'day'];
  const [cells] = htmlCells(tableHtml(copied([row], fields), false) ?? '');
  expect(cells?.map(({ text, isText }) => [text, isText])).toEqual([
    [id, true],
    ['=HYPERLINK("x")', true],
    ['12', false],
    ['Mira', false],
    [id, true],
  ]);
  expect(JSON.parse(cells?.[1]?.sheets ?? '')).toEqual({ 1: 2, 2: '=HYPERLINK("x")' });
  // Excel would make 1 March of it.
  expect(tableHtml(copied([{ name: 'mar1' }], ['name']), false)).toMatch(/^.*<td style="mso/s);
  // Plain text in one cell needs none; a lone id does.
  expect(tableHtml(copied([{ text: 'Hello' }], ['text']), false)).toBeNull();
  expect(tableHtml(copied([{ id }], ['id']), false)).toContain(id);
  // Text alone would be spread over several cells.
  for (const text of ['Two\nlines', 'Two\rlines', 'a\tb'])
    expect(htmlCells(tableHtml(copied([{ text }], ['text']), false) ?? '')).toHaveLength(1);
});
