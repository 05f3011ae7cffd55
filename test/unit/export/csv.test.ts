/** CSV as independent readers read it, for rows that make readers stumble. */
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formulaStarts, guard } from '#shared/formulas.ts';
import { everyRow } from '#shared/contract/view.ts';
import { formatOptionsSchema } from '#shared/contract/export/formats.ts';
import { csvOptionsSchema } from '#main/core/export/formats/options.ts';
import type { CsvOptions } from '#main/core/export/formats/options.ts';
import { presets } from '#main/core/export/formats/index.ts';
import { CsvCheck, csvHead, csvLine } from '#main/core/export/csv.ts';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { tappedWorker } from '#test/support/columns/store.ts';
import { cellText, guardedCellText } from '#test/support/csv-cells.ts';
import { fixedNastyRows, nastyRows, wideRows } from '#test/support/export/nasty.ts';
import { asKept, exportRig } from '#test/support/export/rig.ts';
import type { Rig } from '#test/support/export/rig.ts';
import { count } from '#test/support/thorough.ts';

/** By SQL where that can be, and cell by cell always: both must write the same bytes. */
const rig = exportRig();
const tap = tappedWorker();
tap.answerNext('copy', { code: 'memory' }, Number.POSITIVE_INFINITY);
const slow = exportRig({ startWorker: tap.startWorker });

const csv = (options: Partial<CsvOptions> = {}): CsvOptions =>
  formatOptionsSchema.parse({ kind: 'csv', byteOrderMark: false, ...options }) as CsvOptions;

/** What UTF-8 and readers of CSV can hold of a text. */
const inFile = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

const fieldsOf = (rows: readonly JsonObject[]): Set<string> =>
  new Set(rows.flatMap((row) => Object.keys(row)));

const valueAt = (row: JsonObject, field: string): JsonValue =>
  Object.hasOwn(row, field) ? (row[field] ?? null) : null;

async function bothWays(rows: readonly JsonObject[], format: CsvOptions): Promise<Buffer> {
  const fast = await rig.save({ runIds: [await rig.makeRun(rows)], format });
  const slowly = await slow.save({ runIds: [await slow.makeRun(rows)], format });
  expect(fast.bytes.toString()).toBe(slowly.bytes.toString());
  expect(fast.state.changes).toEqual(slowly.state.changes);
  expect(fast.state.rows).toBe(rows.length);
  return fast.bytes;
}

const options = fc.record({
  delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const, '|' as const),
  lineEnds: fc.constantFrom('crlf' as const, 'lf' as const),
  quoting: fc.constantFrom('whereNeeded' as const, 'allTexts' as const),
  byteOrderMark: fc.boolean(),
  formulaGuard: fc.boolean(),
});

