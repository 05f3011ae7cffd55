/**
 * The row table, and its copy on disk (`derived/rows.idx`). The file only avoids the scan at the next
 * start; it is never synced and never trusted: whatever doesn't match the log is scanned again.
 *
 * File, little-endian (strictly speaking in the processor's byte order; a different processor rejects it).
 * Head of 32 bytes: `SDE-ROWS`, version (4), zeros (4), first 16 bytes of the SHA-256 of the log's first
 * line. Row, 16 bytes: start in its page's body (4), start of the next one or end of the last (4),
 * `checksumOf` its bytes (4), check of these, the row's number and its page's CRC-32 (4).
 */
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ItemScan } from '../json/index.ts';
import { countItems, itemRange, scanItems } from '../json/index.ts';
import type { FilePort, OpenFile } from './file-port.ts';
import { fill, readFully, writeFully } from './file-port.ts';
import type { PageEntry } from './log-contents.ts';
import { runClosed } from './page-log.ts';
import type { PageLog } from './page-log.ts';
import { checksumOf, RowTable } from './row-table.ts';

const version = 3;
const headLength = 32;
const rowLength = 16;
const wordsInFile = rowLength / 4;
/** Rows that are read or written at a time. */
const rowsPerBlock = 65_536;
/** Start and end of a row whose page can't be read. */
const lost = 0xffff_ffff;

export class RowIndex extends RowTable {
  readonly #files: FilePort;
  readonly #path: string;
  readonly #log: PageLog;
  /** Whether the file exists, matches the log and can be written. */
  #hasFile = false;
  /** Rows that the file holds. */
  #written = 0;
  #fileTooLong = false;
  /** Rows that can be looked up while others are still found. */
  #ready = 0;
  #waiting: (() => void)[] = [];
  #isStopped = false;
  /** Resolves when all rows are found, or it was stopped. */
  #work: Promise<void> | undefined = undefined;
  /** Why rows were not found. */
  #problem: unknown = undefined;

  private constructor(files: FilePort, path: string, log: PageLog) {
    super(log);
    this.#files = files;
    this.#path = path;
    this.#log = log;
  }

