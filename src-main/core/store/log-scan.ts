/**
 * Scans the page log from header to header, without reading bodies. Whatever can't be read is skipped,
 * up to the next line that passes its checks; nothing is changed here.
 */
import { crc32 } from 'node:zlib';
import type { ByteRange } from '../json/index.ts';
import type { OpenFile } from './file-port.ts';
import type { LogContents, LogRecord } from './log-contents.ts';
import { addRecord, noContents } from './log-contents.ts';
import { chunkLength, fillNow, readFully } from './file-port.ts';
import type { RecordHeader } from './record.ts';
import { createPause } from './serial.ts';
import { decodeHeader, maxHeader, parseTail, recordStart, recordTail } from './record.ts';

export interface LogScan {
  /** Undefined when there is no record at all. */
  first: LogRecord | undefined;
  /** The last records, which may be part of a torn tail. */
  last: LogRecord[];
  /** The contents of the records before them: a long log has too many records to hold them all. */
  before: LogContents;
  /** Bytes in the middle that belong to no readable record. */
  damage: ByteRange[];
  /** End of the last readable record; `size` when nothing follows it. */
  goodEnd: number;
  size: number;
}

/** What the records so far require of the next one. */
interface Progress {
  rows: number;
  page: number;
  /** Damaged bytes since that page: a gap in the numbers only shows with the next page. */
  damage: number;
  /** Rows and pages in all gaps. */
  lostRows: number;
  lostPages: number;
}

/** A gap in a file of zeros takes no room on disk, but its rows and pages take memory. */
const [mostLostRows, mostLostPages] = [10_000_000, 100_000];

/** Records at the end whose bodies are checked when the log is opened. */
const checkedAtTail = 3;
const headerWindow = maxHeader + 16;
/** Only the header of a page that many inputs share may be longer. */
const usualHeader = 1000;
/** A record has at least about 150 bytes. */
const shortestRecord = 100;
const windowLength = 1024;
/** Reading past bodies of this many bytes is cheaper than one read per header. */
const shortHop = 32 * 1024;
const longWindow = 256 * 1024;

/** Where another scan ended. */
interface ScanFrom {
  contents: LogContents;
  goodEnd: number;
}

/**
 * Scans the `size` bytes of `file`, with pauses in which other work can run.
 * @param from where to go on; by default at the beginning.
 * @param rows ends after the record with which so many rows are known.
 */
export async function scanLog(
  file: Pick<OpenFile, 'readSync'>,
  size: number,
  from: ScanFrom = { contents: noContents(), goodEnd: 0 },
  rows = Number.POSITIVE_INFINITY,
): Promise<LogScan> {
  const pause = createPause();
  const log = new LogBytes(file, size);
  let first: LogRecord | undefined;
  const last: LogRecord[] = [];
  const before = from.contents;
  const damage: ByteRange[] = [];
  const known = { rows: before.rowCount, page: before.pages.at(-1)?.page ?? 0 };
  const progress: Progress = { ...known, damage: 0, lostRows: 0, lostPages: 0 };
  let at = from.goodEnd;
  while (at < size && (at === 0 || progress.rows < rows)) {
    const record = readRecord(log, at, progress, 0) ?? (await findRecord(log, at, progress, pause));
    if (record === undefined) break;
    if (record.start > at) damage.push({ start: at, end: record.start });
    first ??= record;
    last.push(record);
    if (last.length > checkedAtTail) addRecord(before, last.shift()!);
    advance(progress, record);
    at = record.end;
    await pause();
  }
  return { first, last, before, damage, goodEnd: at, size };
}

/** Returns whether the body is the one that was written, without loading all of it. */
export async function isIntact(
  file: OpenFile,
  { bodyStart, bodyEnd, crc }: Pick<LogRecord, 'bodyStart' | 'bodyEnd' | 'crc'>,
): Promise<boolean> {
  let found = 0;
  for (let at = bodyStart; at < bodyEnd; at += chunkLength) {
    found = crc32(await readFully(file, at, Math.min(chunkLength, bodyEnd - at)), found);
  }
  return found === crc;
}

/** Returns what follows a page's body; undefined when there is nothing, or it is damaged. */
export function readTail(
  file: Pick<OpenFile, 'readSync'>,
  { bodyEnd, tail }: Pick<LogRecord, 'bodyEnd' | 'tail'>,
): ReturnType<typeof parseTail> | undefined {
  if (tail === null) return undefined;
  const target = Buffer.allocUnsafe(tail.length);
  // Synchronously: awaiting many short reads takes ten times as long as the reads.
  const bytes = target.subarray(0, fillNow(file, target, bodyEnd));
  return bytes.length === tail.length && crc32(bytes) === tail.crc ? parseTail(bytes) : undefined;
}

