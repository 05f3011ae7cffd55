/**
 * The location and checksum of every row in the log: a window takes one or two reads at any depth, of no
 * more than its rows. 4 bytes per row (40 MB for ten million): the distance to the next row, and a checksum.
 */
import { crc32 } from 'node:zlib';
import type { PageEntry } from './log-contents.ts';

/** Shifted, not divided: a long run's rows are added ten million times while it is opened. */
const blockBits = 16;
const rowsPerBlock = 2 ** blockBits;
/** In memory, of 16 bits each: distance to the next row (or, of a page's last row, length), checksum. */
const wordsPerRow = 2;
/** Every so many rows, the start is in memory too: it is found by adding up fewer distances. */
const rowsPerMark = 64;
/** A distance that doesn't fit. That of a row that can't be read is 0. */
const long = 0xffff;

/**
 * Half of the CRC-32 of a row's bytes: one damaged row in 65,536 would pass. Its page's checksum is whole,
 * and is what counts for everything that reads pages.
 */
export const checksumOf = (row: Uint8Array): number => crc32(row) & 0xffff;

/** Offsets in the log. */
export interface IndexedRow {
  start: number;
  /** At most a comma and space separate its last byte from this; `start` if the row is lost. */
  end: number;
  /** `checksumOf` its bytes. */
  checksum: number;
  /** Index of its page in the list of pages. */
  pageIndex: number;
}

export interface TableLog {
  /** Grows as pages arrive. */
  readonly pages: readonly PageEntry[];
}

export class RowTable {
  readonly #log: TableLog;
  readonly #blocks: { rows: Uint16Array; marks: Uint32Array }[] = [];
  /** Distances that don't fit, by row. */
  readonly #long = new Map<number, number>();
  /** Start of each page's first row in its body. */
  readonly #firstStarts: number[] = [];
  #count = 0;
  /** The last row, in its page's body. */
  #lastStart = 0;
  #lastEnd = 0;
  /** The page of the last lookup: the next row is likely to be on it. */
  #lastPage = 0;
  /** The last start that was looked up: the next is likely to be close behind it. */
  #found = { seq: -1, start: 0 };

  constructor(log: TableLog) {
    this.#log = log;
  }

  get count(): number {
    return this.#count;
  }

  get pages(): readonly PageEntry[] {
    return this.#log.pages;
  }

  /** Adds the next row, which is on this page; `start` and `end` are relative to its body. */
  add(pageIndex: number, start: number, end: number, checksum: number): void {
    const seq = this.#count;
    if (seq === this.pages[pageIndex]?.firstRow) this.#firstStarts[pageIndex] = start;
    else this.#setDistance(seq - 1, start - this.#lastStart);
    this.#setDistance(seq, end - start);
    const { rows, marks } = this.#block(seq);
    rows[offsetIn(seq) + 1] = checksum;
    if (seq % rowsPerMark === 0) marks[markIn(seq)] = start;
    this.#lastStart = start;
    this.#lastEnd = end;
    this.#count++;
  }

  /** Adds the next row, which can't be read. */
  addLost(pageIndex: number): void {
    this.add(pageIndex, 0, 0, 0);
  }

  /** Row `seq`, which must be below `count`. */
  row(seq: number): IndexedRow {
    if (!(seq >= 0 && seq < this.#count)) throw new RangeError(`No row ${seq}`);
    const pageIndex = this.pageOf(seq);
    const distance = this.#distance(seq);
    if (distance === 0) return { start: 0, end: 0, checksum: 0, pageIndex };
    const start = this.pages[pageIndex]!.bodyStart + this.#startOf(seq, pageIndex);
    return { start, end: start + distance, checksum: this.#checksum(seq), pageIndex };
  }

  /** Index of the page that holds row `seq`, or would hold it next. */
  pageOf(seq: number): number {
    const { pages } = this;
    if (holds(pages[this.#lastPage], seq)) return this.#lastPage;
    let [low, high] = [0, pages.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { firstRow, rows } = pages[middle]!;
      if (firstRow + rows <= seq) low = middle + 1;
      else high = middle;
    }
    this.#lastPage = low;
    return low;
  }

  /** End of the last row in its page's body. */
  protected get lastEnd(): number {
    return this.#lastEnd;
  }

  /** Drops all rows but these, which must be those of whole pages. */
  protected keepFirst(count: number): void {
    this.#count = Math.min(this.#count, count);
  }

  /** Start of a row that can be read, in its page's body. */
  #startOf(seq: number, pageIndex: number): number {
    const { firstRow } = this.pages[pageIndex]!;
    let at = Math.max(firstRow, seq - (seq % rowsPerMark));
    let start: number;
    if (this.#found.seq >= at && this.#found.seq <= seq) ({ seq: at, start } = this.#found);
    else if (at === firstRow) start = this.#firstStarts[pageIndex]!;
    else start = this.#block(at).marks[markIn(at)]!;
    for (; at < seq; at++) start += this.#distance(at);
    this.#found = { seq, start };
    return start;
  }

  #distance(seq: number): number {
    const distance = this.#block(seq).rows[offsetIn(seq)]!;
    return distance === long ? this.#long.get(seq)! : distance;
  }

  #setDistance(seq: number, distance: number): void {
    this.#block(seq).rows[offsetIn(seq)] = distance < long ? distance : long;
    if (distance >= long) this.#long.set(seq, distance);
  }

  #checksum(seq: number): number {
    return this.#block(seq).rows[offsetIn(seq) + 1]!;
  }

  #block(seq: number): { rows: Uint16Array; marks: Uint32Array } {
    const number = seq >>> blockBits;
    let block = this.#blocks[number];
    if (block === undefined) {
      // Untouched memory costs nothing, so a small run doesn't pay for a whole block.
      const { buffer } = Buffer.allocUnsafeSlow(rowsPerBlock * wordsPerRow * 2);
      const marks = new Uint32Array(rowsPerBlock / rowsPerMark);
      block = { rows: new Uint16Array(buffer), marks };
      this.#blocks[number] = block;
    }
    return block;
  }
}

function holds(page: PageEntry | undefined, seq: number): boolean {
  return page !== undefined && page.firstRow <= seq && seq < page.firstRow + page.rows;
}

/** Offset of a row's first word in its block. */
function offsetIn(seq: number): number {
  return (seq & (rowsPerBlock - 1)) * wordsPerRow;
}

/** Offset of a row's start among the marks of its block. */
function markIn(seq: number): number {
  return (seq % rowsPerBlock) / rowsPerMark;
}
