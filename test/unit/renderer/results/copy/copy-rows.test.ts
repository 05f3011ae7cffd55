import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import {
  copyRows,
  copyValue,
  dismissCopyNews,
  mostCopiedRows,
  copyNewsNow,
  copyTarget,
} from '#renderer/features/results/copy/copy-rows.ts';
import * as selecting from '#renderer/features/results/grid-selection.ts';
import type { Selection } from '#renderer/features/results/grid-selection.ts';
import { select } from '#renderer/features/results/view-state.ts';
import { everyRowOf, primeRows, rowProblems, type RowView } from '#renderer/state/rows.ts';
import { clipboard } from '../../clipboard.ts';
import { answer, answerLater, asked, ok, refuse } from '../../fake-host.ts';
import { makeColumn } from '../charts/make-chart.ts';

const { firstRows, isRowSelected, rowsBetween, rowsIn, selectedFields, selectedSpans } = selecting;
const { toggleRow, wholeColumn } = selecting;

const columnOf = (field: string) => makeColumn({ field, label: field, meaning: 'text' });
const columns = ['id', 'text'].map(columnOf);
const rowsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `i${from + at}`, text: 't' }));
const target = (first: number, last: number) => ({
  spans: [{ first, last }],
  columns,
  isWhole: true,
});
const news = copyNewsNow;

let runs = 0;
let run: Pick<Run, 'id' | 'list'>;
let view: RowView;
beforeEach(() => {
  dismissCopyNews();
  clipboard.install();
  run = { id: `run-copying-${(runs += 1)}`, list: null };
  view = everyRowOf(run);
  answer('rows.window', ({ offset, count }: { offset: number; count: number }) =>
    ok({ offset, total: 20_000, numbers: null, rows: rowsFrom(offset, count) }),
  );
});

test('rows on screen are copied at once, as text and as a table, and nothing is read', async () => {
  primeRows(run, { offset: 0, total: 12, numbers: null, rows: rowsFrom(0, 12) });
  const copying = copyRows(view, target(0, 11), 'tsv');
  expect(clipboard.texts).toHaveLength(1);
  await copying;
  expect(clipboard.texts[0]?.split('\n')).toHaveLength(12);
  expect(clipboard.html[0]).toContain('<table>');
  expect(asked).toEqual([]);
  expect(news()).toEqual({ kind: 'copied', words: 'Copied 12 rows' });
  await copyRows(view, { ...target(0, 2), isWhole: false }, 'json');
  expect(clipboard.html[1]).toBeNull();
  expect(news()).toEqual({ kind: 'copied', words: 'Copied 6 cells as JSON' });
});

describe('rows that are not there', () => {
  test('are read in chunks first; the run is not asked for more', async () => {
    const copying = copyRows(view, target(0, 2499), 'tsvWithHeaders');
    expect(news()).toEqual({ kind: 'reading', done: 0, of: 2500 });
    await copying;
    const { runId, rows: of } = view;
    const parts = asked.map(({ method, input }) => [method, input]);
    const expected = [0, 1000, 2000].map((offset) => [
      'rows.window',
      { runId, view: everyRow, rows: of, offset, count: Math.min(1000, 2500 - offset) },
    ]);
    expect(parts).toEqual(expected);
    const lines = clipboard.texts[0]?.split('\n') ?? [];
    expect([lines[0], lines[1], lines.length]).toEqual(['id\ttext', 'i0\tt', 2501]);
    expect(news()).toEqual({ kind: 'copied', words: 'Copied 2,500 rows with headers' });
  });

  test('beyond the limit are left out, and that is said', async () => {
    await copyRows(view, target(0, 19_999), 'tsv');
    expect(clipboard.texts[0]?.split('\n')).toHaveLength(mostCopiedRows);
    expect(news()).toEqual({
      kind: 'copied',
      words: 'Copied the first 10,000 of 20,000 rows. “Save…” writes all of them to a file.',
    });
  });

  test('and can’t be read leave the clipboard as it was', async () => {
    answer('rows.window', refuse('The disk can’t be read.'));
    await copyRows(view, target(0, 99), 'tsv');
    expect(clipboard.texts).toEqual([]);
    expect(news()).toMatchObject({ kind: 'failed' });
    expect(rowProblems.of(view.runId).problem?.title).toBe('The disk can’t be read.');
  });

  test('are not copied when something else was copied meanwhile', async () => {
    const giveRows = answerLater('rows.window');
    const first = copyRows(view, target(0, 99), 'tsv');
    primeRows(run, { offset: 500, total: 600, numbers: null, rows: rowsFrom(500, 1) });
    await copyRows(view, target(500, 500), 'tsv');
    giveRows(ok({ offset: 0, total: 600, numbers: null, rows: rowsFrom(0, 100) }));
    await first;
    expect(clipboard.texts).toEqual(['i500\tt']);
    expect(news()).toEqual({ kind: 'copied', words: 'Copied 1 row' });
  });
});

