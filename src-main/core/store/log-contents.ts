/** The contents of a log, assembled from its records: pages, failures, how it ended. */
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { RunTotal } from '#shared/contract/run.ts';
import { isoTime } from '../clock.ts';
import type { ByteRange, EnvelopePath } from '../json/index.ts';
import { decodeHeader, maxHeader, parseTail, recordStart, recordTail } from './record.ts';
import type {
  Continues,
  FailHeader,
  FileBody,
  InputReason,
  PageHeader,
  RecordHeader,
  Tail,
} from './record.ts';
import { chunkLength, fillNow, readFully, readNow } from './file-port.ts';
import type { OpenFile } from './file-port.ts';
import { createPause } from './serial.ts';

export interface LogRecord {
  header: RecordHeader;
  /** Offsets in the log, in bytes. */
  start: number;
  bodyStart: number;
  bodyEnd: number;
  /** After the line feed. */
  end: number;
  crc: number;
  tail: Tail | null;
  /** Unreadable bytes between the previous record and this one. */
  damageBefore: number;
}

/** A page of the run, as others see it. */
export interface PageRecord {
  /** From 1, without gaps. */
  readonly page: number;
  /** When its request was sent. */
  readonly at: string;
  /** From sending to the last byte, in milliseconds. */
  readonly ms: number;
  readonly dataSource: string | null;
  readonly rows: number;
  /** Number of its first row, from 0. */
  readonly firstRow: number;
  /** On the first page of a part: the *Until* that it was asked with, if not the question's own. */
  readonly until: string | null;
  /** The answer is in its own file, and has no rows. */
  readonly file: FileBody | null;
  /** Damaged on disk: its rows can't be read. */
  readonly unreadable: boolean;
  /** For a list: the input it was requested for, and which of its pages this is; null otherwise. */
  readonly input: number | null;
  readonly inputPage: number;
}

/** Returns when a page was answered (ISO 8601, UTC): its `at` is when it was asked for. */
export const answeredAt = ({ at, ms }: Pick<PageRecord, 'at' | 'ms'>): string =>
  isoTime(Date.parse(at) + ms);

/** A page and the location of its body in the log. */
export interface PageEntry extends PageRecord {
  unreadable: boolean;
  readonly path: EnvelopePath;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly crc: number;
  /** What follows the body in the log. */
  readonly tail: Tail | null;
  /** Which columns are in it. */
  readonly typed: 'new' | 'all' | null;
  /** The body has passed its check since the log was opened. */
  verified: boolean;
}

/** What the last page, failure or rest of a run says about how it goes on. */
export const lastSchema = z.object({
  kind: z.enum(['page', 'fail', 'rest']),
  at: z.string(),
  /** The state that follows; null when it isn't known. */
  next: z.string().nullable(),
  /** Of a page or failure; 0 otherwise. */
  page: z.number(),
});
type LastRecord = z.infer<typeof lastSchema>;

/** How an input of a list ended, with those packed with it. */
export interface InputRecord {
  readonly input: number;
  /** When it was answered; unknown before it is in the log. */
  readonly at?: string;
  readonly reason: InputReason;
  /** Requests sent for it since it was last asked from its beginning. */
  readonly calls: number;
  /** Why it is not done, in one sentence. */
  readonly why: string | null;
  /** The code of the problem that ended it; unknown before it is in the log. */
  readonly code?: string | undefined;
  /** Those of the pack that the service left out. */
  readonly missing: readonly number[];
}

/** Rows `from` to before `to`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

export interface LogContents {
  /** Undefined when the first line is damaged. */
  run: LogRecord | undefined;
  pages: PageEntry[];
  failures: number;
  inputs: InputRecord[];
  /** All pages by input of a list. */
  pagesOfInput: Map<number, PageEntry[]>;
  /** Whether some rows came again: an input was asked from its beginning, or an export holds them all. */
  hasRepeats: boolean;
  /** Undefined before any. */
  last: LastRecord | undefined;
  /** Where a run of stored data continues; null: nowhere. */
  continues: Readonly<Continues> | null;
  /** How much stored data there is, as the latest page says. */
  total: RunTotal | null;
  /** The time of the oldest row, from which the run could be continued by date. */
  reached: string | null;
  /** The latest page or failure; undefined before any. */
  lastAnswer: LogRecord | undefined;
  /** Total time of all answers, in milliseconds, without the time between a pause and the next click. */
  workedMs: number;
  rowCount: number;
  /** The longest body of a page, in bytes. */
  largestBody: number;
  /** Pages whose answer is in its own file. */
  filePages: PageEntry[];
}

