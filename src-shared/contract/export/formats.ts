/**
 * The formats for saving rows, and their options. Data: the dialog is rendered from it, and the schemas
 * validate what it returns.
 */
import { z } from 'zod';

export const formatIds = [
  'csv',
  'xlsx',
  'jsonl',
  'parquet',
  'dataset',
  'gexf',
  'edges',
  'raw',
] as const;
export type FormatId = (typeof formatIds)[number];

/** `names`: the service's; `labels`: the plain words of the grid. */
const headersSchema = z.enum(['names', 'labels']);
/** `asGiven`: the text as the service sent it. `local`: in this computer's time zone. */
const datesSchema = z.enum(['asGiven', 'utc', 'local']);
/** An object in a cell: its JSON, or one column per member (`author.name`). */
const objectsSchema = z.enum(['json', 'columns']);
/** A list in a cell: its JSON, or its values joined with `; ` if none is nested. */
const listsSchema = z.enum(['json', 'joined']);

const shapes = {
  dates: datesSchema.default('asGiven'),
  objects: objectsSchema.default('json'),
  lists: listsSchema.default('json'),
};

export const csvOptionsSchema = z
  .strictObject({
    kind: z.literal('csv'),
    delimiter: z.enum([',', ';', '\t', '|']).default(','),
    /** Without it, Excel assumes its own code page. */
    byteOrderMark: z.boolean().default(true),
    lineEnds: z.enum(['crlf', 'lf']).default('crlf'),
    decimal: z.enum(['point', 'comma']).default('point'),
    /** `allTexts`: texts are quoted, numbers and yes/no are not, so that ids stay texts. */
    quoting: z.enum(['whereNeeded', 'allTexts']).default('whereNeeded'),
    headers: z.enum(['names', 'labels', 'none']).default('names'),
    ...shapes,
    /** Puts an apostrophe before texts that a spreadsheet would run as a formula. */
    formulaGuard: z.boolean().default(true),
  })
  .refine(({ delimiter, decimal }) => !(delimiter === ',' && decimal === 'comma'), {
    path: ['decimal'],
    message: 'Decimal commas can’t be used with commas between columns.',
  });
export type CsvOptions = z.output<typeof csvOptionsSchema>;

const xlsxOptionsSchema = z.strictObject({
  kind: z.literal('xlsx'),
  headers: headersSchema.default('names'),
  ...shapes,
});
export type XlsxOptions = z.output<typeof xlsxOptionsSchema>;

const parquetOptionsSchema = z.strictObject({
  kind: z.literal('parquet'),
  headers: headersSchema.default('names'),
  ...shapes,
});
export type ParquetOptions = z.output<typeof parquetOptionsSchema>;

const edgesOptionsSchema = z.strictObject({
  kind: z.literal('edges'),
  delimiter: csvOptionsSchema.shape.delimiter,
  byteOrderMark: csvOptionsSchema.shape.byteOrderMark,
  formulaGuard: csvOptionsSchema.shape.formulaGuard,
});
export type EdgesOptions = z.output<typeof edgesOptionsSchema>;

export const formatOptionsSchema = z.discriminatedUnion('kind', [
  csvOptionsSchema,
  xlsxOptionsSchema,
  z.strictObject({ kind: z.literal('jsonl') }),
  parquetOptionsSchema,
  z.strictObject({ kind: z.literal('dataset') }),
  z.strictObject({ kind: z.literal('gexf') }),
  edgesOptionsSchema,
  z.strictObject({ kind: z.literal('raw') }),
]);
export type FormatOptions = z.output<typeof formatOptionsSchema>;

/** An option, by its key in a format's options; CSV has them all. */
export type OptionKey = Exclude<keyof CsvOptions, 'kind'>;

