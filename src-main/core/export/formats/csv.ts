/**
 * CSV. By SQL, each run's rows are first in a file in the data folder. The last pass reads every byte: it counts
 * records outside quotes, since a count known only to the writer would prove nothing, and replaces NUL.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CsvOptions } from '#shared/contract/export/formats.ts';
import { nodeFiles } from '../../store/file-port.ts';
import { logName } from '../../store/page-log.ts';
import { CsvCheck, csvHead, csvLine, csvText, headLines, lineEnd } from '../csv.ts';
import { rowsDiffer } from '../deliver.ts';
import type { Rows } from '../rows.ts';
import { bytesOfFile } from '../save-files.ts';
import { firstCells, namesOf, outcomeOf } from './format.ts';
import type { Format, Sink } from './format.ts';

export const csv: Format<CsvOptions> = {
  async write(rows, options, out) {
    const { columns, chunks, onBytes, expected, read } =
      (await copied(rows, options, out)) ?? (await cellByCell(rows, options, out));
    const check = new CsvCheck();
    async function* content(): AsyncGenerator<Uint8Array> {
      yield check.take(Buffer.from(csvHead(namesOf(columns), options)));
      for await (const chunk of chunks) yield check.take(chunk);
    }
    const file = await out.deliver(content(), {
      onBytes,
      check: () => rowsDiffer(check.records - headLines(options), expected()),
    });
    return outcomeOf(file, await read(check.hasReplacement), { nulCharacters: check.nuls });
  },

  async preview(rows, options, most) {
    const { header, cells } = await firstCells(rows, options, most);
    const lines = cells.map((row) => csvLine(row, options));
    return {
      header,
      rows: cells.map((row) => row.map((cell) => csvText(cell, options))),
      text: csvHead(header, options) + lines.join(''),
      network: null,
    };
  },
};

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
