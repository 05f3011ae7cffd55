/**
 * Reads pasted lines, spreadsheet cells, CSV and text files as a table. Detects the separator over records,
 * after quoting, but doesn't interpret values, which stay in the main process.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ListEncoding, maxInputs } from '#shared/contract/list.ts';
import { grouping } from '#shared/counts.ts';
import { type ProblemError, refused } from '../problem-error.ts';
import type { ListInput } from '../store/record.ts';
import { decodeText } from './decode-text.ts';
import { type CsvDialect, type CsvRecord, scanCsv } from './scan-csv.ts';

type Line = Pick<CsvRecord, 'cells' | 'line'> & Pick<ListInput, 'rows'>;

export interface TextTable {
  /** Null for what was text already. */
  encoding: ListEncoding | null;
  /** A word that looks wrong if the encoding is; null if it isn't guessed. */
  guess: string | null;
  /** The empty text: each line is one value. Null for what was cells already. */
  separator: string | null;
  /** The non-empty records. */
  lines: readonly Line[];
  /** Number of cells of most lines. Others can't be trusted: a text may have been torn apart. */
  width: number;
  /** Whether the first line looks like names of columns. */
  hasHeader: boolean;
  /** Number of records left out because they are a title above the names. */
  titleLines: number;
  /** Number of characters that are not valid in the encoding. */
  unreadable: number;
}

/** What a person has chosen; null: detected. */
export interface ReadAs {
  encoding?: ListEncoding | null;
  separator?: string | null;
}

type From = 'file' | 'pasted';

/** In order of preference. */
const separators = ['\t', ';', ',', '|', ' '] as const;
/** Numbers of records and characters examined to detect the separator and the header. */
const probed = 100;
const probedLength = 64 * 1024;
const mostTitleLines = 10;
const halfGuess = 20;
/** More than a list may have, to allow for a header and duplicates. */
const mostLines = maxInputs * 3;
/** Characters that are read before others get a turn. */
const pieceLength = 64 * 1024;

/** @throws ProblemError when it can't be read as text, or is too long. */
export async function tableOfFile(bytes: Uint8Array, as: ReadAs = {}): Promise<TextTable> {
  const { text, encoding, isGuess, unreadable } = decodeText(bytes, as.encoding ?? null);
  const guess = isGuess ? wordAt(text, text.search(/[^\0-\x7F]/)) : null;
  return { ...(await tableOf(text, 'file', as)), encoding, guess, unreadable };
}

const wordAt = (text: string, at: number): string => {
  const [before] = /[^\s,;|"]*$/.exec(text.slice(Math.max(0, at - halfGuess), at)) ?? [''];
  const [after] = /^[^\s,;|"]*/.exec(text.slice(at, at + halfGuess)) ?? [''];
  return before + after;
};

/** @throws ProblemError when it is too long. */
export const tableOfText = (text: string, as: ReadAs = {}): Promise<TextTable> =>
  tableOf(text, 'pasted', as);

/** Lines of cells that were read before, all of one width, without a header. */
export const tableOfLines = (lines: readonly string[][]): TextTable =>
  tableOfCells(lines.map((cells, at) => ({ cells, line: at + 1 })));

export const tableOfCells = (
  lines: readonly Line[],
  width = lines[0]?.cells.length,
): TextTable => ({
  encoding: null,
  guess: null,
  separator: null,
  lines,
  width: width ?? 0,
  hasHeader: false,
  titleLines: 0,
  unreadable: 0,
});

async function tableOf(given: string, from: From, as: ReadAs): Promise<TextTable> {
  // One kind of line end, as files joined from several have all of them. DOS ends texts with U+001A.
  const whole = given
    .replace(/^\uFEFF/, '')
    .replaceAll('\u001A', '')
    .replaceAll(/\r\n?/g, '\n');
  const [own = '', named = null] = separatorLine.exec(whole) ?? [];
  const text = whole.slice(own.length);
  const { separator, isQuoted } = dialectOf(text, from, as.separator ?? named);
  const lines: Line[] = [];
  let pause = pieceLength;
  for (const { cells: scanned, line, end } of scanCsv(text, { separator, isQuoted })) {
    const cells = scanned.map((cell) => textFormula.exec(cell)?.[1]?.trim() ?? cell);
    if (cells.some((cell) => cell !== '')) lines.push({ cells, line: line + (own === '' ? 0 : 1) });
    if (lines.length > mostLines) throw tooManyLines();
    if (end < pause) continue;
    pause = end + pieceLength;
    await yieldToOthers();
  }
  return { ...tableOfCells([]), separator, ...arranged(lines, from) };
}

/** Excel reads and writes a line like `sep=;`, which is no row. */
export const separatorLine = /^"?sep=([^\p{L}\p{N}"\r\n])"?[,;\t]*\r?\n/iu;

