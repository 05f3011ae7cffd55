/** Parquet and workbooks, whose rows the column store's worker unpacks. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addStream, archive } from '../../export/workbook.ts';
import { asObject, asSentIn, isExactNumber, parseAsSent } from '../../json/index.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { ProblemError, refused } from '../../problem-error.ts';
import { asStoreError, systemCode } from '../../store/store-error.ts';
import { ColumnsError } from '../../store/columns/column-store.ts';
import type { Answer, ColumnStore } from '../../store/columns/column-store.ts';
import { linesOf } from '../../store/read-lines.ts';
import { contentOf, type Entry } from './zip-entries.ts';
import { columnNames, knownReader, lineOfNames, mostLinesAbove, numberOf } from './columns.ts';
import type { Cells, KnownTable } from './columns.ts';
import { type FoundTable, mostRows, type Source, tooManyRows } from './source.ts';

const unpacksToFarMore = () =>
  refused(
    'This file unpacks to far more than it could hold.',
    'Choose a file that you know, or read it with DuckDB or another engine.',
  );

const unreadable = (what: string) =>
  refused(
    `This ${what} can’t be read: it is damaged, cut off, or protected by a password.`,
    'Get another copy, or save it as CSV and open that.',
  );

/** Unpacks with `unpack`; the worker's errors are sentences about the file. */
async function unpacked<A>(
  { signal, tempFolder }: Pick<Source, 'signal' | 'tempFolder'>,
  what: string,
  file: string,
  unpack: (to: string) => Promise<A>,
): Promise<{ to: string; answer: A }> {
  const to = await tempFolder.file(file);
  const answer = await unpack(to).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof ColumnsError) || !isOfFile.has(error.code)) throw error;
    throw unreadable(what);
  });
  return { to, answer };
}

const isOfFile = new Set<string>(['damaged', 'failed', 'memory', 'ended', 'fatal']);

export async function readParquet(source: Source): Promise<FoundTable> {
  const { path: from, bytes, columns, signal, noticed } = source;
  const { to, answer } = await unpacked(source, 'Parquet file', 'rows.jsonl', (target) =>
    columns.unpack({ from, to: target, rows: null, bytes }, signal),
  );
  if (typeof answer === 'string') throw unpacksToFarMore();
  const { names, decimals, notNumbers } = answer;
  if (notNumbers > 0) noticed.add('notNumbers', { count: notNumbers });
  return {
    names,
    async *rows(known) {
      const read = textReader(known);
      let number = 0;
      for await (const line of linesOf(to)) {
        signal.throwIfAborted();
        if ((number += 1) > mostRows) throw tooManyRows();
        yield read(parquetRow(line, decimals, number));
      }
    },
  };
}

/**
 * Returns rows with the names and kinds of a known kind of item: a column that holds several kinds of values has
 * them as texts.
 */
function textReader(known: KnownTable | null): (row: JsonObject) => JsonObject {
  if (known === null) return (row) => row;
  const readers = new Map([...known.fields].map(([name, field]) => [name, knownReader(field)]));
  return (row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const read = readers.get(name);
        const field = known.fields.get(name)?.name ?? name;
        return [field, typeof value === 'string' && read !== undefined ? read(value) : value];
      }),
    );
}

/** A value that is null and one that is missing are the same in a column. */
function parquetRow(line: string, decimals: readonly string[], number: number): JsonObject {
  const row = asObject(asSentIn(line));
  // A list may have a number that JSON doesn't have.
  if (row === undefined) {
    throw refused(
      `Row ${number} has a number in a list or an object that can’t be shown (NaN or infinity).`,
      'Replace it, then open the file again.',
    );
  }
  const filled = Object.entries(row).filter(([, value]) => value !== null);
  const plain = new Set(decimals);
  return Object.fromEntries(
    filled.map(([name, value]) => [name, plain.has(name) ? plainNumber(value) : value]),
  );
}

