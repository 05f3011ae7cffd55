/** Reads the rows of a run to be shown from the log, by their numbers. */
import type { Page, RowWindow } from '#shared/contract/run.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { refused } from '../problem-error.ts';
import { asRow, forWindow } from './as-row.ts';
import { shownRows } from './live-run.ts';
import { isUnshown } from './notices.ts';
import type { KeptRows, LiveRun } from './live-run.ts';

/** A row of a damaged page is shown as an empty row; the run's notices explain it. */
const rowOrBlank = (value: JsonValue | undefined): JsonObject => forWindow(asRow(value) ?? {});

/**
 * Returns rows in order of arrival, of the run or of one of its pages (from 1), within which `offset`
 * counts then.
 * @throws ProblemError when there is no such page.
 */
export async function rowsInOrder(
  run: LiveRun,
  page: number | null,
  offset: number,
  count: number,
): Promise<RowWindow> {
  const part = page === null ? null : run.stored.pages[page - 1];
  if (part === undefined) throw refused(`There is no page ${page}.`);
  const { firstRow, rows: total } =
    part === null
      ? { firstRow: 0, rows: shownRows(run) }
      : { ...part, rows: Math.max(0, Math.min(part.rows, shownRows(run) - part.firstRow)) };
  const wanted = Math.max(0, Math.min(count, total - offset));
  const rows = wanted === 0 ? [] : await run.stored.rows(firstRow + offset, wanted);
  return { offset, total, numbers: null, rows: rows.map(rowOrBlank) };
}

/** Returns the run's number of the first row of the page that was stored last. */
export const lastPageStart = (run: LiveRun): number => run.stored.pages.at(-1)?.firstRow ?? 0;

/** Returns rows from a page that was just stored; null unless it has all of them. */
export function rowsJustKept(
  run: LiveRun,
  kept: KeptRows,
  offset: number,
  count: number,
): RowWindow | null {
  const total = shownRows(run);
  const wanted = Math.max(0, Math.min(count, total - offset));
  if (kept === null || kept.firstRow !== offset) return null;
  if (kept.items.length < wanted) return null;
  return { offset, total, numbers: null, rows: kept.items.slice(0, wanted).map(rowOrBlank) };
}

/** Returns the rows `offset … offset + count - 1` of a list of row numbers. */
export async function rowsOfList(
  run: LiveRun,
  seqs: Uint32Array,
  offset: number,
  count: number,
): Promise<RowWindow> {
  const wanted = Array.from(seqs.slice(offset, offset + count));
  const rows = wanted.length === 0 ? [] : await run.stored.rowsAt(wanted);
  return { offset, total: seqs.length, numbers: wanted, rows: rows.map(rowOrBlank) };
}

/** Lists pages; `from` counts from 0. */
export const pagesOf = (run: LiveRun, from: number, count: number): Page[] =>
  run.stored.pages.slice(from, from + count).map((stored) => {
    const { page, firstRow, rows, at, ms, dataSource, unreadable, file } = stored;
    const tooLarge = isUnshown({ file });
    return { page, firstRow, rows, at, ms, dataSource, unreadable, tooLarge };
  });
