/** Many rows of a view at once, for copying: from the window's cache where they are, else from main. */
import { maxWindowRows } from '#shared/contract/run.ts';
import type { Row } from '#shared/contract/run.ts';
import { readWindow, rowNow, setRowProblem, type RowView } from './rows.ts';

/** Rows `first … last` of a view. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** The rows, when the window has every one of them. */
export function rowsAtHand(view: RowView, spans: readonly Span[]): Row[] | null {
  const rows: Row[] = [];
  for (const { first, last } of spans) {
    for (let index = first; index <= last; index += 1) {
      const row = rowNow(view, index);
      if (row === undefined) return null;
      rows.push(row);
    }
  }
  return rows;
}

/**
 * Reads the rows, one chunk after another, so that scrolling is not kept waiting. They are not
 * kept: the cache is for what is on screen. No call to the service is made.
 *
 * @param tell Hears how many rows have been read.
 * @returns null when they can't be read; the run's row problem says why.
 */
export async function readRows(
  view: RowView,
  spans: readonly Span[],
  tell: (done: number) => void,
): Promise<Row[] | null> {
  const rows: Row[] = [];
  for (const { first, last } of spans) {
    for (let offset = first; offset <= last;) {
      const count = Math.min(maxWindowRows, last - offset + 1);
      const result = await readWindow(view, offset, count);
      if (!result.ok) {
        setRowProblem(view.runId, result.error);
        return null;
      }
      // The view has fewer rows by now.
      if (result.value.rows.length === 0) break;
      rows.push(...result.value.rows);
      offset += result.value.rows.length;
      tell(rows.length);
    }
  }
  return rows;
}
