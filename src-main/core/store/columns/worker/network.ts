/**
 * Groups rows of a view into nodes and edges. Names are numbered, and pairs of numbers stored in a temporary table for
 * this question, which the database moves to disk when memory is short: only the groups grow with the distinct
 * nodes and edges. The result is written to two files of JSON, one line each, the strongest first; ties are
 * ordered by first row, never by name, which pseudonyms may have to hide.
 */
import { rmSync } from 'node:fs';
import type { DuckDBValue } from '@duckdb/node-api';
import { mostSharing } from '#shared/catalogue/networks.ts';
import type { View } from '#shared/contract/view.ts';
import type { Answers, NetworkQuestion } from '../protocol.ts';
import { endOf } from './condition.ts';
import type { Statement } from './database.ts';
import { quoteText, readRows } from './database.ts';
import { columnType, hasExactIntegers, microsOf, numberOf, valueType } from './layout.ts';
import type { LaidColumn } from './layout.ts';
import type { Subject } from './query.ts';
import { rowsOf } from './query.ts';

export async function groupNetwork(
  view: View,
  question: NetworkQuestion,
  subject: Subject,
): Promise<Answers['network']> {
  const { connection } = subject;
  const { nodesPath, edgesPath, most, sharing, oneMode } = question;
  const rows = await rowsOf(view, subject);
  const make = (table: string, sql: string, values: DuckDBValue[] = []): Promise<unknown> =>
    connection.run(`CREATE TEMP TABLE ${table} AS ${sql}`, values);
  const items = itemsOf(rows, question, subject);
  await make('items', items.sql, items.values);
  await make('names', namesSql(question));
  if (sharing !== null) await make('shared', sharedSql);
  await make('pairs', sharing === null ? pairsSql(question) : sharedPairsSql);
  const counting = sharing === null ? 'SELECT count(DISTINCT seq), 0 FROM pairs' : countShared;
  const [[used = 0, leftOut = 0] = []] = await readRows(connection, counting);
  // Frees memory for grouping.
  await connection.run('DROP TABLE items');
  if (sharing !== null) await connection.run('DROP TABLE shared');
  await make(
    'edges',
    `SELECT s, t, CAST(count(*) AS UINTEGER) AS n, ${weightOf(question, subject)} AS w, ` +
      'min(d) AS a, max(d) AS b, min(seq) AS o FROM pairs GROUP BY s, t',
  );
  const weights = question.weight === null ? '' : 'e.w DESC NULLS LAST, ';
  const inOrder = `ORDER BY ${weights}e.n DESC, e.o, e.s, e.t`;
  if (most !== null) await make('strongest', `SELECT * FROM edges e ${inOrder} LIMIT ${most}`);
  if (nodesPath !== null) await make('nodes', nodesSql(question));
  // Frees memory for sorting.
  await connection.run('DROP TABLE pairs');
  const columns = (question.info?.fields ?? []).map((field) => subject.layout.find(field));
  const copy = async (sql: string, path: string, values: DuckDBValue[] = []): Promise<void> => {
    // What an earlier attempt left before its database failed.
    rmSync(path, { force: true });
    await connection.run(`COPY (${sql}) TO ${quoteText(path)} (FORMAT json)`, values);
  };
  if (nodesPath !== null) {
    const { sql: selected, values: bound } = info(rows, question, columns, subject);
    await copy(`SELECT ${selected} ORDER BY nodes.n DESC, nodes.o, nodes.id`, nodesPath, bound);
    await connection.run('DROP TABLE nodes');
  }
  const ends = swaps(question)
    ? 'least(x.k, y.k) AS s, greatest(x.k, y.k) AS t'
    : 'x.k AS s, y.k AS t';
  await copy(
    `SELECT ${ends}, e.n, CAST(e.w AS VARCHAR) AS w, e.a, e.b ` +
      `FROM ${most === null ? 'edges' : 'strongest'} e ` +
      `JOIN names x ON x.id = e.s JOIN names y ON y.id = e.t ${inOrder}`,
    edgesPath,
  );
  const [counted = []] = await readRows(
    connection,
    `SELECT (${countSql(question)}), count(*), ` +
      `count(*) FILTER (${oneMode ? 's = t' : 'false'}) FROM edges`,
  );
  const [nodes = 0, edges = 0, loops = 0] = counted.map(Number);
  const size = { nodes, edges, loops, rows: Number(used), leftOut: Number(leftOut) };
  return { ...size, types: columns.map(typeOf) };
}