const atTop: EnvelopePath = ['results'];

/** Returns the complete contents of a scanned log; reuses and changes those of the scan. */
export function readContents({
  before,
  last,
}: {
  before: LogContents;
  last: readonly LogRecord[];
}): LogContents {
  for (const record of last) addRecord(before, record);
  return before;
}

/** The contents of an empty log. */
const noContents = (): LogContents => ({
  run: undefined,
  pages: [],
  failures: 0,
  inputs: [],
  pagesOfInput: new Map(),
  hasRepeats: false,
  last: undefined,
  continues: null,
  total: null,
  reached: null,
  lastAnswer: undefined,
  workedMs: 0,
  rowCount: 0,
  largestBody: 0,
  filePages: [],
});

/** Adds the next record. */
export function addRecord(contents: LogContents, record: LogRecord): void {
  const { header } = record;
  addLostPages(contents, record);
  switch (header.kind) {
    case 'run':
      if (record.start === 0) contents.run = record;
      return;
    case 'page':
      contents.lastAnswer = record;
      contents.last = lastRecord(header);
      addEnd(contents, header);
      contents.workedMs += workOf(header);
      // An answer with rows leads to no other operation than their export.
      contents.hasRepeats ||= contents.continues?.operation !== undefined && contents.rowCount > 0;
      contents.continues = placeIn(header);
      if (header.file === undefined) contents.total = header.total ?? null;
      if (header.rows > 0) contents.reached = oldest(contents.reached, header.reached);
      addPage(contents, pageEntry(record, header));
      return;
    case 'fail':
      contents.lastAnswer = record;
      contents.last = lastRecord(header);
      addEnd(contents, header);
      contents.workedMs += workOf(header);
      contents.failures++;
      return;
    case 'rest':
      contents.last = { kind: 'rest', at: header.at, next: header.next, page: 0 };
      if (header.over === true || placeIn(header) !== null) contents.continues = placeIn(header);
  }
}

/** A run that is continued by date gets rows once more that are newer. */
const oldest = (before: string | null, now: string | undefined): string | null =>
  now !== undefined && before !== null && before < now ? before : (now ?? null);

const placeIn = ({ operation, table }: Continues): Continues | null =>
  operation === undefined && table === undefined ? null : { operation, table };

function addEnd(contents: LogContents, header: PageHeader | FailHeader): void {
  const { input, ends, calls = 0, because = null, missing = [] } = header;
  if (input === undefined || ends === undefined) return;
  const at = answeredAt({ at: header.at, ms: header.ms ?? 0 });
  const code = header.kind === 'fail' ? header.code : undefined;
  contents.inputs.push({ input, at, reason: ends, calls, why: because, code, missing });
}

const lastRecord = ({ kind, at, next, page }: PageHeader | FailHeader): LastRecord => ({
  kind,
  at,
  next: next ?? null,
  page,
});

/** The total time if it was noted, otherwise that of the request. */
function workOf({ spent, ms }: PageHeader | FailHeader): number {
  const took = spent ?? ms;
  return Number.isSafeInteger(took) ? Math.max(0, took ?? 0) : 0;
}

/** Adds a page that follows the previous ones. */
function addPage(contents: LogContents, page: PageEntry): void {
  contents.pages.push(page);
  contents.rowCount += page.rows;
  contents.largestBody = Math.max(contents.largestBody, page.bodyEnd - page.bodyStart);
  if (page.file !== null) contents.filePages.push(page);
  if (page.input === null) return;
  const pages = contents.pagesOfInput.get(page.input);
  if (pages === undefined) {
    contents.pagesOfInput.set(page.input, [page]);
    return;
  }
  contents.hasRepeats ||= page.inputPage <= 1 && pages.some(({ rows }) => rows > 0);
  pages.push(page);
}

