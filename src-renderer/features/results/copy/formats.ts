/**
 * Rows as text for the clipboard. Values are as the service sent them, digit for digit; how each
 * format writes them is told in the folder's README.
 */
import { assertNever } from '#shared/assert-never.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { fullText } from '../values/cell-view.ts';
import { exactJson } from '../values/exact-json.ts';

export interface CopiedRows {
  rows: readonly Row[];
  columns: readonly Column[];
  /** Whole rows: JSON then has every member, shown or not. */
  isWhole: boolean;
}

export const copyFormats = ['tsv', 'tsvWithHeaders', 'json', 'markdown'] as const;
export type CopyFormat = (typeof copyFormats)[number];

export function textOf(copied: CopiedRows, format: CopyFormat): string {
  switch (format) {
    case 'tsv':
      return isOneCell(copied) ? plainText(fullText(onlyValue(copied))) : tsv(copied, false);
    case 'tsvWithHeaders':
      return tsv(copied, true);
    case 'json':
      return json(copied);
    case 'markdown':
      return markdown(copied);
    default:
      return assertNever(format);
  }
}

const isOneCell = ({ rows, columns, isWhole }: CopiedRows): boolean =>
  !isWhole && rows.length === 1 && columns.length === 1;

const onlyValue = ({ rows, columns }: CopiedRows): unknown => rows[0]?.[columns[0]?.field ?? ''];

/** Tabs between cells, line feeds between rows; field names on top, as in saved files. */
function tsv({ rows, columns }: CopiedRows, withHeaders: boolean): string {
  const lines = rows.map((row) => columns.map(({ field }) => tsvCell(fullText(row[field]))));
  if (withHeaders) lines.unshift(columns.map(({ field }) => tsvCell(field)));
  return lines.map((cells) => cells.join('\t')).join('\n');
}

/** Quoted where it must be; line breaks are those a spreadsheet has within a cell. */
function tsvCell(text: string): string {
  const cell = plainText(text).replaceAll(/\r\n?/g, '\n');
  return /[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Windows ends the clipboard's text at a NUL. */
const plainText = (text: string): string => text.replaceAll('\0', '\u{FFFD}');

/** A row is an object by field, a cell its value; several are a list of them. */
function json({ rows, columns, isWhole }: CopiedRows): string {
  const [column] = columns;
  const valueOf = (row: Row): unknown => {
    if (isWhole) return row;
    if (columns.length > 1 || column === undefined) return membersOf(row, columns);
    return row[column.field] ?? null;
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

/** A table in GitHub's Markdown, with the grid's headers: it is for reading. */
function markdown({ rows, columns }: CopiedRows): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ label }) => markdownCell(label))),
    line(columns.map(({ meaning }) => (meaning === 'count' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ field }) => markdownCell(fullText(row[field]))))),
  ].join('\n');
}

/** What would be markup is escaped; an underscore only where it could begin or end something. */
function markdownCell(text: string): string {
  return plainText(text)
    .replaceAll(/[\\`*[\]<>|]|~(?=~)|(?<=~)~|&(?=#?\w+;)|(?<!\w)_|_(?!\w)/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '<br>');
}
