// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Column } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import {
  copyRows,
  copyValue,
  dismissCopyNews,
  mostCopiedRows,
  useCopyNews,
} from '#renderer/features/results/copy/copy-rows.ts';
import { primeRows, useRowProblems, type RowView } from '#renderer/state/rows.ts';
import { answer, asked, ok, resetHost } from '../../fake-host.ts';
import { makeProblem } from '../../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../../fake-host.ts'));

const clipboard = vi.hoisted(() => ({
  texts: [] as string[],
  html: [] as (string | null)[],
  refuses: false,
}));
vi.mock('#renderer/components/copy-text.ts', () => ({
  copyText: (text: string, html: string | null) => {
    if (clipboard.refuses) return false;
    clipboard.texts.push(text);
    clipboard.html.push(html);
    return true;
  },
}));

const columns: Column[] = ['id', 'text'].map((field) => ({
  field,
  label: field,
  meaning: 'text',
  type: 'text',
  filled: 1,
  usual: true,
}));
const rowsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `i${from + at}`, text: 't' }));
const target = (first: number, last: number) => ({
  spans: [{ first, last }],
  columns,
  isWhole: true,
});
const news = () => useCopyNews.getState().news;

let runs = 0;
let view: RowView;
beforeEach(() => {
  resetHost();
  dismissCopyNews();
  clipboard.texts.length = 0;
  clipboard.html.length = 0;
  clipboard.refuses = false;
  view = { runId: `run-copying-${(runs += 1)}`, page: null, view: everyRow, rows: null, epoch: 0 };
  answer('rows.window', ({ offset, count }: { offset: number; count: number }) =>
    ok({ offset, total: 20_000, numbers: null, rows: rowsFrom(offset, count) }),
  );
});

describe('rows on screen', () => {
  test('are copied at once, as text and as a table, and nothing is read', async () => {
    primeRows(view.runId, { offset: 0, total: 12, numbers: null, rows: rowsFrom(0, 12) });
    const copying = copyRows(view, target(0, 11), 'tsv');
    expect(clipboard.texts).toHaveLength(1);
    await copying;
    expect(clipboard.texts[0]?.split('\n')).toHaveLength(12);
    expect(clipboard.html[0]).toContain('<table>');
    expect(asked).toEqual([]);
    expect(news()).toEqual({ kind: 'copied', words: 'Copied 12 rows' });
  });

  test('as JSON are text alone', async () => {
    primeRows(view.runId, { offset: 0, total: 12, numbers: null, rows: rowsFrom(0, 12) });
    await copyRows(view, { ...target(0, 2), isWhole: false }, 'json');
    expect(clipboard.html).toEqual([null]);
    expect(news()).toEqual({ kind: 'copied', words: 'Copied 6 cells as JSON' });
  });
});

describe('rows that are not there', () => {
  test('are read in chunks first; the run is not asked for more', async () => {
    const copying = copyRows(view, target(0, 2499), 'tsvWithHeaders');
    expect(news()).toEqual({ kind: 'reading', done: 0, of: 2500 });
    await copying;
    const { runId, page, rows: of } = view;
    expect(asked.map(({ method, input }) => [method, input])).toEqual(
      [
        [0, 1000],
        [1000, 1000],
        [2000, 500],
      ].map(([offset, count]) => [
        'rows.window',
        { runId, page, view: everyRow, rows: of, offset, count },
      ]),
    );
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
    const problem = makeProblem('The disk can’t be read.');
    answer('rows.window', () => ({ ok: false, error: problem }));
    await copyRows(view, target(0, 99), 'tsv');
    expect(clipboard.texts).toEqual([]);
    expect(news()).toMatchObject({ kind: 'failed' });
    expect(useRowProblems.getState()[view.runId]).toEqual(problem);
  });

  test('are not copied when something else was copied meanwhile', async () => {
    let giveRows: (value: unknown) => void = () => undefined;
    answer('rows.window', () => new Promise((resolve) => (giveRows = resolve)));
    const first = copyRows(view, target(0, 99), 'tsv');
    primeRows(view.runId, { offset: 500, total: 600, numbers: null, rows: rowsFrom(500, 1) });
    await copyRows(view, target(500, 500), 'tsv');
    giveRows(ok({ offset: 0, total: 600, numbers: null, rows: rowsFrom(0, 100) }));
    await first;
    expect(clipboard.texts).toEqual(['i500\tt']);
    expect(news()).toEqual({ kind: 'copied', words: 'Copied 1 row' });
  });
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
