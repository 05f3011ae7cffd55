/**
 * Reads pasted lines, spreadsheet cells, CSV and text files as a table. Detects encoding and separator
 * but doesn't interpret values, which stay in the main process.
 */
import { parse } from 'csv-parse/sync';
import { maxInputs } from '#shared/contract/list.ts';
import { grouping } from '#shared/counts.ts';
import { refused } from '../problem-error.ts';

export interface TextTable {
  /** Display name of the encoding; null for what was text already. */
  encoding: string | null;
  /** The non-empty lines, with their numbers, from 1. */
  lines: { cells: string[]; line: number }[];
  width: number;
  /** Whether the first line looks like names of columns. */
  hasHeader: boolean;
}

const separators = ['\t', ';', ',', '|'] as const;
/** Number of lines examined to detect the separator and the header. */
const probed = 50;
/** More than a list may have, to allow for a header and duplicates. */
const mostLines = maxInputs * 3;

/** @throws ProblemError when it can't be read as text, or is too long. */
export function tableOfFile(bytes: Uint8Array): TextTable {
  const { text, encoding } = decode(bytes);
  return { ...tableOf(text, 'file'), encoding };
}

/** @throws ProblemError when it is too long. */
export const tableOfText = (text: string): TextTable => tableOf(text, 'pasted');

function tableOf(given: string, from: 'file' | 'pasted'): TextTable {
  const text = given.replace(/^\uFEFF/, '');
  const separator = separatorOf(text, from);
  const records = separator === null ? plainLines(text) : cellsOf(text, separator);
  const lines = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (lines.length > mostLines) {
    throw refused(
      `The list has ${grouping(lines.length)} lines, which is too many.`,
      'Split it, then use one part at a time.',
    );
  }
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return { encoding: null, lines, width, hasHeader: looksLikeHeader(lines, width, from) };
}

/** Lines of cells that were read before, all of one width, without a header. */
export const tableOfLines = (lines: readonly string[][]): TextTable => ({
  encoding: null,
  lines: lines.map((cells, at) => ({ cells, line: at + 1 })),
  width: lines[0]?.length ?? 0,
  hasHeader: false,
});

/** Decodes UTF-8, UTF-16 with a byte order mark, else the Windows encoding that Excel writes by default. */
function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  if (mark === 'fffe')
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (mark === 'feff')
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  if (bytes.includes(0)) {
    throw refused('This isn’t a text file.', 'Save the sheet as CSV, then choose that file.');
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

const plainLines = (text: string): TextTable['lines'] =>
  linesOf(text).map((line, at) => ({ cells: [line.trim()], line: at + 1 }));

/**
 * Returns the separator of cells: one that occurs equally often in most lines. Null: each line is one
 * value, even if some contain a comma.
 */
function separatorOf(text: string, from: 'file' | 'pasted'): (typeof separators)[number] | null {
  const lines = linesOf(text)
    .filter((line) => line.trim() !== '')
    .slice(0, probed);
  const found = separators.find((separator) => {
    const counts = lines.map((line) => outsideQuotes(line).split(separator).length - 1);
    const expected = counts[0] ?? 0;
    return (
      expected > 0 && counts.filter((count) => count === expected).length >= lines.length * 0.9
    );
  });
  if (found !== undefined) return found;
  // R quotes every text of a file; others quote cells with a separator or a mark. All else is an exact phrase.
  const isOfProgram =
    (from === 'file' || !lines.some(isPhrase)) &&
    lines.every((line) => isCell(line) || line.trim() === 'NA');
  const isQuoted =
    isOfProgram ||
    lines.some((line) => isCell(line) && /[,;\t|]|""/.test(line.trim().slice(1, -1)));
  return isQuoted ? ',' : null;
}

const isCell = (line: string): boolean => /^"(?:[^"]|"")*"$/.test(line.trim());

/** Words in quotation marks: a search for them together. */
const isPhrase = (line: string): boolean => isCell(line) && /\S\s+\S/.test(line.trim());

const outsideQuotes = (line: string): string => line.replaceAll(/"(?:[^"]|"")*"/g, '');

function cellsOf(text: string, separator: string): TextTable['lines'] {
  const lines: TextTable['lines'] = [];
  try {
    parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (cells: string[], { lines: line }) => {
        lines.push({ cells, line });
        return null;
      },
    });
    return lines;
  } catch {
    throw refused(
      'The file isn’t valid CSV: a quotation mark is opened and never closed.',
      'Correct the file, then choose it again.',
    );
  }
}

/**
 * Returns whether the first line has short, distinct names, of which one is a well-known name or is
 * above a column of other kinds of values. In a single column both may be an input among others: it
 * only has a header in a file, under a well-known name.
 */
function looksLikeHeader(
  lines: TextTable['lines'],
  width: number,
  from: 'file' | 'pasted',
): boolean {
  if (width === 1 && from === 'pasted') return false;
  const [first, ...others] = lines.slice(0, probed).map(({ cells }) => cells);
  if (first === undefined || others.length === 0) return false;
  const names = first.map((cell) => cell.toLowerCase());
  const isNames =
    first.length === width &&
    new Set(names).size === names.length &&
    // R and pandas leave the name above their row numbers empty.
    names.every(
      (name, at) =>
        (name !== '' || (at === 0 && width > 1)) &&
        name.length <= 60 &&
        !/^[\d@#]|https?:/.test(name),
    );
  if (!isNames) return false;
  const isKnown = names.some((name) =>
    /^(?:id|url|link|(?:user|screen)[ _]?name|account|handle|name|query|post|comment|keyword)s?$|_id$|_?username$/.test(
      name,
    ),
  );
  // An ID like `k3x9a` is no name, whatever the next ones begin with.
  const differs = names.some(
    (name, at) =>
      !/\d/.test(name) && others.every((cells) => /^[\d@#]|https?:/.test(cells[at] ?? '')),
  );
  return isKnown || (width > 1 && differs);
}
