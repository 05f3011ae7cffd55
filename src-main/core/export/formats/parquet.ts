/** Parquet, which the column store writes. */
import { stat } from 'node:fs/promises';
import type { ParquetOptions } from '#shared/contract/export/formats.ts';
import { refused } from '../../problem-error.ts';
import { bytesOfFile } from '../save-files.ts';
import { firstTexts, outcomeOf } from './format.ts';
import type { Format } from './format.ts';

/** The column store's limit for one table. */
const maxColumns = 1000;

export const parquet: Format<ParquetOptions> = {
  async write(rows, options, { deliver, progress }) {
    const copied = await rows.copy({
      format: options,
      to: { kind: 'parquet' },
      progress,
      check: checkWidth,
    });
    const [path] = copied?.content ?? [];
    if (copied === null || path === undefined) throw new Error('Any rows can be Parquet');
    const { size } = await stat(path);
    const file = await deliver(bytesOfFile(path), {
      onBytes: (bytes) => progress.finishing(bytes, size),
    });
    return outcomeOf(file, await copied.read(true));
  },
  preview: firstTexts,
};

function checkWidth({ length }: readonly unknown[]): void {
  if (length === 0) throw refused('There are no columns to save.', 'Get rows first.');
  if (length > maxColumns) {
    throw refused(
      'A Parquet file can have at most 1,000 columns here.',
      'Choose fewer columns, or save as CSV.',
    );
  }
}
