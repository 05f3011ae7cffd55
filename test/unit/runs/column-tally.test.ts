import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#main/core/json/index.ts';
import { createColumnTally } from '#main/core/runs/column-tally.ts';
import { resources } from '#shared/catalogue/resources/index.ts';
import type { Resource } from '#shared/catalogue/types.ts';

const sound = resources.find(({ id }) => id === 'shortvideo.sound') as Resource;

describe('columns', () => {
  it('[31] has every member of every row, catalogue order first, news after', () => {
    const tally = createColumnTally(sound, []);
    tally.add({ surprise: 1, title: 'a', id: '1' });
    tally.add({ later: true, author: null });
    const fields = tally.columns().map(({ field }) => field);
    expect(fields).toEqual(['id', 'title', 'author', 'surprise', 'later']);
  });

  it('infers types', () => {
    const tally = createColumnTally(sound, []);
    const rows: JsonObject[] = [
      { a: 1, b: 1, c: 'x', d: null, e: [1], f: { $n: '12345678901234567890' } },
      { a: 2, b: 1.5, c: 2, d: null, e: [], f: { $n: '1e400' } },
      { a: null, b: { x: 1 } },
    ];
    for (const row of rows) tally.add(row);
    const byField = new Map(tally.columns().map((column) => [column.field, column]));
    const told = ['a', 'b', 'c', 'd', 'e', 'f'].map((field) => byField.get(field)?.type);
    expect(told).toEqual(['integer', 'mixed', 'mixed', 'empty', 'list', 'number']);
  });

  it('shows chosen fields even when no row has them', () => {
    const tally = createColumnTally(sound, ['album', 'id']);
    expect(tally.columns().map(({ field, type }) => [field, type])).toEqual([
      ['id', 'empty'],
      ['album', 'empty'],
    ]);
  });
});
