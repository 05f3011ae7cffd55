/**
 * Reads rows from the log by their number: few reads, bounded memory, and only intact rows. Where a page's
 * rows are stands in its own record, and is read when one of them is needed; if that part is damaged, they
 * are found in the page's body.
 */
import { crc32 } from 'node:zlib';
import { setImmediate } from 'node:timers/promises';
import { nameOfMember } from '#shared/contract/list.ts';
import type { ItemScan, JsonObject } from '../json/index.ts';
import {
  asObject,
  countItems,
  itemRange,
  asSentIn,
  renameMembers,
  scanItems,
} from '../json/index.ts';
import type { OpenFile } from './file-port.ts';
import { readFully, readNow } from './file-port.ts';
import { readTail } from './log-contents.ts';
import type { PageEntry } from './log-contents.ts';
import { isReceived } from './page-log.ts';
import type { PageLog } from './page-log.ts';
import type { RunInputs } from './run-inputs.ts';

/** Rows of one batch span at most this many bytes, unless it is a single row. */
const batchBytes = 1024 * 1024;
const batchRows = 5000;
/** Reading past a gap of this many bytes is cheaper than a second read. */
const gapBytes = 16 * 1024;

/** More than a screen shows: rows streamed to a file are read synchronously, in small groups. */
const awaitedSpans = 300;
const spansAtOnce = 100;

/** Numbers kept of each row of a page: start and end in its body, checksum. */
const wordsPerRow = 3;
/** In bytes: of five million rows. */
const mostPlaces = 64 * 1024 * 1024;

/** Start, end and checksum of each row, in the page's body. */
type Places = Uint32Array;

/**
 * Half of the CRC-32 of a row's bytes: one damaged row in 65,536 would pass. Its page's checksum is whole,
 * and is what counts for everything that reads pages.
 */
const checksumOf = (row: Uint8Array): number => crc32(row) & 0xffff;

/**
 * Returns where the items of `body` are, as a page's record has it: for each, the bytes since the end of
 * the last one, its length and its checksum.
 */
export function encodePlaces(body: Uint8Array, scan: ItemScan): number[] {
  const numbers: number[] = [];
  let last = 0;
  for (let item = 0; item < countItems(scan); item++) {
    const { start, end } = itemRange(scan, item);
    numbers.push(start - last, end - start, checksumOf(body.subarray(start, end)));
    last = end;
  }
  return numbers;
}

