/** Presets, named after the file's destination. A person picks one and may adjust it. */
import { formatOptionsSchema, type FormatOptions } from '#shared/contract/export/formats.ts';

export interface Preset {
  id: string;
  label: string;
  /** What it writes, in a few words. */
  brief: string;
  /** The reason for these choices, in a line. */
  line: string;
  format: FormatOptions;
}

const preset = (
  id: string,
  label: string,
  brief: string,
  line: string,
  format: Parameters<typeof formatOptionsSchema.parse>[0],
): Preset => ({ id, label, brief, line, format: formatOptionsSchema.parse(format) });

/** The first is the default. */
export const presets: readonly Preset[] = [
  preset(
    'any',
    'Any program',
    'CSV that Excel opens, too',
    'CSV with a mark that makes Excel show accents correctly, protected against formulas. Nearly every program opens it.',
    // Programs that also split at semicolons and tabs leave those in quotation marks alone.
    { kind: 'csv', quoting: 'allTexts' },
  ),
  preset(
    'excel',
    'Excel',
    'Workbook (XLSX)',
    'A workbook ready to read and filter: headers in plain words, dates that Excel can sort and count with, lists as text. IDs keep all digits; texts are never run as formulas.',
    { kind: 'xlsx', headers: 'labels', dates: 'local', lists: 'joined' },
  ),
  preset(
    'google-sheets',
    'Google Sheets',
    'CSV, lists joined',
    'CSV in UTF-8 with commas, protected against formulas. Google Sheets holds up to ten million cells.',
    { kind: 'csv', byteOrderMark: false, quoting: 'allTexts', lists: 'joined' },
  ),
  preset(
    'r-python',
    'R / Python (pandas)',
    'CSV, texts quoted',
    'CSV without a mark, texts exactly as they are and not protected against formulas, so don’t open it in a spreadsheet. pandas and R guess types: read it with the line in the methods sheet, or save Parquet.',
    {
      kind: 'csv',
      byteOrderMark: false,
      lineEnds: 'lf',
      quoting: 'allTexts',
      formulaGuard: false,
    },
  ),
  preset(
    'spark-duckdb',
    'Spark / DuckDB',
    'Parquet',
    'Parquet: typed columns, small and fast; pandas and R read it, too.',
    { kind: 'parquet' },
  ),
  preset(
    'dataset',
    'Data platform',
    'Dataset folder',
    'For Spark, Trino, BigQuery, ClickHouse and DuckDB: fixed columns, so that any number of runs can be read as one table.',
    { kind: 'dataset' },
  ),
  preset(
    'code',
    'Your own programs',
    'JSON Lines',
    'JSON Lines: one object per line. Nothing is reformatted; only what you leave out or replace differs from the run.',
    { kind: 'jsonl' },
  ),
  preset(
    'gephi',
    'Gephi',
    'Network (GEXF)',
    'A network with weights: who mentions whom, say, or any two columns. GEXF 1.3, as Gephi reads it.',
    { kind: 'gexf' },
  ),
  preset(
    'network-tables',
    'Network tables',
    'Edges and nodes (CSV)',
    'The same network as two tables, for igraph, NetworkX and Cytoscape. Gephi imports them, too.',
    { kind: 'edges', byteOrderMark: false },
  ),
  preset(
    'archive',
    'Archive',
    'Raw pages',
    'Every page as the service sent it, without cursors. Everything else can be made from it.',
    { kind: 'raw' },
  ),
];
