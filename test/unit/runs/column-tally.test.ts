import { expect, it } from 'vitest';
import type { JsonObject } from '#main/core/json/index.ts';
import { createColumnTally } from '#main/core/runs/column-tally.ts';
import { resources } from '#shared/catalogue/resources/index.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import { mostColumns } from '#shared/contract/run.ts';

const sound = resources.find(({ id }) => id === 'shortvideo.sound') as Resource;

it('[31] every member of every row is a column, and so is every chosen field; catalogue order first, news after', () => {
  const tally = createColumnTally(sound, ['album', 'id']);
  tally.add({ surprise: 1, title: 'a' });
  tally.add({ later: true, author: null });
  const fields = tally.columns().map(({ field }) => field);
  expect(fields).toEqual(['id', 'title', 'author', 'album', 'surprise', 'later']);
});

it('has no more columns than a table, but every field of the catalogue among them', () => {
  const tally = createColumnTally(sound, ['album']);
  tally.add(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`m${n}`, n])));
  expect([tally.columns().length, tally.isFull()]).toEqual([mostColumns, true]);
  tally.add({ title: 'a', more: 1, m7: 'text' });
  const columns = tally.columns();
  expect(columns.map(({ field }) => field).slice(0, 3)).toEqual(['title', 'album', 'm0']);
  expect(columns).toHaveLength(mostColumns + 1);
  expect(columns.find(({ field }) => field === 'm7')?.type).toBe('mixed');
});

it('a field that is text as far as we know is a number where its values are, and text where there may be some', () => {
  const fields = ['mood', 'note', 'parts'].map(
    (name) => ({ name, label: name, group: 'Others', meaning: 'text', usual: true }) as const,
  );
  const tally = createColumnTally({ ...sound, fields }, []);
  tally.add({ mood: 3, note: '3', parts: ['a'], playCount: 'many' });
  const meanings = tally.columns().map(({ label, meaning }) => [label, meaning]);
  expect(meanings).toEqual([
    ['mood', 'number'],
    ['note', 'text'],
    ['parts', 'text'],
    ['playCount', 'text'],
  ]);
});

it('types are those of all values of a column', () => {
  const tally = createColumnTally(sound, ['id']);
  const rows: JsonObject[] = [
    { a: 1, b: 1, c: 'x', d: null, e: [1], f: { $n: '12345678901234567890' } },
    { a: 2, b: 1.5, c: 2, d: null, e: [], f: { $n: '1e400' } },
    { a: null, b: { x: 1 } },
  ];
  for (const row of rows) tally.add(row);
  expect(Object.fromEntries(tally.columns().map(({ field, type }) => [field, type]))).toEqual({
    id: 'empty',
    a: 'integer',
    b: 'mixed',
    c: 'mixed',
    d: 'empty',
    e: 'list',
    f: 'number',
  });
});
