/** Divides the rows of a run into files: of one day, and not more than about 256 MB of Parquet. */
import { answeredAt } from '../../store/log-contents.ts';
import type { PageRecord, RowRange } from '../../store/log-contents.ts';
import type { CopyDataset } from '../../store/columns/column-store.ts';

/** Rows of a run that go into one file. */
export interface Stretch extends RowRange {
  /** The day they were collected, in UTC: `2026-11-22`. */
  day: string;
}

/** DuckDB’s default. A row group is in memory as a whole, so long rows need smaller ones. */
const maxGroupRows = 122_880;
const minGroupRows = 2048;
const maxGroupBytes = 32 * 1024 ** 2;
/** Eight row groups; for long rows, a gigabyte of the log, of which zstd leaves a quarter. */
const maxFileRows = 8 * maxGroupRows;
const maxFileBytes = 1024 ** 3;

/** Numbers of rows in a row group and in a file. @param logBytes bytes of all `logRows` rows. */
export function partSizes(logBytes: number, logRows: number): { group: number; file: number } {
  const rowsIn = (bytes: number): number => Math.floor((bytes * logRows) / Math.max(1, logBytes));
  const vectors = Math.floor(rowsIn(maxGroupBytes) / minGroupRows) * minGroupRows;
  const group = Math.min(Math.max(vectors, minGroupRows), maxGroupRows);
  const groups = Math.floor(Math.min(maxFileRows, rowsIn(maxFileBytes)) / group);
  return { group, file: group * Math.max(1, groups) };
}

/** Divides rows `from` to before `to`, in order. */
export function stretchesOf(
  pages: readonly PageRecord[],
  { from, to }: RowRange,
  maxRows: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  let last: { from: number; to: number; day: string } | undefined;
  for (const page of pages) {
    const end = Math.min(page.firstRow + page.rows, to);
    let start = Math.max(page.firstRow, from);
    const day = dayOf(page);
    while (start < end) {
      if (last?.day !== day || last.to - last.from >= maxRows) {
        last = { from: start, to: start, day };
        stretches.push(last);
      }
      last.to = Math.min(end, last.from + maxRows);
      start = last.to;
    }
  }
  return stretches;
}

const dayOf = (page: PageRecord): string => answeredAt(page).slice(0, 10);

/** The rows of a stretch without those left out: a list may have thousands of ranges. */
export function seqsIn({ from, to }: RowRange, leftOut: readonly RowRange[]): Uint32Array {
  const isOut = new Uint8Array(to - from);
  for (const range of leftOut) {
    isOut.fill(1, Math.max(0, range.from - from), Math.max(0, range.to - from));
  }
  const seqs = new Uint32Array(to - from);
  let count = 0;
  for (let seq = from; seq < to; seq++) {
    if (isOut[seq - from] === 1) continue;
    seqs[count] = seq;
    count++;
  }
  return seqs.slice(0, count);
}

/** The pages of these rows, with rows numbered from 0 as in the file. */
export function pagesOf(pages: readonly PageRecord[], seqs: Uint32Array): CopyDataset['pages'] {
  const found: CopyDataset['pages'] = [];
  let row = 0;
  for (const page of pages) {
    const start = row;
    while (row < seqs.length && seqs[row]! < page.firstRow + page.rows) row++;
    if (row > start) found.push({ firstRow: start, at: Date.parse(answeredAt(page)) });
  }
  return found;
}
