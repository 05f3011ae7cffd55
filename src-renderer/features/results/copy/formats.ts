/**
 * Rows as text for the clipboard. Values are as the service sent them, digit for digit; the folder's
 * README describes the formats.
 */
import { memberOf } from '#shared/catalogue/types.ts';
import { assertNever } from '#shared/assert-never.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { fullText } from '../values/cell-view.ts';
import { exactDigits, exactJson } from '#renderer/components/json/exact-json.ts';

export interface CopiedRows {
  rows: readonly Row[];
  columns: readonly Column[];
  /** Whole rows: JSON then has every member, shown or not. */
  isWhole: boolean;
}

export type CopyFormat = 'tsv' | 'tsvWithHeaders' | 'json';

export function textOf(copied: CopiedRows, format: CopyFormat): string {
  switch (format) {
    case 'tsv':
      return isOneCell(copied) ? plainText(fullText(onlyValue(copied))) : tsv(copied, false);
    case 'tsvWithHeaders':
      return tsv(copied, true);
    case 'json':
      return json(copied);
    default:
      return assertNever(format);
  }
}

const isOneCell = ({ rows, columns, isWhole }: CopiedRows): boolean =>
  !isWhole && rows.length === 1 && columns.length === 1;

const onlyValue = ({ rows, columns }: CopiedRows): unknown =>
  memberOf(rows[0], columns[0]?.field ?? '');

/** Tabs between cells, line feeds between rows; field names on top, as in saved files. */
function tsv({ rows, columns }: CopiedRows, withHeaders: boolean): string {
  const lines = rows.map((row) => columns.map(({ field }) => fullText(memberOf(row, field))));
  if (withHeaders) lines.unshift(headerOf(columns));
  return tsvLines(lines);
}

/** The input of a list has a plainer name there, unless the items have a member of that name. */
function headerOf(columns: readonly Column[]): string[] {
  const fields = columns.map(({ field }) => field);
  const input = fields.includes('input') ? 'input (2)' : 'input';
  return fields.map((field) => (field === inputField ? input : field));
}

/** The form that spreadsheets paste. */
export const tsvLines = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => cells.map(tsvCell).join('\t')).join('\n');

/** Quoted if necessary; line breaks are those of a spreadsheet's cell. */
function tsvCell(text: string): string {
  const cell = plainText(text).replaceAll(/\r\n?/g, '\n');
  return /[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Windows ends the clipboard's text at a NUL. */
const plainText = (text: string): string => text.replaceAll('\0', '\u{FFFD}');

/** A row is an object by field, a cell its value; several are a list. */
function json({ rows, columns, isWhole }: CopiedRows): string {
  const [column] = columns;
  const valueOf = (row: Row): unknown => {
    if (isWhole) return row;
    if (columns.length > 1 || column === undefined) return membersOf(row, columns);
    return memberOf(row, column.field) ?? null;
  };
  const values = rows.map(valueOf);
  const isOne = values.length === 1 && (isWhole || columns.length === 1);
  return exactJson(isOne ? values[0] : values, 2);
}

const membersOf = (row: Row, columns: readonly Column[]): Row =>
  Object.fromEntries(
    columns
      .filter(({ field }) => Object.hasOwn(row, field))
      .map(({ field }) => [field, row[field]]),
  );

/**
 * Returns the same cells as an HTML table, which is copied in addition to the text: spreadsheets prefer
 * it. Only HTML can mark a cell as text, so that an id of 19 digits keeps all of them and a text that
 * starts with `=` is not a formula. The attributes are those that Excel and Google Sheets write
 * themselves. Null if text alone is enough: a single cell that no spreadsheet would change.
 */
export function tableHtml(copied: CopiedRows, headers: boolean): string | null {
  const { rows, columns } = copied;
  const cells = rows.map((row) => columns.map(({ field }) => htmlCell(memberOf(row, field))));
  if (isOneCell(copied) && !headers && !/^<td |<br |\t/.test(cells[0]?.[0] ?? '')) return null;
  if (headers) cells.unshift(headerOf(columns).map(htmlCell));
  return htmlLines(cells);
}

/** A table of cells that are HTML already. */
export function htmlLines(lines: readonly (readonly string[])[]): string {
  const body = lines.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n');
  return `<meta charset="utf-8"><google-sheets-html-origin><table>\n${body}\n</table></google-sheets-html-origin>`;
}

/**
 * Text that a spreadsheet might read as a number, a date, a boolean or a formula. In a short one any digit
 * may make a date: `mar1` and `may5` are usernames, and days of months in every language.
 */
const couldBeRead = /^[\s=+\-@'.,\d(€$£¥%]|^(?:true|false)$|^\D{1,30}\d.{0,30}$/i;

export function htmlCell(value: unknown): string {
  const text = plainText(fullText(value));
  const isText = isLong(value) || (typeof value === 'string' && couldBeRead.test(text));
  return isText ? `<td ${asText(text)}>${htmlText(text)}</td>` : readCell(text);
}

/** A cell that a spreadsheet may read as a number or a date. */
export const readCell = (text: string): string => `<td>${htmlText(text)}</td>`;

/** Whether a number has more digits than a spreadsheet stores. */
const isLong = (value: unknown): boolean =>
  (exactDigits(value)?.replaceAll(/\D/g, '').length ?? 0) > 15;

const asText = (text: string): string =>
  `style="mso-number-format:'\\@'" data-sheets-value="${escaped(JSON.stringify({ 1: 2, 2: text }))}"`;

/** Keeps line breaks within the cell, and runs of spaces. */
const htmlText = (text: string): string =>
  escaped(text)
    .replaceAll(/ {2,}|^ | $/gm, (spaces) => `<span style="mso-spacerun:yes">${spaces}</span>`)
    .replaceAll(/\r\n?|\n/g, '<br style="mso-data-placement:same-cell">');

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