/** Returns undefined unless these are places of as many rows as the page has, in its body. */
function decodePlaces(
  numbers: unknown,
  { rows, bodyStart, bodyEnd }: PageEntry,
): Places | undefined {
  if (!Array.isArray(numbers) || numbers.length !== rows * wordsPerRow) return undefined;
  const places = new Uint32Array(numbers.length);
  let last = 0;
  for (let at = 0; at < numbers.length; at += wordsPerRow) {
    const [gap, length, checksum]: unknown[] = [numbers[at], numbers[at + 1], numbers[at + 2]];
    if (!isCount(gap) || !isCount(length) || !isCount(checksum) || length === 0) return undefined;
    places[at] = last + gap;
    last += gap + length;
    places[at + 1] = last;
    places[at + 2] = checksum;
    if (last > bodyEnd - bodyStart) return undefined;
  }
  return places;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** Part of the log in memory. */
interface Span {
  start: number;
  end: number;
  bytes: Buffer;
  /** Undefined until it was looked for. */
  hasOurNames?: boolean;
}

/** A row and its place in the log. */
interface Row {
  seq: number;
  page: PageEntry;
  start: number;
  /** `start` if it can't be read. */
  end: number;
  checksum: number;
  /** The span with its bytes; undefined when it can't be read. */
  span: Span | undefined;
}

export interface NumberedRow {
  seq: number;
  /** Null when it can't be read. */
  row: JsonObject | null;
}

export class RowReader {
  readonly #log: PageLog;
  /** For a run with a list: each row is read with its input. */
  readonly #inputs: RunInputs | undefined;
  /** Whether the rows are a service's, not derived here, where our columns are in the log. */
  readonly #isReceived: boolean;
  /** Those found first come first. */
  readonly #places = new Map<PageEntry, Places>();
  #placesBytes = 0;
  /** The page of the last lookup: the next row is likely to be on it. */
  #lastPage = 0;

  constructor(log: PageLog, inputs?: RunInputs) {
    this.#log = log;
    this.#inputs = inputs;
    this.#isReceived = isReceived(log.header);
  }

  /** Returns the page that holds row `seq`, which must be below `rowCount`. */
  pageOf(seq: number): PageEntry {
    const { pages } = this.#log;
    if (!holds(pages[this.#lastPage], seq)) {
      let [low, high] = [0, pages.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const { firstRow, rows } = pages[middle]!;
        if (firstRow + rows <= seq) low = middle + 1;
        else high = middle;
      }
      this.#lastPage = low;
    }
    const page = pages[this.#lastPage];
    if (page === undefined) throw new RangeError(`No row ${seq}`);
    return page;
  }

  /** Returns the rows with these numbers, in this order; undefined for unreadable rows. */
  async read(seqs: readonly number[]): Promise<(JsonObject | undefined)[]> {
    if (seqs.length === 0) return [];
    return parse(
      await this.#log.reading(async (file) => {
        const rows: Row[] = [];
        for (const seq of seqs) rows.push(this.#placeNow(seq) ?? (await this.#place(file, seq)));
        await this.#load(file, rows, false);
        return rows;
      }),
    );
  }

  /** Yields the rows in batches of about a megabyte, for streaming. */
  async *batches(seqs: Iterable<number>): AsyncGenerator<NumberedRow[]> {
    for await (const rows of this.#stream(seqs)) {
      const values = parse(rows);
      yield rows.map(({ seq }, at) => ({ seq, row: values[at] ?? null }));
    }
  }

  /** Yields the rows as lines, byte for byte as in the log (after any input); skips unreadable rows. */
  async *lines(seqs: Iterable<number>): AsyncGenerator<Buffer> {
    for await (const batch of this.#stream(seqs)) {
      const rows = batch.filter(({ span }) => span !== undefined);
      if (rows.length > 0) yield asLines(rows);
    }
  }

  async *#stream(seqs: Iterable<number>): AsyncGenerator<Row[]> {
    const numbers = seqs[Symbol.iterator]();
    let next = numbers.next();
    while (next.done !== true) {
      yield await this.#log.reading(async (file) => {
        const rows: Row[] = [];
        for (let bytes = 0; next.done !== true && rows.length < batchRows; next = numbers.next()) {
          const placed = this.#placeNow(next.value) ?? (await this.#place(file, next.value));
          bytes += placed.end - placed.start;
          if (rows.length > 0 && bytes > batchBytes) break;
          rows.push(placed);
        }
        await this.#load(file, rows, true);
        return rows;
      });
    }
  }

  /** The place of a row; undefined when those of its page aren't known. */
  #placeNow(seq: number): Row | undefined {
    const page = this.pageOf(seq);
    const row = { seq, page, start: 0, end: 0, checksum: 0, span: undefined };
    if (page.unreadable) return row;
    const places = this.#places.get(page);
    if (places === undefined) return undefined;
    const at = (seq - page.firstRow) * wordsPerRow;
    row.start = page.bodyStart + places[at]!;
    row.end = page.bodyStart + places[at + 1]!;
    row.checksum = places[at + 2]!;
    return row;
  }

  async #place(file: OpenFile, seq: number): Promise<Row> {
    const page = this.pageOf(seq);
    if (!page.unreadable && !this.#places.has(page)) {
      const told = decodePlaces(readTail(file, page)?.['places'], page);
      const places = told ?? (await this.#placesInBody(page));
      if (places !== undefined) this.#keep(page, places);
    }
    return this.#placeNow(seq)!;
  }

  /** Marks the page when it is damaged. */
  async #placesInBody(page: PageEntry): Promise<Places | undefined> {
    const body = await this.#log.readBody(page);
    if (body === undefined) return undefined;
    const scan = scanItems(body, page.path);
    if (countItems(scan) === page.rows) return decodePlaces(encodePlaces(body, scan), page);
    this.#log.markUnreadable(page);
    return undefined;
  }

  #keep(page: PageEntry, places: Places): void {
    this.#placesBytes += places.byteLength - (this.#places.get(page)?.byteLength ?? 0);
    this.#places.set(page, places);
    for (const [oldest, { byteLength }] of this.#places) {
      if (this.#placesBytes <= mostPlaces || oldest === page) break;
      this.#places.delete(oldest);
      this.#placesBytes -= byteLength;
    }
  }

  /**
   * Reads the bytes of the rows. If a row fails its check, its whole page is verified.
   * @param isStream rows of a page that passed its check before aren't checked one by one.
   */
  async #load(file: OpenFile, rows: readonly Row[], isStream: boolean): Promise<void> {
    const wrong = await readRows(file, rows, isStream);
    for (const page of new Set(wrong.map((row) => row.page))) await this.#log.verify(page, file);
    for (const row of wrong) await this.#findAgain(file, row);
    for (const row of rows) if (row.page.unreadable) row.span = undefined;
    if (this.#isReceived) for (const row of rows) nameMembers(row);
    if (this.#inputs !== undefined) for (const row of rows) this.#addInput(row, this.#inputs);
  }

  /** A second read may succeed where the first failed, or the record may be wrong about its rows. */
  async #findAgain(file: OpenFile, row: Row): Promise<void> {
    if (row.page.unreadable || (await readRows(file, [row], false)).length === 0) return;
    const places = await this.#placesInBody(row.page);
    if (places === undefined) return;
    this.#keep(row.page, places);
    Object.assign(row, this.#placeNow(row.seq));
    if ((await readRows(file, [row], false)).length > 0) this.#log.markUnreadable(row.page);
  }

  #addInput(row: Row, inputs: RunInputs): void {
    const bytes = bytesOf(row);
    const whole = bytes && inputs.withInput(row.page, bytes);
    if (whole !== undefined) setBytes(row, whole);
  }
}