function advance(progress: Progress, { header, damageBefore }: LogRecord): void {
  progress.lostRows += header.firstRow - progress.rows;
  progress.rows = header.firstRow;
  progress.damage += damageBefore;
  if (header.kind !== 'page') return;
  progress.lostPages += header.page - progress.page - 1;
  progress.rows += header.rows;
  progress.page = header.page;
  progress.damage = 0;
}

function readRecord(
  log: LogBytes,
  start: number,
  progress: Progress,
  damageBefore: number,
): LogRecord | undefined {
  const record = decodeRecord(log, start, damageBefore);
  return record && follows(record.header, progress, damageBefore) ? record : undefined;
}

function decodeRecord(log: LogBytes, start: number, damageBefore: number): LogRecord | undefined {
  const frame =
    decodeHeader(log.peek(start, usualHeader)) ?? decodeHeader(log.peek(start, headerWindow));
  if (frame === undefined) return undefined;
  const bodyStart = start + frame.bodyAt;
  const bodyEnd = bodyStart + frame.bodyLength;
  const end = bodyEnd + (frame.tail?.length ?? 0) + recordTail.length;
  if (end > log.size || !endsAt(log, end)) return undefined;
  const { header, crc, tail } = frame;
  return { header, start, bodyStart, bodyEnd, end, crc, tail, damageBefore };
}

/**
 * A header that passed its check may still be wrong about the end of its line, if bytes were lost and not
 * only changed. A changed line end alone must not lose the page, nor the one after it.
 */
function endsAt(log: LogBytes, end: number): boolean {
  if (log.peek(end - recordTail.length, recordTail.length).equals(recordTail)) return true;
  return end < log.size && decodeHeader(log.peek(end, headerWindow)) !== undefined;
}

/**
 * Rows and pages are numbered without gaps. Damaged bytes may leave a gap, but none larger than those
 * bytes could have held, nor than a run ever lost.
 */
function follows(header: RecordHeader, progress: Progress, damageBefore: number): boolean {
  const within = (jump: number, most: number): boolean => jump >= 0 && jump <= most;
  const mostRows = Math.min(damageBefore, mostLostRows - progress.lostRows);
  if (!within(header.firstRow - progress.rows, mostRows)) return false;
  if (header.kind !== 'page') return true;
  const mostPages = (progress.damage + damageBefore) / shortestRecord;
  return within(
    header.page - progress.page - 1,
    Math.min(mostPages, mostLostPages - progress.lostPages),
  );
}

/**
 * Returns the next record after damage at `from`: a line that begins like one and passes every check. A
 * body contains no line feed, so nothing inside a record looks like this.
 */
async function findRecord(
  log: LogBytes,
  from: number,
  progress: Progress,
  pause: () => Promise<void> | undefined,
): Promise<LogRecord | undefined> {
  for (let at = from; at < log.size; at += chunkLength) {
    for (const start of log.lineStarts(at)) {
      const record = readRecord(log, start, progress, start - from);
      if (record !== undefined) return record;
    }
    await pause();
  }
  return undefined;
}

/**
 * Reads the log through a small window: the tail of a record and the next header in one read. Where
 * records are short, through a large one: many of them in one read.
 */
class LogBytes {
  readonly size: number;
  readonly #file: Pick<OpenFile, 'readSync'>;
  #window = Buffer.allocUnsafe(windowLength);
  #start = 0;
  #length = 0;

  constructor(file: Pick<OpenFile, 'readSync'>, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** Up to `length` bytes at `at`, valid until the next call. */
  peek(at: number, length: number): Buffer {
    const wanted = Math.min(length, this.size - at);
    if (at < this.#start || at + wanted > this.#start + this.#length) {
      const hop = at - this.#start - this.#length;
      const isNear = this.#length > 0 && Math.abs(hop) < shortHop;
      const wantsLong = isNear || wanted > windowLength;
      if (this.#window.length === windowLength && wantsLong)
        this.#window = Buffer.allocUnsafe(longWindow);
      const window = this.#window.subarray(0, wantsLong ? longWindow : windowLength);
      this.#start = at;
      this.#length = fillNow(this.#file, window, at);
    }
    const offset = at - this.#start;
    return this.#window.subarray(offset, Math.min(offset + wanted, this.#length));
  }

  read(at: number, length: number): Buffer {
    const target = Buffer.allocUnsafe(length);
    return target.subarray(0, fillNow(this.#file, target, at));
  }

  /** Offsets of line starts that look like a record, in the `chunkLength` bytes from `at` on. */
  *lineStarts(at: number): Generator<number> {
    const mark = Buffer.concat([Buffer.from('\n'), recordStart]);
    const chunk = this.read(at, Math.min(chunkLength + mark.length - 1, this.size - at));
    for (let found = chunk.indexOf(mark); found !== -1; found = chunk.indexOf(mark, found + 1)) {
      yield at + found + 1;
    }
  }
}