/** So that Excel keeps the digits of an ID, programs write it as a formula. */
export const textFormula = /^="([^"]*)"$/;

const tooManyLines = (): ProblemError =>
  refused(
    `The list has more than ${grouping(mostLines)} lines, which is too many.`,
    'Split it, then use one part at a time.',
  );

/** Removes title lines and columns without a cell, and finds the header. */
function arranged(
  all: readonly Line[],
  from: From,
): Pick<TextTable, 'lines' | 'width' | 'hasHeader' | 'titleLines'> {
  const filled = filledWidth(all);
  const width = Math.min(filled, commonWidth(all));
  const lines = all.map(({ cells, line }) => ({ cells: cells.slice(0, filled), line }));
  const titleLines = titlesAbove(lines, width, from);
  const [first, ...others] = lines.slice(titleLines);
  if (first === undefined || headerRank([first, ...others], width, from) === 0) {
    return {
      lines: lines.map((one) => padded(one, width)),
      width,
      hasHeader: false,
      titleLines: 0,
    };
  }
  // R leaves out the name above its row names, and most readers know that.
  const cells = isShorterByOne(first, width) ? ['', ...first.cells] : first.cells;
  return {
    lines: [{ ...first, cells }, ...others.map((one) => padded(one, width))],
    width,
    hasHeader: true,
    titleLines,
  };
}

/** Removes empty cells beyond the width: they may have been separators without cells. */
function padded({ cells, line }: Line, width: number): Line {
  const isPadding = cells.length > width && cells.slice(width).every((cell) => cell === '');
  return { cells: isPadding ? cells.slice(0, width) : cells, line };
}

const isShorterByOne = ({ cells }: Line, width: number): boolean =>
  width > 1 && cells.length === width - 1;

/** The number of columns that have a cell: separators at the end of rows make empty ones. */
const filledWidth = (records: readonly Line[]): number =>
  records.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1),
    0,
  );

/** The number of cells that most records have; of two equally common ones, the larger. */
function commonWidth(records: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [most] = [...counts].toSorted(([a, often], [b, seldom]) => seldom - often || b - a);
  return most?.[0] ?? 0;
}

/**
 * Returns the number of records above the names of columns: all above names that are much surer than the
 * first record is, those with a single cell, or all that don’t reach the last column ("Project", "Sea level").
 */
function titlesAbove(lines: readonly Line[], width: number, from: From): number {
  const rankBelow = (count: number): number => headerRank(lines.slice(count), width, from);
  const first = rankBelow(0);
  for (let count = 1; count <= mostTitleLines; count += 1) {
    if (rankBelow(count) >= first + 2) return count;
  }
  if (width < 2) return 0;
  const cellsOf = ({ cells }: Line): number => cells.filter((cell) => cell !== '').length;
  const counts = [
    lines.findIndex((line) => cellsOf(line) !== 1),
    lines.findIndex(({ cells }) => (cells[width - 1] ?? '') !== ''),
  ];
  const isAbove = (count: number): boolean =>
    count > 0 && count <= mostTitleLines && rankBelow(count) > 0;
  return counts.find(isAbove) ?? 0;
}

/**
 * Finds the separator that divides most records, after quoting, into the same number of cells. If none
 * does, each line is one value, even if some contain a comma.
 */
export function dialectOf(text: string, from: From, given: string | null): CsvDialect {
  const cut = text.length > probedLength ? text.lastIndexOf('\n', probedLength) : text.length;
  const head = text.slice(0, cut < 1 ? probedLength : cut);
  const candidates = given === null ? separators : given === '' ? [] : [given];
  const found = candidates
    // R separates by spaces, which are in most texts: only its row numbers and shorter header prove it.
    .filter((one) => one !== ' ' || given === ' ' || numberedByR.test(head))
    .map((separator) => ({ separator, share: shareOf(head, separator, from) }))
    .toSorted((a, b) => b.share - a.share)[0];
  if (given !== null && given !== '') return { separator: given, isQuoted: true };
  if (found !== undefined && found.share > 0) return { separator: found.separator, isQuoted: true };
  return { separator: '', isQuoted: isQuotedByProgram(head, from) };
}

