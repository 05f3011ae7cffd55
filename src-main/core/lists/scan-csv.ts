/**
 * Scans CSV record by record, faster than a parser that looks at every byte, and with limits that apply
 * before anything is collected. Reads what RFC 4180 allows, and what programs write otherwise: blanks around
 * quotes, quotation marks within a text, and R's `\"`.
 */
import { grouping } from '#shared/counts.ts';
import { type ProblemError, refused } from '../problem-error.ts';

export interface CsvDialect {
  /** The empty text: each record is one cell. */
  separator: string;
  /** Whether quotation marks enclose cells; otherwise they are the person's. */
  isQuoted: boolean;
}

export interface CsvRecord {
  /** Without blanks around them. */
  cells: string[];
  /** Whether all of them were in quotation marks. */
  areQuoted: boolean;
  /** Its first line, from 1. */
  line: number;
  /** Where it ends in the text. */
  end: number;
}

const mostColumns = 1000;
const mostCellLength = 100_000;
const mostRecordLength = 1_000_000;

/**
 * Yields all records, also blank ones.
 * @param text whose only line ends are line feeds.
 * @throws ProblemError with the line of what is too long, or of a quotation mark that is never closed.
 */
export function* scanCsv(
  text: string,
  { separator, isQuoted }: CsvDialect,
): Generator<CsvRecord, void> {
  const { length } = text;
  const nextSeparator = separator === '' ? () => length : finder(text, separator);
  const nextBreak = finder(text, '\n');
  const isBlank = (at: number): boolean =>
    (text[at] === ' ' || text[at] === '\t') && text[at] !== separator;
  const isEnd = (at: number): boolean =>
    at >= length || text[at] === '\n' || text[at] === separator;
  const escape = isQuoted && usesBackslash(text) ? '\\' : '"';
  let line = 1;
  for (let at = 0; at < length; at++) {
    const [start, firstLine] = [at, line];
    const cells: string[] = [];
    let areQuoted = true;
    for (; ; at++) {
      let from = at;
      while (isBlank(from)) from++;
      let cell: string | null = null;
      if (isQuoted && text[from] === '"') {
        const close = closingQuote(text, from, escape, firstLine);
        at = close + 1;
        while (isBlank(at)) at++;
        if (isEnd(at))
          cell = text
            .slice(from + 1, close)
            .replaceAll(`${escape}"`, '"')
            .trim();
        for (let next = text.indexOf('\n', from); next !== -1 && next < close; line++) {
          next = text.indexOf('\n', next + 1);
        }
      }
      if (cell === null) {
        at = Math.min(nextSeparator(at), nextBreak(at));
        cell = text.slice(from, at).trim();
        areQuoted = false;
      }
      if (cell.length > mostCellLength) throw tooLong(firstLine);
      cells.push(cell);
      if (at >= length || text[at] === '\n') break;
      if (cells.length >= mostColumns) throw tooManyColumns(firstLine);
      if (at - start > mostRecordLength) throw tooLong(firstLine);
    }
    yield { cells, areQuoted, line: firstLine, end: at };
    line++;
  }
}

/** Returns where the next `wanted` is, at or after a position that never decreases; else the end. */
function finder(text: string, wanted: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) next = text.indexOf(wanted, from);
    if (next === -1) next = text.length;
    return next;
  };
}

/** R writes `\"` for a quotation mark in a text, all others `""`. */
const usesBackslash = (text: string): boolean =>
  /\\"[^,;\t|\n]/.test(text) && !/[^,;\t|\n]""[^,;\t|\n]/.test(text);

/** Returns where the cell ends that begins with the quotation mark at `open`. */
function closingQuote(text: string, open: number, escape: string, line: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (at - open > 2 * mostCellLength) throw tooLong(line);
    if (escape === '\\' ? text[at - 1] !== escape : text[at + 1] !== escape) return at;
    if (escape === '"') at++;
  }
  throw refused(
    `The list isn’t valid CSV: a quotation mark in line ${grouping(line)} or just below is opened and never closed.`,
    'Correct it, then choose the list again.',
  );
}

const tooManyColumns = (line: number): ProblemError =>
  refused(
    `Line ${grouping(line)} has more than ${grouping(mostColumns)} cells, which is too many.`,
    'Keep only the columns you ask for, or choose another separator.',
  );

const tooLong = (line: number): ProblemError =>
  refused(
    `Line ${grouping(line)} is too long: a cell can have ${grouping(mostCellLength)} characters, and a line ${grouping(mostRecordLength)}.`,
    'Correct it, then choose the list again. The cause may be a quotation mark that is never closed.',
  );
