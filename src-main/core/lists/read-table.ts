/**
 * Pasted lines, spreadsheet cells, CSV and text files as a table: encoding and separator are
 * recognised, nothing is interpreted. Values stay in main.
 */
import { parse } from 'csv-parse/sync';
import { maxInputs } from '#shared/contract/list.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';

export interface TextTable {
  /** In words; null where it was text already. */
  encoding: string | null;
  /** Cells of each line that has any, and its number, from 1. */
  lines: { cells: string[]; line: number }[];
  width: number;
  /** Whether the first line looks like names of columns. */
  hasHeader: boolean;
}

const separators = ['\t', ';', ',', '|'] as const;
/** Lines that are looked at to find out how a file is written. */
const probed = 50;
/** Beyond what a list may have: a header, blank lines, repeats. */
const mostLines = maxInputs * 3;

/** @throws ProblemError when it can't be read as text, or is too long. */
export function tableOfFile(bytes: Uint8Array): TextTable {
  const { text, encoding } = decode(bytes);
  return { ...tableOfText(text), encoding };
}

/** @throws ProblemError when it is too long. */
export function tableOfText(given: string): TextTable {
  const text = given.replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const records = separator === null ? plainLines(text) : cellsOf(text, separator);
  const lines = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (lines.length > mostLines) {
    throw new ProblemError(
      invalidInput(`The list is too long: it has ${lines.length.toLocaleString('en-US')} lines.`),
    );
  }
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return { encoding: null, lines, width, hasHeader: looksLikeHeader(lines, width) };
}

/** UTF-8, UTF-16 with its mark, else the Windows encoding that Excel writes without being asked. */
function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  if (mark === 'fffe')
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (mark === 'feff')
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  if (bytes.includes(0)) {
    throw new ProblemError(
      invalidInput('This is not a text file. Save the sheet as CSV, then choose that file.'),
    );
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
 * What separates cells: found in most lines, and as often in each. Null: every line is one value, as
 * where somebody types a comma now and then.
 */
function separatorOf(text: string): (typeof separators)[number] | null {
  const lines = linesOf(text)
    .filter((line) => line.trim() !== '')
    .slice(0, probed);
  const found = separators.find((separator) => {
    const counts = lines.map((line) => outsideQuotes(line).split(separator).length - 1);
    const usual = counts[0] ?? 0;
    return usual > 0 && counts.filter((count) => count === usual).length >= lines.length * 0.9;
  });
  if (found !== undefined) return found;
  return lines.some((line) => line.startsWith('"') && line.endsWith('"')) ? ',' : null;
}

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
    throw new ProblemError(
      invalidInput('The file isn’t valid CSV: a quotation mark is opened and never closed.'),
    );
  }
}

/** Short words without digits over columns that have other kinds of values, all different. */
function looksLikeHeader(lines: TextTable['lines'], width: number): boolean {
  const [first, ...others] = lines.slice(0, probed).map(({ cells }) => cells);
  if (first === undefined || others.length === 0) return false;
  const names = first.map((cell) => cell.toLowerCase());
  const isNames =
    first.length === width &&
    new Set(names).size === names.length &&
    names.every((name) => name !== '' && name.length <= 60 && !/^[\d@#]|https?:/.test(name));
  if (!isNames) return false;
  const isKnown = names.some((name) =>
    /^(?:id|url|link|user ?name|account|handle|name|query|post|comment|keyword)s?$|_id$|_?username$/.test(
      name,
    ),
  );
  const differs = names.some((_, at) =>
    others.every((cells) => /^[\d@#]|https?:/.test(cells[at] ?? '')),
  );
  return isKnown || differs;
}
