/** What is known about each fetched page: read from main when its rows come near. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/result.ts';
import type { Page } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';
import { useAnswer } from './answer.ts';

/** Pages by number, by run: they never change. */
const usePageStore = create<Readonly<Record<string, Readonly<Record<number, Page>>>>>()(() => ({}));

/** Number of pages read at once. */
const readCount = 100;

const noPages: Readonly<Record<number, Page>> = {};

/** Reads a page (from 1) and its neighbours. Without them nothing is lost but where a page begins. */
async function readPages(runId: string, page: number): Promise<void> {
  const from = Math.floor((page - 1) / readCount) * readCount;
  const result = await host.call('run.pages', { runId, from, count: readCount });
  if (!result.ok) return;
  const pages = { ...usePageStore.getState()[runId] };
  for (const read of result.value.pages) pages[read.page] = read;
  // Those of other runs are read again when needed.
  usePageStore.setState({ [runId]: pages }, true);
}

/** Returns the first row of a page (both from 1); null: it has none. */
export async function firstRowOfPage(runId: string, page: number): Promise<Result<number | null>> {
  const result = await host.call('run.pages', { runId, from: page - 1, count: 1 });
  if (!result.ok) return result;
  const [found] = result.value.pages;
  return { ok: true, value: found?.rows ? found.firstRow + 1 : null };
}

/** Number of latest pages from which the duration of the next ones is estimated. */
const timedPages = 20;

interface PageTimes {
  /** In ms; empty without a run, and until read. */
  times: readonly number[];
  isPending: boolean;
}

/** Returns how long the latest pages of a run took, read once when first rendered. */
export function usePageTimes(run: { id: string; pageCount: number } | null): PageTimes {
  const [asked] = useState(run);
  const { id: runId = '', pageCount = 0 } = asked ?? {};
  const from = Math.max(0, pageCount - timedPages);
  const { value, isPending } = useAnswer(pageCount === 0 ? null : runId, () =>
    host.call('run.pages', { runId, from, count: timedPages }),
  );
  return { times: value?.pages.map(({ ms }) => ms) ?? [], isPending };
}

/** Rows `first … last` of a run with this number of pages and rows. */
export interface PagedRows {
  pageCount: number;
  rowCount: number;
  first: number;
  last: number;
}

interface PageStarts {
  /** Page (from 1) by its first row. */
  starts: ReadonlyMap<number, number>;
  /** The page to read next; null if everything is known. */
  missing: number | null;
}

type Known = Readonly<Record<number, Pick<Page, 'firstRow' | 'rows'>>>;

/** Finds the page of the first row by interpolation, then continues from there. */
export function findPageStarts(known: Known, rows: PagedRows): PageStarts {
  const { pageCount, rowCount, first, last } = rows;
  let low = { page: 1, row: 0 };
  let high = { page: pageCount + 1, row: rowCount };
  for (let tries = 0; high.page - low.page > 1; tries += 1) {
    const share = (first - low.row) / Math.max(1, high.row - low.row);
    // Pages are of similar length; where they aren't, bisection finds the page too.
    const guess = low.page + Math.floor((high.page - low.page) * (tries < 6 ? share : 0.5));
    const page = Math.min(high.page - 1, Math.max(low.page + 1, guess));
    const found = known[page];
    if (found === undefined) return { starts: new Map(), missing: page };
    if (found.firstRow <= first) low = { page, row: found.firstRow };
    else high = { page, row: found.firstRow };
  }
  const starts = new Map<number, number>();
  for (let { page } = low; page <= pageCount; page += 1) {
    const found = known[page];
    if (found === undefined) return { starts, missing: page };
    if (found.firstRow > last) break;
    // After an empty page, the next one begins at the same row.
    if (found.rows > 0 && found.firstRow >= first) starts.set(found.firstRow, page);
  }
  return { starts, missing: null };
}

const noPageStarts: PageStarts = { starts: new Map(), missing: null };

/** Returns the known pages that begin among the rows; `rows` null: none. */
export function usePageStarts(runId: string, rows: PagedRows | null): PageStarts['starts'] {
  const known = usePageStore((held) => held[runId] ?? noPages);
  const { starts, missing } = useMemo(
    () => (rows === null || rows.pageCount === 0 ? noPageStarts : findPageStarts(known, rows)),
    // The object is a new one on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [known, rows?.pageCount, rows?.rowCount, rows?.first, rows?.last],
  );
  const isReading = useRef(false);
  const [reads, setReads] = useState(0);
  /** The last request: what main can't answer isn't asked again endlessly. */
  const asked = useRef<string | null>(null);
  const question = missing === null ? null : `${runId} ${missing} ${rows?.pageCount}`;
  useEffect(() => {
    // One at a time: pages that were scrolled past in the meantime are never requested.
    if (missing === null || isReading.current || asked.current === question) return;
    asked.current = question;
    isReading.current = true;
    const read = async (): Promise<void> => {
      await readPages(runId, missing);
      isReading.current = false;
      setReads((count) => count + 1);
    };
    void read();
    // The question identifies the run.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [missing, question, reads]);
  return starts;
}
