/** The formats. Their options and words are in `#shared/contract/export/formats.ts`. */
import type { FormatId, FormatOptions } from '#shared/contract/export/formats.ts';
import type { Format, OptionsOf } from './format.ts';
import { csv } from './csv.ts';
import { dataset } from './dataset.ts';
import { jsonLines, raw } from './json-lines.ts';
import { edgeTables, gexf } from './network.ts';
import { parquet } from './parquet.ts';
import { xlsx } from './xlsx.ts';

const formats: { readonly [K in FormatId]: Format<OptionsOf<K>> } = {
  csv,
  xlsx,
  jsonl: jsonLines,
  parquet,
  dataset,
  gexf,
  edges: edgeTables,
  raw,
};

export const formatOf = ({ kind }: FormatOptions): Format<FormatOptions> => formats[kind];
