/**
 * The location and checksum of every row in the log (`derived/rows.idx`): a window takes one or two reads
 * at any depth, of no more than its rows. In memory 4 bytes per row (40 MB for ten million): the distance
 * to the next row, and a checksum. The file only avoids the scan at the next start; it is never synced and
 * never trusted: whatever doesn't match the log is scanned again.
 *
 * File, little-endian (strictly speaking in the processor's byte order; a different processor rejects it).
 * Head of 32 bytes: `SDE-ROWS`, version (4), zeros (4), first 16 bytes of the SHA-256 of the log's first
 * line. Row, 16 bytes: start in its page's body (4), start of the next one or end of the last (4),
 * `checksumOf` its bytes (4), check of these, the row's number and its page's CRC-32 (4).
 */
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ItemScan } from '../json/index.ts';
import { countItems, itemRange, scanItems } from '../json/index.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import { fill, readFully, writeFully } from './file-port.ts';
import type { PageEntry } from './log-contents.ts';
import type { PageLog } from './page-log.ts';

const version = 3;
const headLength = 32;
const rowLength = 16;
const wordsInFile = rowLength / 4;
const rowsPerBlock = 65_536;
/** In memory, of 16 bits each: distance to the next row (or, of a page's last row, length), checksum. */
const wordsPerRow = 2;
/** Every so many rows, the start is in memory too: it is found by adding up fewer distances. */
const rowsPerMark = 64;
/** A distance that doesn't fit. */
const long = 0xffff;
/** Start and end, in the file, of a row whose page can't be read; its distance is 0. */
const lost = 0xffff_ffff;

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

/** The log that is indexed. */
interface IndexedLog {
  /** Hash of its first line. */
  readonly identity: Buffer;
  /** Grows as pages arrive. */
  readonly pages: readonly PageEntry[];
}

export class RowIndex {
  readonly #files: FilePort;
  readonly #path: string;
  readonly #log: IndexedLog;
  /** Whether the file exists, matches the log and can be written. */
  #hasFile = false;
  readonly #blocks: { rows: Uint16Array; marks: Uint32Array }[] = [];
  /** Distances that don't fit, by row. */
  readonly #long = new Map<number, number>();
  /** Start of each page's first row in its body. */
  readonly #firstStarts: number[] = [];
  #count = 0;
  /** The last row, in its page's body. */
  #last = { start: 0, end: 0 };
  /** Rows that the file holds. */
  #written = 0;
  #fileTooLong = false;
  /** The page of the last lookup: the next row is likely to be on it. */
  #lastPage = 0;
  /** The last start that was looked up: the next is likely to be close behind it. */
  #found = { seq: -1, start: 0 };

  private constructor(files: FilePort, path: string, log: IndexedLog) {
    this.#files = files;
    this.#path = path;
    this.#log = log;
  }

  /**
   * Loads the part of the index at `path` that matches this log: whole pages, from the first on.
   * `memoryOnly`: nothing may be written.
   */
  static async open(
    files: FilePort,
    path: string,
    log: IndexedLog,
    memoryOnly: boolean,
  ): Promise<RowIndex> {
    const index = new RowIndex(files, path, log);
    await index.#load(memoryOnly).catch(() => index.#recreate(memoryOnly));
    return index;
  }

  get count(): number {
    return this.#count;
  }

  /** Rows that the file lacks. */
  get unsaved(): number {
    return this.#count - this.#written;
  }

