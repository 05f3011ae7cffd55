/**
 * Cells as CSV (RFC 4180), line by line. The column store's worker writes the same bytes with SQL whenever it
 * can; tests compare the two.
 */
import { guard, guardMark } from '#shared/formulas.ts';
import type { Cell } from './cells.ts';
import { cellText, isNumber } from './cells.ts';
import { csvOptionsSchema } from './formats/options.ts';
import type { CsvOptions } from './formats/options.ts';

/** What precedes the rows: the byte order mark and the header line. */
export function csvHead(names: readonly string[], options: CsvOptions): string {
  const mark = options.byteOrderMark ? '\uFEFF' : '';
  if (options.headers === 'none') return mark;
  return mark + csvLine(names, options);
}

/** A whole table: its names, and rows in batches. */
export async function* csvOf(
  names: readonly string[],
  batches: AsyncIterable<readonly Cell[][]> | Iterable<readonly Cell[][]>,
  options: CsvOptions = csvOptionsSchema.parse({ kind: 'csv' }),
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvHead(names, options));
  for await (const rows of batches) {
    yield Buffer.from(rows.map((cells) => csvLine(cells, options)).join(''));
  }
}

/** Records that are not rows. */
export const headLines = ({ headers }: Pick<CsvOptions, 'headers'>): number =>
  headers === 'none' ? 0 : 1;

/** One line, including its end. */
export function csvLine(cells: readonly Cell[], options: CsvOptions): string {
  const line = cells.map((cell) => csvCell(cell, options)).join(options.delimiter);
  // A line with one empty cell would be a blank line, which readers skip.
  return (line === '' && cells.length === 1 ? '""' : line) + lineEnd(options);
}

export const lineEnd = ({ lineEnds }: Pick<CsvOptions, 'lineEnds'>): '\r\n' | '\n' =>
  lineEnds === 'crlf' ? '\r\n' : '\n';

function csvCell(cell: Cell, options: CsvOptions): string {
  if (cell === null) return '';
  const text = csvText(cell, options) ?? '';
  const isText = typeof cell !== 'boolean' && !isNumber(cell);
  return isText && options.quoting === 'allTexts' ? quote(text) : quoteBare(text, options);
}

/** The text of a cell before it is quoted. */
export function csvText(cell: Cell, { decimal, formulaGuard }: CsvOptions): string | null {
  const text = cellText(cell);
  if (text === null || typeof cell === 'boolean') return text;
  if (isNumber(cell)) return decimal === 'comma' ? text.replace('.', ',') : text;
  return formulaGuard ? guard(text) : text;
}

/** `#` starts a comment for some readers, including DuckDB. */
const quoteBare = (text: string, { delimiter }: CsvOptions): string =>
  text === '' || /["\r\n#]/.test(text) || text.includes(delimiter) ? quote(text) : text;

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const quoteByte = 0x22;
const lineFeed = 0x0a;
const markByte = guardMark.charCodeAt(0);
/** U+FFFD in UTF-8: replaces a lone surrogate, or was sent by the service. */
const replacement = Buffer.from('\uFFFD');

export class CsvCheck {
  /** Line ends outside of quotes. */
  records = 0;
  /** NUL, which many readers treat as the end of the file: replaced by U+FFFD. */
  nuls = 0;
  /** Whether the content has U+FFFD, not counting replaced NULs. */
  hasReplacement = false;
  /** Cells of rows that the guard against formulas changed: only those begin with its mark. */
  guarded = 0;
  readonly #options: CsvOptions;
  #quoted = false;
  /** The last two bytes: U+FFFD and the beginning of a cell may span two chunks. */
  #tail: Buffer = Buffer.alloc(0);
  #bytes = 0;

  constructor(options: CsvOptions) {
    this.#options = options;
  }

  /** Counts, and returns the chunk in the form to be written. */
  take(chunk: Buffer): Buffer {
    if (!this.hasReplacement) {
      this.hasReplacement =
        chunk.includes(replacement) ||
        Buffer.concat([this.#tail, chunk.subarray(0, 2)]).includes(replacement);
    }
    this.#count(chunk);
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-2)]).subarray(-2);
    this.#bytes += chunk.length;
    return chunk.includes(0) ? this.#withoutNul(chunk) : chunk;
  }

  #count(chunk: Buffer): void {
    let quoted = this.#quoted;
    let { records } = this;
    const head = headLines(this.#options);
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === quoteByte) quoted = !quoted;
      else if (byte === lineFeed && !quoted) records++;
      else if (byte === markByte && records >= head && this.#isFirst(chunk, at, quoted)) {
        this.guarded += this.#options.formulaGuard ? 1 : 0;
      }
    }
    this.#quoted = quoted;
    this.records = records;
  }

  /** Whether a cell begins with this byte: in quotes if its opening quote, which isn't doubled, precedes it. */
  #isFirst(chunk: Buffer, at: number, quoted: boolean): boolean {
    const before = (by: number): number | undefined =>
      at >= by ? chunk[at - by] : this.#tail[this.#tail.length + at - by];
    if (quoted && before(1) !== quoteByte) return false;
    const by = quoted ? 2 : 1;
    const outside = before(by);
    // A byte order mark has three bytes.
    const start = this.#options.byteOrderMark ? 3 : 0;
    return (
      this.#bytes + at - by + 1 === start ||
      outside === lineFeed ||
      outside === this.#options.delimiter.charCodeAt(0)
    );
  }

  #withoutNul(chunk: Buffer): Buffer {
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, at), replacement);
      from = at + 1;
      this.nuls++;
    }
    return Buffer.concat([...parts, chunk.subarray(from)]);
  }
}
