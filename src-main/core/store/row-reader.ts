/** Rows from the log, through the index: few reads, bounded memory, checked pages. */
import type { PageEntry } from './log-contents.ts';
import type { PageLog } from './page-log.ts';
import type { IndexedRow, RowIndex } from './row-index.ts';

/** Rows of one batch lie in at most this many bytes, or are one row. */
const batchBytes = 1024 * 1024;
const batchRows = 5000;
/** Reading over a gap of this many bytes is cheaper than a second read. */
const gapBytes = 16 * 1024;

const lineFeed = Buffer.from('\n');

interface WantedRow extends IndexedRow {
  /** Position in the answer. */
  position: number;
}

export class RowReader {
  readonly #log: PageLog;
  readonly #index: RowIndex;

  constructor(log: PageLog, index: RowIndex) {
    this.#log = log;
    this.#index = index;
  }

  /**
   * The bytes of the rows with these numbers, in this order; undefined for rows that can't be
   * read. A page's checksum is looked at when the first of its rows is read.
   */
  async read(seqs: ArrayLike<number>): Promise<(Buffer | undefined)[]> {
    const rows: (Buffer | undefined)[] = Array.from({ length: seqs.length });
    const checked: WantedRow[] = [];
    const unchecked = new Map<PageEntry, WantedRow[]>();
    for (let position = 0; position < seqs.length; position++) {
      const row = { ...this.#index.row(seqs[position]!), position };
      const page = this.#log.pages[row.pageIndex]!;
      if (page.unreadable) continue;
      if (page.verified) {
        checked.push(row);
        continue;
      }
      const wanted = unchecked.get(page) ?? [];
      unchecked.set(page, wanted);
      wanted.push(row);
    }
    for (const [page, wanted] of unchecked) {
      const body = await this.#log.readBody(page);
      if (body === undefined) continue;
      takeRows(rows, wanted, body, page.bodyStart);
    }
    const spans = spansOf(checked);
    await Promise.all(
      spans.map(async (wanted) => {
        const start = wanted[0]!.start;
        takeRows(rows, wanted, await this.#log.read(start, wanted.at(-1)!.end), start);
      }),
    );
    return rows;
  }

  /** The rows in batches of about a megabyte, for streaming. */
  async *batches(seqs: Iterable<number>): AsyncGenerator<(Buffer | undefined)[]> {
    let batch: number[] = [];
    let bytes = 0;
    for (const seq of seqs) {
      const { start, end } = this.#index.row(seq);
      if (batch.length === batchRows || (bytes > 0 && bytes + end - start > batchBytes)) {
        yield await this.read(batch);
        batch = [];
        bytes = 0;
      }
      batch.push(seq);
      bytes += end - start;
    }
    if (batch.length > 0) yield await this.read(batch);
  }

  /** The rows as lines, byte for byte as in the log; rows that can't be read are left out. */
  async *lines(seqs: Iterable<number>): AsyncGenerator<Buffer> {
    for await (const batch of this.batches(seqs)) {
      const lines = batch.flatMap((row) => (row === undefined ? [] : [row, lineFeed]));
      if (lines.length > 0) yield Buffer.concat(lines);
    }
  }
}

/** Copies: a slice would keep the whole page in memory for one row. */
function takeRows(
  rows: (Buffer | undefined)[],
  wanted: readonly WantedRow[],
  bytes: Buffer,
  offset: number,
): void {
  for (const { position, start, end } of wanted) {
    rows[position] = Buffer.from(bytes.subarray(start - offset, end - offset));
  }
}

/** Groups rows that lie near each other, so that each group is one read. */
function spansOf(rows: WantedRow[]): WantedRow[][] {
  const spans: WantedRow[][] = [];
  let span: WantedRow[] = [];
  for (const row of rows.toSorted((a, b) => a.start - b.start)) {
    const last = span.at(-1);
    const near =
      last !== undefined &&
      row.start - last.end <= gapBytes &&
      row.end - span[0]!.start <= batchBytes;
    if (near) {
      span.push(row);
    } else {
      span = [row];
      spans.push(span);
    }
  }
  return spans;
}
