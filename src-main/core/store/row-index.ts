/**
 * Where every row lies in the log: `derived/rows.idx`, 16 bytes a row, so that a window is one or
 * two reads at any depth. Held in memory (16 MB for a million rows); the file only spares the
 * scan at the next start. It is never synced and never trusted: `build-index.ts` checks it
 * against the log and scans again from where it is wrong.
 *
 * Layout, little-endian. Head of 32 bytes: `SDE-ROWS`, version (4), zeros (4), first 16 bytes of
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
const rowsPerChunk = 65_536;

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
  #chunks: Buffer[] = [];
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

  /** Adds the next row. A row that can't be read has length 0. */
  add(start: number, end: number, pageIndex: number): void {
    const { chunk, at } = this.#place(this.#count);
    this.#count++;
    chunk.writeUIntLE(start, at, 6);
    chunk.writeUInt32LE(end - start, at + 6);
    chunk.writeUInt32LE(pageIndex, at + 10);
    chunk.writeUInt16LE(checkOf(chunk, at), at + 14);
  }

  /** Row `seq`, which must be below `count`. */
  row(seq: number): IndexedRow {
    if (seq < 0 || seq >= this.#count) throw new RangeError(`No row ${seq}`);
    const { chunk, at } = this.#place(seq);
    const start = chunk.readUIntLE(at, 6);
    return {
      start,
      end: start + chunk.readUInt32LE(at + 6),
      pageIndex: chunk.readUInt32LE(at + 10),
    };
  }

  /** Whether row `seq` is as it was written. */
  isSound(seq: number): boolean {
    const { chunk, at } = this.#place(seq);
    return chunk.readUInt16LE(at + 14) === checkOf(chunk, at);
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
        const { chunk, at } = this.#place(this.#written);
        const rows = Math.min(this.#count - this.#written, (chunk.length - at) / rowLength);
        const bytes = chunk.subarray(at, at + rows * rowLength);
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
    for (let done = 0; done < rows; done += rowsPerChunk) {
      const { chunk } = this.#place(done);
      const wanted = Math.min(rows - done, rowsPerChunk) * rowLength;
      const bytes = await readFully(this.#file, headLength + done * rowLength, wanted);
      bytes.copy(chunk);
      this.#count += Math.floor(bytes.length / rowLength);
      if (bytes.length < wanted) break;
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

  #place(seq: number): { chunk: Buffer; at: number } {
    const number = Math.floor(seq / rowsPerChunk);
    let chunk = this.#chunks[number];
    if (chunk === undefined) {
      // Memory that is never touched costs nothing, so a small run doesn't pay for a whole chunk.
      chunk = Buffer.allocUnsafeSlow(rowsPerChunk * rowLength);
      this.#chunks[number] = chunk;
    }
    return { chunk, at: (seq % rowsPerChunk) * rowLength };
  }
}

function encodeHead(identity: Buffer): Buffer {
  const head = Buffer.alloc(headLength);
  head.write('SDE-ROWS', 'latin1');
  head.writeUInt32LE(version, 8);
  identity.copy(head, 16, 0, 16);
  return head;
}

/** Any changed byte changes it, and zeros are never sound: lost writes come back as zeros. */
function checkOf(chunk: Buffer, at: number): number {
  let hash = 0x5de;
  for (let offset = 0; offset < 14; offset += 2) {
    hash = Math.imul(hash ^ chunk.readUInt16LE(at + offset), 0x0101_0193);
    hash ^= hash >>> 15;
  }
  return hash & 0xffff;
}
