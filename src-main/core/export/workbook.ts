/** A workbook, streamed: from rows to XML to the archive, sheet by sheet. */
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { refused } from '../problem-error.ts';
import { notInXml, shownLength } from '#shared/characters.ts';
import { guard } from '#shared/formulas.ts';
import { DateCell, ListCell, cellText } from './cells.ts';
import type { Cell } from './cells.ts';

export interface SheetLimits {
  /** Rows of a sheet, including its header. */
  rows: number;
  /** Bytes of its XML: beyond 4 GB an archive needs a format that Excel does not read. */
  bytes: number;
}

const chunkCharacters = 256 * 1024;

/** Rows that determine the widths of columns. */
const sampleRows = 200;

export interface WorkbookTable {
  /** The name of its sheet; further sheets of the same table are numbered. */
  title: string;
  columns: readonly string[];
  /** Read when the tables before it have been written. */
  batches: AsyncIterable<Cell[][]>;
}

interface WorkbookOptions {
  /** XML that no sheet shows; null for none. */
  recipe?: string | null;
  limits?: SheetLimits | undefined;
}

interface Workbook {
  content: AsyncGenerator<Uint8Array>;
  /** Rows of the first table, and what a workbook can't contain of them, so far. */
  written: Pick<SheetWriter, 'rows' | 'controlCharacters' | 'cutTexts'>;
}

/** @throws ProblemError if a table has more columns than a sheet can have. */
export function writeWorkbook(
  first: WorkbookTable,
  others: readonly WorkbookTable[] = [],
  { recipe = null, limits = { rows: maxSheetRows, bytes: 3.5e9 } }: WorkbookOptions = {},
): Workbook {
  const tables = [first, ...others].map((table) => ({ table, writer: writerOf(table) }));
  const content = archive(async (zip) => {
    const sheets: Sheet[] = [];
    for (const { table, writer } of tables) {
      for await (const { xml, sheet } of sheetsOf(table, writer, limits)) {
        const path = sheetPath(sheets.length + 1);
        await addStream(zip, path, Readable.from(xml, { objectMode: false }));
        sheets.push(sheet());
      }
    }
    for (const [path, text] of Object.entries(workbookParts(sheets, recipe))) {
      zip.addBuffer(Buffer.from(text), path);
    }
  });
  return { content, written: tables[0]!.writer };
}

function writerOf({ columns }: WorkbookTable): SheetWriter {
  if (columns.length > maxSheetColumns) {
    throw refused(
      'A sheet can have at most 16,384 columns.',
      'Choose fewer columns, or save as CSV.',
    );
  }
  return new SheetWriter(columns.length);
}

interface Sheet {
  name: string;
  /** The cells of its filter; Excel also stores them as a hidden name. */
  range: string | null;
}

/** The sheets of a table. The XML of each is read before the next one is asked for, and before `sheet` is. */
async function* sheetsOf(
  { title, columns, batches }: WorkbookTable,
  writer: SheetWriter,
  limits: SheetLimits,
): AsyncGenerator<{ xml: AsyncGenerator<Buffer>; sheet: () => Sheet }> {
  const names = columns.map((name) => name.toWellFormed());
  const reader = batches[Symbol.asyncIterator]();
  let pending: Cell[][] = [];
  /** Of the present sheet. */
  let row = 1;

  /** Reads on when all rows are written; a batch of rows that can't be read is empty. */
  async function hasMore(): Promise<boolean> {
    while (pending.length === 0) {
      const next = await reader.next();
      if (next.done === true) return false;
      pending = next.value;
    }
    return true;
  }

  async function* xmlOf(start: string): AsyncGenerator<Buffer> {
    let xml = start + writer.header(names, row);
    let bytes = 0;
    let isFull = false;
    while (!isFull && (await hasMore())) {
      let used = 0;
      for (const cells of pending) {
        isFull = row >= limits.rows || bytes >= limits.bytes;
        if (isFull) break;
        row += 1;
        used += 1;
        xml += writer.row(cells, row);
        if (xml.length < chunkCharacters) continue;
        const chunk = Buffer.from(xml);
        bytes += chunk.length;
        yield chunk;
        xml = '';
      }
      pending = pending.slice(used);
    }
    yield Buffer.from(xml + sheetEnd(names.length, row));
  }

  await hasMore();
  const start = sheetStart(widthsOf(names, pending.slice(0, sampleRows)));
  let number = 0;
  do {
    number += 1;
    row = 1;
    const name = number === 1 ? title : `${title} ${number}`;
    const sheet = (): Sheet => ({
      name,
      range: names.length === 0 ? null : filterRange(names.length, row),
    });
    yield { xml: xmlOf(start), sheet };
  } while (await hasMore());
}

export const addStream = (zip: ZipFile, path: string, stream: Readable): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('end', resolve);
    stream.once('error', reject);
    // Level 1: XML compresses well anyway, and a million rows take a third of the time.
    zip.addReadStream(stream, path, { compressionLevel: 1 });
  });