/** The column store writes `1.0`, which differs from `1`. */
export const plainNumber = (value: JsonValue): JsonValue =>
  value === null ? null : Number(isExactNumber(value) ? value.$n : value);

/** The sheets of a workbook with their rows, which are in one file, one sheet after another. */
export interface UnpackedSheets {
  path: string;
  sheets: Answer<'unpackSheets'>['sheets'];
}

/** Limit of a workbook's XML in bytes, all of which is in the worker's memory. */
const mostXml = 400 * 1024 ** 2;

/** What sheets are made of, in Office Open XML (ECMA-376). */
const isPart = /\.xml(?:\.rels)?$/;
/** An archive can't be written with names that lead out of it. */
const leadsOut = /^[a-z]:|^[\\/]|(?:^|[\\/])\.\.[\\/]/i;
/** An empty text in its XML, which is in UTF-8. */
const emptyText = /<t(?:\s+xml:space=(?:"\w+"|'\w+'))?\s*(?:\/>|><\/t>)/g;
const longestEmptyText = 40;

/** Unpacks all sheets, once it is known how much that is. @throws ProblemError when it can't be read. */
export async function unpackSheets(
  source: Pick<Source, 'path' | 'signal' | 'tempFolder'> & {
    columns: Pick<ColumnStore, 'unpackSheets'>;
  },
  entries: readonly Entry[],
): Promise<UnpackedSheets> {
  const { path, columns, signal, tempFolder } = source;
  const empty = randomBytes(8).toString('hex');
  let bytes = 0;
  const from = await tempFolder.file('marked.xlsx');
  let part = Readable.from([]);
  const marked = archive(async (zip) => {
    for (const entry of entries) {
      if (!isPart.test(entry.name) || leadsOut.test(entry.name)) continue;
      part = Readable.from(withMarks(await contentOf(path, entry)));
      await addStream(zip, entry.name, part);
    }
  });
  try {
    await pipeline(marked, createWriteStream(from, { mode: 0o600 }), { signal });
  } catch (error) {
    // Whoever stops closes the file.
    part.destroy();
    signal.throwIfAborted();
    if (error instanceof ProblemError) throw error;
    if (systemCode(error).startsWith('Z_')) throw unreadable('workbook');
    throw asStoreError(error, 'The workbook could not be unpacked.');
  }
  const { to, answer } = await unpacked(source, 'workbook', 'sheets.jsonl', (target) =>
    columns.unpackSheets({ from, to: target, empty }, signal),
  );
  return { path: to, sheets: answer.sheets };

  /** Every empty text gets a mark, wherever chunks end. */
  async function* withMarks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let rest = '';
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > mostXml) {
        throw refused(
          'This workbook is larger than 400 MB when it is unpacked.',
          'Save the sheet as CSV, and open that.',
        );
      }
      // As characters of one byte each, so that none is cut.
      const text = (rest + chunk.toString('latin1')).replaceAll(emptyText, `<t>${empty}</t>`);
      rest = text.slice(-longestEmptyText);
      yield Buffer.from(text.slice(0, -longestEmptyText), 'latin1');
    }
    yield Buffer.from(rest, 'latin1');
  }
}