describe('CSV', () => {
  it('keeps numbers, nulls, empty texts and yes/no apart: the preset for R and Python', async () => {
    const preset = presets.find(({ id }) => id === 'r-python')!;
    const rows = fixedNastyRows();
    // As pandas and R read it: unquoted cells are null, yes/no or a number, quoted ones a text.
    const [header, ...lines] = parse(await bothWays(rows, csvOptionsSchema.parse(preset.format)), {
      record_delimiter: '\n',
      cast: (value, { quoting, lines: line }) =>
        line === 1 || quoting ? value : value === '' ? null : { bare: value },
    }) as unknown as [string[], ...unknown[][]];
    const typed = (value: JsonValue): unknown => {
      if (value === null) return null;
      const text = inFile(cellText(value));
      const isNested = typeof value === 'object' && /^[[{]/.test(text);
      return typeof value === 'string' || isNested ? text : { bare: text };
    };
    expect(lines).toEqual(
      rows.map(asKept).map((row) => header.map((name) => typed(valueAt(row, name)))),
    );
  });

  it('[39] SQL guards the same texts as we do, whatever they begin with', async () => {
    const start = fc.oneof(
      fc.constantFrom(...formulaStarts),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    const text = fc.tuple(start, fc.string({ maxLength: 3 })).map((parts) => parts.join(''));
    const guards = async (texts: readonly string[]): Promise<void> => {
      const rows = [...formulaStarts, ...texts].map((one, at) => ({ id: `n${at}`, text: one }));
      const runIds = [await rig.makeRun(rows)];
      const before = rig.told.length;
      const saved = await rig.save({ runIds, format: csv({ lineEnds: 'lf' }) });
      const lines = parse(saved.bytes, { record_delimiter: '\n', from: 2 });
      expect(lines).toEqual(rows.map((row) => [row.id, inFile(guard(row.text))]));
      const changed = rows.filter((row) => guard(row.text) !== row.text).length;
      expect(saved.state.changes).toContainEqual(
        expect.objectContaining({ code: 'guardedTexts', count: changed }),
      );
      expect(rig.told.slice(before).map(({ state }) => state.kind)).toContain('finishing');
    };
    const texts = fc.array(text, { minLength: 300, maxLength: 300 });
    // Shrinking three hundred texts would take minutes.
    await fc.assert(fc.asyncProperty(texts, guards), { numRuns: count(3, 20), endOnFailure: true });
    expect(formulaStarts.join('')).toBe("=+-@\t\r\n'＝＋－＠");
  });

  it('[39] counts the cells that the guard changed, wherever the bytes of a file are divided', () => {
    const unit = fc.constantFrom(...Array.from(`'",;\t|\n\r=¿忿#a`));
    const texts = fc.array(fc.tuple(fc.string({ unit, maxLength: 4 }), fc.string({ unit })));
    const headers = fc.constantFrom('names' as const, 'none' as const);
    const counts = (rows: [string, string][], chosen: Partial<CsvOptions>, size: number): void => {
      const format = csvOptionsSchema.parse({ kind: 'csv', ...chosen });
      const check = new CsvCheck(format);
      check.take(Buffer.from(csvHead(["'a", '"\n\'b'], format)));
      const bytes = Buffer.from(rows.map((cells) => csvLine(cells, format)).join(''));
      for (let at = 0; at < bytes.length; at += size) check.take(bytes.subarray(at, at + size));
      const changed = rows.flat().filter((text) => guard(text) !== text).length;
      expect(check.guarded).toBe(format.formulaGuard ? changed : 0);
    };
    const size = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(texts, options, headers, size, (rows, chosen, names, parts) =>
        counts(rows, { ...chosen, headers: names }, parts),
      ),
      { numRuns: count(300, 20_000) },
    );
    // Its last byte is that of a byte order mark.
    counts([["忿'", '']], { headers: 'none', quoting: 'whereNeeded', byteOrderMark: false }, 9);
  });

  it('[39] guards names of runs', async () => {
    for (const one of [rig, slow]) {
      const runIds = [await one.makeRun([{ id: 'n1' }]), await one.makeRun([{ id: 'n2' }])];
      const nameOf = async (): Promise<string> => '=1+1';
      const { bytes } = await one.saving({ nameOf }).save({ runIds, format: csv() });
      const lines: Record<string, string>[] = parse(bytes, { columns: true });
      const named = lines.map(({ run }) => run);
      expect(named).toEqual(Array(2).fill(expect.stringMatching(/^'=1\+1/)));
    }
  });

  it('[39] holds every row and column for an independent reader, whatever is in them', async () => {
    const plain = { delimiter: ',', lineEnds: 'crlf', quoting: 'whereNeeded' } as const;
    const fixed = { ...plain, byteOrderMark: false };
    await fc.assert(
      fc.asyncProperty(nastyRows, options, async (rows, chosen) => {
        fc.pre(fieldsOf(rows).size > 0);
        const bytes = await bothWays(rows, csv(chosen));
        const [header = [], ...lines]: string[][] = parse(bytes, {
          bom: chosen.byteOrderMark,
          delimiter: chosen.delimiter,
          record_delimiter: chosen.lineEnds === 'crlf' ? '\r\n' : '\n',
        });
        const kept = rows.map(asKept);
        const textOf = chosen.formulaGuard ? guardedCellText : cellText;
        const fields = [...fieldsOf(kept)];
        const names = new Map(fields.map((field) => [inFile(textOf(field)), field]));
        expect(header.toSorted()).toEqual([...names.keys()].toSorted());
        expect(lines).toEqual(
          kept.map((row) =>
            header.map((name) => inFile(textOf(valueAt(row, names.get(name) ?? '')))),
          ),
        );
      }),
      {
        numRuns: count(12, 100),
        examples: [
          [fixedNastyRows(), { ...fixed, formulaGuard: true }],
          [fixedNastyRows(), { ...fixed, formulaGuard: false }],
        ],
      },
    );
  });

  it('is written with SQL where that can be, and cell by cell where it can’t', () => {
    // Only what was written with SQL is put together afterwards.
    const kinds = ({ told }: Rig): Set<string> => new Set(told.map(({ state }) => state.kind));
    expect(kinds(rig)).toContain('finishing');
    expect(kinds(slow)).not.toContain('finishing');
    expect(rig.reported).toEqual([]);
  });

  it('counts halves and NUL, and neither escapes nor U+FFFD that was sent', async () => {
    const rows = [
      { id: '1', text: 'half \uD800 and \uDC00', other: 'nul \0 and \0' },
      { id: '2', text: 'sent so: \uFFFD', other: ['half \uD800 in a list is an escape'] },
    ];
    const { state } = await rig.save({ runIds: [await rig.makeRun(rows)], format: csv() });
    expect(state.changes.map(({ message }) => message)).toEqual([
      '2 broken characters were replaced by �: UTF-8 can’t hold them.',
      '2 NUL characters were replaced by �: many programs stop reading there.',
    ]);
  });

  it('never has two columns of one name, whatever the names hold', async () => {
    const rows = [{ 'a\0': '1', 'a\uFFFD': '2', 'a\uD800': '3', 'a\uDC00': '4' }];
    const text = (await bothWays(rows, csv())).toString();
    expect(text).toBe('a�,a� (2),a� (3),a� (4)\r\n1,2,3,4\r\n');
  });

  it('has the columns of all rows, also those that came last, and more than SQL takes', async () => {
    for (const width of [count(60, 499), 1001]) {
      const rows: JsonObject[] = [...wideRows(width, 4), { 'the last': 'x' }];
      const { bytes } = await rig.save({ runIds: [await rig.makeRun(rows)], format: csv() });
      const [header = [], ...lines]: string[][] = parse(bytes);
      expect(header.length).toBe(fieldsOf(rows).size);
      expect(lines).toEqual(rows.map((row) => header.map((name) => cellText(valueAt(row, name)))));
    }
  });

  it('decimal comma, headers in plain words or none', async () => {
    const rows = [
      { id: '1', likeCount: 2.5 },
      { id: '2', likeCount: { $n: '-1.5e300' } },
    ];
    const german = csv({ delimiter: ';', decimal: 'comma', headers: 'labels' });
    expect((await bothWays(rows, german)).toString()).toBe(
      'Post ID;Likes\r\n1;2,5\r\n2;-1,5e300\r\n',
    );
    expect((await bothWays(rows, csv({ headers: 'none', lineEnds: 'lf' }))).toString()).toBe(
      '1,2.5\n2,-1.5e300\n',
    );
  });

  it('no row and no column are a file too', async () => {
    expect((await bothWays([], csv())).toString()).toBe('\r\n');
    const { bytes } = await rig.save({
      runIds: [await rig.makeRun([{ id: '1', text: 'x' }])],
      view: { ...everyRow, filters: [{ kind: 'is', field: 'id', value: 'nobody' }] },
      format: csv(),
    });
    expect(bytes.toString()).toBe('id,text\r\n');
  });
});

it('the last look at CSV is the same wherever its bytes are cut', () => {
  const file = Buffer.from(
    `id,'t\n1,"two\nlines, ""and\n'"" ,'quotes"\n'=2,half' \uFFFD and \0\n3,"'-""'",'@\n'',""\n`,
  );
  for (let cut = 0; cut <= file.length; cut++) {
    const check = new CsvCheck(csvOptionsSchema.parse(csv()));
    const written = [file.subarray(0, cut), file.subarray(cut)].map((chunk) => check.take(chunk));
    expect(check, `cut at ${cut}`).toMatchObject({
      records: 5,
      nuls: 1,
      hasReplacement: true,
      guarded: 4,
    });
    expect(Buffer.concat(written).toString()).toBe(file.toString().replace('\0', '\uFFFD'));
  }
});