/** Bytes are joined into chunks of this size, to keep writes few. */
const chunkBytes = 256 * 1024;

/** Yields the bytes of an archive with the content that `fill` adds. */
export async function* archive(fill: (zip: ZipFile) => Promise<void>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.once('error', (error: Error) => output.destroy(error));
  fill(zip).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < chunkBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  yield Buffer.concat(parts);
}

// Rows of a worksheet (ECMA-376, SpreadsheetML). Texts are inside their cells, so nothing has to be remembered
// until the end; such a text can't become a formula.

/** Numbers with one to this many decimals have their own styles. */
const maxDecimals = 15;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Excel's limits. */
const maxSheetRows = 1_048_576;
const maxSheetColumns = 16_384;
export const maxCellLength = 32_767;

/** Indexes in `cellXfs` of the workbook's styles; `decimals` plus their number. */
const styles = { header: 1, quoted: 2, moment: 3, decimals: 3, day: 4 + maxDecimals } as const;

/** Writes rows and counts what a workbook can't contain. */
export class SheetWriter {
  rows = 0;
  cutTexts = 0;
  controlCharacters = 0;
  readonly #letters: readonly string[];

  constructor(columns: number) {
    this.#letters = Array.from({ length: columns }, (_, at) => columnLetters(at));
  }

  /** @param row from 1. */
  header(names: readonly string[], row: number): string {
    const cells = names.map((name, at) => this.#text(name, this.#at(at, row), styles.header));
    return `<row r="${row}">${cells.join('')}</row>`;
  }

  row(cells: readonly Cell[], row: number): string {
    this.rows += 1;
    let xml = `<row r="${row}">`;
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] ?? null;
      if (cell !== null) xml += this.#cell(cell, this.#at(at, row));
    }
    return `${xml}</row>`;
  }

  #at(column: number, row: number): string {
    return `${this.#letters[column] ?? ''}${row}`;
  }

  #cell(cell: Exclude<Cell, null>, at: string): string {
    switch (typeof cell) {
      case 'boolean':
        return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
      case 'number':
        return number(String(cell), at);
      case 'string':
        return this.#text(cell, at, styleOf(cell));
      default:
        if (cell instanceof DateCell) {
          const days = cell.wallMs / msPerDay + daysBefore1970;
          return days < firstDay
            ? this.#text(cell.text, at, 0)
            : `<c r="${at}" s="${cell.isDay ? styles.day : styles.moment}"><v>${days}</v></c>`;
        }
        if (cell instanceof ListCell) return this.#text(cell.text, at, 0);
        return isExcelNumber(cell.$n)
          ? number(cell.$n, at, decimalsOf(cell.$n))
          : this.#text(cell.$n, at, 0);
    }
  }

  #text(text: string, at: string, style: number): string {
    const shown = text.length > maxCellLength ? this.#cut(text) : text;
    const space = /^\s|\s$/.test(shown) ? ' xml:space="preserve"' : '';
    const styleAttribute = style === 0 ? '' : ` s="${style}"`;
    return `<c r="${at}"${styleAttribute} t="inlineStr"><is><t${space}>${this.#escape(shown)}</t></is></c>`;
  }

  /** Never cuts inside a surrogate pair. */
  #cut(text: string): string {
    this.cutTexts++;
    return text.slice(0, maxCellLength).replace(/[\uD800-\uDBFF]$/, '');
  }

  #escape(text: string): string {
    if (!special.test(text)) return text;
    return text.replaceAll(specials, (found) => {
      const known = escapes[found];
      if (known !== undefined) return known;
      // `_x000D_` in a text would be read as the character it names.
      if (found.length > 1) return `_x005F_${found.slice(1)}`;
      this.controlCharacters++;
      return '\uFFFD';
    });
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // XML readers turn it into a line feed; this is how Excel itself writes it.
  '\r': '_x000D_',
};

/** Characters that XML 1.0 can't contain, or that have a meaning in it; and Excel's own escapes. */
const pattern = String.raw`[&<>\r${notInXml}]|_x[0-9A-Fa-f]{4}_`;
const special = new RegExp(pattern);
const specials = new RegExp(pattern, 'g');

const number = (text: string, at: string, decimals = 0): string => {
  const styleAttribute = decimals === 0 ? '' : ` s="${styles.decimals + decimals}"`;
  return `<c r="${at}"${styleAttribute}><v>${text}</v></c>`;
};

/** The number of decimals to show if the last is 0, which Excel would hide; otherwise 0. */
function decimalsOf(lexeme: string): number {
  const decimals = /\.(\d*0)$/.exec(lexeme)?.[1]?.length ?? 0;
  return decimals > maxDecimals ? 0 : decimals;
}

/** Excel shows an apostrophe while such a cell is edited: the text remains a text. */
const styleOf = (text: string): number => (guard(text) === text ? 0 : styles.quoted);

const msPerDay = 86_400_000;
const daysBefore1970 = 25_569;
/** 1 March 1900: Excel assumes a 29 February before it. */
const firstDay = 61;

