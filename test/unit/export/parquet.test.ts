/** Parquet as a second library reads it. */
import * as fc from 'fast-check';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { cellText } from '#test/support/csv-cells.ts';
import { fixedNastyRows, nastyRows, wideRows } from '#test/support/export/nasty.ts';
import { asKept, exportRig } from '#test/support/export/rig.ts';
import type { Rig } from '#test/support/export/rig.ts';

let rig: Rig;
beforeAll(() => {
  rig = exportRig();
});
afterAll(() => rig.close());

const parquet = { kind: 'parquet' } as const;

function fileOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** The reader's own takes U+FEFF at the start of a text for a mark. */
const parsers: NonNullable<Parameters<typeof parquetReadObjects>[0]['parsers']> = {
  stringFromBytes: (bytes) => Buffer.from(bytes ?? []).toString('utf8'),
};

/** Types by name, rows as objects. */
async function read(
  bytes: Buffer,
): Promise<{ types: Record<string, string | undefined>; rows: Record<string, unknown>[] }> {
  const file = fileOf(bytes);
  const metadata = parquetMetadata(file);
  const { children } = parquetSchema(metadata);
  return {
    types: Object.fromEntries(children.map(({ element }) => [element.name, element.type])),
    rows: await parquetReadObjects({ file, metadata, parsers }),
  };
}

const inFile = (text: string): string => text.toWellFormed();

function expected(value: JsonValue | undefined, type: string | undefined): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'BOOLEAN':
      return value;
    case 'INT64':
      return BigInt(value as number);
    case 'DOUBLE':
      return value;
    default:
      return inFile(cellText(value));
  }
}

/** Names that DuckDB takes for one get a number; nothing else changes. */
const isNamed = (rows: readonly JsonObject[]): boolean =>
  rows.flatMap((row) => Object.keys(row)).every((name) => name !== '' && !/^ID|^Id/.test(name));

describe('Parquet', () => {
  it('holds every value in a column of its type', async () => {
    await fc.assert(
      fc.asyncProperty(nastyRows, async (rows) => {
        const kept = rows.map(asKept);
        const fields = new Set(kept.flatMap((row) => Object.keys(row)));
        fc.pre(fields.size > 0 && isNamed(kept));
        const { bytes, state } = await rig.save({
          runIds: [await rig.makeRun(rows)],
          format: parquet,
        });
        expect(state.rows).toBe(rows.length);
        const found = await read(bytes);
        expect(new Set(Object.keys(found.types))).toEqual(new Set([...fields].map(inFile)));
        expect(found.rows.length).toBe(rows.length);
        for (const [at, row] of kept.entries()) {
          for (const field of fields) {
            const value = Object.hasOwn(row, field) ? row[field] : null;
            const type = found.types[inFile(field)];
            // The reader's objects have no member named __proto__ of their own.
            if (field === '__proto__') continue;
            expect(found.rows[at]?.[inFile(field)]).toEqual(expected(value, type));
          }
        }
      }),
      { numRuns: 50 },
    );
  }, 60_000);

  it('numbers that a type would round are texts; names are told apart and never empty', async () => {
    const rows: JsonObject[] = [
      { id: '1790000000000000001', Id: 5, ID: 0.5, big: { $n: '12345678901234567890' }, '': true },
      { id: '2', Id: -7, ID: 3, big: 1, '': null },
    ];
    const { bytes, state } = await rig.save({
      runIds: [await rig.makeRun(rows)],
      format: parquet,
    });
    const found = await read(bytes);
    expect(found.types).toEqual({
      id: 'BYTE_ARRAY',
      'Id (2)': 'INT64',
      'ID (3)': 'DOUBLE',
      big: 'BYTE_ARRAY',
      unnamed: 'BOOLEAN',
    });
    expect(found.rows).toEqual([
      {
        id: '1790000000000000001',
        'Id (2)': 5n,
        'ID (3)': 0.5,
        big: '12345678901234567890',
        unnamed: true,
      },
      { id: '2', 'Id (2)': -7n, 'ID (3)': 3, big: '1', unnamed: null },
    ]);
    expect(state.changes.map(({ code, count }) => [code, count])).toEqual([['renamedColumns', 3]]);
  });

  it('objects as columns, joined lists, dates in UTC and several runs: the same way', async () => {
    const first = await rig.makeRun([
      {
        id: '1',
        user: { name: 'a', at: { city: 'x' } },
        tags: ['a', 'b'],
        createdAt: '2024-05-01T14:00:00+02:00',
      },
      { id: '2', user: 'gone', tags: [['nested']], createdAt: '2024-05-01' },
    ]);
    const second = await rig.makeRun([{ id: '3', user: {}, likes: 4 }]);
    const { bytes, state } = await rig.save({
      runIds: [first, second],
      format: { kind: 'parquet', objects: 'columns', lists: 'joined', dates: 'utc' },
    });
    const found = await read(bytes);
    expect(state.rows).toBe(3);
    expect(found.types['likes']).toBe('INT64');
    expect(found.rows).toEqual([
      {
        run: `Run ${first}`,
        id: '1',
        user: null,
        'user.name': 'a',
        'user.at.city': 'x',
        tags: 'a; b',
        createdAt: '2024-05-01T12:00:00Z',
        likes: null,
      },
      {
        run: `Run ${first}`,
        id: '2',
        user: 'gone',
        'user.name': null,
        'user.at.city': null,
        tags: '[["nested"]]',
        createdAt: '2024-05-01',
        likes: null,
      },
      {
        run: `Run ${second}`,
        id: '3',
        user: '{}',
        'user.name': null,
        'user.at.city': null,
        tags: null,
        createdAt: null,
        likes: 4n,
      },
    ]);
    expect(rig.leftovers()).toEqual([]);
  });

  it('500 columns, and every nasty value', async () => {
    const wide = wideRows(500, 10);
    const { bytes } = await rig.save({ runIds: [await rig.makeRun(wide)], format: parquet });
    const found = await read(bytes);
    expect(Object.keys(found.types).length).toBe(500);
    expect(found.rows[3]?.['field 7']).toBe(wide[3]?.['field 7'] ?? null);
    const nasty = fixedNastyRows();
    const { bytes: file, state } = await rig.save({
      runIds: [await rig.makeRun(nasty)],
      format: parquet,
    });
    expect((await read(file)).rows.map((row) => row['text'])).toEqual(
      nasty.map(({ text }) => (typeof text === 'string' ? inFile(text) : null)),
    );
    expect(state.changes).toMatchObject([{ code: 'loneSurrogates' }]);
  });

  it('more columns than there can be are refused in a sentence', async () => {
    const runIds = [await rig.makeRun(wideRows(1001, 3))];
    const { state } = await rig.exportOf({ runIds, format: parquet });
    expect(state).toMatchObject({
      kind: 'failed',
      problem: { code: 'invalid_input', title: 'A Parquet file can have 1,000 columns here.' },
    });
    expect(rig.leftovers()).toEqual([]);
  });
});