  /** Adds the next row, which is on this page; `start` and `end` are relative to its body. */
  add(pageIndex: number, start: number, end: number, checksum: number): void {
    const seq = this.#count;
    if (seq === this.#log.pages[pageIndex]?.firstRow) this.#firstStarts[pageIndex] = start;
    else this.#setDistance(seq - 1, start - this.#last.start);
    const { rows, marks } = this.#block(seq);
    rows[offsetIn(seq) + 1] = checksum;
    if (seq % rowsPerMark === 0) marks[markIn(seq)] = start;
    this.#setDistance(seq, end - start);
    this.#last = { start, end };
    this.#count++;
  }

  /** Adds the next row, which can't be read. */
  addLost(pageIndex: number): void {
    this.add(pageIndex, lost, lost, 0);
  }

  /** Row `seq`, which must be below `count`. */
  row(seq: number): IndexedRow {
    if (!(seq >= 0 && seq < this.#count)) throw new RangeError(`No row ${seq}`);
    const pageIndex = this.pageOf(seq);
    const distance = this.#distance(seq);
    if (distance === 0) return { start: 0, end: 0, checksum: 0, pageIndex };
    const start = this.#log.pages[pageIndex]!.bodyStart + this.#startOf(seq, pageIndex);
    return { start, end: start + distance, checksum: this.#checksum(seq), pageIndex };
  }

  /** Index of the page that holds row `seq`, or would hold it next. */
  pageOf(seq: number): number {
    const { pages } = this.#log;
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

  /** Writes new rows to the file. Losing the file only costs a scan, so this never throws. */
  async save(): Promise<void> {
    if (!this.#hasFile || (this.unsaved === 0 && !this.#fileTooLong)) return;
    let file: OpenFile | undefined;
    try {
      file = await this.#files.open(this.#path, 'update');
      if (this.#fileTooLong) await file.truncate(headLength + this.#written * rowLength);
      this.#fileTooLong = false;
      while (this.#written < this.#count) {
        const rows = Math.min(this.#count - this.#written, rowsPerBlock);
        const bytes = this.#encode(this.#written, rows);
        await writeFully(file, bytes, headLength + this.#written * rowLength);
        this.#written += rows;
      }
    } catch {
      this.#hasFile = false;
      await rm(this.#path, { force: true }).catch(() => undefined);
    } finally {
      await file?.close().catch(() => undefined);
    }
  }

  async #load(memoryOnly: boolean): Promise<void> {
    const file = await this.#files.open(this.#path, memoryOnly ? 'read' : 'update');
    try {
      const head = await readFully(file, 0, headLength);
      if (!head.equals(this.#head())) throw new Error('The index belongs to another log');
      const rows = Math.floor(((await file.size()) - headLength) / rowLength);
      // One buffer for all: new ones would stay with the process as holes in its memory.
      const words = new Uint32Array(Math.min(rows, rowsPerBlock) * wordsInFile);
      for (let done = 0; done < rows; done += rowsPerBlock) {
        const length = Math.min(rows - done, rowsPerBlock) * rowLength;
        const target = new Uint8Array(words.buffer, 0, length);
        const filled = await fill(file, target, headLength + done * rowLength);
        const whole = words.subarray(0, Math.floor(filled / rowLength) * wordsInFile);
        if (!this.#addStored(whole) || filled < length) break;
      }
      this.#dropPartOfPage();
      this.#written = this.#count;
      this.#fileTooLong = this.#count < rows;
      this.#hasFile = !memoryOnly;
    } finally {
      await file.close().catch(() => undefined);
    }
  }

  /** Adds rows from the file; returns false at the first that doesn't match the log. */
  #addStored(words: Uint32Array): boolean {
    for (let at = 0; at < words.length; at += wordsInFile) {
      const pageIndex = this.pageOf(this.#count);
      const page = this.#log.pages[pageIndex];
      if (page === undefined) return false;
      const start = words[at]!;
      const end = words[at + 1]!;
      const checksum = words[at + 2]!;
      if (words[at + 3] !== checkOf(this.#count, page.crc, start, end, checksum)) return false;
      const from = this.#count === page.firstRow ? 0 : this.#last.end;
      const fits = start >= from && end > start && end <= page.bodyEnd - page.bodyStart;
      if (page.unreadable ? start !== lost : !fits) return false;
      this.add(pageIndex, start, end, checksum);
    }
    return true;
  }

  #dropPartOfPage(): void {
    this.#count = Math.min(
      this.#count,
      this.#log.pages[this.pageOf(this.#count)]?.firstRow ?? this.#count,
    );
  }

  #encode(first: number, rows: number): Uint8Array {
    const words = new Uint32Array(rows * wordsInFile);
    for (let row = 0; row < rows; row++) {
      const seq = first + row;
      const pageIndex = this.pageOf(seq);
      const distance = this.#distance(seq);
      const start = distance === 0 ? lost : this.#startOf(seq, pageIndex);
      const end = distance === 0 ? lost : start + distance;
      const checksum = this.#checksum(seq);
      const check = checkOf(seq, this.#log.pages[pageIndex]!.crc, start, end, checksum);
      const at = row * wordsInFile;
      words[at] = start;
      words[at + 1] = end;
      words[at + 2] = checksum;
      words[at + 3] = check;
    }
    return new Uint8Array(words.buffer);
  }

  async #recreate(memoryOnly: boolean): Promise<void> {
    this.#count = 0;
    if (memoryOnly) return;
    let file: OpenFile | undefined;
    try {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await rm(this.#path, { force: true });
      file = await this.#files.open(this.#path, 'create');
      await writeFully(file, this.#head(), 0);
      this.#hasFile = true;
    } catch {
      // Without a file the index is in memory only.
    } finally {
      await file?.close().catch(() => undefined);
    }
  }

  #head(): Buffer {
    const head = Buffer.alloc(headLength);
    head.write('SDE-ROWS', 'latin1');
    head.writeUInt32LE(version, 8);
    this.#log.identity.copy(head, 16, 0, 16);
    return head;
  }

  /** Start of a row that can be read, in its page's body. */
  #startOf(seq: number, pageIndex: number): number {
    const { firstRow } = this.#log.pages[pageIndex]!;
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
    this.#block(seq).rows[offsetIn(seq)] = Math.min(distance, long);
    if (distance >= long) this.#long.set(seq, distance);
  }

  #checksum(seq: number): number {
    return this.#block(seq).rows[offsetIn(seq) + 1]!;
  }

  #block(seq: number): { rows: Uint16Array; marks: Uint32Array } {
    const number = Math.floor(seq / rowsPerBlock);
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
  return (seq % rowsPerBlock) * wordsPerRow;
}

/** Offset of a row's start among the marks of its block. */
function markIn(seq: number): number {
  return (seq % rowsPerBlock) / rowsPerMark;
}

/** Lost writes are read back as zeros or as old blocks: neither matches the row and its page. */
function checkOf(
  seq: number,
  pageCrc: number,
  start: number,
  end: number,
  checksum: number,
): number {
  return mix(mix(mix(mix(mix(0x5de, seq), pageCrc), start), end), checksum) >>> 0;
}

function mix(before: number, word: number): number {
  const hash = Math.imul(before ^ word, 0x9e37_79b1);
  return hash ^ (hash >>> 15);
}

/** Completes the index: afterwards it has exactly the log's rows. */
export async function completeIndex(log: PageLog, index: RowIndex): Promise<void> {
  for (let at = index.pageOf(index.count); at < log.pages.length; at++) {
    await indexPage(log, index, at, log.pages[at]!);
  }
  await index.save();
}

/** Adds the items of a page; `body` holds the bytes as sent, or as they passed their check. */
export function addItems(
  index: RowIndex,
  pageIndex: number,
  body: Uint8Array,
  scan: ItemScan,
): void {
  const count = countItems(scan);
  for (let item = 0; item < count; item++) {
    const { start, end } = itemRange(scan, item);
    index.add(pageIndex, start, end, checksumOf(body.subarray(start, end)));
  }
}

async function indexPage(
  log: PageLog,
  index: RowIndex,
  pageIndex: number,
  page: PageEntry,
): Promise<void> {
  if (page.rows === 0) return;
  const body = await log.readBody(page);
  if (body !== undefined) {
    const scan = scanItems(body, page.path);
    if (countItems(scan) === page.rows) {
      addItems(index, pageIndex, body, scan);
      return;
    }
    log.markUnreadable(page);
  }
  for (let row = 0; row < page.rows; row++) index.addLost(pageIndex);
}
