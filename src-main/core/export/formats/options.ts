/**
 * The options of formats, each written once: what it may be, and its words for the dialog and the methods sheet.
 * An option for one format alone stands with it.
 */
import { z } from 'zod';
import type { FormatOption } from '#shared/contract/export/formats.ts';

/** The words of each option below. */
const words = z.registry<Omit<FormatOption, 'key'>>();

/** @param choices by value, in display order. */
export function oneOf<V extends string>(
  usual: NoInfer<V>,
  choices: Readonly<Record<V, string>>,
  label: string,
  help: string,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record
  const values = Object.keys(choices) as V[];
  const shown = values.map((value) => ({ value, label: choices[value] }));
  return z.enum(values).default(usual).register(words, { label, help, choices: shown });
}

export const yesUnlessNot = (label: string, help: string) => {
  const choices = [
    { value: true, label: 'Yes' },
    { value: false, label: 'No' },
  ];
  return z.boolean().default(true).register(words, { label, help, choices });
};

/** Returns the options of a schema, in its order. */
export const optionsIn = ({ shape }: z.ZodObject): FormatOption[] =>
  Object.entries(shape).flatMap(([key, schema]) => {
    const about = words.get(schema);
    return about === undefined ? [] : [{ key, ...about }];
  });

const headerChoices = { names: 'The service’s names', labels: 'Plain words' };
const headersOf = <V extends string>(choices: Readonly<Record<V | 'names', string>>) =>
  oneOf(
    'names',
    choices,
    'Headers',
    'The service’s names are the same in every export; the plain words are easier to read.',
  );

/** How values become cells; see `cells.ts`. */
const shapes = {
  dates: oneOf(
    'asGiven',
    { asGiven: 'As given', utc: 'In UTC', local: 'In this computer’s time zone' },
    'Dates',
    'Only text that is a moment in time is rewritten: as ISO 8601, in a workbook as a real date.',
  ),
  objects: oneOf(
    'json',
    { json: 'JSON text', columns: 'A column for each member' },
    'Objects',
    'An object in one cell as JSON, or a column for each of its members.',
  ),
  lists: oneOf(
    'json',
    { json: 'JSON text', joined: 'Joined with “; ”' },
    'Lists',
    'Joined lists are easier to read; JSON can be read back exactly.',
  ),
};

/** For formats with named columns of cells. */
export const tableOptions = { headers: headersOf(headerChoices), ...shapes };

export const csvOptionsSchema = z
  .strictObject({
    kind: z.literal('csv'),
    delimiter: oneOf(
      ',',
      { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
      'Column separator',
      'Excel in countries with a decimal comma expects the semicolon.',
    ),
    byteOrderMark: yesUnlessNot(
      'Byte order mark (BOM)',
      'Excel needs it to show accents and other scripts correctly.',
    ),
    lineEnds: oneOf(
      'crlf',
      { crlf: 'CR LF', lf: 'LF' },
      'Line endings',
      'CR LF is the standard for CSV; tools on Linux often expect LF.',
    ),
    decimal: oneOf(
      'point',
      { point: 'Point (3.14)', comma: 'Comma (3,14)' },
      'Decimals',
      'The comma where spreadsheets expect it; not with the comma between columns.',
    ),
    // Numbers and yes/no are never quoted, so that IDs stay texts.
    quoting: oneOf(
      'whereNeeded',
      { whereNeeded: 'Where needed', allTexts: 'Around all texts' },
      'Quotation marks',
      'Around all texts, no program takes a semicolon or tab in a text for the end of a column.',
    ),
    headers: headersOf({ ...headerChoices, none: 'None' }),
    ...shapes,
    formulaGuard: yesUnlessNot(
      'Protect against formulas',
      'Texts that a spreadsheet would run get an apostrophe in front; to restore them, remove one apostrophe from each text that begins with one.',
    ),
  })
  .refine(({ delimiter, decimal }) => !(delimiter === ',' && decimal === 'comma'), {
    path: ['decimal'],
    message: 'Decimal commas can’t be used with commas between columns.',
  });
export type CsvOptions = z.output<typeof csvOptionsSchema>;
