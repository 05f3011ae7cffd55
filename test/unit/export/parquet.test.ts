/** Parquet as two other libraries read it. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { FormatOptions } from '#shared/contract/export/formats.ts';
import { methodsSheetSchema } from '#main/core/export/methods/provenance.ts';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { cellText } from '#test/support/csv-cells.ts';
import { fixedNastyRows, nastyRows, wideRows } from '#test/support/export/nasty.ts';
import { comparable, readByArrow, readParquet } from '#test/support/export/read-parquet.ts';
import { asKept, exportRig } from '#test/support/export/rig.ts';
import { count } from '#test/support/thorough.ts';

const rig = exportRig();

/** Saves the runs; types by name, rows as objects. */
async function saved(runs: readonly JsonObject[][], options: Partial<FormatOptions> = {}) {
  const runIds: string[] = [];
  for (const rows of runs) runIds.push(await rig.makeRun(rows));
  const format = { kind: 'parquet', ...options } as never;
  const { path, state } = await rig.save({ runIds, format, methods: true });
  const { rows, types } = await readParquet(path);
  expect(state.rows).toBe(rows.length);
  // The first reader's objects have no member named __proto__ of their own.
  const names = Object.keys(types);
  const cells = rows.map((row) =>
    names.map((name) => (name === '__proto__' ? null : comparable(row[name]))),
  );
  const byArrow = readByArrow(path).map((row) =>
    row.map((cell, at) => (names[at] === '__proto__' ? null : cell)),
  );
  expect(byArrow).toEqual(cells);
  const markdown = readFileSync(`${path}.methods.md`, 'utf8');
  const { columns } = methodsSheetSchema.parse(
    JSON.parse(readFileSync(`${path}.methods.json`, 'utf8')),
  );
  const stored = Object.fromEntries(columns.map((column) => [column.name, column.stored]));
  return {
    runIds,
    rows,
    types,
    stored,
    markdown,
    changes: state.changes.map(({ code, count: n }) => [code, n]),
  };
}

/** The text as it was sent, from the moment or list in the file and what the sheet says of its spelling. */
function asSent(value: unknown, spelling: string | null | undefined): unknown {
  if (value instanceof Date && spelling) {
    const { micros = 0 } = value as { micros?: number };
    const whole = `${value.toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}`;
    const [zone = ''] = /(?:Z|\+00:00)$/.exec(spelling) ?? [];
    return whole.slice(0, spelling.length - zone.length) + zone;
  }
  if (!Array.isArray(value)) return value;
  return `[${value.map((one) => (typeof one === 'bigint' ? one : JSON.stringify(one))).join(',')}]`;
}

function expected(value: JsonValue | undefined, type: string | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'INT64') return BigInt(value as number);
  if (type === 'DOUBLE') return Number(cellText(value));
  return type === 'BOOLEAN' ? value : cellText(value).toWellFormed();
}

/** Names that DuckDB takes for one get a number; nothing else changes. */
const isNamed = (name: string): boolean => name !== '' && !/^ID|^Id/.test(name);

async function expectWhole(given: JsonObject[]): Promise<void> {
  const kept = given.map(asKept);
  const fields = [...new Set(kept.flatMap((row) => Object.keys(row)))];
  fc.pre(fields.length > 0 && fields.every(isNamed));
  const { types, rows, stored } = await saved([given]);
  expect(new Set(Object.keys(types))).toEqual(new Set(fields.map((name) => name.toWellFormed())));
  expect(rows.length).toBe(given.length);
  for (const [at, row] of kept.entries()) {
    // The reader's objects have no member named __proto__ of their own.
    for (const field of fields.filter((name) => name !== '__proto__')) {
      const name = field.toWellFormed();
      const value = Object.hasOwn(row, field) ? row[field] : null;
      const own = stored[name];
      const isText = own === undefined || own.misfits > 0;
      if (!isText) expect(types[name]).toBe(own.type.endsWith('[]') ? 'LIST' : own.type);
      const sent = asSent(rows[at]?.[name] ?? null, own?.spelling);
      expect(sent).toEqual(expected(value, isText ? types[name] : undefined));
    }
  }
}