/**
 * Adds pages whose lines were damaged beyond recognition. The distribution of their rows is unknown, so
 * the first page represents them all; later rows keep their numbers.
 */
function addLostPages(contents: LogContents, { header }: LogRecord): void {
  const rows = header.firstRow - contents.rowCount;
  const last = contents.pages.at(-1)?.page ?? 0;
  const next = header.kind === 'page' ? header.page : last + (rows > 0 ? 2 : 1);
  for (let page = last + 1; page < next; page++) {
    const held =
      page === last + 1
        ? { rows, firstRow: contents.rowCount }
        : { rows: 0, firstRow: header.firstRow };
    const lost = pageEntry(noRecord, { kind: 'page', page, at: header.at, ms: 0, ...held });
    contents.pages.push({ ...lost, unreadable: true });
  }
  if (rows > 0) contents.reached = null;
  contents.rowCount = header.firstRow;
}

type Place = Pick<LogRecord, 'bodyStart' | 'bodyEnd' | 'crc' | 'tail'>;

const noRecord: Place = { bodyStart: 0, bodyEnd: 0, crc: 0, tail: null };

/** Member by member: copies of headers, of which a log may have a hundred thousand, take five times as long. */
function pageEntry({ bodyStart, bodyEnd, crc, tail }: Place, header: PageHeader): PageEntry {
  const { page, at, ms, dataSource = null, rows, firstRow, path = atTop } = header;
  const { until = null, input = null, inputPage = 0, typed = null } = header;
  return {
    page,
    at,
    ms,
    dataSource,
    until,
    file: fileBody(header),
    unreadable: false,
    rows,
    firstRow,
    input,
    inputPage,
    path,
    bodyStart,
    bodyEnd,
    crc,
    tail,
    typed,
    verified: false,
  };
}

function fileBody(header: PageHeader): FileBody | null {
  const { file, bytes = 0, sha256 = '', why = 'notJson', partial } = header;
  return file === undefined ? null : { file, bytes, sha256, why, partial };
}

// Scans the page log from header to header, without reading bodies. Whatever can't be read is skipped,
// up to the next line that passes its checks; nothing is changed here.

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
    const next = readRecord(log, at, progress, 0) ?? (await findRecord(log, at, progress, pause));
    if (next === undefined) break;
    const record = (next.start > at && withoutTail(log, at, next.start, progress)) || next;
    if (record !== next) damage.push({ start: record.bodyEnd, end: next.start });
    else if (record.start > at) damage.push({ start: at, end: record.start });
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
  // Synchronously: awaiting many short reads takes ten times as long as the reads.
  const bytes = readNow(file, bodyEnd, tail.length);
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

/** Returns a record whose header is whole, and whose body may be: bytes after that are missing, before `next`. */
function withoutTail(
  log: LogBytes,
  start: number,
  next: number,
  progress: Progress,
): LogRecord | undefined {
  const frame = decodeHeader(log.peek(start, Math.min(headerWindow, next - start)));
  if (frame?.tail == null || !follows(frame.header, progress, 0)) return undefined;
  const bodyStart = start + frame.bodyAt;
  const bodyEnd = bodyStart + frame.bodyLength;
  if (bodyEnd > next) return undefined;
  const { header, crc } = frame;
  return { header, start, bodyStart, bodyEnd, end: next, crc, tail: null, damageBefore: 0 };
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

  /** Offsets of line starts that look like a record, in the `chunkLength` bytes from `at` on. */
  *lineStarts(at: number): Generator<number> {
    const mark = Buffer.concat([Buffer.from('\n'), recordStart]);
    const length = Math.min(chunkLength + mark.length - 1, this.size - at);
    const chunk = readNow(this.#file, at, length);
    for (let found = chunk.indexOf(mark); found !== -1; found = chunk.indexOf(mark, found + 1)) {
      yield at + found + 1;
    }
  }
}
