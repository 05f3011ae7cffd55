import { describe, expect, test } from 'vitest';
import { resources } from '#shared/catalogue/resources/index.ts';
import type { Column } from '#shared/contract/run.ts';
import {
  arrangeColumns,
  defaultWidths,
  expectedColumns,
  numberColumnWidth,
} from '#renderer/features/results/grid/columns.ts';
import { tagsThatFit } from '#renderer/features/results/grid/tag-fit.ts';

const posts = resources.find(({ id }) => id === 'microblog.post')!;
const users = resources.find(({ id }) => id === 'microblog.user')!;

/** As main lists them: the catalogue's order. */
const columnsOf = (resource: typeof posts): Column[] =>
  resource.fields.map((field) => ({
    field: field.name,
    label: field.label,
    meaning: field.meaning,
    type: 'text',
    filled: 1,
    usual: field.usual,
  }));

const names = (columns: readonly Column[]): string[] => columns.map(({ field }) => field);

describe('order', () => {
  test('text, author, date, counts, the other usual ones, the id; then all others', () => {
    const arranged = names(arrangeColumns(columnsOf(posts), posts.id, []));
    expect(arranged.slice(0, 11)).toEqual([
      'text',
      'authorUsername',
      'createdAt',
      'likeCount',
      'retweetCount',
      'replyCount',
      'impressionCount',
      'lang',
      'hashtags',
      'id',
      'authorId',
    ]);
    expect(arranged.toSorted()).toEqual(posts.fields.map(({ name }) => name).toSorted());
  });

  test('of accounts, the name comes before the description', () => {
    const arranged = names(arrangeColumns(columnsOf(users), users.id, []));
    expect(arranged.slice(0, 4)).toEqual(['username', 'name', 'location', 'description']);
  });

  test('chosen fields stand among the usual ones', () => {
    const chosen = columnsOf(posts).filter(({ field }) => ['id', 'placeName'].includes(field));
    expect(names(arrangeColumns(chosen, posts.id, ['id', 'placeName']))).toEqual([
      'placeName',
      'id',
    ]);
  });

  test('what is expected before the first page is what comes', () => {
    const come = arrangeColumns(columnsOf(posts), posts.id, []).filter(({ usual }) => usual);
    expect(names(expectedColumns(posts, []))).toEqual(names(come));
    expect(names(expectedColumns(posts, ['id', 'authorId']))).toEqual(['id', 'authorId']);
  });
});

describe('widths', () => {
  const usual = arrangeColumns(columnsOf(posts), posts.id, []);

  test('the first text takes its share of the grid', () => {
    expect(defaultWidths(usual, 1000)['text']).toBe(383);
    expect(defaultWidths(usual, 400)['text']).toBe(260);
  });

  test('and all that is left when everything fits', () => {
    const two = usual.filter(({ field }) => field === 'text' || field === 'createdAt');
    expect(defaultWidths(two, 1000)).toEqual({ text: 858, createdAt: 142 });
  });

  test('a name in a header is not cut off', () => {
    for (const { label, field } of usual) {
      expect(defaultWidths(usual, 0)[field]).toBeGreaterThanOrEqual(label.length * 7 + 20);
    }
  });

  test('row numbers have room for their digits', () => {
    expect([60, 99_999, 1_000_000].map(numberColumnWidth)).toEqual([48, 60, 76]);
  });
});

describe('tags', () => {
  test('as many as have room, at least one', () => {
    expect(tagsThatFit(['COP31', 'climate', 'finance', 'loss'], 4, 200)).toBe(2);
    expect(tagsThatFit(['COP31', 'climate', 'finance', 'loss'], 4, 400)).toBe(4);
    expect(tagsThatFit(['a very long tag that never fits'], 1, 100)).toBe(1);
    expect(tagsThatFit(['気候変動', '気候変動'], 2, 140)).toBe(1);
    expect(tagsThatFit(['clima', 'clima'], 2, 140)).toBe(2);
  });
});
