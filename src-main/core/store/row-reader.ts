/** Reads rows from the log through the index: few reads, bounded memory, and only intact rows. */
import { setImmediate } from 'node:timers/promises';
import { nameOfMember } from '#shared/contract/list.ts';
import type { JsonObject } from '../json/index.ts';
import { asObject, parseAsSent, renameMembers } from '../json/index.ts';
import type { OpenFile } from './file-port.ts';
import { fillNow, readFully } from './file-port.ts';
import type { PageLog } from './page-log.ts';
import { checksumOf } from './row-table.ts';
import type { RowIndex } from './row-index.ts';
import type { IndexedRow } from './row-table.ts';
import type { RunInputs } from './run-inputs.ts';

/** Rows of one batch span at most this many bytes, unless it is a single row. */
const batchBytes = 1024 * 1024;
const batchRows = 5000;
/** Reading past a gap of this many bytes is cheaper than a second read. */
const gapBytes = 16 * 1024;

/** More than a screen shows: rows streamed to a file are read synchronously, in small groups. */
const awaitedSpans = 300;
const spansAtOnce = 100;

/** Part of the log in memory. */
interface Span {
  start: number;
  end: number;
  bytes: Buffer;
  /** Undefined until it was looked for. */
  hasOurNames?: boolean;
}

export interface NumberedRow {
  seq: number;
  /** Null when it can't be read. */
  row: JsonObject | null;
}

interface LoadedRow extends IndexedRow {
  /** The span with its bytes; undefined when it can't be read. */
  span: Span | undefined;
}

export class RowReader {
  readonly #log: PageLog;
  readonly #index: RowIndex;
  /** For a run with a list: each row is read with its input. */
  readonly #inputs: RunInputs | undefined;
  /** Whether the rows are a service's, not derived here, where our columns are in the log. */
  readonly #isReceived: boolean;

  constructor(log: PageLog, index: RowIndex, inputs?: RunInputs) {
    this.#log = log;
    this.#index = index;
    this.#inputs = inputs;
    this.#isReceived = log.header?.['derived'] === undefined;
  }

  /** Returns the rows with these numbers, in this order; undefined for unreadable rows. */
  async read(seqs: readonly number[]): Promise<(JsonObject | undefined)[]> {
    const rows = await this.#load(seqs);
    // Parsed as one text: parsing the rows one by one takes half as long again.
    const text = asList(rows);
    try {
      const values = parseAsSent(text.toString('utf8'));
      if (Array.isArray(values) && values.length === seqs.length) return values.map(asObject);
    } catch {
      // A row was damaged after its page was checked: the others can still be read.
    }
    if (seqs.length === 1) return [undefined];
    const alone = await Promise.all(seqs.map((seq) => this.read([seq])));
    return alone.flat();
  }

  /** Yields the rows in batches of about a megabyte, for streaming. */
  async *batches(seqs: Iterable<number>): AsyncGenerator<NumberedRow[]> {
    for await (const batch of this.#split(seqs)) {
      const rows = await this.read(batch);
      yield batch.map((seq, at) => ({ seq, row: rows[at] ?? null }));
    }
  }

  /**
   * Yields the bytes of each row, in batches of about a megabyte; undefined for unreadable rows. The rows
   * of a batch share a buffer that nothing else uses.
   */
  async *rowBytes(seqs: Iterable<number>): AsyncGenerator<(Uint8Array | undefined)[]> {
    for await (const batch of this.#split(seqs)) {
      const rows = await this.#load(batch);
      yield rows.map(bytesOf);
    }
  }

