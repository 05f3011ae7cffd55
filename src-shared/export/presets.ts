/** Presets: named after where the file goes. A person picks one and may adjust it. */
import { formatOptionsSchema } from './formats.ts';
import type { FormatOptions } from './formats.ts';

export interface Preset {
  id: string;
  label: string;
  /** Why these choices, in a line. */
  line: string;
  format: FormatOptions;
}

const preset = (
  id: string,
  label: string,
  line: string,
  format: Parameters<typeof formatOptionsSchema.parse>[0],
): Preset => ({ id, label, line, format: formatOptionsSchema.parse(format) });

export const presets: readonly Preset[] = [
  preset(
    'excel',
    'Excel',
    'A workbook that opens the same in every language: ids keep all digits, texts are never run as formulas.',
    { kind: 'xlsx' },
  ),
  preset(
    'google-sheets',
    'Google Sheets',
    'CSV in UTF-8 with commas, protected against formulas. Sheets takes ten million cells.',
    { kind: 'csv', byteOrderMark: false, lists: 'joined' },
  ),
  preset(
    'r-python',
    'R / Python (pandas)',
    'CSV without a mark; texts are quoted, and stay exactly as sent: not protected against formulas, so don’t open it in a spreadsheet.',
    {
      kind: 'csv',
      byteOrderMark: false,
      lineEnds: 'lf',
      quoting: 'allTexts',
      formulaGuard: false,
    },
  ),
  preset('spark-duckdb', 'Spark / DuckDB', 'Parquet: typed columns, small and fast.', {
    kind: 'parquet',
  }),
  preset(
    'archive',
    'Archive',
    'Every page exactly as the service sent it: the source from which all else can be made again.',
    { kind: 'raw' },
  ),
];
