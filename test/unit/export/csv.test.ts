import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvChunks } from '#main/core/export/csv.ts';
import type { JsonObject } from '#main/core/json/index.ts';

const plain = { byteOrderMark: false, formulaGuard: false };

async function toCsv(
  rows: JsonObject[],
  columns: string[],
  options: { byteOrderMark: boolean; formulaGuard: boolean } = plain,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of csvChunks(rows, { columns, ...options })) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const read = (csv: string): string[][] => parse(csv, { relax_column_count: false });

describe('CSV', () => {
  it('writes a header and one line per row, ended by CR LF', async () => {
    const csv = await toCsv([{ id: '1', n: 2 }], ['id', 'n']);
    expect(csv).toBe('id,n\r\n1,2\r\n');
  });

  it('[39] is read back by an independent parser, whatever the texts', async () => {
    const cell = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell)), async (rows) => {
        const objects = rows.map(([a, b, c]) => ({ a, b, c }));
        const [header, ...lines] = read(await toCsv(objects, ['a', 'b', 'c']));
        expect(header).toEqual(['a', 'b', 'c']);
        expect(lines).toEqual(rows.map((row) => row.map((text) => Buffer.from(text).toString())));
      }),
    );
  });

  it('[39] puts an apostrophe before what a spreadsheet would run, and before apostrophes', async () => {
    const texts = ['=1+1', '+1', '-1', '@a', '\tx', '\rx', '\nx', "'x", 'a=b', ''];
    const csv = await toCsv(
      texts.map((a) => ({ a })),
      ['a'],
      { ...plain, formulaGuard: true },
    );
    const cells = read(csv)
      .slice(1)
      .map(([cell]) => cell ?? '');
    expect(cells).toEqual(["'=1+1", "'+1", "'-1", "'@a", "'\tx", "'\rx", "'\nx", "''x", 'a=b', '']);
    expect(cells.map((cell) => (cell.startsWith("'") ? cell.slice(1) : cell))).toEqual(texts);
  });

  it('[39] never touches numbers', async () => {
    const csv = await toCsv([{ a: -5 }, { a: { $n: '-12345678901234567890' } }], ['a'], {
      ...plain,
      formulaGuard: true,
    });
    expect(csv).toBe('a\r\n-5\r\n-12345678901234567890\r\n');
  });

  it('[30] keeps every digit, nested ones too', async () => {
    const csv = await toCsv(
      [{ a: { $n: '7312345678901234567' }, b: { list: [{ $n: '9007199254740993' }] } }],
      ['a', 'b'],
    );
    expect(read(csv)[1]).toEqual(['7312345678901234567', '{"list":[9007199254740993]}']);
  });

  it('tells null and missing from the empty text', async () => {
    const csv = await toCsv([{ a: null, b: '' }, { b: 'x' }], ['a', 'b']);
    expect(csv).toBe('a,b\r\n,""\r\n,x\r\n');
  });

  it('keeps a row whose only value is null', async () => {
    expect(read(await toCsv([{ a: null }, { a: 'x' }], ['a']))).toEqual([['a'], [''], ['x']]);
  });

  it('reads only the members a row has itself', async () => {
    expect(await toCsv([{}], ['constructor', 'a'])).toBe('constructor,a\r\n,\r\n');
  });

  it('begins with a byte order mark when asked', async () => {
    expect(await toCsv([], ['é'], { ...plain, byteOrderMark: true })).toBe('\uFEFFé\r\n');
  });
});