  /** Yields the rows as lines, byte for byte as in the log (after any input); skips unreadable rows. */
  async *lines(seqs: Iterable<number>): AsyncGenerator<Buffer> {
    for await (const batch of this.#split(seqs)) {
      const rows = (await this.#load(batch)).map(bytesOf).filter((row) => row !== undefined);
      if (rows.length > 0) yield Buffer.concat(rows.flatMap((row) => [row, lineFeed]));
    }
  }

  async *#split(seqs: Iterable<number>): AsyncGenerator<number[]> {
    let batch: number[] = [];
    let bytes = 0;
    for (const seq of seqs) {
      if (!this.#index.has(seq)) await this.#index.until(seq + 1);
      const { start, end } = this.#index.row(seq);
      if (batch.length === batchRows || (bytes > 0 && bytes + end - start > batchBytes)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(seq);
      bytes += end - start;
    }
    if (batch.length > 0) yield batch;
  }

  /** Reads the bytes of the rows. If a row fails its check, its whole page is verified. */
  async #load(seqs: readonly number[]): Promise<LoadedRow[]> {
    for (const seq of seqs) if (!this.#index.has(seq)) await this.#index.until(seq + 1);
    const rows: LoadedRow[] = seqs.map((seq) => ({ ...this.#index.row(seq), span: undefined }));
    const wrong = await this.#read(rows);
    for (const pageIndex of new Set(wrong.map((row) => row.pageIndex))) {
      await this.#log.verify(this.#log.pages[pageIndex]!);
    }
    // A second read may succeed where the first failed.
    for (const { pageIndex } of wrong.length > 0 ? await this.#read(wrong) : []) {
      this.#log.markUnreadable(this.#log.pages[pageIndex]!);
    }
    for (const row of rows) if (this.#isLost(row)) row.span = undefined;
    if (this.#isReceived) for (const row of rows) nameMembers(row);
    if (this.#inputs !== undefined) for (const row of rows) this.#addInput(row, this.#inputs);
    return rows;
  }

  #addInput(row: LoadedRow, inputs: RunInputs): void {
    if (row.span === undefined) return;
    const whole = inputs.withInput(this.#log.pages[row.pageIndex]!, bytesOf(row)!);
    if (whole !== undefined) setBytes(row, whole);
  }

  /** Reads these rows, and returns those that fail their check. */
  async #read(rows: readonly LoadedRow[]): Promise<LoadedRow[]> {
    const readable = rows.filter((row) => !this.#isLost(row));
    await this.#fill(toSpans(readable));
    return readable.filter((row) => !trimIfIntact(row));
  }

  #isLost({ pageIndex }: LoadedRow): boolean {
    return this.#log.pages[pageIndex]!.unreadable;
  }

  /** Nearly every row that isn't in the original order takes a read of its own. */
  async #fill(spans: readonly Span[]): Promise<void> {
    if (spans.length === 0) return;
    await this.#log.reading(async (file) => {
      if (spans.length <= awaitedSpans) {
        await Promise.all(spans.map((span) => load(file, span)));
        return;
      }
      for (let at = 0; at < spans.length; at += spansAtOnce) {
        for (const span of spans.slice(at, at + spansAtOnce)) loadNow(file, span);
        await setImmediate();
      }
    });
  }
}

async function load(file: OpenFile, span: Span): Promise<void> {
  span.bytes = await readFully(file, span.start, span.end - span.start);
}

/** The same, synchronously: awaiting many short reads takes ten times as long as the reads. */
function loadNow(file: OpenFile, span: Span): void {
  const target = Buffer.allocUnsafe(span.end - span.start);
  span.bytes = target.subarray(0, fillNow(file, target, span.start));
}

/** How the names of our columns begin, however JSON spells them. */
const ourBeginnings = ['"_i', '"_c', '"_\\u006', '"\\u005f', '"\\u005F'];

/** Renames the service's own members that have the names of our columns (`nameOfMember`). */
function nameMembers(row: LoadedRow): void {
  const { span } = row;
  if (span === undefined) return;
  // Looked for in a whole span, since hardly any service has such a member.
  span.hasOurNames ??= ourBeginnings.some((text) => span.bytes.includes(text));
  if (span.hasOurNames) setBytes(row, renameMembers(bytesOf(row)!, nameOfMember));
}

function setBytes(row: LoadedRow, bytes: Buffer): void {
  row.start = 0;
  row.end = bytes.length;
  row.span = { start: 0, end: bytes.length, bytes };
}

/** Trims the separator after the row. Returns false, and changes nothing, when the bytes fail their check. */
function trimIfIntact(row: LoadedRow): boolean {
  const { span, checksum } = row;
  if (span === undefined) return false;
  const start = row.start - span.start;
  let end = Math.min(row.end - span.start, span.bytes.length);
  while (isSeparator(span.bytes[end - 1])) end--;
  if (end <= start || checksumOf(span.bytes.subarray(start, end)) !== checksum) return false;
  row.end = span.start + end;
  return true;
}

/** A comma or white space: no JSON value ends with either. */
function isSeparator(byte: number | undefined): boolean {
  return byte === 0x2c || byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** Groups rows that are close together into spans, each of which takes one read. */
function toSpans(rows: LoadedRow[]): Span[] {
  const spans: Span[] = [];
  let span: Span | undefined;
  for (const row of inOrder(rows)) {
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

function inOrder(rows: LoadedRow[]): LoadedRow[] {
  const isSorted = rows.every((row, position) => (rows[position - 1]?.start ?? 0) <= row.start);
  return isSorted ? rows : rows.toSorted((a, b) => a.start - b.start);
}

/** The bytes of a row; undefined when it can't be read. */
const bytesOf = ({ span, start, end }: LoadedRow): Buffer | undefined =>
  span?.bytes.subarray(start - span.start, end - span.start);

const [open, comma, close, missing] = ['[', ',', ']', 'null'].map((text) => Buffer.from(text));
const lineFeed = Buffer.from('\n');

/** The rows as a JSON list. */
function asList(rows: readonly LoadedRow[]): Buffer {
  const items = rows.flatMap((row) => [bytesOf(row) ?? missing!, comma!]).slice(0, -1);
  return Buffer.concat([open!, ...items, close!]);
}