/** Edges without direction, whose ends are in the order of their names. */
const swaps = ({ oneMode, directed, sharing }: NetworkQuestion): boolean =>
  oneMode && (!directed || sharing !== null);

/** What isn't asked for; one byte a row. */
const nothing = 'CAST(NULL AS BOOLEAN)';

/** SQL for the names that a row joins: one of either end, or of a node and what it shares. */
function itemsOf(rows: Statement, question: NetworkQuestion, subject: Subject): Statement {
  const { source, target, sharing, withinRow, weight, time } = question;
  const [s, t] = [endOf(source, subject.layout), endOf(sharing ?? target, subject.layout)];
  const [weighed, timed] = [columnFor(weight, subject), columnFor(time, subject)];
  const w = weighed === undefined ? nothing : measureOf(weighed);
  const d = timed === undefined ? nothing : microsOf(timed);
  const items = `SELECT seq, ${s.sql} AS s, ${t.sql} AS t, ${w} AS w, ${d} AS d FROM ${rows.sql}`;
  const sources = `SELECT seq, ${s.isList ? 'unnest(s) AS s' : 's'}, t, w, d FROM (${items})`;
  const all = `SELECT seq, s, ${t.isList ? 'unnest(t) AS t' : 't'}, w, d FROM (${sources})`;
  // Of two items of one list, in either direction or in one.
  const different = withinRow && sharing === null ? ` AND s ${swaps(question) ? '<' : '<>'} t` : '';
  return {
    sql: `SELECT * FROM (${all}) WHERE s IS NOT NULL AND t IS NOT NULL${different}`,
    values: [...s.values, ...t.values, ...rows.values],
  };
}

/** SQL for the number of each name: they take less room than names, and are in no order that says anything. */
const namesSql = ({ sharing }: NetworkQuestion): string =>
  'SELECT k, CAST(row_number() OVER (ORDER BY hash(k), k) AS UINTEGER) AS id FROM (' +
  `SELECT s AS k FROM items UNION SELECT ${sharing === null ? 't' : 's'} FROM items)`;

/** SQL for a pair for each edge of a row, without duplicates within the row. */
function pairsSql(question: NetworkQuestion): string {
  const isSwapped = swaps(question);
  const ends = isSwapped
    ? 'least(x.id, y.id) AS s, greatest(x.id, y.id) AS t'
    : 'x.id AS s, y.id AS t';
  // Two lists that share items connect in both directions.
  const distinct = isSwapped && !question.withinRow ? 'DISTINCT ' : '';
  return (
    `SELECT ${distinct}seq, ${ends}, w, d ` +
    'FROM items JOIN names x ON x.k = items.s JOIN names y ON y.k = items.t'
  );
}

/** SQL for who has which value since when; how many have it, and who of all had it first. */
const sharedSql =
  'SELECT *, count(*) OVER (PARTITION BY t) AS n, min(o) OVER (PARTITION BY t) AS f ' +
  'FROM (SELECT s, t, min(seq) AS o, min(d) AS d FROM items GROUP BY s, t)';
const isShared = `n BETWEEN 2 AND ${mostSharing}`;

/**
 * SQL for a pair for each two nodes that share a value, and each such value, numbered in the order in which they
 * were first used. The time of a pair is when the second of them had it first.
 */
const sharedPairsSql =
  'WITH numbered AS MATERIALIZED (' +
  'SELECT id AS s, d, CAST(dense_rank() OVER (ORDER BY f, t) AS UINTEGER) AS seq ' +
  `FROM shared JOIN names ON k = s WHERE ${isShared}) ` +
  `SELECT a.seq, a.s, b.s AS t, ${nothing} AS w, greatest(a.d, b.d) AS d ` +
  'FROM numbered a JOIN numbered b ON a.seq = b.seq AND a.s < b.s';

/** The rows that have a shared value, and the values that too many share. */
const countShared =
  `SELECT (SELECT count(DISTINCT seq) FROM items WHERE t IN (SELECT t FROM shared WHERE ${isShared})), ` +
  `(SELECT count(DISTINCT t) FROM shared WHERE n > ${mostSharing})`;

