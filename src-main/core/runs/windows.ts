/** Reads the rows of a run to be shown from the log, by their numbers. */
import type { Page, RowWindow } from '#shared/contract/run.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import type { RowNumbers } from '../store/columns/column-store.ts';
import { asRow, forWindow } from './as-row.ts';
import type { PageRecord } from '../store/log-contents.ts';
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
  if (part === undefined) throw new ProblemError(invalidInput(`There is no page ${page}.`));
  const from = part?.firstRow ?? 0;
  const total =
    part === null ? shownRows(run) : Math.min(part.rows, Math.max(0, rowsUpTo(run) - from));
  const wanted = Math.max(0, Math.min(count, total - offset));
  return {
    offset,
    total,
    numbers: null,
    rows: wanted === 0 ? [] : (await rowsFrom(run, part, offset, wanted)).map(rowOrBlank),
  };
}

function rowsFrom(
  run: LiveRun,
  page: PageRecord | null,
  offset: number,
  count: number,
): ReturnType<StoredRun['rows']> {
  const { stored } = run;
  if (page !== null) return stored.rows(page.firstRow + offset, count);
  if (stored.replacedRows.length === 0) return stored.rows(offset, count);
  return stored.rowsAt(Array.from({ length: count }, (_, at) => storedNumber(run, offset + at)));
}

/** Returns rows from a page that was just stored; null unless it has all of them. */
export function rowsJustKept(
  run: LiveRun,
  kept: KeptRows,
  offset: number,
  count: number,
): RowWindow | null {
  const total = shownRows(run);
  const wanted = Math.max(0, Math.min(count, total - offset));
  if (kept === null || kept.firstRow !== offset || kept.items.length < wanted) return null;
  return { offset, total, numbers: null, rows: kept.items.slice(0, wanted).map(rowOrBlank) };
}

/** Returns the rows `offset … offset + count - 1` of a list of row numbers. */
export async function rowsOfList(
  run: LiveRun,
  seqs: RowNumbers,
  offset: number,
  count: number,
): Promise<RowWindow> {
  const wanted = Array.from(seqs.slice(offset, offset + count));
  const rows = wanted.length === 0 ? [] : await run.stored.rowsAt(wanted);
  const numbers = wanted.map((seq) => shownNumber(run, seq));
  return { offset, total: seqs.length, numbers, rows: rows.map(rowOrBlank) };
}

/** Lists pages; `from` counts from 0. */
export function pagesOf(run: LiveRun, from: number, count: number): Page[] {
  return run.stored.pages
    .slice(from, from + count)
    .map(({ page, firstRow, rows, at, ms, dataSource, unreadable, file }) => ({
      page,
      firstRow,
      rows,
      at,
      ms,
      dataSource,
      unreadable,
      tooLarge: isUnshown({ file }),
    }));
}
