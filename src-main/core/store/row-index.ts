/**
 * Where every row lies in the log and what its bytes are: `derived/rows.idx`, so that a window is
 * one or two reads at any depth, and no more is read than its rows. In memory 8 bytes a row (80 MB
 * for ten million): where it begins in its page, and its CRC-32. The file only spares the scan at
 * the next start; it is never synced and never trusted: what doesn't fit the log is scanned again
 * (`build-index.ts`).
 *
 * File, little-endian (that of the processor, in truth; another one finds it wrong). Head of 32
 * bytes: `SDE-ROWS`, version (4), zeros (4), first 16 bytes of the SHA-256 of the log's first line.
 * Row, 16 bytes: start in its page's body (4), start of the next one or end of the last (4), CRC-32
 * (4), check of these, the row's number and its page's CRC-32 (4).
 */
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ItemScan } from '../json/index.ts';
import { countItems, itemRange, scanItems } from '../json/index.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import { readFully, writeFully } from './file-port.ts';
import type { PageEntry } from './log-contents.ts';
import type { PageLog } from './page-log.ts';

const version = 2;
const headLength = 32;
const rowLength = 16;
const wordsInFile = rowLength / 4;
const rowsPerBlock = 65_536;
const wordsPerRow = 2;
/** Start and end of a row of a page that can't be read. */
const lost = 0xffff_ffff;

/** Offsets in the log. */
export interface IndexedRow {
  start: number;
  /** At most a comma and space are between its last byte and this; `start` where it is lost. */
  end: number;
  /** CRC-32 of its bytes. */
  crc: number;
  /** Position of its page in the list of pages. */
  pageIndex: number;
}

/** The log that is indexed. */
interface IndexedLog {
  /** Hash of its first line. */
  readonly identity: Buffer;
  /** Grows while pages arrive. */
  readonly pages: readonly PageEntry[];
}

export class RowIndex {
  readonly #files: FilePort;
  readonly #path: string;
  readonly #log: IndexedLog;
  /** Whether the file is there and fits, to be written to. */
  #isKept = false;
  readonly #blocks: Uint32Array[] = [];
  /** Where the last row of each page ends in its body. */
  readonly #ends: number[] = [];
  #count = 0;
  /** Rows that the file holds. */
  #written = 0;
  #fileTooLong = false;
  /** The page that was asked for last: the next row is likely to be on it. */
  #lastPage = 0;

  private constructor(files: FilePort, path: string, log: IndexedLog) {
    this.#files = files;
    this.#path = path;
    this.#log = log;
  }

  /**
   * Loads of the index at `path` what belongs to this log: whole pages, from the first on.
   * `memoryOnly`: where nothing may be written.
   */
  static async open(
    files: FilePort,
    path: string,
    log: IndexedLog,
    memoryOnly: boolean,
  ): Promise<RowIndex> {
    const index = new RowIndex(files, path, log);
    await index.#load(memoryOnly).catch(() => index.#startAgain(memoryOnly));
    return index;
  }

  get count(): number {
    return this.#count;
  }

  /** Rows that the file lacks. */
  get unsaved(): number {
    return this.#count - this.#written;
  }

