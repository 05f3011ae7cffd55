/**
 * Rows to CSV (RFC 4180) as a stream of byte chunks in bounded memory.
 *
 * Null and missing values are empty, the empty text is `""`, booleans are `true` and `false`,
 * numbers keep every digit they were sent with, nested values are JSON text.
 */
import { isExactNumber, stringifyJson } from '../json/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';

export interface CsvOptions {
  /** Members to write, in order; they are the header. */
  columns: readonly string[];
  /** UTF-8 with a mark at the start: Excel takes the file for its own code page otherwise. */
  byteOrderMark: boolean;
  /** Texts that a spreadsheet would run as a formula get an apostrophe in front. */
  formulaGuard: boolean;
}

/** Rows gathered into one chunk, so that the disk is asked seldom. */
const chunkCharacters = 64 * 1024;
const endOfLine = '\r\n';

export async function* csvChunks(
  rows: AsyncIterable<JsonObject> | Iterable<JsonObject>,
  options: CsvOptions,
): AsyncGenerator<Uint8Array> {
  const { columns, formulaGuard } = options;
  const text = (value: string): string => quoteText(formulaGuard ? guard(value) : value);
  const line = (cells: readonly string[]): string =>
    // A line with one empty cell would be a blank line, which readers skip.
    `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}${endOfLine}`;

  let pending = `${options.byteOrderMark ? '\uFEFF' : ''}${line(columns.map(text))}`;
  for await (const row of rows) {
    pending += line(
      columns.map((column) =>
        Object.hasOwn(row, column) ? csvCell(row[column] ?? null, text) : '',
      ),
    );
    if (pending.length < chunkCharacters) continue;
    yield Buffer.from(pending);
    pending = '';
  }
  if (pending !== '') yield Buffer.from(pending);
}

function csvCell(value: JsonValue, text: (value: string) => string): string {
  if (value === null) return '';
  switch (typeof value) {
    case 'string':
      return text(value);
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return isExactNumber(value) ? value.$n : quoteText(stringifyJson(value));
  }
}

/**
 * OWASP, CSV Injection: a cell that starts with one of these may be run by a spreadsheet. Texts
 * that start with an apostrophe get one too, so that the guard can be undone exactly. Numbers
 * are never touched: they pass by `guard` altogether.
 */
function guard(value: string): string {
  return /^[=+\-@\t\r\n']/.test(value) ? `'${value}` : value;
}

function quoteText(value: string): string {
  return value === '' || /[",\r\n]|^\s|\s$/.test(value)
    ? `"${value.replaceAll('"', '""')}"`
    : value;
}
