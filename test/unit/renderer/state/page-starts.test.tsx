import * as fc from 'fast-check';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { findPageStarts, type PagedRows, usePageStarts } from '#renderer/state/pages.ts';
import type { Page } from '#shared/contract/run.ts';
import { count } from '#test/support/thorough.ts';
import { answer, asked, ok } from '../fake-host.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

type Known = Record<number, Pick<Page, 'firstRow' | 'rows'>>;

/** Pages of these lengths, by number. */
function pagesOf(lengths: readonly number[]): { all: Known; rowCount: number } {
  const all: Known = {};
  let rowCount = 0;
  for (const [place, rows] of lengths.entries()) {
    all[place + 1] = { firstRow: rowCount, rows };
    rowCount += rows;
  }
  return { all, rowCount };
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
  const property = fc.property(
    fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 400 }),
    fc.nat(),
    fc.integer({ min: 0, max: 60 }),
    (lengths, at, onScreen) => {
      const { all, rowCount } = pagesOf(lengths);
      fc.pre(rowCount > 0);
      const first = at % rowCount;
      const last = Math.min(rowCount - 1, first + onScreen);
      const expected = Object.entries(all)
        .filter(([, page]) => page.rows > 0 && page.firstRow >= first && page.firstRow <= last)
        .map(([page, { firstRow }]) => [firstRow, Number(page)]);
      const found = search(all, { pageCount: lengths.length, rowCount, first, last });
      expect(found.starts).toEqual(expected);
    },
  );
  fc.assert(property, { numRuns: count(50, 100) });
});

test('reads little of fifty thousand pages', () => {
  const pageCount = 50_000;
  const { all, rowCount } = pagesOf(Array.from({ length: pageCount }, (_, at) => 15 + (at % 11)));
  for (const first of [0, 1234, 500_000, rowCount - 30]) {
    const { starts, reads } = search(all, { pageCount, rowCount, first, last: first + 29 });
    expect(starts.length).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(3);
  }
});

test('asks main one at a time, and never without end for what it can’t tell', async () => {
  let arrive = (_pages: unknown): void => undefined;
  answer('run.pages', () => new Promise((resolve) => (arrive = (pages) => resolve(ok({ pages })))));
  function Probe({ first }: { first: number }) {
    const rows = { pageCount: 1000, rowCount: 20_000, first, last: first + 30 };
    return JSON.stringify([...usePageStarts('run-starts', rows)]);
  }
  const place = document.createElement('div');
  const root = createRoot(place);
  const scrollTo = (first: number) => act(async () => root.render(<Probe first={first} />));
  const come = (from: number, pages: number) =>
    act(async () => {
      const numbers = Array.from({ length: pages }, (_, step) => from + step);
      arrive(numbers.map((page) => ({ page, firstRow: (page - 1) * 20, rows: 20 })));
    });
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
