/** Parquet, which the column store writes. */
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { refused } from '../../problem-error.ts';
import { bytesOfFile } from '../save-files.ts';
import { defineFormat, firstTexts, outcomeOf } from './format.ts';
import { tableOptions, yesUnlessNot } from './options.ts';

/** The column store's limit for one table. */
const maxColumns = 1000;

export const parquet = defineFormat({
  label: 'Parquet',
  extension: 'parquet',
  line: 'Typed columns, small and fast to read, for Spark, DuckDB and pandas.',
  values:
    'A value that is missing or null is null; a column of whole numbers is BIGINT, of other numbers DOUBLE, of yes/no BOOLEAN; of dates that are all spelled alike TIMESTAMP (UTC, microseconds) or DATE, of lists of texts or of whole numbers LIST, unless that was turned off; of anything else, or of numbers that these would round, VARCHAR. BIGINT and DOUBLE keep a number’s value, not its spelling: 1.50 is 1.5.',
  holds: 'rows',
  options: z.strictObject({
    kind: z.literal('parquet'),
    ...tableOptions,
    typed: yesUnlessNot(
      'Types for dates and lists',
      'Dates are TIMESTAMP (UTC) or DATE, and lists LIST, where every value allows it and nothing is lost. Choose No if files of several days must have the same types.',
    ),
  }),
  presets: [
    {
      id: 'spark-duckdb',
      label: 'Spark / DuckDB',
      brief: 'Parquet',
      line: 'Parquet: typed columns, small and fast; pandas and R read it, too.',
      place: 5,
    },
  ],

  async write(rows, options, { deliver, progress }) {
    const copied = await rows.copy({
      format: { ...options, isDatabase: true, hasLists: options.typed },
      to: { kind: 'parquet', isTyped: options.typed },
      progress,
      check: checkWidth,
    });
    const [path] = copied?.content ?? [];
    if (copied === null || path === undefined) throw new Error('Any rows can be Parquet');
    const { size } = await stat(path);
    const file = await deliver(bytesOfFile(path), {
      onBytes: (bytes) => progress.finishing(bytes, size),
    });
    return { files: [file], ...outcomeOf(await copied.read(true)) };
  },
  preview: (rows, options, most) =>
    firstTexts(rows, { ...options, isDatabase: true, hasLists: options.typed }, most),
});

function checkWidth({ length }: readonly unknown[]): void {
  if (length === 0) throw refused('There are no columns to save.', 'Get rows first.');
  if (length > maxColumns) {
    throw refused(
      'A Parquet file can have at most 1,000 columns here.',
      'Choose fewer columns, or save as CSV.',
    );
  }
}
