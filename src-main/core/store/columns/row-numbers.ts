/**
 * Row numbers of a view in its order: in memory, or, when there are very many, in a temporary file, which
 * the worker writes and main reads. Ten million of them would take 40 MB of memory.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Read synchronously: what was written a moment ago is in the system's memory, not on the disk. */
export interface RowNumbers extends Iterable<number> {
  readonly length: number;
  slice: (start?: number, end?: number) => Uint32Array;
  /** -1: it isn't among them. */
  indexOf: (seq: number) => number;
}

/** What the worker sends; a file belongs to the one who receives it. */
export type SentNumbers = Uint32Array | { path: string; length: number };

const numberBytes = Uint32Array.BYTES_PER_ELEMENT;
/** Numbers read at once from a file. */
const blockLength = 16_384;
let files = 0;

/** Collects row numbers in the worker. */
export class NumbersWriter {
  readonly #block: Uint32Array;
  readonly #folder: string;
  #inBlock = 0;
  #file: { fd: number; path: string; length: number } | undefined;

  /** @param inMemory this many are sent as they are; `folder` gets the file for more. */
  constructor(inMemory: number, folder: string) {
    // Untouched memory costs nothing.
    this.#block = new Uint32Array(inMemory);
    this.#folder = folder;
  }

  add(seq: number): void {
    if (this.#inBlock === this.#block.length) this.#write();
    this.#block[this.#inBlock] = seq;
    this.#inBlock++;
  }

  /** Ends it. */
  finish(): SentNumbers {
    if (this.#file === undefined) {
      const isFull = this.#inBlock === this.#block.length;
      return isFull ? this.#block : this.#block.slice(0, this.#inBlock);
    }
    this.#write();
    const { fd, path, length } = this.#file;
    closeSync(fd);
    return { path, length };
  }

  /** Drops what was collected. */
  abandon(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file.fd);
    rmSync(this.#file.path, { force: true });
  }

  #write(): void {
    this.#file ??= this.#create();
    writeAll(this.#file.fd, bytesOf(this.#block.subarray(0, this.#inBlock)));
    this.#file.length += this.#inBlock;
    this.#inBlock = 0;
  }

  #create(): { fd: number; path: string; length: number } {
    files++;
    const path = join(this.#folder, `order-${files}`);
    return { fd: openSync(path, 'w', 0o600), path, length: 0 };
  }
}

/** Takes over what the worker sent. */
export function receiveNumbers(sent: SentNumbers): RowNumbers {
  return sent instanceof Uint32Array ? sent : new NumbersFile(sent.path, sent.length);
}

/** Files are closed when nothing reads them any more: an export may outlast its order's place in the cache. */
const unused = new FinalizationRegistry<number>((fd) => closeSync(fd));

class NumbersFile implements RowNumbers {
  readonly length: number;
  readonly #fd: number;

  constructor(path: string, length: number) {
    this.length = length;
    this.#fd = openSync(path, 'r');
    unused.register(this, this.#fd);
    // Open, it can still be read; and nothing is left of it after a crash.
    rmSync(path, { force: true });
  }

  slice(start = 0, end = this.length): Uint32Array {
    const numbers = new Uint32Array(Math.max(0, Math.min(end, this.length) - start));
    readAll(this.#fd, bytesOf(numbers), start * numberBytes);
    return numbers;
  }

  indexOf(seq: number): number {
    for (let start = 0; start < this.length; start += blockLength) {
      const found = this.slice(start, start + blockLength).indexOf(seq);
      if (found !== -1) return start + found;
    }
    return -1;
  }

  *[Symbol.iterator](): Generator<number> {
    for (let start = 0; start < this.length; start += blockLength) {
      yield* this.slice(start, start + blockLength);
    }
  }
}

function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

function readAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) {
    const read = readSync(fd, bytes, at, bytes.length - at, position + at);
    if (read === 0) throw new Error('The file of row numbers is too short');
    at += read;
  }
}