export interface Format {
  label: string;
  /** Without the dot. */
  extension: string;
  /** What it is good for, in a sentence. */
  line: string;
  /** How null, the empty text, numbers and yes/no are distinguished, in sentences. */
  values: string;
  /** Options in display order. */
  options: readonly OptionKey[];
  /**
   * Whether rows and columns can be chosen, and privacy applied; otherwise it is the run as received.
   */
  choosable: boolean;
  /** Whether it holds nodes and edges made from rows instead of the rows. */
  isNetwork: boolean;
}

const networkValues =
  'IDs of nodes are texts. Usernames are the same with and without @, hashtags with and without #, both whatever their case. What a node’s latest row says about it is written as it was sent; what is missing is left out.';

const shapeKeys = ['dates', 'objects', 'lists'] as const;

export const formats: Readonly<Record<FormatId, Format>> = {
  csv: {
    label: 'CSV',
    extension: 'csv',
    line: 'Text that nearly every program opens.',
    values:
      'A value that is missing or null is an empty cell, empty text is "" (also null where there is only one column); yes and no are true and false; numbers keep the digits they were sent with.',
    options: [
      'delimiter',
      'byteOrderMark',
      'lineEnds',
      'decimal',
      'quoting',
      'headers',
      ...shapeKeys,
      'formulaGuard',
    ],
    choosable: true,
    isNetwork: false,
  },
  xlsx: {
    label: 'Excel',
    extension: 'xlsx',
    line: 'A workbook with a filter in its header. IDs stay text, so that no digit is lost; more than 1,048,575 rows continue on further sheets.',
    values:
      'A value that is missing or null has no cell, the empty text has an empty one; yes and no are Excel’s own; numbers are shown with the decimals they were sent with (-0 is 0); whole numbers of more than 15 digits and numbers beyond Excel’s range are texts.',
    options: ['headers', ...shapeKeys],
    choosable: true,
    isNetwork: false,
  },
  jsonl: {
    label: 'JSON Lines',
    extension: 'jsonl',
    line: 'One JSON object per line. Nothing is reformatted.',
    values: 'Every value is written as it is in the run.',
    options: [],
    choosable: true,
    isNetwork: false,
  },
  parquet: {
    label: 'Parquet',
    extension: 'parquet',
    line: 'Typed columns, small and fast to read, for Spark, DuckDB and pandas.',
    values:
      'A value that is missing or null is null; a column of whole numbers is BIGINT, of other numbers DOUBLE, of yes/no BOOLEAN, of anything else or of numbers that these would round VARCHAR. BIGINT and DOUBLE keep a number’s value, not its spelling: 1.50 is 1.5.',
    options: ['headers', ...shapeKeys],
    choosable: true,
    isNetwork: false,
  },
  gexf: {
    label: 'Network (GEXF)',
    extension: 'gexf',
    line: 'Nodes and edges in GEXF 1.3, the format of Gephi.',
    values: networkValues,
    options: [],
    choosable: true,
    isNetwork: true,
  },
  edges: {
    label: 'Network (CSV)',
    extension: 'edges.csv',
    line: 'Two CSV files: edges with their weight, and nodes with what rows say about them.',
    values: networkValues,
    options: ['delimiter', 'byteOrderMark', 'formulaGuard'],
    choosable: true,
    isNetwork: true,
  },
  dataset: {
    label: 'Dataset folder',
    extension: 'dataset',
    line: 'All rows and every column as Parquet, in a folder for each day of collection. Save more runs into the same folder: each adds files of its own and changes no others. People are not pseudonymised: for that, save as Parquet.',
    values:
      'Columns are the same in every run: texts, IDs, dates, lists and objects are VARCHAR (lists and objects as JSON), counts BIGINT, other numbers DOUBLE, yes/no BOOLEAN. A value that is missing or null is null; fields beyond these and values of another type are in _rest, as JSON.',
    options: [],
    choosable: false,
    isNetwork: false,
  },
  raw: {
    label: 'Raw pages',
    extension: 'pages.jsonl',
    line: 'Every page as the service sent it, one per line; cursors are left out. All rows, also those beyond a row limit.',
    values: 'Everything is as the service sent it.',
    options: [],
    choosable: false,
    isNetwork: false,
  },
};

