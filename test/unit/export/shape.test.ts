/** What can be chosen about a file, and rows to cells as it was chosen. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedSpec, formats } from '#main/core/export/formats/index.ts';
import { csvOptionsSchema, optionsIn } from '#main/core/export/formats/options.ts';
import { exportSpecSchema } from '#shared/contract/export/export.ts';
import { cellText, rewriteMoment, Shape } from '#main/core/export/cells.ts';
import type { Cell } from '#main/core/export/cells.ts';
import { nameColumns, sourceColumns } from '#main/core/export/columns.ts';
import type { CellOptions } from '#main/core/export/columns.ts';
import { parseAsSent } from '#main/core/json/index.ts';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';

const csv = csvOptionsSchema.parse({ kind: 'csv' });
const anyColumn = { meaning: 'object', type: 'object', usual: true } as const;

function shapeOf(fields: readonly string[], given: CellOptions = {}): Shape {
  const columns = fields.map((field) => ({ ...anyColumn, field, label: field }));
  const options: CellOptions = { objects: 'columns', ...given };
  return new Shape(sourceColumns(columns, false), options, () => true);
}

/** `lines`: the same cells as they are written before all members are known. */
function shaped(
  rows: readonly JsonObject[],
  given: CellOptions = {},
): { names: string[]; rows: (string | null)[][]; lines: (string | null)[][] } {
  const shape = shapeOf([...new Set(rows.flatMap((row) => Object.keys(row)))], given);
  const lines = rows.map((row) => {
    shape.add(row);
    return parseAsSent(shape.line(row, '', null)) as JsonObject;
  });
  const columns = nameColumns(shape.columns().columns, csv);
  return {
    names: columns.map(({ name }) => name),
    rows: rows.map((row) => shape.cells(row, '', null).map(cellText)),
    lines: lines.map((line) => columns.map(({ at }) => cellText((line[`x${at}`] ?? null) as Cell))),
  };
}

describe('choices', () => {
  it.each(formats)(
    '$kind: main takes every choice that is shown, and none is missing',
    (format) => {
      const { kind, options } = format;
      const usual: object = options.parse({ kind });
      const keys = Object.keys(usual).filter((key) => key !== 'kind');
      const shown = optionsIn(options);
      expect(shown.map(({ key }) => key)).toEqual(keys);
      for (const { key, choices } of shown) {
        for (const { value } of choices) {
          // The one pair that excludes each other.
          const more = value === 'comma' ? { delimiter: ';' } : {};
          expect(options.parse({ kind, ...more, [key]: value })).toMatchObject({ [key]: value });
        }
      }
    },
  );

  it('what a format can’t be is refused in a sentence; what is left out is its usual', () => {
    const check = (spec: object) =>
      checkedSpec(exportSpecSchema.parse({ runIds: ['run-00000001'], ...spec }));
    expect(check({ format: { kind: 'csv' } })).toMatchObject({ format: csv });
    expect(check({ format: { kind: 'abacus' } })).toMatch(/can’t save this format/);
    expect(check({ format: { kind: 'gexf' } })).toMatch(/needs two columns/);
    expect(check({ format: { kind: 'raw' }, columns: ['id'] })).toMatch(/hold everything/);
    for (const odd of [{ delimiter: 'x' }, { byteOrderMark: 'yes' }, { headers: true }]) {
      expect(check({ format: { kind: 'csv', ...odd } })).toMatch(/^This version doesn’t know/);
    }
    const format = { kind: 'csv', delimiter: ',', decimal: 'comma' };
    expect(check({ format })).toMatch(/^Decimal commas can’t be used/);
  });

  it('a mark for Excel and the formula guard are usual', () => {
    expect(csv).toMatchObject({ formulaGuard: true, byteOrderMark: true });
  });
});

describe('objects as columns', () => {
  it('have a column for each member of any row, in the place of the object', () => {
    const given: JsonObject[] = [
      { a: 1, user: { name: 'x', at: { city: 'y' } }, z: 1 },
      { user: null },
      { user: { id: { $n: '1790000000000000001' }, at: {} } },
      { user: 'gone' },
    ];
    expect(shaped(given)).toMatchObject({
      names: ['a', 'user', 'user.name', 'user.at', 'user.at.city', 'user.id', 'z'],
      rows: [
        ['1', null, 'x', null, 'y', null, '1'],
        [null, null, null, null, null, null, null],
        [null, null, null, '{}', null, '1790000000000000001', null],
        [null, 'gone', null, null, null, null, null],
      ],
    });
  });

  it('lose nothing: every value is in one column, and columns never share a name', () => {
    const leaves = (value: JsonValue | undefined): number => {
      if (value === null || value === undefined) return 0;
      if (typeof value !== 'object' || Array.isArray(value)) return 1;
      const members = Object.values(value);
      return members.length === 0 ? 1 : members.reduce<number>((sum, one) => sum + leaves(one), 0);
    };
    const row = fc.record({ a: fc.jsonValue({ maxDepth: 4 }), 'a.b': fc.jsonValue() });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (given) => {
        const rows = given as JsonObject[];
        const { names, rows: cells, lines } = shaped(rows);
        expect(lines).toEqual(cells);
        expect(new Set(names).size).toBe(names.length);
        expect(cells.map((line) => line.filter((cell) => cell !== null).length)).toEqual(
          rows.map((one) => leaves(one['a']) + leaves(one['a.b'])),
        );
      }),
    );
  });

  it('with too many different members stay JSON, which is told', () => {
    const shape = shapeOf(['map', 'user']);
    for (let at = 0; at < 600; at++) shape.add({ map: { [`key ${at}`]: at }, user: { id: at } });
    const { columns, keptAsJson } = shape.columns();
    expect(columns.map(({ field }) => field)).toEqual(['map', 'user.id']);
    expect(keptAsJson).toBe(1);
  });
});

it('lists are joined where nothing in them is nested, else JSON', () => {
  const rows = [{ l: ['a', null, 5, true] }, { l: [['a']] }, { l: [] }];
  expect(shaped(rows, { lists: 'joined' }).rows).toEqual([['a; ; 5; true'], ['[["a"]]'], ['']]);
  expect(shaped(rows).rows).toEqual([['["a",null,5,true]'], ['[["a"]]'], ['[]']]);
});

describe('moments', () => {
  const none = ['2024-05-01', '2024-02-30T00:00:00Z', '2024-05-01T25:00:00Z', '1714521600', ''];
  it.each<[string, string?]>([
    ['2024-05-01T14:00:00+02:00', '2024-05-01T12:00:00Z'],
    ['2024-05-01T00:30:00.123456789+01:00', '2024-04-30T23:30:00.123456789Z'],
    ['2024-05-01 12:00:00', '2024-05-01T12:00:00Z'],
    ['2024-05-01T12:00:00-0330', '2024-05-01T15:30:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ...none.map((text): [string] => [text]),
  ])('%s is %s in UTC, what is none stays as it is', (given, expected) => {
    expect(rewriteMoment(given, 'utc')?.text).toBe(expected);
  });

  it('in this computer’s zone have its offset, and are the same moment', () => {
    const [min, max] = [new Date('1971-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        const text = rewriteMoment(date.toISOString(), 'local')?.text ?? '';
        expect(text).toMatch(/[+-]\d\d:\d\d$/);
        expect(new Date(text).getTime()).toBe(date.getTime());
      }),
    );
  });
});