describe('Parquet', () => {
  it('holds every value in a column of its type', async () => {
    await expectWhole(fixedNastyRows());
    await fc.assert(fc.asyncProperty(nastyRows, expectWhole), { numRuns: count(12, 50) });
    await expectWhole(wideRows(count(60, 500), 10));
  });

  it('numbers that a type would round are texts; names are told apart and never empty', async () => {
    const id = '1790000000000000001';
    const long = { big: { $n: '12345678901234567890' }, money: { $n: '1.50' } };
    const { types, rows, changes } = await saved([
      [
        { id, Id: 5, ID: 0.5, ...long, '': true },
        { id: '2', Id: -7, ID: 3, big: 1, money: 2, '': null },
      ],
    ]);
    expect(Object.entries(types)).toEqual([
      ['id', 'BYTE_ARRAY'],
      ['Id (2)', 'INT64'],
      ['ID (3)', 'DOUBLE'],
      ['big', 'BYTE_ARRAY'],
      ['money', 'DOUBLE'],
      ['unnamed', 'BOOLEAN'],
    ]);
    expect(rows.map((row) => Object.values(row))).toEqual([
      [id, 5n, 0.5, '12345678901234567890', 1.5, true],
      ['2', -7n, 3, '1', 2, null],
    ]);
    expect(changes).toEqual([['renamedColumns', 3]]);
  });

  it('dates and lists have their types where all are alike, and the sheet says how they were spelled', async () => {
    const [first, second] = ['2026-11-22T09:30:00.000Z', '1969-12-31T23:59:59.999Z'];
    const { types, rows, stored, markdown } = await saved([
      [
        {
          ms: first,
          micros: '2026-11-22T09:30:00.123456Z',
          zone: '2026-11-22T09:30:00+00:00',
          day: '2026-11-22',
          mixed: first,
          offset: '2026-11-22T09:30:00+01:00',
          none: first,
          tags: ['a', 'b "quoted"', ''],
          ids: [{ $n: '1790000000000000001' }, -5],
          empty: [],
          some: ['a'],
          nested: [['a']],
          text: 'On 2026-11-22',
        },
        {
          ms: second,
          micros: '0001-01-01T00:00:00.000001Z',
          zone: '9999-12-31T23:59:59+00:00',
          day: '2024-02-29',
          mixed: '2026-11-22T09:30:00Z',
          offset: '2026-11-22T09:30:00+02:00',
          none: null,
          tags: [null, 'null'],
          ids: [],
          empty: [],
          some: [1],
          nested: [],
          text: '2026-11-22',
        },
      ],
    ]);
    const said = Object.entries(stored).map(([name, one]) => [
      name,
      types[name],
      one && [one.spelling, one.misfits],
    ]);
    const zero = '0000-00-00T00:00:00';
    expect(said).toEqual([
      // Known fields are first.
      ['text', 'BYTE_ARRAY', undefined],
      ['ms', 'TIMESTAMP', [`${zero}.000Z`, 0]],
      ['micros', 'TIMESTAMP', [`${zero}.000000Z`, 0]],
      ['zone', 'TIMESTAMP', [`${zero}+00:00`, 0]],
      ['day', 'DATE', ['0000-00-00', 0]],
      ['mixed', 'BYTE_ARRAY', [expect.stringContaining(zero), 1]],
      ['offset', 'BYTE_ARRAY', [`${zero}+00:00`, 2]],
      ['none', 'TIMESTAMP', [`${zero}.000Z`, 0]],
      ['tags', 'LIST', [null, 0]],
      ['ids', 'LIST', [null, 0]],
      ['empty', 'LIST', [null, 0]],
      ['some', 'BYTE_ARRAY', [null, 1]],
      ['nested', 'BYTE_ARRAY', [null, 1]],
    ]);
    expect(rows.map(({ ms }) => (ms as Date).toISOString())).toEqual([first, second]);
    expect(rows[0]).toMatchObject({
      tags: ['a', 'b "quoted"', ''],
      ids: [1790000000000000001n, -5n],
    });
    expect(markdown).toContain(
      `- \`ms\`: TIMESTAMP (UTC, microseconds); each value was spelled like \`${zero}.000Z\``,
    );
    expect(markdown).toContain('- `tags`: LIST of VARCHAR\n');
    expect(markdown).toContain(
      '- `some`: text (VARCHAR), not LIST of VARCHAR: 1 value can’t be written again from it',
    );
  });

  it('rows of several runs, and those with people replaced, have the same types', async () => {
    const row = (name: string) => ({ authorUsername: name, mentions: [name], at: '2026-11-22' });
    const several = await saved([[row('lena')], [row('mira')]]);
    expect(several.types).toMatchObject({ mentions: 'LIST', at: 'DATE' });
    const pseudonyms = [{ field: 'mentions', kind: 'username' as const }];
    const { path } = await rig.save({
      runIds: several.runIds.slice(0, 1),
      format: { kind: 'parquet' },
      privacy: { pseudonyms },
      origin: ['collectedAt'],
    });
    const { types, rows } = await readParquet(path);
    expect(types).toMatchObject({ mentions: 'LIST', at: 'DATE', collected_at: 'TIMESTAMP' });
    expect(rows[0]?.['mentions']).toEqual([expect.stringMatching(/^user_/)]);
  });

  it('types of dates and lists can be turned off, so that files of several days have the same', async () => {
    const given = [{ at: '2026-11-22T09:30:00.000Z', tags: ['a'] }];
    const { types, rows, stored } = await saved([given], { typed: false });
    expect(types).toEqual({ at: 'BYTE_ARRAY', tags: 'BYTE_ARRAY' });
    expect(rows).toEqual([{ at: given[0]!.at, tags: '["a"]' }]);
    expect(Object.values(stored)).toEqual([undefined, undefined]);
  });

  it('objects as columns, joined lists, dates in UTC and several runs: the same way', async () => {
    const { runIds, types, rows } = await saved(
      [
        [
          {
            id: '1',
            user: { name: 'a', at: { city: 'x' } },
            tags: ['a', 'b'],
            createdAt: '2024-05-01T14:00:00+02:00',
          },
          { id: '2', user: 'gone', tags: [['nested']], createdAt: '2024-05-01' },
        ],
        [{ id: '3', user: {}, likes: 4 }],
      ],
      { objects: 'columns', lists: 'joined', dates: 'utc' },
    );
    const [first, second] = runIds.map((id) => `Run ${id}`);
    expect(types['likes']).toBe('INT64');
    const names = ['run', 'id', 'user', 'user.name', 'user.at.city', 'tags', 'createdAt', 'likes'];
    expect(rows.map((row) => names.map((name) => row[name]))).toEqual([
      [first, '1', null, 'a', 'x', 'a; b', '2024-05-01T12:00:00Z', null],
      [first, '2', 'gone', null, null, '[["nested"]]', '2024-05-01', null],
      [second, '3', '{}', null, null, null, null, 4n],
    ]);
    expect(rig.leftovers()).toEqual([]);
  });

  it('rows are read once, whatever is in their objects', async () => {
    const runId = await rig.makeRun([{ id: '1', user: { name: 'a' } }, { user: { at: 1 } }]);
    const { stored } = await rig.live(runId);
    const reading = vi.spyOn(stored, 'rowBatches');
    const format = { kind: 'parquet', objects: 'columns' } as const;
    await rig.save({ runIds: [runId], format });
    expect(reading).toHaveBeenCalledOnce();
    reading.mockRestore();
  });

  it('an object of too many different members stays JSON, and is replaced once', async () => {
    const given = Array.from({ length: 600 }, (_, at) => ({ map: { [`key ${at}`]: 'x' } }));
    const { state, path } = await rig.save({
      runIds: [await rig.makeRun(given)],
      format: { kind: 'parquet', objects: 'columns' },
      privacy: { drop: [], pseudonyms: [{ field: 'map', kind: 'name' }], scrubMentions: [] },
    });
    const { rows } = await readParquet(path);
    expect(Object.keys(rows[599] ?? {})).toEqual(['map']);
    expect(rows[599]?.['map']).toMatch(/^\{"key 599":"name_/);
    const counts = new Map(state.changes.map((one) => [one.code, one.count]));
    expect([counts.get('keptAsJson'), counts.get('pseudonyms')]).toEqual([1, 600]);
  });
});
