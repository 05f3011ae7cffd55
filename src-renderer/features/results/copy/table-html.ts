/**
 * The same cells as an HTML table, beside the text: spreadsheets take it first. Only here can a
 * cell be told to be text, so that an id of 19 digits keeps them all and a text that begins with
 * `=` is no formula. The marks are those that Excel and Google Sheets put on the clipboard themselves.
 */
import { fullText } from '../values/cell-view.ts';
import { exactDigits } from '../values/exact-json.ts';
import type { CopiedRows } from './formats.ts';

/** Null where text alone says it all: one cell that no spreadsheet would change. */
export function tableHtml({ rows, columns, isWhole }: CopiedRows, headers: boolean): string | null {
  const cells = rows.map((row) => columns.map(({ field }) => htmlCell(row[field])));
  const isOne = !isWhole && cells.length === 1 && columns.length === 1 && !headers;
  if (isOne && !(cells[0]?.[0] ?? '').startsWith('<td ')) return null;
  if (headers) cells.unshift(columns.map(({ field }) => htmlCell(field)));
  const body = cells.map((line) => `<tr>${line.join('')}</tr>`).join('\n');
  return `<meta charset="utf-8"><google-sheets-html-origin><table>\n${body}\n</table></google-sheets-html-origin>`;
}

/** What a spreadsheet might take for a number, a date, a truth or a formula. */
const couldBeRead = /^[\s=+\-@'.,\d(€$£¥%]|^(?:true|false)$/i;

function htmlCell(value: unknown): string {
  const text = fullText(value).replaceAll('\0', '\u{FFFD}');
  const isText = isLong(value) || (typeof value === 'string' && couldBeRead.test(text));
  return isText ? `<td ${asText(text)}>${htmlText(text)}</td>` : `<td>${htmlText(text)}</td>`;
}

/** A number with more digits than a spreadsheet holds. */
const isLong = (value: unknown): boolean =>
  (exactDigits(value)?.replaceAll(/\D/g, '').length ?? 0) > 15;

const asText = (text: string): string =>
  `style="mso-number-format:'\\@'" data-sheets-value="${escaped(JSON.stringify({ 1: 2, 2: text }))}"`;

/** Line breaks stay within their cell, and runs of spaces as long as they are. */
function htmlText(text: string): string {
  return escaped(text)
    .replaceAll(/ {2,}|^ | $/gm, (spaces) => `<span style="mso-spacerun:yes">${spaces}</span>`)
    .replaceAll(/\r\n?|\n/g, '<br style="mso-data-placement:same-cell">');
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
