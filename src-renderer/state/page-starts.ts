/** Where pages begin among the rows of a run: as few pages are read as it takes to know. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '#shared/contract/run.ts';
import { readPages, usePages } from './pages.ts';

/** Rows `first … last` of a run with so many pages and rows. */
export interface PagedRows {
  pageCount: number;
  rowCount: number;
  first: number;
  last: number;
}

export interface PageStarts {
  /** Page (from 1) by its first row. */
  starts: ReadonlyMap<number, number>;
  /** The page to be read to know more; null when all is known. */
  missing: number | null;
}

type Known = Readonly<Record<number, Pick<Page, 'firstRow' | 'rows'>>>;

/** Looks for the page of the first row as in a telephone book, then goes on from there. */
export function findPageStarts(known: Known, rows: PagedRows): PageStarts {
  const { pageCount, rowCount, first, last } = rows;
  let low = { page: 1, row: 0 };
  let high = { page: pageCount + 1, row: rowCount };
  for (let tries = 0; high.page - low.page > 1; tries += 1) {
    const share = (first - low.row) / Math.max(1, high.row - low.row);
    // Pages are about equally long; where they are not, halving what is left gets there too.
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
    // Where a page came empty, the next one begins at the same row.
    if (found.rows > 0 && found.firstRow >= first) starts.set(found.firstRow, page);
  }
  return { starts, missing: null };
}

const nowhere: PageStarts = { starts: new Map(), missing: null };

/** The pages that begin among the rows, as far as they are known; `rows` null to look for none. */
export function usePageStarts(runId: string, rows: PagedRows | null): PageStarts['starts'] {
  const known = usePages(runId);
  const { starts, missing } = useMemo(
    () => (rows === null || rows.pageCount === 0 ? nowhere : findPageStarts(known, rows)),
    // The object is another one each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [known, rows?.pageCount, rows?.rowCount, rows?.first, rows?.last],
  );
  const isReading = useRef(false);
  const [reads, setReads] = useState(0);
  /** Asked for last: what main can't tell is not asked without end. */
  const asked = useRef<string | null>(null);
  const question = missing === null ? null : `${runId} ${missing} ${rows?.pageCount}`;
  useEffect(() => {
    // One at a time: what was scrolled past meanwhile is never asked for.
    if (missing === null || isReading.current || asked.current === question) return;
    asked.current = question;
    isReading.current = true;
    const read = async (): Promise<void> => {
      await readPages(runId, missing);
      isReading.current = false;
      setReads((count) => count + 1);
    };
    void read();
  }, [runId, missing, question, reads]);
  return starts;
}
