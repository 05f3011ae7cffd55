/**
 * Scans CSV record by record, faster than a parser that looks at every byte, and with limits that apply
 * before anything is collected. Reads what RFC 4180 allows, and what programs write otherwise: blanks around
 * quotes, quotation marks within a text, and R's `\"`. A list is scanned as a whole, a file of any length in
 * parts.
 */
import { mostColumns } from '#shared/contract/run.ts';
import { grouping } from '#shared/counts.ts';
import { type ProblemError, refused } from '../problem-error.ts';

export interface CsvDialect {
  /** The empty text: each record is one cell. */
  separator: string;
  /** Whether quotation marks enclose cells; otherwise they are the person's. */
  isQuoted: boolean;
}

/** A part of a file, whose cells are kept as they are: with blanks around them, and any line ends in them. */
export interface CsvPart {
  /** Nothing follows. A record that reaches the end of any other part isn't yielded: it may go on. */
  isLast: boolean;
  /** The number of its first line. */
  line: number;
  /** What precedes a quotation mark within a quoted cell. */
  escape: '"' | '\\';
}

export interface CsvRecord {
  /** Without blanks around them, unless they are of a part. */
  cells: string[];
  /** Whether all of them were in quotation marks. */
  areQuoted: boolean;
  /** Cells that are `""`, which some programs tell apart from nothing at all. */
  blanks: readonly number[];
  /** Its first line, from 1. */
  line: number;
  /** Where it ends in the text. */
  end: number;
}

interface Limits {
  noun: 'list' | 'file';
  columns: number;
  /** In characters. */
  cell: number;
  record: number;
}
const ofList: Limits = { noun: 'list', columns: 1000, cell: 100_000, record: 1_000_000 };
const ofFile: Limits = {
  noun: 'file',
  columns: mostColumns,
  cell: 8_000_000,
  record: 16_000_000,
};
const none: readonly number[] = [];

/**
 * Yields all records, also blank ones.
 * @param text whose only line ends are line feeds; of a part also CR LF.
 * @throws ProblemError with the line of what is too long, or of a quotation mark that is never closed.
 */
export function* scanCsv(
  text: string,
  { separator, isQuoted }: CsvDialect,
  part?: CsvPart,
): Generator<CsvRecord, void> {
  const { length } = text;
  const limits = part === undefined ? ofList : ofFile;
  const isWhole = part?.isLast ?? true;
  const nextSeparator = separator === '' ? () => length : finder(text, separator);
  const nextBreak = finder(text, '\n');
  const isBlank = (at: number): boolean =>
    (text[at] === ' ' || text[at] === '\t') && text[at] !== separator;
  const isReturn = (at: number): boolean =>
    part !== undefined && text[at] === '\r' && (at + 1 >= length || text[at + 1] === '\n');
  const isEnd = (at: number): boolean =>
    at >= length || text[at] === '\n' || text[at] === separator || isReturn(at);
  const escape = part?.escape ?? escapeIn(text, isQuoted);
  let line = part?.line ?? 1;
  for (let at = 0; at < length; at++) {
    const [start, firstLine] = [at, line];
    const cells: string[] = [];
    let areQuoted = true;
    let blanks: number[] | null = null;
    for (; ; at++) {
      const opened = at;
      let from = at;
      while (isBlank(from)) from++;
      let cell: string | null = null;
      if (isQuoted && text[from] === '"') {
        const close = closingQuote(text, from, { escape, line: firstLine, isWhole, limits });
        if (close === -1) return;
        at = close + 1;
        while (isBlank(at)) at++;
        if (isEnd(at)) {
          if (isReturn(at)) at++;
          const inner = text.slice(from + 1, close).replaceAll(`${escape}"`, '"');
          cell = part === undefined ? inner.trim() : inner;
          if (cell === '') (blanks ??= []).push(cells.length);
        }
        for (let next = text.indexOf('\n', from); next !== -1 && next < close; line++) {
          next = text.indexOf('\n', next + 1);
        }
      }
      if (cell === null) {
        at = Math.min(nextSeparator(at), nextBreak(at));
        if (part === undefined) cell = text.slice(from, at).trim();
        else cell = text.slice(opened, isReturn(at - 1) && at > opened ? at - 1 : at);
        areQuoted = false;
      }
      if (cell.length > limits.cell) throw tooLong(firstLine, limits);
      cells.push(cell);
      if (at >= length || text[at] === '\n') break;
      if (cells.length >= limits.columns) throw tooManyColumns(firstLine, limits);
      if (at - start > limits.record) throw tooLong(firstLine, limits);
    }
    if (at >= length && !isWhole) return;
    yield { cells, areQuoted, blanks: blanks ?? none, line: firstLine, end: at };
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
export const escapeIn = (text: string, isQuoted: boolean): CsvPart['escape'] =>
  isQuoted && /\\"[^,;\t|\n]/.test(text) && !/[^,;\t|\n]""[^,;\t|\n]/.test(text) ? '\\' : '"';

/** Returns where the cell ends that begins with the quotation mark at `open`; -1: beyond this part. */
function closingQuote(
  text: string,
  open: number,
  of: { escape: string; line: number; isWhole: boolean; limits: Limits },
): number {
  const { escape, line, isWhole, limits } = of;
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (at - open > 2 * limits.cell) throw tooLong(line, limits);
    if (escape === '\\' ? text[at - 1] !== escape : text[at + 1] !== escape) return at;
    if (escape === '"') at++;
  }
  if (!isWhole && text.length - open > 2 * limits.cell) throw tooLong(line, limits);
  if (!isWhole) return -1;
  throw refused(
    `The ${limits.noun} isn’t valid CSV: a quotation mark in line ${grouping(line)} or just below is opened and never closed.`,
    `Correct it, then choose the ${limits.noun} again.`,
  );
}

const tooManyColumns = (line: number, { noun, columns }: Limits): ProblemError =>
  refused(
    `Line ${grouping(line)} has more than ${grouping(columns)} cells, which is too many.`,
    noun === 'list'
      ? 'Keep only the columns you ask for, or choose another separator.'
      : 'Keep only the columns you need, then open it again.',
  );

const tooLong = (line: number, { noun, cell, record }: Limits): ProblemError =>
  refused(
    `Line ${grouping(line)} is too long: a cell can have ${grouping(cell)} characters, and a line ${grouping(record)}.`,
    `Correct it, then choose the ${noun} again. The cause may be a quotation mark that is never closed.`,
  );
