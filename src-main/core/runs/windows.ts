/** Reads the rows of a run to be shown from the log, by their numbers. */
import type { Page, RowWindow } from '#shared/contract/run.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { refused } from '../problem-error.ts';
import { asRow, forWindow } from './as-row.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { rowsUpTo, shownNumber, shownRows, storedNumber } from './live-run.ts';
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
      : shownPart(run, part.firstRow, Math.min(part.firstRow + part.rows, rowsUpTo(run)));
  const wanted = Math.max(0, Math.min(count, total - offset));
  const rows = wanted === 0 ? [] : await rowsFrom(run, firstRow + offset, wanted);
  return { offset, total, numbers: null, rows: rows.map(rowOrBlank) };
}

/** Returns where the log's rows `from … to - 1` are shown, without replaced ones. */
function shownPart(run: LiveRun, from: number, to: number): Pick<Page, 'firstRow' | 'rows'> {
  const firstRow = shownNumber(run, from);
  return { firstRow, rows: Math.max(0, shownNumber(run, to) - firstRow) };
}

function rowsFrom(run: LiveRun, first: number, count: number): ReturnType<StoredRun['rows']> {
  const { stored } = run;
  if (stored.replacedRows.length === 0) return stored.rows(first, count);
  return stored.rowsAt(Array.from({ length: count }, (_, at) => storedNumber(run, first + at)));
}

/** Returns the run's number of the first row of the page that was stored last. */
export const lastPageStart = (run: LiveRun): number =>
  shownNumber(run, run.stored.pages.at(-1)?.firstRow ?? 0);

/** Returns rows from a page that was just stored; null unless it has all of them. */
export function rowsJustKept(
  run: LiveRun,
  kept: KeptRows,
  offset: number,
  count: number,
): RowWindow | null {
  const total = shownRows(run);
  const wanted = Math.max(0, Math.min(count, total - offset));
  if (kept === null || shownNumber(run, kept.firstRow) !== offset) return null;
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
  const numbers = wanted.map((seq) => shownNumber(run, seq));
  return { offset, total: seqs.length, numbers, rows: rows.map(rowOrBlank) };
}

/** Lists pages; `from` counts from 0. */
export const pagesOf = (run: LiveRun, from: number, count: number): Page[] =>
  run.stored.pages.slice(from, from + count).map((stored) => {
    const { page, at, ms, dataSource, unreadable, file } = stored;
    const { firstRow, rows } = shownPart(run, stored.firstRow, stored.firstRow + stored.rows);
    const tooLarge = isUnshown({ file });
    const replaced = rows < stored.rows;
    return { page, firstRow, rows, at, ms, dataSource, unreadable, tooLarge, replaced };
  });
