import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  firstRows,
  isRowSelected,
  rowsBetween,
  rowsIn,
  selectedFields,
  selectedSpans,
  toggleRow,
  wholeColumn,
  type Selection,
} from '#renderer/features/results/copy/grid-selection.ts';

const fields = ['text', 'author', 'likes', 'id'];
const cells = (one: [number, string], other: [number, string]): Selection => ({
  kind: 'cells',
  anchor: { row: one[0], field: one[1] },
  head: { row: other[0], field: other[1] },
});

test('a rectangle of cells is the same from whichever corner', () => {
  const there = cells([2, 'author'], [5, 'id']);
  const back = cells([5, 'id'], [2, 'author']);
  for (const selection of [there, back]) {
    expect(selectedSpans(selection)).toEqual([{ first: 2, last: 5 }]);
    expect(selectedFields(selection, fields)).toEqual(['author', 'likes', 'id']);
  }
});

test('a rectangle of cells follows columns that were moved, and shrinks when its corner is hidden', () => {
  const selection = cells([0, 'author'], [0, 'id']);
  expect(selectedFields(selection, ['id', 'author', 'text'])).toEqual(['id', 'author']);
  expect(selectedFields(selection, ['text', 'author', 'likes'])).toEqual(['author']);
  expect(selectedFields(selection, ['text'])).toEqual([]);
});

test('rows picked one by one are those picked an odd number of times', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 30 }), (picks) => {
      const selection = picks.reduce<Selection | null>(toggleRow, null);
      const odd = new Set<number>();
      for (const row of picks) if (!odd.delete(row)) odd.add(row);
      const shown = Array.from({ length: 13 }, (_, row) => row).filter(
        (row) => selection !== null && isRowSelected(selection, row),
      );
      expect(shown).toEqual([...odd].toSorted((a, b) => a - b));
      const spans = selection === null ? [] : selectedSpans(selection);
      expect(rowsIn(spans)).toBe(odd.size);
      // In order, and none touches the next.
      for (const [at, span] of spans.entries()) {
        expect(span.first).toBeGreaterThan((spans[at - 1]?.last ?? -2) + 1);
      }
    }),
  );
});

test('rows and columns can be whole, and only so many rows are taken, from the first on', () => {
  expect(selectedFields(rowsBetween(7, 3), fields)).toEqual(fields);
  expect(selectedSpans(rowsBetween(7, 3))).toEqual([{ first: 3, last: 7 }]);
  const column = wholeColumn('likes', 40);
  expect(selectedSpans(column)).toEqual([{ first: 0, last: 39 }]);
  expect(selectedFields(column, fields)).toEqual(['likes']);
  const spans = [0, 10].map((first) => ({ first, last: first + 2 }));
  expect(firstRows(spans, 2)).toEqual([{ first: 0, last: 1 }]);
  expect(firstRows(spans, 4)).toEqual([spans[0], { first: 10, last: 10 }]);
  expect(firstRows(spans, 1000)).toEqual(spans);
});
