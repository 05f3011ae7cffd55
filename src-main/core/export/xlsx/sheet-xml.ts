/**
 * Rows of a worksheet (ECMA-376, SpreadsheetML). Texts stand in their cells, so that nothing has to
 * be remembered until the end; a text is a text there, so no formula can come of it.
 */
import type { Cell } from '../cells.ts';
import { DateCell } from '../cells.ts';
import { guard } from '../csv/guard.ts';

/** Excel's limits. */
export const maxSheetRows = 1_048_576;
export const maxSheetColumns = 16_384;
export const maxCellLength = 32_767;

/** Places in `cellXfs` of the workbook's styles. */
export const styles = { header: 1, quoted: 2, moment: 3, decimals: 3 } as const;
/** With one decimal to so many: `decimals` plus their number. */
export const mostDecimals = 15;

/** Writes rows and counts what a workbook can't hold. */
export class SheetWriter {
  cutTexts = 0;
  controlCharacters = 0;
  readonly #letters: readonly string[];

  constructor(columns: number) {
    this.#letters = Array.from({ length: columns }, (_, at) => columnLetters(at));
  }

  /** `row` from 1. */
  header(names: readonly string[], row: number): string {
    const cells = names.map((name, at) => this.#text(name, this.#at(at, row), styles.header));
    return `<row r="${row}">${cells.join('')}</row>`;
  }

  row(cells: readonly Cell[], row: number): string {
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
            : `<c r="${at}" s="${styles.moment}"><v>${days}</v></c>`;
        }
        return isExcelNumber(cell.$n)
          ? number(cell.$n, at, decimalsOf(cell.$n))
          : this.#text(cell.$n, at, 0);
    }
  }

  #text(text: string, at: string, style: number): string {
    const shown = text.length > maxCellLength ? this.#cut(text) : text;
    const space = /^\s|\s$/.test(shown) ? ' xml:space="preserve"' : '';
    const look = style === 0 ? '' : ` s="${style}"`;
    return `<c r="${at}"${look} t="inlineStr"><is><t${space}>${this.#escape(shown)}</t></is></c>`;
  }

  /** Never in the middle of a character. */
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
  // Readers of XML turn it into a line feed; this is how Excel itself writes it.
  '\r': '_x000D_',
};

/** Characters that XML 1.0 can't hold, or that mean something in it; and Excel's own escapes. */
const pattern = String.raw`[&<>\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|_x[0-9A-Fa-f]{4}_`;
const special = new RegExp(pattern);
const specials = new RegExp(pattern, 'g');

const number = (text: string, at: string, decimals = 0): string => {
  const look = decimals === 0 ? '' : ` s="${styles.decimals + decimals}"`;
  return `<c r="${at}"${look}><v>${text}</v></c>`;
};

/** Excel would not show those at the end that are 0; 0 for all others. */
function decimalsOf(lexeme: string): number {
  const decimals = /\.(\d*0)$/.exec(lexeme)?.[1]?.length ?? 0;
  return decimals > mostDecimals ? 0 : decimals;
}

/** Shown with an apostrophe where it is edited: a text that stays one. */
function styleOf(text: string): number {
  return guard(text) === text ? 0 : styles.quoted;
}

const msPerDay = 86_400_000;
const daysBefore1970 = 25_569;
/** 1 March 1900: Excel believes in a 29 February before it. */
const firstDay = 61;

/** Excel's own limits for numbers, and how many digits it keeps. */
const smallest = 2.2251e-308;
const largest = 9.99999999999999e307;
const keptDigits = 15;

/** Whether Excel holds it as the number it is. */
function isExcelNumber(lexeme: string): boolean {
  const [mantissa = ''] = lexeme.toLowerCase().split('e');
  const digits = mantissa.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
  const size = Math.abs(Number(lexeme));
  return digits === '' || (digits.length <= keptDigits && size >= smallest && size <= largest);
}

/** A, B, … Z, AA, … */
function columnLetters(column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}
