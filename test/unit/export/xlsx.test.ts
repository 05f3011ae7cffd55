/** Workbooks: what LibreOffice makes of them, and the XML itself where it is not to be had. */
import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '#main/core/json/index.ts';
import { SheetWriter } from '#main/core/export/xlsx/sheet-xml.ts';
import { cellText } from '#test/support/csv-cells.ts';
import { hasLibreOffice, readWorkbook } from '#test/support/export/libre-office.ts';
import type { ReadCell } from '#test/support/export/libre-office.ts';
import { fixedNastyRows, wideRows } from '#test/support/export/nasty.ts';
import { asKept, exportRig } from '#test/support/export/rig.ts';
import type { Rig } from '#test/support/export/rig.ts';

let rig: Rig;
beforeAll(() => {
  rig = exportRig();
});
afterAll(() => rig.close());

const xlsx = { kind: 'xlsx' } as const;
const libreOffice = hasLibreOffice();

/** What a workbook can hold of a text. */
function inWorkbook(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what XML can't hold
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
  );
}

/** Line ends come back as LibreOffice has them in a cell: LF. */
const lineEnds = (cell: ReadCell): ReadCell =>
  typeof cell === 'string' ? cell.replaceAll(/\r\n?/g, '\n') : cell;

function expected(value: JsonValue): ReadCell {
  if (value === null || value === '') return { bare: '' };
  if (typeof value === 'boolean') return { bare: value ? 'TRUE' : 'FALSE' };
  const text = cellText(value);
  const isNumber = typeof value === 'number' || (typeof value === 'object' && !/^[[{]/.test(text));
  if (!isNumber) return inWorkbook(text);
  const digits =
    text
      .toLowerCase()
      .split('e')[0]
      ?.replaceAll(/[-.]|^0+/g, '') ?? '';
  const isExact =
    typeof value === 'number' || (digits.length <= 15 && Math.abs(Number(text)) < 9.9e307);
  return isExact ? { bare: String(Number(text)) } : text;
}

/** LibreOffice writes numbers with 15 digits and in a form of its own. */
function asNumber(cell: ReadCell): ReadCell {
  if (typeof cell === 'string' || cell.bare === '' || Number.isNaN(Number(cell.bare))) return cell;
  return { bare: String(Number(Number(cell.bare).toPrecision(15))) };
}

describe.runIf(libreOffice)('a workbook in LibreOffice', () => {
  it('[30] has every row and column, ids with all digits, nothing that is run', async () => {
    const rows = fixedNastyRows();
    const { path, state } = await rig.save({ runIds: [await rig.makeRun(rows)], format: xlsx });
    const [sheet = []] = readWorkbook(path);
    const [header = [], ...lines] = sheet;
    const kept = rows.map(asKept);
    const names = header.filter((name) => typeof name === 'string');
    expect(new Set(names)).toEqual(new Set(kept.flatMap((row) => Object.keys(row))));
    expect(names.length).toBe(header.length);
    expect(lines.map((line) => line.map(lineEnds).map(asNumber))).toEqual(
      kept.map((row) => names.map((name) => asNumber(lineEnds(expected(row[name] ?? null))))),
    );
    expect(state.rows).toBe(rows.length);
    expect(state.changes.map(({ code }) => code)).toEqual(['loneSurrogates', 'controlCharacters']);
  }, 60_000);

  it('goes on in further sheets, each with its header', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => ({ id: String(at), n: at }));
    const limited = exportRig({ deps: { sheetLimits: { rows: 11, bytes: 1e9 } } });
    const { path, state } = await limited.save({
      runIds: [await limited.makeRun(rows)],
      format: xlsx,
    });
    expect(state.rows).toBe(25);
    const sheets = readWorkbook(path);
    expect(sheets.map((sheet) => sheet.length)).toEqual([11, 11, 6]);
    for (const [header] of sheets) expect(header).toEqual(['id', 'n']);
    expect(sheets.flatMap((sheet) => sheet.slice(1))).toEqual(
      rows.map(({ id, n }) => [id, { bare: String(n) }]),
    );
    await limited.close();
  }, 60_000);

  it('500 columns; dates as dates where they are wanted so', async () => {
    const rows = wideRows(499, 5);
    for (const [at, row] of rows.entries()) row['createdAt'] = `2024-05-0${at + 1}T12:30:00.000Z`;
    const { path } = await rig.save({
      runIds: [await rig.makeRun(rows)],
      format: { kind: 'xlsx', dates: 'utc' },
    });
    const [[header = [], ...lines] = []] = readWorkbook(path);
    expect(header.length).toBe(500);
    const at = header.indexOf('createdAt');
    expect(lines.map((line) => line[at])).toEqual(
      rows.map((_, row) => ({ bare: `2024-05-0${row + 1} 12:30:00` })),
    );
  }, 60_000);
});

