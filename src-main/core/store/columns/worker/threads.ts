/**
 * Rows as conversations. SQL says which row each answers and in which order the view has them; here they become
 * trees, in arrays of numbers, however deep.
 */
import type { DuckDBResult } from '@duckdb/node-api';
import { DuckDBUIntegerVector } from '@duckdb/node-api';
import { inputField } from '#shared/contract/list.ts';
import { levelOf } from '#shared/contract/view.ts';
import type { Thread, View } from '#shared/contract/view.ts';
import type { Tree } from '../protocol.ts';
import { isFilled } from './condition.ts';
import { quoteText } from './database.ts';
import { type Layout, valueType } from './layout.ts';
import { orderOf } from './order.ts';
import { rowsOf } from './query.ts';
import type { Subject } from './query.ts';

/** No row. */
const none = 0xffff_ffff;

/** Returns the rows of a view and what they answer, each after that; and how they are related. */
export async function threadRows(
  view: View,
  thread: Thread,
  subject: Subject,
): Promise<Tree & { seqs: Uint32Array }> {
  const { connection, catalog, layout, rows } = subject;
  const { sql: matching, values } = await rowsOf(view, subject);
  const ids = [thread.identity, ...thread.answers].map((field) => idOf(field, thread, layout));
  const [id, ...answered] = ids;
  const about = thread.about === null ? 'NULL' : idOf(thread.about, thread, layout);
  const answers = answered.map((one, at) => `nullif(${one}, coalesce(${about}, '')) AS a${at}`);
  const parents = answered.map((_, at) => `p${at}`);
  // A row that comes later with the same ID is the same item.
  const joins = parents.map((p, at) => `LEFT JOIN firsts ${p} ON ${p}.id = r.a${at}`);
  const input = idOf(inputField, thread, layout);
  const asked = [...thread.asked.map(() => '?'), `coalesce(${input}, '')`].join(', ');
  const found = parents.map(
    (p, at) => `WHEN r.a${at} IS NOT NULL THEN ${p}.first IS NULL AND r.a${at} NOT IN (${asked})`,
  );
  const { by } = thread;
  const isOwn = view.sort.length > 0 || by === null;
  const sort = isOwn ? view.sort : [{ field: by, direction: 'ascending' as const }];
  const result = await connection.stream(
    `WITH items AS (SELECT *, ${id} AS id, ${about} AS about, ${answers.join(', ')} ` +
      `FROM ${catalog}.t WHERE seq < ${rows}), ` +
      'firsts AS (SELECT id, min(seq) AS first FROM items WHERE id IS NOT NULL GROUP BY id), ' +
      'abouts AS (SELECT about, min(seq) AS first FROM items WHERE about IS NOT NULL GROUP BY about), ' +
      `matching AS (SELECT seq AS hit FROM ${matching}) ` +
      `SELECT r.seq, coalesce(${parents.map((p) => `${p}.first`).join(', ')}, ${none})::UINTEGER, ` +
      `coalesce(g.first, ${none})::UINTEGER, ` +
      `(CASE WHEN CASE ${found.join(' ')} ELSE false END THEN 2 ELSE 0 END + ` +
      'CASE WHEN hit IS NULL THEN 1 ELSE 0 END)::UINTEGER ' +
      `FROM items r ${joins.join(' ')} LEFT JOIN abouts g ON g.about = r.about ` +
      'LEFT JOIN matching ON hit = r.seq ' +
      `ORDER BY ${orderOf(sort, layout) ?? 'seq'}`,
    [...values, ...parents.flatMap(() => thread.asked)],
  );
  const [order, parent, group, marks] = await readNumbers(result, rows);
  subject.throwIfCancelled();
  return treeOf(order!, { parent: parent!, group: group!, marks: marks! });
}

/** SQL for an ID that a field has, without what it may begin with; null where it has none. */
function idOf(field: string, { prefixes }: Thread, layout: Layout): string {
  const column = layout.find(field);
  if (column === undefined || valueType(column) === 'NONE') return 'CAST(NULL AS VARCHAR)';
  const text = `CASE WHEN ${isFilled(column)} THEN CAST(c${column.n} AS VARCHAR) END`;
  const pattern = quoteText(`^(${prefixes.join('|')})`);
  return prefixes.length === 0 ? text : `regexp_replace(${text}, ${pattern}, '')`;
}

