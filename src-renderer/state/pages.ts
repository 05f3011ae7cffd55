/** What is known about each fetched page: read from main when its rows come near. */
import { useMemo, useState } from 'react';
import type { Result } from '#shared/contract/result.ts';
import type { Page } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';
import { Lane, useAsked } from './asked.ts';

/** Pages by number. */
type Pages = Readonly<Record<number, Page>>;
const noPages: Pages = {};

/** Number of pages read at once. */
const readCount = 100;

/** One at a time: pages that were scrolled past in the meantime are never requested. */
const lane = new Lane(1);

/** Reads a page (from 1) and its neighbours, beside those that are known. */
async function readPages(runId: string, page: number, known: Pages): Promise<Result<Pages>> {
  const from = Math.floor((page - 1) / readCount) * readCount;
  const result = await host.call('run.pages', { runId, from, count: readCount });
  if (!result.ok) return result;
  const read = Object.fromEntries(result.value.pages.map((one) => [one.page, one]));
  return { ok: true, value: { ...known, ...read } };
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
  const { value, isPending } = useAsked({
    key: [runId, 'page times'],
    ask: pageCount > 0 ? () => host.call('run.pages', { runId, from, count: timedPages }) : null,
  });
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

/**
 * Returns the known pages that begin among the rows; `rows` null: none. What can't be read is not
 * reported: nothing is lost but where a page begins.
 */
export function usePageStarts(runId: string, rows: PagedRows | null): PageStarts['starts'] {
  const [missing, setMissing] = useState<number | null>(null);
  const { value } = useAsked<Pages>({
    key: [runId, 'pages'],
    // What main can't answer isn't asked again endlessly.
    version: [missing, rows?.pageCount],
    ask: missing === null ? null : () => readPages(runId, missing, known),
    keep: Infinity,
    lane,
  });
  const known: Pages = value ?? noPages;
  const found = useMemo(
    () => (rows === null || rows.pageCount === 0 ? noPageStarts : findPageStarts(known, rows)),
    // The object is a new one on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [known, rows?.pageCount, rows?.rowCount, rows?.first, rows?.last],
  );
  if (found.missing !== missing) setMissing(found.missing);
  return found.starts;
}