  /** Adds the next row, which is on this page; `start` and `end` count from its body's start. */
  add(pageIndex: number, start: number, end: number, crc: number): void {
    const block = this.#block(this.#count);
    const at = offsetIn(this.#count);
    block[at] = start;
    block[at + 1] = crc;
    this.#ends[pageIndex] = end;
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
    const { bodyStart } = this.#log.pages[pageIndex]!;
    const start = this.#startOf(seq);
    if (start === lost) return { start: 0, end: 0, crc: 0, pageIndex };
    const crc = this.#block(seq)[offsetIn(seq) + 1]!;
    return {
      start: bodyStart + start,
      end: bodyStart + this.#endOf(seq, pageIndex),
      crc,
      pageIndex,
    };
  }

  /** Position of the page that holds row `seq`, or would hold it next. */
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

  /** Hands new rows to the file. Losing the file costs a scan, so no error leaves here. */
  async save(): Promise<void> {
    if (!this.#isKept || (this.unsaved === 0 && !this.#fileTooLong)) return;
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
      this.#isKept = false;
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
      for (let done = 0; done < rows; done += rowsPerBlock) {
        const length = Math.min(rows - done, rowsPerBlock) * rowLength;
        const bytes = await readFully(file, headLength + done * rowLength, length);
        if (!this.#take(bytes) || bytes.length < length) break;
      }
      this.#dropPartOfPage();
      this.#written = this.#count;
      this.#fileTooLong = this.#count < rows;
      this.#isKept = !memoryOnly;
    } finally {
      await file.close().catch(() => undefined);
    }
  }

  /** Adds rows of the file; false from the first on that doesn't fit the log. */
  #take(bytes: Buffer): boolean {
    const words = new Uint32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.length / 4));
    for (let at = 0; at + wordsInFile <= words.length; at += wordsInFile) {
      const pageIndex = this.pageOf(this.#count);
      const page = this.#log.pages[pageIndex];
      if (page === undefined) return false;
      const start = words[at]!;
      const end = words[at + 1]!;
      const crc = words[at + 2]!;
      if (words[at + 3] !== checkOf(this.#count, page.crc, start, end, crc)) return false;
      const from = this.#count === page.firstRow ? 0 : this.#ends[pageIndex]!;
      const fits = start >= from && end > start && end <= page.bodyEnd - page.bodyStart;
      if (page.unreadable ? start !== lost : !fits) return false;
      this.add(pageIndex, start, end, crc);
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
      const start = this.#startOf(seq);
      const end = start === lost ? lost : this.#endOf(seq, pageIndex);
      const crc = this.#block(seq)[offsetIn(seq) + 1]!;
      const check = checkOf(seq, this.#log.pages[pageIndex]!.crc, start, end, crc);
      const at = row * wordsInFile;
      words[at] = start;
      words[at + 1] = end;
      words[at + 2] = crc;
      words[at + 3] = check;
    }
    return new Uint8Array(words.buffer);
  }

  async #startAgain(memoryOnly: boolean): Promise<void> {
    this.#count = 0;
    if (memoryOnly) return;
    let file: OpenFile | undefined;
    try {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await rm(this.#path, { force: true });
      file = await this.#files.open(this.#path, 'create');
      await writeFully(file, this.#head(), 0);
      this.#isKept = true;
    } catch {
      // Without its file the index is in memory only.
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

  #startOf(seq: number): number {
    return this.#block(seq)[offsetIn(seq)]!;
  }

  #endOf(seq: number, pageIndex: number): number {
    const next = seq + 1;
    return next < this.#count && holds(this.#log.pages[pageIndex], next)
      ? this.#startOf(next)
      : this.#ends[pageIndex]!;
  }

  #block(seq: number): Uint32Array {
    const number = Math.floor(seq / rowsPerBlock);
    let block = this.#blocks[number];
    if (block === undefined) {
      // Memory that is never touched costs nothing, so a small run doesn't pay for a whole block.
      const { buffer } = Buffer.allocUnsafeSlow(rowsPerBlock * wordsPerRow * 4);
      block = new Uint32Array(buffer);
      this.#blocks[number] = block;
    }
    return block;
  }
}

function holds(page: PageEntry | undefined, seq: number): boolean {
  return page !== undefined && page.firstRow <= seq && seq < page.firstRow + page.rows;
}

/** Position of a row's first number in its block. */
function offsetIn(seq: number): number {
  return (seq % rowsPerBlock) * wordsPerRow;
}

/** Lost writes come back as zeros or as old blocks: neither fits the row and its page. */
function checkOf(seq: number, pageCrc: number, start: number, end: number, crc: number): number {
  return mix(mix(mix(mix(mix(0x5de, seq), pageCrc), start), end), crc) >>> 0;
}

function mix(before: number, word: number): number {
  const hash = Math.imul(before ^ word, 0x9e37_79b1);
  return hash ^ (hash >>> 15);
}

/** After this the index has exactly the log's rows. */
export async function completeIndex(log: PageLog, index: RowIndex): Promise<void> {
  for (let at = index.pageOf(index.count); at < log.pages.length; at++) {
    await indexPage(log, index, at, log.pages[at]!);
  }
  await index.save();
}

/** Adds the items of a page, whose body these bytes are as they were sent or passed their check. */
export function addItems(
  index: RowIndex,
  pageIndex: number,
  body: Uint8Array,
  scan: ItemScan,
): void {
  const count = countItems(scan);
  for (let item = 0; item < count; item++) {
    const { start, end } = itemRange(scan, item);
    index.add(pageIndex, start, end, crc32(body.subarray(start, end)));
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
