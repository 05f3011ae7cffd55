/** Workbooks: what LibreOffice makes of them, and the XML itself where it is not to be had. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { exportSpecSchema } from '#shared/contract/export/export.ts';
import { DateCell } from '#main/core/export/cells.ts';
import { sheetEnd, SheetWriter, widthsOf } from '#main/core/export/workbook.ts';
import { workbookParts } from '#main/core/export/workbook.ts';
import { cellText } from '#test/support/csv-cells.ts';
import { readWorkbooks } from '#test/support/export/libre-office.ts';
import type { ReadCell } from '#test/support/export/libre-office.ts';
import { fixedNastyRows, wideRows } from '#test/support/export/nasty.ts';
import { asKept, exportRig } from '#test/support/export/rig.ts';
import type { SavingOptions } from '#test/support/export/rig.ts';
import type { Spec } from '#test/support/saving.ts';
import { count } from '#test/support/thorough.ts';

const rig = exportRig();

const xlsx = { kind: 'xlsx' } as const;

/** What a workbook can hold of a text; line ends as LibreOffice has them in a cell. */
const inWorkbook = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are what XML can't hold
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll(/\r\n?/g, '\n');

function expected(value: JsonValue): ReadCell {
  if (value === null || value === '') return { bare: '' };
  if (typeof value === 'boolean') return { bare: value ? 'TRUE' : 'FALSE' };
  const text = cellText(value);
  const isNested = typeof value === 'object' && /^[[{]/.test(text);
  if (typeof value === 'string' || isNested) return inWorkbook(text);
  const digits = text.replace(/e.*$/i, '').replaceAll(/[-.]|^0+/g, '');
  const isExact =
    typeof value === 'number' || (digits.length <= 15 && Math.abs(Number(text)) < 9.9e307);
  return isExact ? asNumber({ bare: text }) : text;
}

/** LibreOffice writes numbers with 15 digits and in a form of its own. */
function asNumber(cell: ReadCell): ReadCell {
  if (typeof cell === 'string') return inWorkbook(cell);
  if (cell.bare === '' || Number.isNaN(Number(cell.bare))) return cell;
  return { bare: String(Number(Number(cell.bare).toPrecision(15))) };
}

describe('workbooks in LibreOffice', () => {
  const nasty = fixedNastyRows();
  const numbered = Array.from({ length: 25 }, (_, at) => ({ id: String(at), n: at }));
  // More characters than are gathered at once: only then are bytes counted.
  const long = numbered.map(({ id }) => ({ id, text: 'x'.repeat(3e4) }));
  const days = [1, 2, 3, 4, 5];
  const dated = wideRows(count(60, 499), days.length);
  for (const [at, row] of dated.entries()) {
    row['createdAt'] = `2024-05-0${at + 1}T12:30:00.000Z`;
    row['createdAtDate'] = `2024-05-0${at + 1}`;
  }
  const paths: string[] = [];
  let workbooks: ReturnType<typeof readWorkbooks>;

  async function put(
    rows: JsonObject[],
    { format = xlsx, ...options }: SavingOptions & Partial<Spec> = {},
  ): Promise<void> {
    const spec = { runIds: [await rig.makeRun(rows)], format };
    const { path, state } = await rig.saving(options).save(spec);
    expect(state.rows).toBe(rows.length);
    paths.push(join(rig.root, `workbook-${paths.length}.xlsx`));
    await copyFile(path, paths.at(-1)!);
  }

  beforeAll(async () => {
    await put(nasty);
    await put(numbered, { sheetLimits: { rows: 11, bytes: 1e9 } });
    await put(dated, { format: { ...xlsx, headers: 'labels', dates: 'utc', lists: 'joined' } });
    await put(long, { sheetLimits: { rows: 1e6, bytes: 1 } });
    await put([]);
    workbooks = readWorkbooks(paths);
  });

  const sheetsOf = (workbook: number, skip: (note: string) => void): ReadCell[][][] => {
    if (workbooks === null) skip('There is no LibreOffice here.');
    return workbooks?.[workbook] ?? [];
  };

  it('[30] have every row and column, ids with all digits, nothing that is run', ({ skip }) => {
    const [[header = [], ...lines] = []] = sheetsOf(0, skip);
    const kept = nasty.map(asKept);
    const names = header.filter((name) => typeof name === 'string');
    expect(new Set(names)).toEqual(new Set(kept.flatMap((row) => Object.keys(row))));
    expect(names.length).toBe(header.length);
    expect(lines.map((line) => line.map(asNumber))).toEqual(
      kept.map((row) => names.map((name) => expected(row[name] ?? null))),
    );
  });

  it('go on in further sheets, each with its header, before one is too long for Excel', ({
    skip,
  }) => {
    const sheets = sheetsOf(1, skip);
    expect(sheets.map((sheet) => sheet.length)).toEqual([11, 11, 6]);
    const heavy = sheetsOf(3, skip);
    expect(heavy.length).toBeGreaterThan(1);
    for (const [header] of [...sheets, ...heavy]) expect(header?.[0]).toBe('id');
    const idsIn = (all: ReadCell[][][]) => all.flatMap((sheet) => sheet.slice(1).map(([id]) => id));
    expect(idsIn(sheets)).toEqual(numbered.map(({ id }) => id));
    expect(idsIn(heavy)).toEqual(long.map(({ id }) => id));
  });

  it('have dates as dates where they are wanted so, and say of which clock', ({ skip }) => {
    const [[header = [], ...lines] = []] = sheetsOf(2, skip);
    expect(header.length).toBe(count(60, 499) + 2);
    const at = header.indexOf('Posted (UTC)');
    expect(lines.map((line) => line[at])).toEqual(
      days.map((day) => ({ bare: `2024-05-0${day} 12:30:00` })),
    );
    // A day is of no clock.
    const dayAt = header.indexOf('Day posted');
    expect(lines.map((line) => line[dayAt])).toEqual(
      days.map((day) => ({ bare: `2024-05-0${day}` })),
    );
  });
});

describe('a workbook', () => {
  it('says of which clock dates are that no catalogue knows, in objects too', async () => {
    const at = '2024-05-01T12:30:00.000Z';
    const rows: JsonObject[] = [
      {
        createdAt: null,
        createdAtDate: '2024-05-01',
        seenAt: at,
        author: { since: at, name: at[0]! },
      },
    ];
    const runIds = [await rig.makeRun(rows)];
    const format = { ...xlsx, headers: 'labels', dates: 'utc', objects: 'columns' } as const;
    const spec = exportSpecSchema.parse({ runIds, format });
    const { header } = await rig.exports.handlers['export.preview']({ spec, rows: 1 });
    expect(header).toEqual([
      'Posted (UTC)',
      'Day posted',
      'seenAt (UTC)',
      'author.since (UTC)',
      'author.name',
    ]);
  });

  it('names no clock over values that are not written as dates', async () => {
    const format = { ...xlsx, headers: 'labels', dates: 'utc' } as const;
    for (const createdAt of [1714566600, 'yesterday']) {
      const spec = exportSpecSchema.parse({ runIds: [await rig.makeRun([{ createdAt }])], format });
      const { header } = await rig.exports.handlers['export.preview']({ spec, rows: 1 });
      expect(header).toEqual(['Posted']);
    }
  });

  const cell = (at: string, text: string, style = ''): string =>
    `<c r="${at}"${style} t="inlineStr"><is><t>${text}</t></is></c>`;

  it('[39] risky texts are texts that stay ones where they are edited; numbers are numbers', () => {
    const long = '1790000000000000001';
    const row = ['=1+1', -5, { $n: long }, { $n: '1234567890123456' }, '_x000D_', { $n: '1.50' }];
    expect(new SheetWriter(6).row(row, 2)).toBe(
      `<row r="2">${cell('A2', '=1+1', ' s="2"')}<c r="B2"><v>-5</v></c>${cell('C2', long)}` +
        `${cell('D2', '1234567890123456')}${cell('E2', '_x005F_x000D_')}<c r="F2" s="5"><v>1.50</v></c></row>`,
    );
  });

  it('is filtered by its header, whose columns are as wide as what they hold', () => {
    const rows = [['a'.repeat(30), 'x'.repeat(900), new DateCell('', 0), '日本語のとても長い題名']];
    expect(widthsOf(['Text', 'Long', 'Posted', 'Title'], rows)).toEqual([32, 50, 21, 24]);
    expect(sheetEnd(28, 301)).toContain('<autoFilter ref="A1:AB301"/>');
    const [first, second] = ['$A$1:$AB$301', '$A$1:$AB$2'] as const;
    const sheets = [
      { name: 'Rows', range: first },
      { name: 'Rows 2', range: null },
      { name: 'Methods', range: second },
    ];
    expect(workbookParts(sheets, null)['xl/workbook.xml']).toContain(
      `localSheetId="2" hidden="1">'Methods'!${second}</definedName></definedNames>`,
    );
  });

  it('cuts what a cell can’t hold, never in the middle of a character, and counts it', () => {
    const writer = new SheetWriter(2);
    const [cut, whole] = ['x'.repeat(32_766), 'x'.repeat(32_767)];
    expect(writer.row([`${cut}😀`, whole], 2)).toBe(
      `<row r="2">${cell('A2', cut)}${cell('B2', whole)}</row>`,
    );
    expect(writer.cutTexts).toBe(1);
  });
});
