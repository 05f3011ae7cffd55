/** CSV as the service makes it: RFC 4180, UTF-8, one line per row under a line of names. */
import { writeJson } from './json.ts';
import type { Item, Json } from './json.ts';

/** Lists and objects as JSON; what is missing or null leaves the cell empty. */
function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : writeJson(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function writeCsv(names: readonly string[], rows: readonly Item[]): string {
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
}
