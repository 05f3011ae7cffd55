/**
 * CSV and its relatives, of any separator and encoding, in bounded memory: read once for what the columns
 * are, and once for the rows.
 */
import { formulaStarts, guardMark } from '#shared/formulas.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { dialectOf, separatorLine } from '../../lists/read-table.ts';
import { escapeIn, scanCsv } from '../../lists/scan-csv.ts';
import type { CsvDialect, CsvPart, CsvRecord } from '../../lists/scan-csv.ts';
import { refused } from '../../problem-error.ts';
import {
  columnNames,
  ColumnCells,
  lineOfNames,
  mostLinesAbove,
  readersOf,
  withoutFormula,
} from './columns.ts';
import { type FoundTable, mostRows, type TextSource, tooManyRows } from './source.ts';

interface Shape {
  dialect: CsvDialect;
  escape: CsvPart['escape'];
  /** Characters of a line that names the separator. */
  skipped: number;
  /** Only old programs of the Mac end lines with CR alone. */
  isOldMac: boolean;
  /** The first line of names as it is in the file, before which joined files have a byte order mark. */
  names: string;
}

export async function readSeparated(source: TextSource): Promise<FoundTable> {
  const shape = await shapeOf(source);
  const { noticed } = source;
  const lines: CsvRecord[] = [];
  for await (const batch of recordsOf(source, shape, false)) {
    for (const record of batch.slice(0, 2 * mostLinesAbove)) if (isRow(record)) lines.push(record);
    if (lines.length >= mostLinesAbove) break;
  }
  lines.splice(mostLinesAbove);
  const at = lineOfNames(lines.map(({ cells }) => cells));
  const named = lines[at];
  const titles = lines.slice(0, Math.max(at, 0));
  for (const { cells, line } of titles) {
    noticed.add('titles', { line, about: cells.find((cell) => cell !== '')?.slice(0, 80) ?? '' });
  }
  if (at === -1 && lines.length > 0) noticed.add('unnamed');
  if (lines.length === 0) throw refused('This file has no rows.', 'Choose another file.');
  const firstLine = (named ?? { line: 0 }).line;
  const isHeader = (record: CsvRecord): boolean =>
    named !== undefined &&
    named.cells.length > 1 &&
    record.cells.length === named.cells.length &&
    record.cells.every((cell, index) => cell === named.cells[index]);

  /** Rows in their order, without what is none; empty ones at the end are left out. */
  async function* rowsOf(counts: boolean): AsyncGenerator<CsvRecord[]> {
    let rows = 0;
    /** Those since the last row that isn't empty. */
    let [empty, emptyCount]: [CsvRecord | null, number] = [null, 0];
    for await (const batch of recordsOf(source, shape, counts)) {
      const kept: CsvRecord[] = [];
      for (const record of batch) {
        if (record.line <= firstLine || !isRow(record)) continue;
        if (isHeader(record)) {
          if (counts) noticed.add('namesAgain', { line: record.line });
          continue;
        }
        if (record.blanks.length === 0 && record.cells.every((cell) => cell === '')) {
          empty ??= record;
          emptyCount++;
          continue;
        }
        // They are all alike.
        if (empty !== null) for (; emptyCount > 0; emptyCount--) kept.push(empty);
        empty = null;
        kept.push(record);
      }
      rows += kept.length;
      if (rows > mostRows) throw tooManyRows();
      yield kept;
    }
    if (counts && emptyCount > 0) noticed.add('emptyEnd', { count: emptyCount });
  }

  const own = named?.cells ?? [];
  const below = lines.slice(at + 1);
  // An R file has no name above its row numbers.
  const isOfR = below.length > 0 && below.every(({ cells }) => cells.length === own.length + 1);
  const given = isOfR && named !== undefined ? ['', ...own] : own;
  const most = trimmed(given);
  const { separator } = shape.dialect;
  const columns = given.map((name) => new ColumnCells(name.trim(), separator));
  let [width, guarded, unguarded, count] = [most, 0, 0, 0];
  for await (const batch of rowsOf(true)) {
    for (const { cells, line } of batch) {
      count++;
      if (cells.length < most) noticed.add('short', { line });
      const filled = cells.length > width ? trimmed(cells) : 0;
      if (filled > given.length && named !== undefined) noticed.add('long', { line });
      width = Math.max(width, filled);
      while (columns.length < width) columns.push(new ColumnCells('', separator));
      for (let index = 0; index < cells.length; index++) {
        const cell = cells[index]!;
        if (cell === '') continue;
        columns[index]?.take(withoutFormula(cell) ?? cell, line);
        const start = startOf(cell);
        if (start === 'guarded') guarded++;
        else if (start === 'bare') unguarded++;
      }
    }
  }
  if (count === 0)
    throw refused('This file has names of columns, but no rows.', 'Choose another file.');
  const all = columnNames(given, width, named === undefined ? null : noticed);
  const isGuarded = guarded > 0 && unguarded === 0;
  if (isGuarded) noticed.add('guarded', { count: guarded });

  return {
    names: all,
    rows: async function* rows(known) {
      const readers = readersOf(columns.slice(0, width), all, known?.fields, noticed);
      const fields = all.map((name) => known?.fields.get(name)?.name ?? name);
      for await (const batch of rowsOf(false)) {
        for (const record of batch) yield rowOf(record, readers, fields);
      }
    },
  };

  function rowOf(
    { cells, blanks }: CsvRecord,
    readers: readonly ((text: string) => JsonValue)[],
    fields: readonly string[],
  ): JsonObject {
    const members: [string, JsonValue][] = [];
    for (let index = 0; index < cells.length && index < fields.length; index++) {
      let cell = cells[index]!;
      if (cell === '') {
        if (blanks.includes(index)) members.push([fields[index]!, '']);
        continue;
      }
      if (isGuarded && startOf(cell) === 'guarded') cell = cell.slice(guardMark.length);
      else {
        const digits = withoutFormula(cell);
        if (digits !== null) {
          noticed.add('formulas');
          cell = digits;
        }
      }
      members.push([fields[index]!, readers[index]!(cell)]);
    }
    return Object.fromEntries(members);
  }
}

