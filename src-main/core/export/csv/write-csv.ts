/**
 * Cells to CSV (RFC 4180), one line at a time. The column store's worker writes the same bytes with
 * SQL wherever it can; tests hold the two against each other.
 */
import type { CsvOptions } from '#shared/export/formats.ts';
import type { Cell } from '../cells.ts';
import { cellText, isNumber } from '../cells.ts';
import { guard } from './guard.ts';

/** What stands before the rows: the mark and the line of headers. */
export function csvHead(headers: readonly string[], options: CsvOptions): string {
  const mark = options.byteOrderMark ? '\uFEFF' : '';
  if (options.headers === 'none') return mark;
  return mark + csvLine(headers, options);
}

/** Records that are no rows. */
export function headLines({ headers }: Pick<CsvOptions, 'headers'>): number {
  return headers === 'none' ? 0 : 1;
}

/** One line with its end. */
export function csvLine(cells: readonly Cell[], options: CsvOptions): string {
  const line = cells.map((cell) => csvCell(cell, options)).join(options.delimiter);
  // A line with one empty cell would be a blank line, which readers skip.
  return (line === '' && cells.length === 1 ? '""' : line) + lineEnd(options);
}

export function lineEnd({ lineEnds }: Pick<CsvOptions, 'lineEnds'>): '\r\n' | '\n' {
  return lineEnds === 'crlf' ? '\r\n' : '\n';
}

function csvCell(cell: Cell, options: CsvOptions): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  const text = cellText(cell) ?? '';
  if (isNumber(cell)) {
    return options.decimal === 'comma' ? quoteBare(text.replace('.', ','), options) : text;
  }
  const guarded = options.formulaGuard ? guard(text) : text;
  return options.quoting === 'allTexts' ? quote(guarded) : quoteBare(guarded, options);
}

/** `#` begins a comment for some readers, DuckDB among them. */
function quoteBare(text: string, { delimiter }: CsvOptions): string {
  return text === '' || /["\r\n#]/.test(text) || text.includes(delimiter) ? quote(text) : text;
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
