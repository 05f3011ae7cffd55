import { expect, test } from 'vitest';
import { resources } from '#shared/catalogue/resources/index.ts';
import type { Column } from '#shared/contract/run.ts';
import {
  extraColumns,
  extraTitle,
  summaryParts,
} from '#renderer/features/results/extras/extra-parts.ts';
import { recordParts } from '#renderer/features/results/record/record-parts.ts';

const column = (field: string, meaning: Column['meaning'], usual = true): Column => ({
  field,
  label: field.toUpperCase(),
  meaning,
  type: 'text',
  filled: 1,
  usual,
});

const columns = [
  column('title', 'text'),
  column('body', 'text'),
  column('author', 'username'),
  column('likes', 'count'),
  column('quotes', 'count', false),
  column('id', 'id'),
];
const fields = (list: readonly Column[]): string[] => list.map(({ field }) => field);

test('the first text that says something is the main one', () => {
  expect(recordParts({ title: '', body: 'Hello' }, columns).main?.field).toBe('body');
  expect(recordParts({ title: 'A title', body: 'Hello' }, columns).main?.field).toBe('title');
  expect(recordParts({ title: null, id: '1' }, columns).main).toBeNull();
});

test('who, when and how many come next; what is empty does not', () => {
  const row = { title: 'A', author: 'mira', likes: null, quotes: 3, id: '1' };
  expect(fields(recordParts(row, columns).facts)).toEqual(['author']);
});

test('[31] every member is there, also one that no column knows', () => {
  const row = { zebra: { deep: 1 }, id: '1', title: 'A' };
  const { all } = recordParts(row, columns);
  expect(fields(all)).toEqual(['title', 'id', 'zebra']);
});

test('an extra object is summed up by its text, author and date', () => {
  const comments = resources.find(({ id }) => id === 'photoshare.comment')!;
  const parent = { id: '178', text: 'Who?', username: 'mira', createdAt: null, odd: 1 };
  const known = extraColumns(parent, comments);
  expect(known.map(({ label }) => label)).toEqual([
    'Comment ID',
    'Text',
    'Author',
    'Posted',
    'odd',
  ]);
  const { text, author, date } = summaryParts(parent, known);
  expect([text?.field, author?.field, date]).toEqual(['text', 'username', null]);
});

test('names of extras are said in words', () => {
  expect([extraTitle('parent_comment'), extraTitle('other_thing')]).toEqual([
    'Replying to',
    'Other thing',
  ]);
});

test('an extra that is no object is one value', () => {
  expect(fields(extraColumns('text', null))).toEqual(['value']);
});