/** Records are rows unless they are blank lines. */
const isRow = ({ cells, blanks }: CsvRecord): boolean =>
  cells.length > 1 || cells[0] !== '' || blanks.length > 0;

/** The number of cells up to the last that isn't empty. */
const trimmed = (cells: readonly string[]): number =>
  cells.findLastIndex((cell) => cell !== '') + 1;

const risky: ReadonlySet<string> = new Set(formulaStarts);

/**
 * Whether a text has the mark against formulas, or would have it if the file were protected. Only where no
 * text lacks it is the mark the program's and not the person's.
 */
function startOf(cell: string): 'guarded' | 'bare' | null {
  const first = cell[0]!;
  if (!risky.has(first) || /^[-+]?[\d.,]+(?:[eE][-+]?\d+)?$/.test(cell)) return null;
  if (withoutFormula(cell) !== null) return null;
  return first === guardMark && risky.has(cell[1] ?? '') ? 'guarded' : 'bare';
}

/** Characters in which separator and quotation marks are found. */
const headLength = 256 * 1024;

async function shapeOf(source: TextSource): Promise<Shape> {
  let head = '';
  for await (const text of source.texts(false)) {
    head += text;
    if (head.length >= headLength) break;
  }
  head = head.slice(0, headLength);
  const isOldMac = !head.includes('\n') && head.includes('\r');
  const whole = head.replaceAll(/\r\n?/g, '\n');
  const [own = '', named = null] = separatorLine.exec(whole) ?? [];
  const text = whole.slice(own.length);
  const found = dialectOf(text, 'file', named);
  const dialect = found.separator === '' ? { ...found, separator: likelySeparator(text) } : found;
  return {
    dialect: dialect.separator === '' ? dialect : { ...dialect, isQuoted: true },
    escape: escapeIn(text, dialect.isQuoted),
    skipped: own === '' ? 0 : (separatorLine.exec(isOldMac ? whole : head)?.[0].length ?? 0),
    isOldMac,
    names: text.slice(0, Math.max(0, text.indexOf('\n'))),
  };
}

/** Where rows are of many lengths, so that no separator divides them alike: the one that most lines have. */
function likelySeparator(text: string): string {
  const lines = text.split('\n', 200).filter((line) => line.trim() !== '');
  const [best] = ['\t', ';', ',', '|']
    .map((one) => ({ one, lines: lines.filter((line) => line.includes(one)).length }))
    .toSorted((a, b) => b.lines - a.lines);
  const isFirst = lines[0]?.includes(best?.one ?? '') === true;
  return best !== undefined && isFirst && lines.length > 1 && best.lines >= lines.length * 0.6
    ? best.one
    : '';
}

/** Yields the records of the whole file. @param counts whether unreadable characters are counted. */
async function* recordsOf(
  source: TextSource,
  { dialect, escape, skipped, isOldMac, names }: Shape,
  counts: boolean,
): AsyncGenerator<CsvRecord[]> {
  const joint = `\n\uFEFF${names}`;
  let [rest, line, toSkip] = ['', skipped === 0 ? 1 : 2, skipped];
  const scan = (text: string, isLast: boolean): CsvRecord[] => {
    const records: CsvRecord[] = [];
    let from = 0;
    for (const record of scanCsv(text, dialect, { isLast, line, escape })) {
      records.push(record);
      from = record.end + 1;
    }
    for (let at = text.indexOf('\n'); at !== -1 && at < from; at = text.indexOf('\n', at + 1))
      line++;
    rest = text.slice(from);
    return records;
  };
  for await (const part of source.texts(counts)) {
    const text = isOldMac ? part.replaceAll('\r', '\n') : part;
    let whole = rest + text;
    if (toSkip > 0) {
      if (whole.length < toSkip) {
        rest = whole;
        continue;
      }
      whole = whole.slice(toSkip);
      toSkip = 0;
    }
    if (names !== '' && whole.includes(joint)) whole = whole.replaceAll(joint, `\n${names}`);
    yield scan(whole, false);
  }
  // DOS ends texts with U+001A.
  // oxlint-disable-next-line no-control-regex -- that is what it is
  yield scan(rest.replace(/\u001A+$/, ''), true);
}