const holds = (page: PageEntry | undefined, seq: number): boolean =>
  page !== undefined && page.firstRow <= seq && seq < page.firstRow + page.rows;

/** Reads these rows, and returns those that fail their check. */
async function readRows(file: OpenFile, rows: readonly Row[], isStream: boolean): Promise<Row[]> {
  const readable = rows.filter(({ page }) => !page.unreadable);
  const spans = toSpans(readable);
  if (spans.length <= awaitedSpans) {
    await Promise.all(
      spans.map(async (span) => {
        span.bytes = await readFully(file, span.start, span.end - span.start);
      }),
    );
  } else {
    for (let at = 0; at < spans.length; at += spansAtOnce) {
      for (const span of spans.slice(at, at + spansAtOnce)) {
        span.bytes = readNow(file, span.start, span.end - span.start);
      }
      await setImmediate();
    }
  }
  return readable.filter((row) => {
    const span = row.span!;
    if (isStream && row.page.verified && span.bytes.length === span.end - span.start) return false;
    const bytes = bytesOf(row)!;
    return bytes.length < row.end - row.start || checksumOf(bytes) !== row.checksum;
  });
}

const [quote, underscore] = ['"', '_'].map((one) => one.charCodeAt(0));
/** What our columns' names go on with. */
const ourLetters = ['i', 'c', 'o', '\\'].map((one) => one.charCodeAt(0));

/**
 * Returns whether a text in `bytes` begins as the names of our columns do, however JSON spells it. It looks
 * for what is rare: quotation marks are everywhere.
 */
function mayHaveOurNames(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(underscore!); at !== -1; at = bytes.indexOf(underscore!, at + 1)) {
    if (bytes[at - 1] === quote && ourLetters.includes(bytes[at + 1]!)) return true;
  }
  return bytes.includes('\\u005f') || bytes.includes('\\u005F');
}

/** Renames the service's own members that have the names of our columns (`nameOfMember`). */
function nameMembers(row: Row): void {
  const { span } = row;
  if (span === undefined) return;
  // Looked for in a whole span, since hardly any service has such a member.
  span.hasOurNames ??= mayHaveOurNames(span.bytes);
  if (span.hasOurNames) setBytes(row, renameMembers(bytesOf(row)!, nameOfMember));
}

function setBytes(row: Row, bytes: Buffer): void {
  row.start = 0;
  row.end = bytes.length;
  row.span = { start: 0, end: bytes.length, bytes };
}

/** Groups rows that are close together into spans, each of which takes one read. */
function toSpans(rows: readonly Row[]): Span[] {
  const spans: Span[] = [];
  let span: Span | undefined;
  const isSorted = rows.every((row, position) => (rows[position - 1]?.start ?? 0) <= row.start);
  for (const row of isSorted ? rows : rows.toSorted((a, b) => a.start - b.start)) {
    const near =
      span !== undefined &&
      row.start - span.end <= gapBytes &&
      row.end - span.start <= batchBytes + gapBytes;
    if (span === undefined || !near) {
      span = { start: row.start, end: row.end, bytes: Buffer.alloc(0) };
      spans.push(span);
    }
    span.end = Math.max(span.end, row.end);
    row.span = span;
  }
  return spans;
}

/** The bytes of a row; undefined when it can't be read. */
const bytesOf = ({ span, start, end }: Row): Buffer | undefined =>
  span?.bytes.subarray(start - span.start, end - span.start);

const [open, comma, close, missing] = ['[', ',', ']', 'null'].map((text) => Buffer.from(text));
const lineFeed = 0x0a;

function parse(rows: readonly Row[]): (JsonObject | undefined)[] {
  // Parsed as one text: parsing the rows one by one takes half as long again.
  const items = rows.flatMap((row) => [bytesOf(row) ?? missing!, comma!]).slice(0, -1);
  const values = asSentIn(Buffer.concat([open!, ...items, close!]).toString('utf8'));
  if (Array.isArray(values) && values.length === rows.length) return values.map(asObject);
  // A row was damaged after its page was checked: the others can still be read.
  return rows.length === 1 ? [undefined] : rows.flatMap((row) => parse([row]));
}

/** Rows that follow one another in the log are copied at once: only the commas between them change. */
function asLines(rows: readonly Row[]): Buffer {
  const length = rows.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  const lines = Buffer.allocUnsafe(length);
  let to = 0;
  for (let from = 0, at = 0; from < rows.length; from = at) {
    const { start, span } = rows[from]!;
    let { end } = rows[from]!;
    for (at = from + 1; rows[at]?.span === span && rows[at]?.start === end + 1; at++) {
      ({ end } = rows[at]!);
    }
    span!.bytes.copy(lines, to, start - span!.start, end - span!.start);
    for (const row of rows.slice(from, at)) lines[to + row.end - start] = lineFeed;
    to += end - start + 1;
  }
  return lines;
}