const columnFor = (field: string | null, { layout }: Subject): LaidColumn | undefined =>
  field === null ? undefined : layout.find(field);

const measureOf = (column: LaidColumn): string =>
  valueType(column) === 'BIGINT' ? `c${column.n}` : numberOf(column);

/** Whole numbers are added exactly, others so that their order hardly matters. */
function weightOf({ weight, sharing }: NetworkQuestion, subject: Subject): string {
  const column = columnFor(weight, subject);
  if (column === undefined || sharing !== null) return nothing;
  return valueType(column) === 'BIGINT' ? 'sum(w)' : 'fsum(w)';
}

/** Counts nodes from the edges, which are fewer than the rows that nodes are grouped from. */
const countSql = ({ oneMode }: NetworkQuestion): string =>
  oneMode
    ? 'SELECT count(*) FROM (SELECT s FROM edges UNION SELECT t FROM edges)'
    : 'SELECT count(DISTINCT s) + count(DISTINCT t) FROM edges';

/** Groups nodes, of the strongest edges if only these are wanted; each counts the rows whose edges it is in, once for both ends. */
function nodesSql({ oneMode, most }: NetworkQuestion): string {
  const ends = (['s', 't'] as const).map((end) => {
    const drawn = oneMode
      ? 'SELECT s FROM strongest UNION SELECT t FROM strongest'
      : `SELECT ${end} FROM strongest`;
    const where = most === null ? '' : ` WHERE ${end} IN (${drawn})`;
    return `SELECT '${oneMode ? 's' : end}' AS side, ${end} AS id, seq, d FROM pairs${where}`;
  });
  return (
    'SELECT side, id, count(DISTINCT seq) AS n, min(d) AS a, max(d) AS b, min(seq) AS o ' +
    `FROM (${ends.join(' UNION ALL ')}) GROUP BY side, id`
  );
}

/** More than the rows of any run. */
const rankStep = 2 ** 40;

/** The SQL after SELECT for the lines of nodes: with values from the latest row of each. */
function info(
  rows: Statement,
  { info: wanted, collected }: NetworkQuestion,
  columns: readonly (LaidColumn | undefined)[],
  subject: Subject,
): Statement {
  const own = 'nodes.side, names.k, nodes.n, nodes.a, nodes.b';
  const from = 'FROM nodes JOIN names USING (id)';
  if (wanted === null) return { sql: `${own} ${from}`, values: [] };
  const of = endOf(wanted.of, subject.layout);
  if (of.isList) return { sql: `${own} ${from}`, values: [] };
  const time = columnFor(collected, subject);
  // One number for time and row: its maximum needs no more memory for each node than that of a row.
  const rank =
    time === undefined
      ? 'seq'
      : `CAST(coalesce(${microsOf(time)}, 0) AS HUGEINT) * ${rankStep} + seq`;
  const latest =
    `SELECT k, CAST(max(rank) % ${rankStep} AS BIGINT) AS seq ` +
    `FROM (SELECT ${rank} AS rank, ${of.sql} AS k FROM ${rows.sql}) GROUP BY k`;
  const texts = columns.flatMap((column, at) =>
    column === undefined ? [] : [`CAST(t.c${column.n} AS VARCHAR) AS i${at}`],
  );
  const infoColumns = [`'${wanted.end}' AS side`, 'latest.k', ...texts].join(', ');
  const shown = columns.flatMap((column, at) =>
    column === undefined ? [] : [`, latest_info.i${at}`],
  );
  return {
    // The side is part of the join: a condition on nodes alone would compare each with every row.
    sql:
      `${own}${shown.join('')} ${from} LEFT JOIN (SELECT ${infoColumns} FROM (${latest}) latest ` +
      `JOIN ${subject.catalog}.t t ON t.seq = latest.seq) latest_info ` +
      'ON latest_info.side = nodes.side AND latest_info.k = names.k',
    values: [...of.values, ...rows.values],
  };
}

const typeOf = (column: LaidColumn | undefined): ReturnType<typeof columnType> | null =>
  column === undefined ? null : hasExactIntegers(column) ? 'text' : columnType(column);
