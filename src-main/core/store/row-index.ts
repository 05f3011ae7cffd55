/**
 * Where every row lies in the log: `derived/rows.idx`, 16 bytes a row, so that a window is one or
 * two reads at any depth. Held in memory (16 MB for a million rows); the file only spares the
 * scan at the next start. It is never synced and never trusted: `build-index.ts` checks it
 * against the log and scans again from where it is wrong.
 *
 * Layout, little-endian (that of the processor, in truth; another one finds it wrong). Head of 32 bytes: `SDE-ROWS`, version (4), zeros (4), first 16 bytes of
 * the SHA-256 of the log's first line. Row: offset (6), length (4), page from 0 (4), check of the
 * ten bytes before (2).
 */
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FilePort, OpenFile } from './file-port.ts';
import { readFully, writeFully } from './file-port.ts';

const version = 1;
const headLength = 32;
const rowLength = 16;
const rowsPerBlock = 65_536;
/** A row as numbers of 32 bits: the first two fields share the second, and so on. */
const wordsPerRow = 4;

export interface IndexedRow {
  start: number;
  end: number;
  /** Position of its page in the list of pages. */
  pageIndex: number;
}

export class RowIndex {
  readonly #files: FilePort;
  readonly #path: string;
  readonly #head: Buffer;
  #file: OpenFile | undefined;
  readonly #blocks: Uint32Array[] = [];
  #count = 0;
  /** Rows that the file holds. */
  #written = 0;
  #fileTooLong = false;

  private constructor(files: FilePort, path: string, identity: Buffer) {
    this.#files = files;
    this.#path = path;
    this.#head = encodeHead(identity);
  }

  /**
   * Loads the index at `path` if it belongs to the log with this first line, else begins an empty
   * one. `memoryOnly`: where nothing may be written.
   */
  static async open(
    files: FilePort,
    path: string,
    identity: Buffer,
    memoryOnly: boolean,
  ): Promise<RowIndex> {
    const index = new RowIndex(files, path, identity);
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

  /** Adds the next row. A row that can't be read has length 0. */
  add(start: number, end: number, pageIndex: number): void {
    const block = this.#block(this.#count);
    const at = placeIn(this.#count);
    this.#count++;
    const length = end - start;
    const high = Math.floor(start / 2 ** 32);
    block[at] = start;
    block[at + 1] = high | (length << 16);
    block[at + 2] = (length >>> 16) | (pageIndex << 16);
    block[at + 3] = pageIndex >>> 16;
    block[at + 3]! |= checkOf(block, at) << 16;
  }

  /** Row `seq`, which must be below `count`. */
  row(seq: number): IndexedRow {
    if (!(seq >= 0 && seq < this.#count)) throw new RangeError(`No row ${seq}`);
    const block = this.#block(seq);
    const at = placeIn(seq);
    const second = block[at + 1]!;
    const third = block[at + 2]!;
    const start = block[at]! + (second & 0xffff) * 2 ** 32;
    const length = ((second >>> 16) | (third << 16)) >>> 0;
    const pageIndex = ((third >>> 16) | (block[at + 3]! << 16)) >>> 0;
    return { start, end: start + length, pageIndex };
  }

  /** Whether row `seq` is as it was written. */
  isSound(seq: number): boolean {
    const block = this.#block(seq);
    const at = placeIn(seq);
    return block[at + 3]! >>> 16 === checkOf(block, at);
  }

  /** Forgets all rows from `count` on. */
  keep(count: number): void {
    this.#count = Math.min(this.#count, count);
    if (this.#written <= count) return;
    this.#written = count;
    this.#fileTooLong = true;
  }

  /** Hands new rows to the file. Losing the file costs a scan, so no error leaves here. */
  async save(): Promise<void> {
    if (this.#file === undefined) return;
    try {
      if (this.#fileTooLong) await this.#file.truncate(headLength + this.#written * rowLength);
      this.#fileTooLong = false;
      while (this.#written < this.#count) {
        const block = this.#block(this.#written);
        const at = placeIn(this.#written);
        const rows = Math.min(this.#count - this.#written, rowsPerBlock - at / wordsPerRow);
        const bytes = bytesOf(block, at, rows);
        await writeFully(this.#file, bytes, headLength + this.#written * rowLength);
        this.#written += rows;
      }
    } catch {
      await this.close();
      await rm(this.#path, { force: true }).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => undefined);
  }

  async #load(memoryOnly: boolean): Promise<void> {
    this.#file = await this.#files.open(this.#path, memoryOnly ? 'read' : 'update');
    const head = await readFully(this.#file, 0, headLength);
    if (!head.equals(this.#head)) throw new Error('The index belongs to another log');
    const rows = Math.floor(((await this.#file.size()) - headLength) / rowLength);
    for (let done = 0; done < rows; done += rowsPerBlock) {
      const wanted = Math.min(rows - done, rowsPerBlock);
      const target = bytesOf(this.#block(done), 0, wanted);
      const bytes = await readFully(this.#file, headLength + done * rowLength, target.length);
      target.set(bytes);
      this.#count += Math.floor(bytes.length / rowLength);
      if (bytes.length < target.length) break;
    }
    this.#written = this.#count;
    if (memoryOnly) await this.close();
  }

  async #startAgain(memoryOnly: boolean): Promise<void> {
    await this.close();
    this.keep(0);
    if (memoryOnly) return;
    try {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await rm(this.#path, { force: true });
      this.#file = await this.#files.open(this.#path, 'create');
      await writeFully(this.#file, this.#head, 0);
    } catch {
      await this.close();
    }
  }

  #block(seq: number): Uint32Array {
    const number = Math.floor(seq / rowsPerBlock);
    let block = this.#blocks[number];
    if (block === undefined) {
      // Memory that is never touched costs nothing, so a small run doesn't pay for a whole block.
      const { buffer } = Buffer.allocUnsafeSlow(rowsPerBlock * rowLength);
      block = new Uint32Array(buffer);
      this.#blocks[number] = block;
    }
    return block;
  }
}

/** Position of a row's first number in its block. */
function placeIn(seq: number): number {
  return (seq % rowsPerBlock) * wordsPerRow;
}

function bytesOf(block: Uint32Array, at: number, rows: number): Uint8Array {
  return new Uint8Array(block.buffer, at * 4, rows * rowLength);
}

function encodeHead(identity: Buffer): Buffer {
  const head = Buffer.alloc(headLength);
  head.write('SDE-ROWS', 'latin1');
  head.writeUInt32LE(version, 8);
  identity.copy(head, 16, 0, 16);
  return head;
}

/** Any changed byte changes it, and zeros are never sound: lost writes come back as zeros. */
function checkOf(block: Uint32Array, at: number): number {
  let hash = 0x5de;
  for (const word of [block[at]!, block[at + 1]!, block[at + 2]!, block[at + 3]! & 0xffff]) {
    hash = Math.imul(hash ^ word, 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash & 0xffff;
}
