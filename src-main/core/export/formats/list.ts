/** The formats: a new one is a file and a line here. */
export { csv } from './csv.ts';
export { dataset } from './dataset.ts';
export { jsonLines, raw } from './json-lines.ts';
export { media } from './media.ts';
export { edgeTables, gexf } from './network.ts';
export { parquet } from './parquet.ts';
export { xlsx } from './xlsx.ts';
