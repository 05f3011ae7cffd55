import { expect, it } from 'vitest';
import type { JsonObject } from '#main/core/json/index.ts';
import { tableColumns } from '#main/core/runs/live-run.ts';
import { allWith, changesOf, takeColumns } from '#main/core/store/known-columns.ts';
import type { KnownColumns } from '#main/core/store/known-columns.ts';
import { resources } from '#main/catalogue/resources/index.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import { mostColumns } from '#shared/contract/run.ts';

const sound = resources.find(({ id }) => id === 'shortvideo.sound') as Resource;

/** The columns of a table after these rows, which came one by one. */
function columnsAfter(resource: Resource, chosen: readonly string[], rows: readonly JsonObject[]) {
  const known: KnownColumns = new Map();
  for (const [at, row] of rows.entries()) takeColumns(known, changesOf(known, [row], at));
  return tableColumns(resource, chosen, [], known, rows.length);
}

it('[31] every member of every row is a column, and so is every chosen field; catalogue order first, news after', () => {
  const rows: JsonObject[] = [
    { surprise: 1, title: 'a' },
    { later: true, author: null },
  ];
  const fields = columnsAfter(sound, ['album', 'id'], rows).columns.map(({ field }) => field);
  expect(fields).toEqual(['id', 'title', 'author', 'album', 'surprise', 'later']);
});

it('has no more columns than a table, but every field of the catalogue among them', () => {
  const wide = Object.fromEntries(Array.from({ length: 7000 }, (_, n) => [`m${n}`, n]));
  const first = columnsAfter(sound, ['album'], [wide]);
  expect([first.columns.length, first.isFull]).toEqual([mostColumns, true]);
  const { columns } = columnsAfter(sound, ['album'], [wide, { title: 'a', more: 1, m7: 'text' }]);
  expect(columns.map(({ field }) => field).slice(0, 3)).toEqual(['title', 'album', 'm0']);
  expect(columns).toHaveLength(mostColumns + 1);
  expect(columns.find(({ field }) => field === 'm7')?.type).toBe('mixed');
});

it('a field that is text as far as we know is a number where its values are, and text where there may be some', () => {
  const fields = ['mood', 'note', 'parts'].map(
    (name) => ({ name, label: name, group: 'Others', meaning: 'text', usual: true }) as const,
  );
  const row = { mood: 3, note: '3', parts: ['a'], playCount: 'many' };
  const { columns } = columnsAfter({ ...sound, fields }, [], [row]);
  const meanings = columns.map(({ label, meaning }) => [label, meaning]);
  expect(meanings).toEqual([
    ['mood', 'number'],
    ['note', 'text'],
    ['parts', 'text'],
    ['playCount', 'text'],
  ]);
});

it('of many rows, a column says if all have the same value, whatever came between; not if somebody asked for it', () => {
  const rowsOf = (count: number): JsonObject[] =>
    Array.from({ length: count }, (_, n) => ({
      id: `${n}`,
      title: 'Tide',
      author: null,
      isOriginal: true,
      playCount: n < 24 ? 3 : 4,
      ...(n === 7 ? {} : { album: 'x' }),
      long: 'y'.repeat(200),
      ...(n < 3 ? {} : { late: 1 }),
    }));
  const same = (rows: readonly JsonObject[], chosen: readonly string[] = []) =>
    columnsAfter(sound, chosen, rows).columns.flatMap((one) => (one.same ? [one.field] : []));
  expect(same(rowsOf(20)).toSorted()).toEqual(['isOriginal', 'playCount', 'title']);
  expect(same(rowsOf(25)).toSorted()).toEqual(['isOriginal', 'title']);
  expect(same(rowsOf(9))).toEqual([]);
  expect(same(rowsOf(20), ['title', 'id'])).toEqual([]);
  // In pages of several rows, and after all columns were listed once more.
  const known: KnownColumns = new Map();
  for (const at of [0, 10, 20]) {
    const page = rowsOf(30).slice(at, at + 10);
    const all = allWith(known, changesOf(known, page, at));
    takeColumns(known, JSON.parse(JSON.stringify(all)));
  }
  expect(
    [...known].flatMap(([field, { one }]) => (one === undefined ? [] : [[field, one]])),
  ).toEqual([
    ['title', '"Tide"'],
    ['isOriginal', 'true'],
  ]);
});

it('a first row without any member differs from all later ones', () => {
  const rows = [{}, ...Array.from({ length: 20 }, () => ({ title: 'Tide' }))];
  expect(columnsAfter(sound, [], rows).columns.map(({ same }) => same)).toEqual([undefined]);
});

it('types are those of all values of a column', () => {
  const rows: JsonObject[] = [
    { a: 1, b: 1, c: 'x', d: null, e: [1], f: { $n: '12345678901234567890' } },
    { a: 2, b: 1.5, c: 2, d: null, e: [], f: { $n: '1e400' } },
    { a: null, b: { x: 1 } },
  ];
  const { columns } = columnsAfter(sound, ['id'], rows);
  expect(Object.fromEntries(columns.map(({ field, type }) => [field, type]))).toEqual({
    id: 'empty',
    a: 'integer',
    b: 'mixed',
    c: 'mixed',
    d: 'empty',
    e: 'list',
    f: 'number',
  });
});