/** @param sheet its name, null for the first; the sheets that continue it are read with it. */
export async function readWorkbook(
  source: Source,
  { path, sheets }: UnpackedSheets,
  sheet: string | null,
): Promise<FoundTable> {
  const { signal, noticed } = source;
  const at = sheet === null ? 0 : sheets.findIndex(({ name }) => name === sheet);
  const found = sheets[at];
  if (found === undefined) throw refused('The workbook has no such sheet.', 'Choose it again.');
  const start = sheets.slice(0, at).reduce((sum, { rows }) => sum + rows, 0);
  const continued = continuedBy(sheets, at);
  const lines = async function* lines(): AsyncGenerator<{ cells: JsonValue[]; line: number }> {
    let number = -1;
    let ends = start + found.rows;
    let first = start;
    let next = 0;
    for await (const text of linesOf(path)) {
      number++;
      if (number < start) continue;
      while (number >= ends && next < continued.length) {
        first = ends;
        ends += continued[next++]!.rows;
      }
      if (number >= ends) return;
      signal.throwIfAborted();
      const cells = parseAsSent(text);
      if (Array.isArray(cells)) yield { cells, line: number - first + 1 };
    }
  };
  const head: JsonValue[][] = [];
  for await (const { cells } of lines()) if (head.push(cells) === mostLinesAbove) break;
  const texts = head.map((cells): Cells => cells.map(textOf));
  const named = lineOfNames(texts);
  const own = named === -1 ? [] : texts[named]!;
  for (const cells of texts.slice(0, Math.max(named, 0))) {
    const about = cells.find((cell) => cell !== null && cell !== '');
    if (about != null) noticed.add('titles', { about: about.slice(0, 80) });
  }
  if (head.every((cells) => cells.every((cell) => cell === null))) {
    throw refused('This sheet has no rows.', 'Choose another sheet or file.');
  }
  if (named === -1) noticed.add('unnamed');
  const filled = (cells: Cells): number =>
    cells.findLastIndex((cell) => cell !== null && cell !== '') + 1;
  const ownWidth = filled(own);
  let width = 0;
  // A column may be empty but for its last row.
  for await (const { cells, line } of lines()) {
    const more = filled(cells.map(textOf));
    if (named !== -1 && more > ownWidth && line > named + 1) noticed.add('long', { line });
    width = Math.max(width, more);
  }
  const names = columnNames(own.slice(0, ownWidth), width, named === -1 ? null : noticed);
  if (continued.length > 0) noticed.add('sheets', { count: continued.length });
  const isHeader = (cells: JsonValue[]): boolean =>
    named !== -1 && own.every((name, index) => name === (textOf(cells[index] ?? null) ?? null));
  return {
    names,
    async *rows(known) {
      const read = textReader(known);
      let count = 0;
      let isFirst = true;
      for await (const { cells, line } of lines()) {
        if (isFirst && line <= named + 1) continue;
        isFirst = false;
        if (cells.every((cell) => cell === null) || (line === named + 1 && isHeader(cells)))
          continue;
        if ((count += 1) > mostRows) throw tooManyRows();
        const members = cells.flatMap((cell, index): [string, JsonValue][] => {
          const name = names[index];
          if (cell === null || name === undefined) return [];
          return [[name, valueOf(cell, name)]];
        });
        yield read(Object.fromEntries(members));
      }
    },
  };

  function valueOf(cell: JsonValue, name: string): JsonValue {
    const { n, d } = asObject(cell) ?? {};
    if (typeof d === 'string') return d;
    if (typeof n !== 'string') return cell;
    const value = Number(n);
    // Excel keeps 15 digits.
    if (Number.isInteger(value) && Math.abs(value) >= 1e15) {
      noticed.add('rounded', { about: name });
      return { $n: BigInt(value).toString() };
    }
    return numberOf(String(value)) ?? n;
  }
}

/** Returns the sheets that continue another one: "Rows", "Rows 2", "Rows 3", all with the same first row. */
export function continuedBy(
  sheets: UnpackedSheets['sheets'],
  at: number,
): UnpackedSheets['sheets'] {
  const others = sheets.slice(at + 1);
  const { name: base, first } = sheets[at] ?? {};
  const end = others.findIndex(
    (one, index) => one.name !== `${base} ${index + 2}` || one.first !== first,
  );
  return end === -1 ? others : others.slice(0, end);
}

/** The text of a cell, of whatever kind; null: it is empty. */
function textOf(cell: JsonValue): string | null {
  if (cell === null) return null;
  if (typeof cell !== 'object') return String(cell);
  const { n, d } = asObject(cell) ?? {};
  const text = n ?? d;
  return typeof text === 'string' ? text : null;
}