const numberedByR = /^"[^\n]*"\n"1" |^[^\n]+\n1 [^\n]+\n2 /;

/** Returns the share of records that a separator divides alike; 0 if it doesn't separate cells. */
function shareOf(head: string, separator: string, from: From): number {
  const records = probe(head, separator);
  const divided = commonWidth(records.filter(({ cells }) => cells.length > 1));
  if (divided < 2) return 0;
  const width = Math.min(divided, filledWidth(records));
  if (separator === ' ' && !records.slice(0, 1).some((names) => isShorterByOne(names, width))) {
    return 0;
  }
  const table = records.slice(titlesAbove(records, width, from));
  const hasHeader = headerRank(table, width, from) > 0;
  const alike = table.filter(
    (line, at) => padded(line, width).cells.length === width || (hasHeader && at === 0),
  ).length;
  // A cell with a line break must have been quoted, so lines are not values.
  const isQuoted = records.some(({ cells }) => cells.some((cell) => cell.includes('\n')));
  return alike >= table.length * (isQuoted ? 0.5 : 0.9) ? alike / records.length : 0;
}

/**
 * Returns whether lines of one value are in a program’s quotation marks. R quotes every text of a file;
 * others quote cells with a separator, a mark or a line break. All else is an exact phrase.
 */
function isQuotedByProgram(head: string, from: From): boolean {
  const values = probe(head, '').map(({ cells: [value = ''], areQuoted }) => ({
    value,
    areQuoted,
  }));
  /** Words in quotation marks: a search for them together. */
  const hasPhrase = values.some(({ value, areQuoted }) => areQuoted && /\S[^\S\n]+\S/.test(value));
  return (
    ((from === 'file' || !hasPhrase) &&
      values.every(({ value, areQuoted }) => areQuoted || value === 'NA')) ||
    values.some(({ value, areQuoted }) => areQuoted && /[,;\t|\n"]/.test(value))
  );
}

/** The first non-empty records, up to the first that can’t be read. */
function probe(head: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  try {
    for (const record of scanCsv(head, { separator, isQuoted: true })) {
      if (record.cells.some((cell) => cell !== '')) records.push(record);
      if (records.length === probed) break;
    }
  } catch {
    // The whole text says why, if it matters.
  }
  return records;
}

/** Well-known names of columns; the likely ones may be inputs, too. */
const sureName = /^(?:author[ _])?(?:user|screen)[ _]?names?$/;
const likelyName =
  /^(?:id|url|link|account|handle|name|query|post|comment|keyword)s?$|_id$|_?username$/;

/**
 * Returns how sure it is that the first line has the names of columns: 0 if it hasn’t, 3 at most. Names are
 * short and distinct, and one is well-known, or above a column of other kinds of values. In a single column both
 * may be an input among others: it only has a header in a file, under a well-known name.
 */
function headerRank(lines: readonly Line[], width: number, from: From): number {
  if (width === 1 && from === 'pasted') return 0;
  const [head, ...others] = lines.slice(0, probed);
  if (head === undefined || others.length === 0) return 0;
  const names = (isShorterByOne(head, width) ? ['', ...head.cells] : head.cells).map((cell) =>
    cell.toLowerCase(),
  );
  if (names.length !== width || names.some((name) => /^[\d@]|^#.|https?:/.test(name))) return 0;
  const known = new Set(names.filter((name) => sureName.test(name) || likelyName.test(name))).size;
  // Beside a well-known name, others may be missing, repeated, or as long as the questions of a survey.
  const isAmongNames = known > 0 && names.filter((name) => name !== '').length > 1;
  const isNames =
    new Set(names).size === names.length &&
    // R and pandas leave the name above their row numbers empty.
    names.every((name, at) => (name !== '' || (at === 0 && width > 1)) && name.length <= 60);
  if (!isNames && !isAmongNames) return 0;
  // An ID like `k3x9a` is no name, whatever the next ones begin with.
  const differs = names.some(
    (name, at) =>
      !/\d/.test(name) && others.every(({ cells }) => /^[\d@#]|https?:/.test(cells[at] ?? '')),
  );
  if (known === 0) return width > 1 && differs ? 1 : 0;
  if (width > 1 && (known > 1 || differs)) return 3;
  return names.some((name) => sureName.test(name)) ? 2 : 1;
}