  /**
   * Opens the index of a log. Of a long one, only the first rows are found when this resolves, and all
   * others a little later (`until`). Whole pages, from the first on, are taken from the file at `path` as
   * far as it matches the log; the others are scanned. `memoryOnly`: nothing may be written.
   * @throws StoreError when the log can't be read.
   */
  static async open(
    files: FilePort,
    path: string,
    log: PageLog,
    memoryOnly: boolean,
  ): Promise<RowIndex> {
    const index = new RowIndex(files, path, log);
    index.#work = index.#findAll(memoryOnly).finally(() => {
      index.#work = undefined;
      index.#advance();
    });
    const isLong = log.rowCount > rowsPerBlock;
    if (!isLong) await index.settled();
    await index.until(isLong ? 1 : log.rowCount);
    return index;
  }

  /** Whether a row can be looked up now. */
  has(seq: number): boolean {
    return seq < (this.#work === undefined ? this.count : this.#ready);
  }

  /**
   * Resolves when the first `rows` rows can be looked up, or the log has no more.
   * @throws StoreError `storage_failed`, `closed`.
   */
  async until(rows: number): Promise<void> {
    while (this.#work !== undefined && this.#ready < rows) {
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
    if (this.count >= rows) return;
    if (this.#problem !== undefined) throw this.#problem;
    if (this.#isStopped) throw runClosed();
  }

  /** Resolves when all rows that the log has can be looked up, or can't be found. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Ends the search for rows; the file is left as it is. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #findAll(memoryOnly: boolean): Promise<void> {
    try {
      await this.#load(memoryOnly).catch(() => this.#recreate(memoryOnly));
      for (let at = this.pageOf(this.count); at < this.pages.length; at++) {
        if (this.#isStopped) return;
        await indexPage(this.#log, this, at, this.pages[at]!);
        this.#ready = this.count;
        this.#advance();
      }
      await this.save();
    } catch (error) {
      this.#problem = error;
    }
  }

  #advance(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Rows that the file lacks. */
  get unsaved(): number {
    return this.count - this.#written;
  }

  /** Writes new rows to the file. Losing the file only costs a scan, so this never throws. */
  async save(): Promise<void> {
    if (!this.#hasFile || (this.unsaved === 0 && !this.#fileTooLong)) return;
    let file: OpenFile | undefined;
    try {
      file = await this.#files.open(this.#path, 'update');
      if (this.#fileTooLong) await file.truncate(headLength + this.#written * rowLength);
      this.#fileTooLong = false;
      while (this.#written < this.count) {
        const rows = Math.min(this.count - this.#written, rowsPerBlock);
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
        if (this.#isStopped) return;
        const length = Math.min(rows - done, rowsPerBlock) * rowLength;
        const target = new Uint8Array(words.buffer, 0, length);
        const filled = await fill(file, target, headLength + done * rowLength);
        const whole = words.subarray(0, Math.floor(filled / rowLength) * wordsInFile);
        if (!this.#addStored(whole) || filled < length) break;
        this.#ready = this.#ofWholePages();
        this.#advance();
      }
      this.keepFirst(this.#ofWholePages());
      this.#written = this.count;
      this.#fileTooLong = this.count < rows;
      this.#hasFile = !memoryOnly;
    } finally {
      await file.close().catch(() => undefined);
    }
  }

  #ofWholePages(): number {
    return this.pages[this.pageOf(this.count)]?.firstRow ?? this.count;
  }

  /** Adds rows from the file; returns false at the first that doesn't match the log. */
  #addStored(words: Uint32Array): boolean {
    for (let at = 0; at < words.length;) {
      const pageIndex = this.pageOf(this.count);
      const page = this.pages[pageIndex];
      if (page === undefined) return false;
      const left = page.firstRow + page.rows - this.count;
      const pageWords = words.subarray(at, at + left * wordsInFile);
      if (!this.#addStoredOf(page, pageIndex, pageWords)) return false;
      at += pageWords.length;
    }
    return true;
  }

  /** Adds rows of one page: what they share is looked up once. */
  #addStoredOf(page: PageEntry, pageIndex: number, words: Uint32Array): boolean {
    const { crc, unreadable } = page;
    const length = page.bodyEnd - page.bodyStart;
    let seq = this.count;
    let from = seq === page.firstRow ? 0 : this.lastEnd;
    for (let at = 0; at < words.length; at += wordsInFile) {
      const start = words[at]!;
      const end = words[at + 1]!;
      const checksum = words[at + 2]!;
      if (words[at + 3] !== checkOf(seq, crc, start, end, checksum)) return false;
      const fits = start >= from && end > start && end <= length;
      if (unreadable ? start !== lost : !fits) return false;
      this.add(pageIndex, start, end, checksum);
      from = end;
      seq++;
    }
    return true;
  }

  #encode(first: number, rows: number): Uint8Array {
    const words = new Uint32Array(rows * wordsInFile);
    for (let row = 0; row < rows; row++) {
      const seq = first + row;
      const { pageIndex, checksum, ...range } = this.row(seq);
      const { crc, bodyStart } = this.pages[pageIndex]!;
      const isLost = range.start === range.end;
      const start = isLost ? lost : range.start - bodyStart;
      const end = isLost ? lost : range.end - bodyStart;
      const check = checkOf(seq, crc, start, end, checksum);
      const at = row * wordsInFile;
      words[at] = start;
      words[at + 1] = end;
      words[at + 2] = checksum;
      words[at + 3] = check;
    }
    return new Uint8Array(words.buffer);
  }

  async #recreate(memoryOnly: boolean): Promise<void> {
    this.keepFirst(0);
    this.#ready = 0;
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
