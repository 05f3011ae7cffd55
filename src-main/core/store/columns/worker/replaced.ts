/** Rows in which a text may have lost half a character: UTF-8 can't hold it, it became U+FFFD. */
import type { Subject } from './attached-run.ts';
import { valueType } from './layout.ts';
import { readSeqs } from './query.ts';

export async function findReplaced({
  connection,
  catalog,
  layout,
  rows,
}: Subject): Promise<Uint32Array> {
  const texts = layout.columns.filter((column) => valueType(column) === 'VARCHAR');
  if (texts.length === 0) return new Uint32Array();
  const holds = texts.map(({ n }) => `contains(c${n}, chr(65533))`).join(' OR ');
  const found = `SELECT seq FROM ${catalog}.t WHERE seq < ${rows} AND (${holds})`;
  return readSeqs(await connection.stream(found), rows);
}
