// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { Page } from '#shared/contract/run.ts';
import { findPageStarts, usePageStarts, type PagedRows } from '#renderer/state/page-starts.ts';
import { answer, asked, ok, resetHost } from '../fake-host.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

type Known = Record<number, Pick<Page, 'firstRow' | 'rows'>>;

/** Pages of these lengths, by number. */
function pagesOf(lengths: readonly number[]): Known {
  const pages: Known = {};
  let firstRow = 0;
  for (const [place, rows] of lengths.entries()) {
    pages[place + 1] = { firstRow, rows };
    firstRow += rows;
  }
  return pages;
}

/** Reads what is missing, a hundred pages at a time, until all is known. */
function search(all: Known, rows: PagedRows): { starts: [number, number][]; reads: number } {
  const known: Known = {};
  for (let reads = 0; ; reads += 1) {
    const { starts, missing } = findPageStarts(known, rows);
    if (missing === null) return { starts: [...starts], reads };
    const from = Math.floor((missing - 1) / 100) * 100;
    for (let page = from + 1; page <= from + 100; page += 1) {
      const found = all[page];
      if (found !== undefined) known[page] = found;
    }
    expect(known[missing], `page ${missing}`).toBeDefined();
  }
}

test('finds the pages that begin on screen, however long they are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 400 }),
      fc.nat(),
      fc.integer({ min: 0, max: 60 }),
      (lengths, at, count) => {
        const all = pagesOf(lengths);
        const rowCount = lengths.reduce((a, b) => a + b, 0);
        fc.pre(rowCount > 0);
        const first = at % rowCount;
        const last = Math.min(rowCount - 1, first + count);
        const expected = Object.entries(all)
          .filter(([, page]) => page.rows > 0 && page.firstRow >= first && page.firstRow <= last)
          .map(([page, { firstRow }]) => [firstRow, Number(page)]);
        const found = search(all, { pageCount: lengths.length, rowCount, first, last });
        expect(found.starts).toEqual(expected);
      },
    ),
  );
});

test('reads little of fifty thousand pages', () => {
  const lengths = Array.from({ length: 50_000 }, (_, place) => 15 + ((place * 7) % 11));
  const all = pagesOf(lengths);
  const rowCount = lengths.reduce((a, b) => a + b, 0);
  for (const first of [0, 1234, 500_000, rowCount - 30]) {
    const { starts, reads } = search(all, {
      pageCount: 50_000,
      rowCount,
      first,
      last: first + 29,
    });
    expect(starts.length).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(3);
  }
});

test('asks main one at a time, and never without end for what it can’t tell', async () => {
  resetHost();
  let arrive = (_pages: Page[]): void => undefined;
  answer('run.pages', () => new Promise((resolve) => (arrive = (pages) => resolve(ok({ pages })))));
  function Probe({ first }: { first: number }) {
    const starts = usePageStarts('run-starts', {
      pageCount: 1000,
      rowCount: 20_000,
      first,
      last: first + 30,
    });
    return JSON.stringify([...starts]);
  }
  const place = document.createElement('div');
  const root = createRoot(place);
  const scrollTo = (first: number) => act(async () => root.render(<Probe first={first} />));
  const come = (from: number, count: number) =>
    act(async () =>
      arrive(
        Array.from({ length: count }, (_, step) => ({
          page: from + step,
          firstRow: (from + step - 1) * 20,
          rows: 20,
          at: '2026-11-20T17:41:00.000Z',
          ms: 1,
          dataSource: null,
          unreadable: false,
        })),
      ),
    );
  await scrollTo(0);
  // Scrolled past while the first answer is under way: only the last place is asked for.
  await scrollTo(4000);
  await scrollTo(10_005);
  expect(asked.map(({ input }) => input)).toEqual([{ runId: 'run-starts', from: 0, count: 100 }]);
  await come(1, 100);
  expect(asked.at(-1)?.input).toEqual({ runId: 'run-starts', from: 500, count: 100 });
  await come(501, 100);
  expect(place.textContent).toBe('[[10020,502]]');
  await scrollTo(0);
  expect(place.textContent).toBe('[[0,1],[20,2]]');
  expect(asked).toHaveLength(2);
  await scrollTo(19_000);
  await come(0, 0);
  expect(asked).toHaveLength(3);
  expect(place.textContent).toBe('[]');
  await act(async () => root.unmount());
});
