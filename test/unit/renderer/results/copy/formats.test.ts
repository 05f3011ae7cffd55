// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Column, Row } from '#shared/contract/run.ts';
import { textOf, type CopiedRows } from '#renderer/features/results/copy/formats.ts';
import { tableHtml } from '#renderer/features/results/copy/table-html.ts';
import { parseTsv } from './parse-tsv.ts';

const columnOf = (field: string, meaning: Column['meaning'] = 'text'): Column => ({
  field,
  label: `The ${field}`,
  meaning,
  type: 'text',
  filled: 1,
  usual: true,
});

const copied = (rows: Row[], fields: string[], isWhole = false): CopiedRows => ({
  rows,
  columns: fields.map((field) => columnOf(field, field === 'likes' ? 'count' : 'text')),
  isWhole,
});

const id = '1986934512780812345';

/** Texts with everything that a table of text could stumble over. */
const difficultText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\t',
        '\n',
        '\r',
        '\r\n',
        '"',
        '""',
        ' ',
        '  ',
        '=',
        '|',
        '\\',
        '<br>',
        '&lt;',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));

const table = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 2, max: 4 }))
  .chain(([width, height]) =>
    fc.array(fc.array(difficultText, { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  );

const asRows = (cells: string[][]): CopiedRows =>
  copied(
    cells.map((line) => Object.fromEntries(line.map((text, at) => [`f${at}`, text]))),
    cells[0]!.map((_, at) => `f${at}`),
  );

const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

describe('tab-separated text', () => {
  test('is read back cell for cell by another parser', () => {
    fc.assert(
      fc.property(table, (cells) => {
        const expected = cells.map((line) => line.map(withLineFeeds));
        expect(parseTsv(textOf(asRows(cells), 'tsv'))).toEqual(expected);
        expect(parseTsv(textOf(asRows(cells), 'tsvWithHeaders'))).toEqual([
          cells[0]!.map((_, at) => `f${at}`),
          ...expected,
        ]);
      }),
    );
  });

  test('values are as they were sent: digits, no separators, nothing for nothing', () => {
    const rows = [
      { id: { $n: id }, likes: 12_040, at: '2026-11-20T17:41:09Z', tags: ['a', 'b'], gone: null },
      { id, likes: { $n: '1.50' }, flag: true },
    ];
    const fields = ['id', 'likes', 'at', 'tags', 'gone', 'flag'];
    expect(textOf(copied(rows, fields), 'tsv')).toBe(
      `${id}\t12040\t2026-11-20T17:41:09Z\t"[""a"", ""b""]"\t\t\n${id}\t1.50\t\t\t\ttrue`,
    );
  });

  test('one cell is the value itself, without quotes', () => {
    const text = 'Two “lines”\r\nand a "quote"';
    expect(textOf(copied([{ text }], ['text']), 'tsv')).toBe(text);
    expect(textOf(copied([{ text: 'a\0b' }], ['text']), 'tsv')).toBe('a\u{FFFD}b');
  });
});

describe('JSON', () => {
  test('of cells has their fields, digit for digit', () => {
    const rows = [{ id: { $n: id }, text: 'x', likes: 1 }, { text: 'y' }];
    const text = textOf(copied(rows, ['id', 'text']), 'json');
    expect(text).toContain(`"id": ${id}`);
    expect(JSON.parse(text)).toEqual([{ id: Number(id), text: 'x' }, { text: 'y' }]);
  });

  test('of a row is all of it, shown or not; of several a list', () => {
    const row = { text: 'x', hidden: { deep: [1] } };
    expect(JSON.parse(textOf(copied([row], ['text'], true), 'json'))).toEqual(row);
    expect(JSON.parse(textOf(copied([row, row], ['text'], true), 'json'))).toEqual([row, row]);
  });

  test('of one cell is its value; of a column a list of values', () => {
    expect(textOf(copied([{ id: { $n: id } }], ['id']), 'json')).toBe(id);
    expect(textOf(copied([{}], ['id']), 'json')).toBe('null');
    const column = copied([{ id: 'a' }, {}, { id: 'b' }], ['id']);
    expect(JSON.parse(textOf(column, 'json'))).toEqual(['a', null, 'b']);
  });
});

/** Cells of a Markdown table: between pipes that no backslash stands before. */
function markdownCells(text: string): string[][] {
  return text
    .split('\n')
    .map((line) =>
      [...line.matchAll(/ ((?:\\.|[^|\\])*) (?=\|)/g)].map(([, cell]) =>
        (cell ?? '').replaceAll('<br>', '\n').replaceAll(/\\(.)/g, '$1'),
      ),
    );
}

describe('a Markdown table', () => {
  test('has the grid’s headers; counts stand at the right', () => {
    expect(textOf(copied([{ text: 'x', likes: 3 }], ['text', 'likes']), 'markdown')).toBe(
      '| The text | The likes |\n| --- | ---: |\n| x | 3 |',
    );
  });

  test('holds every text within its cell', () => {
    fc.assert(
      fc.property(table, (cells) => {
        const [, , ...lines] = markdownCells(textOf(asRows(cells), 'markdown'));
        expect(lines).toEqual(cells.map((line) => line.map(withLineFeeds)));
      }),
    );
  });

  test.each([
    ['mira_osei', 'mira_osei'],
    ['_hint_', String.raw`\_hint\_`],
    ['<b>', String.raw`\<b\>`],
    ['AT&T &copy;', String.raw`AT&T \&copy;`],
    ['~home ~~gone~~', String.raw`~home \~\~gone\~\~`],
  ])('%s is written %s', (text, written) => {
    const [, , line] = textOf(copied([{ text }], ['text']), 'markdown').split('\n');
    expect(line).toBe(`| ${written} |`);
  });
});

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

describe('the table for spreadsheets', () => {
  test('30 says of ids and of what looks like a formula that they are text', () => {
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
  });

  test('has the same cells as the text', () => {
    fc.assert(
      fc.property(table, (cells) => {
        const shown = htmlCells(tableHtml(asRows(cells), false) ?? '');
        expect(shown.map((line) => line.map(({ text }) => text))).toEqual(
          cells.map((line) => line.map(withLineFeeds)),
        );
      }),
    );
  });

  test('is left out for one cell that is plain text, not for a lone id', () => {
    expect(tableHtml(copied([{ text: 'Hello' }], ['text']), false)).toBeNull();
    expect(tableHtml(copied([{ id }], ['id']), false)).toContain(id);
  });
});
