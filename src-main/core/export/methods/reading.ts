/**
 * How programs that guess the types of columns read a CSV file without damage: pandas and R make numbers
 * of quoted digits, and of a column of long IDs with a gap, numbers that are no longer those IDs.
 */
import type { MethodsSheet } from '#shared/contract/export/methods-sheet.ts';
import type { CsvOptions } from '#shared/contract/export/formats.ts';

/** Returns a line of Python and one of R; none for other files, or without names to go by. */
export function readingLines({ file, spec: { format }, columns }: MethodsSheet): string[] {
  if (format.kind !== 'csv' || format.headers === 'none') return [];
  const texts = columns
    .filter(({ type, field }) => !guessedTypes.has(type) || isId.test(field))
    .map(({ name }) => JSON.stringify(name));
  return [python(file.name, format, texts), r(file.name, format, texts)];
}

const guessedTypes: ReadonlySet<string> = new Set(['integer', 'number', 'boolean']);
/** Some services send IDs as numbers. */
const isId = /ids?$/i;

function python(
  name: string,
  { delimiter, decimal }: CsvOptions,
  texts: readonly string[],
): string {
  const given = [
    JSON.stringify(name),
    ...(delimiter === ',' ? [] : [`sep=${JSON.stringify(delimiter)}`]),
    ...(decimal === 'point' ? [] : ['decimal=","']),
    `dtype={${texts.map((text) => `${text}: "string"`).join(', ')}}`,
    'keep_default_na=False',
    'na_values=[""]',
  ];
  return `pandas.read_csv(${given.join(', ')})`;
}

function r(name: string, { delimiter, decimal }: CsvOptions, texts: readonly string[]): string {
  const given = [
    JSON.stringify(name),
    `delim = ${JSON.stringify(delimiter)}`,
    `col_types = readr::cols(${texts.map((text) => `${text} = "c"`).join(', ')})`,
    ...(decimal === 'point' ? [] : ['locale = readr::locale(decimal_mark = ",")']),
    'na = ""',
  ];
  return `readr::read_delim(${given.join(', ')})`;
}
