/** From a view to the numbers of its rows, in its order. */
import type { DuckDBResult } from '@duckdb/node-api';
import { DuckDBUIntegerVector } from '@duckdb/node-api';
import type { View } from '#shared/contract/view.ts';
import type { Subject } from './attached-run.ts';
import { conditionOf } from './condition.ts';
import type { Statement } from './database.ts';
import { orderOf } from './order.ts';

/** The rows of `view` among those of the subject, as what follows FROM. */
export async function rowsOf(view: View, subject: Subject): Promise<Statement> {
  const { catalog, layout, from, rows, duplicates } = subject;
  const condition = conditionOf(view, layout);
  const field = view.hideDuplicatesBy;
  const hidden = field === null ? undefined : await duplicates.find(field, subject);
  subject.throwIfCancelled();
  const parts = [`seq < ${rows}`, ...(from > 0 ? [`seq >= ${from}`] : []), condition.sql];
  if (hidden !== undefined) parts.push(`seq NOT IN (${hidden})`);
  return { sql: `${catalog}.t WHERE ${parts.join(' AND ')}`, values: condition.values };
}

/** The numbers of the rows of `view`. */
export async function queryRows(view: View, subject: Subject): Promise<Uint32Array> {
  const { sql, values } = await rowsOf(view, subject);
  const order = orderOf(view.sort, subject.layout);
  const select = `SELECT seq FROM ${sql}`;
  const { connection } = subject;
  if (order !== undefined) {
    return readSeqs(await connection.stream(`${select} ORDER BY ${order}`, values), subject.rows);
  }
  // DuckDB keeps the order in which rows were added, unless a plan of some day should not.
  const seqs = await readSeqs(await connection.stream(select, values), subject.rows);
  return isAscending(seqs) ? seqs : seqs.toSorted();
}

/** The first column of a result that has at most `most` rows: row numbers. It is in memory once. */
export async function readSeqs(result: DuckDBResult, most: number): Promise<Uint32Array> {
  // Memory that is never touched costs nothing.
  const seqs = new Uint32Array(most);
  let at = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    const vector = chunk.getColumnVector(0);
    if (!(vector instanceof DuckDBUIntegerVector)) throw new Error('Not row numbers');
    for (let item = 0; item < vector.itemCount; item++) {
      seqs[at] = vector.getItem(item) ?? 0;
      at++;
    }
  }
  return at === most ? seqs : seqs.slice(0, at);
}

function isAscending(seqs: Uint32Array): boolean {
  for (let at = 1; at < seqs.length; at++) if (seqs[at - 1]! >= seqs[at]!) return false;
  return true;
}