describe('a workbook', () => {
  it('is an archive that other programs read, also without rows', async ({ skip }) => {
    if (spawnSync('python3', ['--version']).error !== undefined) skip('There is no python3 here.');
    for (const rows of [[], [{ id: '1' }]]) {
      const { path } = await rig.save({ runIds: [await rig.makeRun(rows)], format: xlsx });
      const program =
        'import sys, zipfile, xml.dom.minidom as dom\n' +
        'with zipfile.ZipFile(sys.argv[1]) as archive:\n' +
        '    assert archive.testzip() is None\n' +
        '    for name in archive.namelist(): dom.parseString(archive.read(name))\n' +
        '    print("\\n".join(sorted(archive.namelist())))\n';
      expect(execFileSync('python3', ['-c', program, path]).toString().trim().split('\n')).toEqual([
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/workbook.xml',
        'xl/worksheets/sheet1.xml',
      ]);
    }
  });

  it('[39] risky texts are texts that stay ones where they are edited; numbers are numbers', () => {
    const writer = new SheetWriter(3);
    expect(writer.row(['=1+1', -5, { $n: '1790000000000000001' }], 2)).toBe(
      '<row r="2"><c r="A2" s="2" t="inlineStr"><is><t>=1+1</t></is></c>' +
        '<c r="B2"><v>-5</v></c>' +
        '<c r="C2" t="inlineStr"><is><t>1790000000000000001</t></is></c></row>',
    );
  });

  it('cuts what a cell can’t hold, never in the middle of a character, and counts it', () => {
    const writer = new SheetWriter(2);
    const long = `${'x'.repeat(32_766)}😀`;
    expect(writer.row([long, 'x'.repeat(32_767)], 2)).toBe(
      `<row r="2"><c r="A2" t="inlineStr"><is><t>${'x'.repeat(32_766)}</t></is></c>` +
        `<c r="B2" t="inlineStr"><is><t>${'x'.repeat(32_767)}</t></is></c></row>`,
    );
    expect(writer.cutTexts).toBe(1);
  });

  it('columns are lettered as Excel letters them', () => {
    const xml = new SheetWriter(16_384).row(
      Array.from({ length: 16_384 }, (_, at) =>
        [0, 25, 26, 701, 702, 16_383].includes(at) ? at : null,
      ),
      7,
    );
    expect([...xml.matchAll(/r="([A-Z]+)7"/g)].map(([, letters]) => letters)).toEqual([
      'A',
      'Z',
      'AA',
      'ZZ',
      'AAA',
      'XFD',
    ]);
  });

  it('more columns than a sheet has are refused in a sentence', async () => {
    const runIds = [await rig.makeRun(wideRows(16_385 + 8193, 1))];
    const { state } = await rig.exportOf({ runIds, format: xlsx });
    expect(state).toMatchObject({
      kind: 'failed',
      problem: { title: 'A sheet can have 16,384 columns.' },
    });
  });
});