test('what is too much for the clipboard is said, and leaves it as it was', async () => {
  const row = {
    get text(): string {
      throw new RangeError('Invalid string length');
    },
  };
  primeRows(run, { offset: 0, total: 1, numbers: null, rows: [row] });
  await copyRows(view, target(0, 0), 'tsv');
  expect(clipboard.texts).toEqual([]);
  expect(news()).toMatchObject({ kind: 'failed' });
});

test('a click that is too long ago is asked for once more', async () => {
  clipboard.refuses = true;
  await copyRows(view, target(0, 99), 'tsv');
  const ready = news();
  expect(ready).toMatchObject({ kind: 'ready' });
  clipboard.refuses = false;
  if (ready?.kind === 'ready') ready.copy();
  expect(clipboard.texts[0]?.split('\n')).toHaveLength(100);
  expect(news()).toEqual({ kind: 'copied', words: 'Copied 100 rows' });
});

test('one value is copied as it was sent', () => {
  copyValue({ $n: '1986934512780812345' }, 'Post ID');
  expect(clipboard.texts).toEqual(['1986934512780812345']);
  expect(clipboard.html[0]).toContain('1986934512780812345');
  expect(news()).toEqual({ kind: 'copied', words: 'Copied “Post ID”' });
});

const fields = ['text', 'author', 'likes', 'id'];
const cells = (from: string, to: string) => {
  const [anchor, head] = [from, to].map((field, at) => ({ row: 3 + 2 * at, field }));
  return { kind: 'cells', anchor: anchor!, head: head! } as const;
};
const active = { row: 3, field: 'likes' };
/** Rows, columns, whether whole: of those, of their rows, of the column, of all. */
const targets = () =>
  (['selection', 'rows', 'column', 'all'] as const).map((scope) => {
    const copied = copyTarget(view, scope, fields.map(columnOf), 40);
    if (copied === null) return 'nothing';
    return `${rowsIn(copied.spans)}×${copied.columns.length}${copied.isWhole ? ' whole' : ''}`;
  });

test.each([
  ['one cell', active, null, ['1×1', '1×4 whole', '40×1']],
  ['cells', active, cells('likes', 'author'), ['3×2', '3×4 whole', '40×1']],
  ['rows', active, rowsBetween(3, 9), ['7×4 whole', '7×4 whole', '40×1']],
  ['a hidden column', active, cells('gone', 'gone'), ['nothing', '3×4 whole', '40×1']],
  ['a header', { row: -1, field: 'likes' }, null, ['nothing', 'nothing', '40×1']],
] as const)(
  'what is copied of %s: those, their rows, the whole column, all',
  (_, cell, selection, expected) => {
    select(view, cell, selection);
    expect(targets()).toEqual([...expected, '40×4 whole']);
    expect(copyTarget(view, 'all', [columnOf('id')], 0)).toBeNull();
  },
);

test('a rectangle of cells is the same from whichever corner, follows moved columns, shrinks when its corner is hidden', () => {
  const there = cells('author', 'id');
  for (const selection of [there, { ...there, anchor: there.head, head: there.anchor }]) {
    expect(selectedSpans(selection)).toEqual([{ first: 3, last: 5 }]);
    expect(selectedFields(selection, fields)).toEqual(['author', 'likes', 'id']);
  }
  expect(selectedFields(there, ['id', 'author', 'text'])).toEqual(['id', 'author']);
  expect(selectedFields(there, ['text', 'author', 'likes'])).toEqual(['author']);
  expect(selectedFields(there, ['text'])).toEqual([]);
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
