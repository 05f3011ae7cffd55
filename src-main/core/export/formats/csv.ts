/**
 * CSV. By SQL, each run's rows are first in a file in the data folder. The last pass reads every byte: it counts
 * records outside quotes, since a count known only to the writer would prove nothing, and replaces NUL.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFiles } from '../../store/file-port.ts';
import { logName } from '../../store/page-log.ts';
import { CsvCheck, csvHead, csvLine, csvText, headLines, lineEnd } from '../csv.ts';
import { rowsDiffer } from '../deliver.ts';
import type { Rows } from '../rows.ts';
import { bytesOfFile } from '../save-files.ts';
import { defineFormat, firstCells, namesOf, outcomeOf } from './format.ts';
import type { Sink } from './format.ts';
import { csvOptionsSchema } from './options.ts';
import type { CsvOptions } from './options.ts';

export const csv = defineFormat({
  label: 'CSV',
  extension: 'csv',
  line: 'Text that nearly every program opens.',
  values:
    'A value that is missing or null is an empty cell, empty text is "" (also null where there is only one column); yes and no are true and false; numbers keep the digits they were sent with.',
  holds: 'rows',
  options: csvOptionsSchema,
  presets: [
    {
      id: 'any',
      label: 'Any program',
      brief: 'CSV that Excel opens, too',
      line: 'Opens in Excel with accents intact, and in nearly every other program. Text that looks like a formula isn’t run.',
      place: 3,
      // Programs that also split at semicolons and tabs leave those in quotation marks alone.
      choices: { quoting: 'allTexts' },
    },
    {
      id: 'google-sheets',
      label: 'Google Sheets',
      brief: 'CSV, lists joined',
      line: 'CSV in UTF-8 with commas. Text that looks like a formula isn’t run. Google Sheets holds up to ten million cells.',
      place: 2,
      choices: { byteOrderMark: false, quoting: 'allTexts', lists: 'joined' },
    },
    {
      id: 'r-python',
      label: 'R / Python (pandas)',
      brief: 'CSV, texts quoted',
      line: 'Texts exactly as they are: a spreadsheet would run those that look like formulas, so don’t open it in one. pandas and R guess types: read it with the line in the methods sheet, or save Parquet.',
      place: 4,
      choices: { byteOrderMark: false, lineEnds: 'lf', quoting: 'allTexts', formulaGuard: false },
    },
  ],

  async write(rows, options, out) {
    const { columns, chunks, onBytes, expected, read } =
      (await copied(rows, options, out)) ?? (await cellByCell(rows, options, out));
    const check = new CsvCheck(options);
    async function* content(): AsyncGenerator<Uint8Array> {
      yield check.take(Buffer.from(csvHead(namesOf(columns), options)));
      for await (const chunk of chunks) yield check.take(chunk);
    }
    const file = await out.deliver(content(), {
      onBytes,
      check: () => rowsDiffer(check.records - headLines(options), expected()),
    });
    const lost = { nulCharacters: check.nuls, guardedTexts: check.guarded };
    return { files: [file], ...outcomeOf(await read(check.hasReplacement), lost) };
  },

  async preview(rows, options, most) {
    const { header, cells } = await firstCells(rows, options, most);
    const lines = cells.map((row) => csvLine(row, options));
    return {
      header,
      rows: cells.map((row) => row.map((cell) => csvText(cell, options))),
      text: csvHead(header, options) + lines.join(''),
    };
  },

  inputs: (options) => ({ ...options, headers: 'names' }),

  /**
   * A line of Python and one of R; none without names to go by. pandas and R guess the types of columns: they make
   * numbers of quoted digits, and of a column of long IDs with a gap, numbers that are no longer those IDs.
   */
  reading(file, options, columns) {
    if (options.headers === 'none') return [];
    const texts = columns
      .filter(({ type, field }) => !guessedTypes.has(type) || isId.test(field))
      .map(({ name }) => JSON.stringify(name));
    return [python(file, options, texts), r(file, options, texts)];
  },
});

async function copied(rows: Rows, options: CsvOptions, { progress, tempFolder }: Sink) {
  if (!(await canCopy(rows, tempFolder))) return null;
  const format = {
    kind: 'csv',
    delimiter: options.delimiter,
    lineEnd: lineEnd(options),
    decimalComma: options.decimal === 'comma',
    quoteTexts: options.quoting === 'allTexts',
    formulaGuard: options.formulaGuard,
  } as const;
  const copy = await rows.copy({ format: options, to: format, progress });
  if (copy === null) return null;
  const sizes = await Promise.all(copy.content.map(async (path) => (await stat(path)).size));
  const of = sizes.reduce((sum, size) => sum + size, 0);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (const path of copy?.content ?? []) yield* bytesOfFile(path);
  }
  const onBytes = (bytes: number): void => progress.finishing(Math.min(bytes, of), of);
  return { ...copy, chunks: chunks(), onBytes };
}

async function cellByCell(rows: Rows, options: CsvOptions, { progress }: Sink) {
  const reading = await rows.cells(options);
  let written = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const batch of reading.content) {
      yield Buffer.from(batch.map((cells) => csvLine(cells, options)).join(''));
      written += batch.length;
    }
  }
  const onBytes = (bytes: number): void => progress.writing({ rows: written, bytes });
  return { ...reading, chunks: chunks(), onBytes };
}

const spareRoom = 64 * 1024 * 1024;

/** Returns whether the data folder has room for all rows: about as much as the log. */
async function canCopy(
  { selection, chosen, runs }: Rows,
  tempFolder: Sink['tempFolder'],
): Promise<boolean> {
  // A row with one null column would be written as an empty line.
  if (chosen.length === 0 || (chosen.length === 1 && runs.length === 1)) return false;
  try {
    const folder = await tempFolder.file('.');
    const bytes = await Promise.all(
      selection.map(async ({ run }) => (await stat(join(run.stored.folder, logName))).size),
    );
    const needed = bytes.reduce((sum, size) => sum + size, spareRoom);
    return (await nodeFiles.freeBytes(folder)) >= needed;
  } catch {
    return false;
  }
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
    `dtype={${texts.map((column) => `${column}: "string"`).join(', ')}}`,
    'keep_default_na=False',
    'na_values=[""]',
  ];
  return `pandas.read_csv(${given.join(', ')})`;
}

function r(name: string, { delimiter, decimal }: CsvOptions, texts: readonly string[]): string {
  const given = [
    JSON.stringify(name),
    `delim = ${JSON.stringify(delimiter)}`,
    `col_types = readr::cols(${texts.map((column) => `${column} = "c"`).join(', ')})`,
    ...(decimal === 'point' ? [] : ['locale = readr::locale(decimal_mark = ",")']),
    'na = ""',
  ];
  return `readr::read_delim(${given.join(', ')})`;
}