/** Excel's own limits for numbers, and the number of digits it keeps. */
const minNumber = 2.2251e-308;
const maxNumber = 9.99999999999999e307;
const keptDigits = 15;

/** Returns whether Excel can store the number exactly. */
function isExcelNumber(lexeme: string): boolean {
  const [mantissa = ''] = lexeme.toLowerCase().split('e');
  const digits = mantissa.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
  const size = Math.abs(Number(lexeme));
  return digits === '' || (digits.length <= keptDigits && size >= minNumber && size <= maxNumber);
}

/** A, B, … Z, AA, … */
function columnLetters(column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

/** Freezes the header; columns are as wide as their content. */
const sheetStart = (widths: readonly number[]): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  `</sheetView></sheetViews>${colsXml(widths)}<sheetData>`;

function colsXml(widths: readonly number[]): string {
  if (widths.length === 0) return '';
  const cols = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${cols.join('')}</cols>`;
}

/** Widths in characters; a longer text is cut off by its neighbour, so that the next columns stay visible. */
const minWidth = 8;
const maxWidth = 48;
/** Space beside the text, and for the filter's button in the header. */
const padding = 2;
const filterButton = 3;

/** Column widths, by their headers and the first rows. */
export const widthsOf = (names: readonly string[], rows: readonly (readonly Cell[])[]): number[] =>
  names.map((name, at) => {
    const longest = rows.reduce(
      (max, row) => Math.max(max, cellLength(row[at] ?? null)),
      shownLength(name) + filterButton,
    );
    return Math.min(maxWidth, Math.max(minWidth, longest)) + padding;
  });

/** Length of the longest line; dates have a fixed, shorter one. */
function cellLength(cell: Cell): number {
  if (cell instanceof DateCell && !cell.isDay) return shownDate;
  const text = cellText(cell) ?? '';
  const lines = text.slice(0, 500).split('\n');
  return Math.max(...lines.map(shownLength));
}

const shownDate = 'yyyy-mm-dd hh:mm:ss'.length;

/** The cells of a filter: the header and the rows below it. */
const filterRange = (columns: number, rows: number): string =>
  `$A$1:$${columnLetters(columns - 1)}$${rows}`;

/** Adds a filter to the header; ids are texts on purpose, so the warnings for them are disabled. */
export const sheetEnd = (columns: number, rows: number): string =>
  '</sheetData>' +
  (columns === 0 ? '' : `<autoFilter ref="${filterRange(columns, rows).replaceAll('$', '')}"/>`) +
  '<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/>' +
  '</ignoredErrors></worksheet>';

// The other parts (Open Packaging Conventions).

const recipePath = 'customXml/item1.xml';

const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

/**
 * All other parts, by path.
 * @param recipe XML that no sheet shows, and that programs preserve; null for none.
 */
export function workbookParts(
  sheets: readonly Sheet[],
  recipe: string | null,
): Readonly<Record<string, string>> {
  const filters = sheets.map(({ name, range }, at) =>
    range === null
      ? ''
      : `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${name}'!${range}</definedName>`,
  );
  const each = (write: (n: number, sheet: Sheet) => string): string =>
    sheets.map((sheet, at) => write(at + 1, sheet)).join('');
  const styleId = sheets.length + 1;
  return {
    '[Content_Types].xml':
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>` +
      each(
        (n) => `<Override PartName="/${sheetPath(n)}" ContentType="${content}.worksheet+xml"/>`,
      ) +
      '</Types>',
    '_rels/.rels':
      `${declaration}<Relationships xmlns="${relations}">` +
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>` +
      '</Relationships>',
    'xl/workbook.xml':
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      each((n, { name }) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`) +
      `</sheets>${filters.join('') === '' ? '' : `<definedNames>${filters.join('')}</definedNames>`}</workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${declaration}<Relationships xmlns="${relations}">` +
      each(
        (n) =>
          `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      ) +
      `<Relationship Id="rId${styleId}" Type="${office}/styles" Target="styles.xml"/>` +
      (recipe === null
        ? ''
        : `<Relationship Id="rId${styleId + 1}" Type="${office}/customXml" Target="../${recipePath}"/>`) +
      '</Relationships>',
    'xl/styles.xml': stylesXml,
    ...(recipe === null ? {} : { [recipePath]: recipe }),
  };
}

const decimals = Array.from({ length: maxDecimals }, (_, at) => at + 1);
const firstFormat = 164;

/** The order of `cellXfs` matches `styles`. */
const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  `<numFmts count="${maxDecimals + 2}">` +
  `<numFmt numFmtId="${firstFormat}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>` +
  decimals
    .map((n) => `<numFmt numFmtId="${firstFormat + n}" formatCode="0.${'0'.repeat(n)}"/>`)
    .join('') +
  `<numFmt numFmtId="${firstFormat + maxDecimals + 1}" formatCode="yyyy\\-mm\\-dd"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${5 + maxDecimals}">` +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" quotePrefix="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>' +
  [0, ...decimals, maxDecimals + 1]
    .map(
      (n) =>
        `<xf numFmtId="${firstFormat + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  '</cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';