export interface OptionInfo {
  label: string;
  help: string;
  /** The choices in order; `value` as in the schema. */
  choices: readonly { value: string | boolean; label: string }[];
}

const yesNo = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
] as const;

export const optionInfos: Readonly<Record<OptionKey, OptionInfo>> = {
  delimiter: {
    label: 'Column separator',
    help: 'Excel in countries with a decimal comma expects the semicolon.',
    choices: [
      { value: ',', label: 'Comma' },
      { value: ';', label: 'Semicolon' },
      { value: '\t', label: 'Tab' },
      { value: '|', label: 'Vertical bar' },
    ],
  },
  byteOrderMark: {
    label: 'Byte order mark (BOM)',
    help: 'Excel needs it to show accents and other scripts correctly.',
    choices: yesNo,
  },
  lineEnds: {
    label: 'Line endings',
    help: 'CR LF is the standard for CSV; tools on Linux often expect LF.',
    choices: [
      { value: 'crlf', label: 'CR LF' },
      { value: 'lf', label: 'LF' },
    ],
  },
  decimal: {
    label: 'Decimals',
    help: 'The comma where spreadsheets expect it; not with the comma between columns.',
    choices: [
      { value: 'point', label: 'Point (3.14)' },
      { value: 'comma', label: 'Comma (3,14)' },
    ],
  },
  quoting: {
    label: 'Quotation marks',
    help: 'Around all texts, no program takes a semicolon or tab in a text for the end of a column.',
    choices: [
      { value: 'whereNeeded', label: 'Where needed' },
      { value: 'allTexts', label: 'Around all texts' },
    ],
  },
  headers: {
    label: 'Headers',
    help: 'The service’s names are the same in every export; the plain words are easier to read.',
    choices: [
      { value: 'names', label: 'The service’s names' },
      { value: 'labels', label: 'Plain words' },
      { value: 'none', label: 'None' },
    ],
  },
  dates: {
    label: 'Dates',
    help: 'Only text that is a moment in time is rewritten: as ISO 8601, in a workbook as a real date.',
    choices: [
      { value: 'asGiven', label: 'As given' },
      { value: 'utc', label: 'In UTC' },
      { value: 'local', label: 'In this computer’s time zone' },
    ],
  },
  objects: {
    label: 'Objects',
    help: 'An object in one cell as JSON, or a column for each of its members.',
    choices: [
      { value: 'json', label: 'JSON text' },
      { value: 'columns', label: 'A column for each member' },
    ],
  },
  lists: {
    label: 'Lists',
    help: 'Joined lists are easier to read; JSON can be read back exactly.',
    choices: [
      { value: 'json', label: 'JSON text' },
      { value: 'joined', label: 'Joined with “; ”' },
    ],
  },
  formulaGuard: {
    label: 'Protect against formulas',
    help: 'Texts that a spreadsheet would run get an apostrophe in front; to restore them, remove one apostrophe from each text that begins with one.',
    choices: yesNo,
  },
};

/** Returns the choices of an option for a format; only CSV can omit the header. */
export function choicesOf(format: FormatId, key: OptionKey): OptionInfo['choices'] {
  const { choices } = optionInfos[key];
  return format === 'csv' ? choices : choices.filter(({ value }) => value !== 'none');
}

/** Names that no kind of item may have in a dataset, because other folders use them. */
const reserved: readonly string[] = ['inputs', 'methods'];

/** Returns the dataset folder with a resource's items: `microblog-post`. */
export function datasetTable(resource: string): string {
  // Spark ignores names with a leading underscore.
  const name = resource
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return name === '' || reserved.includes(name) ? `items-${name}` : name.slice(0, 80);
}