/**
 * Reads four numbers of each row: its own, in the order of the result; the others by it.
 */
async function readNumbers(result: DuckDBResult, most: number): Promise<Uint32Array[]> {
  const [order, ...others] = Array.from({ length: 4 }, () => new Uint32Array(most));
  let at = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    const vectors = [0, 1, 2, 3].map((n) => chunk.getColumnVector(n));
    if (!vectors.every((vector) => vector instanceof DuckDBUIntegerVector)) {
      throw new Error('Not numbers');
    }
    const [seqs, ...values] = vectors;
    for (let item = 0; item < chunk.rowCount; item++, at++) {
      const seq = seqs!.getItem(item) ?? 0;
      order![at] = seq;
      for (const [n, vector] of values.entries()) others[n]![seq] = vector.getItem(item) ?? none;
    }
  }
  return [order!.slice(0, at), ...others];
}

interface Links {
  /** By row: the one it answers, what it is about as a number, whether that is missing (2) and it doesn't match (1). */
  parent: Uint32Array;
  group: Uint32Array;
  marks: Uint32Array;
}

/** Arranges rows that are given in the order of those that answer the same. */
function treeOf(order: Uint32Array, { parent, group, marks }: Links): Tree & { seqs: Uint32Array } {
  const { length } = parent;
  breakCircles(parent);
  // Rows that match, and all that they answer.
  const isListed = new Uint8Array(length);
  let count = 0;
  for (const seq of order) {
    if ((marks[seq]! & 1) !== 0) continue;
    for (let row = seq; row !== none && isListed[row] === 0; row = parent[row]!) {
      isListed[row] = 1;
      count += 1;
    }
  }
  const first = new Uint32Array(length).fill(none);
  const next = new Uint32Array(length).fill(none);
  const beginnings = new Map<number, number[]>();
  // From the last to the first, each before its siblings so far.
  for (let at = order.length - 1; at >= 0; at--) {
    const row = order[at]!;
    const above = parent[row]!;
    if (isListed[row] === 0 || above === none) continue;
    next[row] = first[above]!;
    first[above] = row;
  }
  for (const row of order) {
    if (isListed[row] === 0 || parent[row] !== none) continue;
    const beside = beginnings.get(group[row]!);
    if (beside === undefined) beginnings.set(group[row]!, [row]);
    else beside.push(row);
  }
  const [seqs, levels, roots] = [0, 1, 2].map(() => new Uint32Array(count));
  let at = 0;
  for (const root of [...beginnings.values()].flat()) {
    for (let row = root, depth = 0; row !== none; at++) {
      seqs![at] = row;
      roots![at] = root;
      const [isMissing, isContext] = [(marks[row]! & 2) !== 0, (marks[row]! & 1) !== 0];
      levels![at] = levelOf(depth, { isMissing, isContext });
      if (first[row] !== none) {
        row = first[row]!;
        depth += 1;
        continue;
      }
      while (row !== root && next[row] === none) {
        row = parent[row]!;
        depth -= 1;
      }
      row = row === root ? none : next[row]!;
    }
  }
  return { seqs: seqs!, levels: levels!, roots: roots! };
}

/** Of rows that answer each other in a circle, the first received answers none of them. */
function breakCircles(parent: Uint32Array): void {
  /** The walk in which a row was first passed. */
  const passed = new Uint32Array(parent.length);
  for (let start = 0; start < parent.length; start++) {
    let row = start;
    while (row !== none && passed[row] === 0) {
      passed[row] = start + 1;
      row = parent[row]!;
    }
    if (row === none || passed[row] !== start + 1) continue;
    let earliest = row;
    for (let one = parent[row]!; one !== row; one = parent[one]!) {
      earliest = Math.min(earliest, one);
    }
    parent[earliest] = none;
  }
}
