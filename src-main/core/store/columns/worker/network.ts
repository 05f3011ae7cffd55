/**
 * Groups rows of a view into nodes and edges. Pairs of values are stored in a temporary table for this
 * question, which the database moves to disk when memory is short: only the groups grow with the distinct
 * nodes and edges. The result is written to two files of JSON, one line each, the strongest first; ties are
 * ordered by first row, never by name, which pseudonyms may have to hide.
 */
import { rmSync } from 'node:fs';
import type { DuckDBValue } from '@duckdb/node-api';
import { mostSharing } from '#shared/catalogue/networks.ts';
import type { View } from '#shared/contract/view.ts';
import type { Answers, NetworkQuestion, NodeSource } from '../protocol.ts';
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
  const { nodesPath, edgesPath, most } = question;
  const rows = await rowsOf(view, subject);
  const run = async (made: Statement): Promise<void> => {
    subject.throwIfCancelled();
    await connection.run(made.sql, made.values);
  };
  if (question.sharing === null) await run(pairsOf(rows, question, subject));
  else for (const made of sharedPairs(rows, question, question.sharing, subject)) await run(made);
  const weight = weightOf(question, subject);
  await run({
    sql:
      `CREATE TEMP TABLE edges AS SELECT s, t, count(*) AS n, ${weight} AS w, ` +
      'min(d) AS a, max(d) AS b, min(seq) AS o FROM pairs GROUP BY s, t',
    values: [],
  });
  const weights = question.weight === null ? '' : 'edges.w DESC NULLS LAST, ';
  const limit = most === null ? '' : ` LIMIT ${most}`;
  const strongest =
    'SELECT s, t, n, CAST(w AS VARCHAR) AS w, a, b FROM edges ' +
    `ORDER BY ${weights}n DESC, o, hash(s), hash(t)${limit}`;
  const counting =
    question.sharing === null ? 'SELECT count(DISTINCT seq), 0 FROM pairs' : countShared;
  const [[used = 0, leftOut = 0] = []] = await readRows(connection, counting);
  if (nodesPath !== null) await run({ sql: nodesSql(question, strongest), values: [] });
  // Frees memory for sorting.
  await run({ sql: 'DROP TABLE pairs', values: [] });
  if (question.sharing !== null) await run({ sql: 'DROP TABLE uses', values: [] });
  const columns = (question.info?.fields ?? []).map((field) => subject.layout.find(field));
  if (nodesPath !== null) {
    const { sql: selected, values: bound } = info(rows, question, columns, subject);
    const order = 'ORDER BY nodes.n DESC, nodes.o, hash(nodes.k)';
    await run(copy(`SELECT ${selected} ${order}`, nodesPath, bound));
    await run({ sql: 'DROP TABLE nodes', values: [] });
  }
  await run(copy(strongest, edgesPath));
  const [counted = []] = await readRows(
    connection,
    `SELECT (${countSql(question)}), count(*), ` +
      `count(*) FILTER (${question.oneMode ? 's = t' : 'false'}) FROM edges`,
  );
  const [nodes = 0, edges = 0, loops = 0] = counted.map(Number);
  const size = { nodes, edges, loops, rows: Number(used), leftOut: Number(leftOut) };
  return { ...size, types: columns.map(typeOf) };
}

/** SQL for a pair for each edge of a row, without duplicates within the row. */
function pairsOf(rows: Statement, question: NetworkQuestion, subject: Subject): Statement {
  const { source, target, oneMode, withinRow, directed, weight, time } = question;
  const [s, t] = [endOf(source, subject.layout), endOf(target, subject.layout)];
  const [weighed, timed] = [columnFor(weight, subject), columnFor(time, subject)];
  const w = weighed === undefined ? 'NULL' : measureOf(weighed);
  const d = timed === undefined ? 'CAST(NULL AS BIGINT)' : microsOf(timed);
  const items = `SELECT seq, ${s.sql} AS s, ${t.sql} AS t, ${w} AS w, ${d} AS d FROM ${rows.sql}`;
  const sources = `SELECT seq, ${s.isList ? 'unnest(s) AS s' : 's'}, t, w, d FROM (${items})`;
  const all = `SELECT seq, s, ${t.isList ? 'unnest(t) AS t' : 't'}, w, d FROM (${sources})`;
  const swaps = oneMode && !directed;
  const ends = swaps ? 'least(s, t) AS s, greatest(s, t) AS t' : 's, t';
  // Two lists that share items connect in both directions.
  const distinct = swaps && s.isList && t.isList ? 'DISTINCT ' : '';
  const different = withinRow ? ' AND s <> t' : '';
  return {
    sql:
      `CREATE TEMP TABLE pairs AS SELECT ${distinct}seq, ${ends}, w, d FROM (${all}) ` +
      `WHERE s IS NOT NULL AND t IS NOT NULL${different}`,
    values: [...s.values, ...t.values, ...rows.values],
  };
}

/**
 * SQL for a pair for each two nodes that share a value, and each such value, numbered in the order in which they
 * were first used. The time of a pair is when the second of them had it first.
 */
function sharedPairs(
  rows: Statement,
  { source, time }: NetworkQuestion,
  sharing: NodeSource,
  subject: Subject,
): Statement[] {
  const [s, v] = [endOf(source, subject.layout), endOf(sharing, subject.layout)];
  const timed = columnFor(time, subject);
  const d = timed === undefined ? 'CAST(NULL AS BIGINT)' : microsOf(timed);
  const each = (name: string, { isList }: { isList: boolean }): string =>
    isList ? `unnest(${name}) AS ${name}` : name;
  const items = `SELECT seq, ${s.sql} AS s, ${v.sql} AS v, ${d} AS d FROM ${rows.sql}`;
  const nodes = `SELECT seq, ${each('s', s)}, v, d FROM (${items})`;
  const all = `SELECT seq, s, ${each('v', v)}, d FROM (${nodes})`;
  const first = 'SELECT s, v, min(seq) AS o, min(d) AS d FROM uses GROUP BY s, v';
  const numbered =
    'SELECT s, d, dense_rank() OVER (ORDER BY f, v) AS seq FROM ' +
    `(SELECT *, min(o) OVER (PARTITION BY v) AS f FROM (${first}) WHERE v IN (${sharedValues}))`;
  return [
    {
      sql: `CREATE TEMP TABLE uses AS SELECT * FROM (${all}) WHERE s IS NOT NULL AND v IS NOT NULL`,
      values: [...s.values, ...v.values, ...rows.values],
    },
    {
      sql:
        `CREATE TEMP TABLE pairs AS WITH numbered AS MATERIALIZED (${numbered}) ` +
        'SELECT a.seq, a.s, b.s AS t, NULL AS w, greatest(a.d, b.d) AS d ' +
        'FROM numbered a JOIN numbered b ON a.seq = b.seq AND a.s < b.s',
      values: [],
    },
  ];
}

const sharers = 'SELECT v FROM uses GROUP BY v HAVING count(DISTINCT s)';
const sharedValues = `${sharers} BETWEEN 2 AND ${mostSharing}`;
/** The rows that have a shared value, and the values that too many share. */
const countShared =
  `SELECT (SELECT count(DISTINCT seq) FROM uses WHERE v IN (${sharedValues})), ` +
  `(SELECT count(*) FROM (${sharers} > ${mostSharing}))`;

const columnFor = (field: string | null, { layout }: Subject): LaidColumn | undefined =>
  field === null ? undefined : layout.find(field);

const measureOf = (column: LaidColumn): string =>
  valueType(column) === 'BIGINT' ? `c${column.n}` : numberOf(column);

/** Whole numbers are added exactly, others so that their order hardly matters. */
function weightOf({ weight }: NetworkQuestion, subject: Subject): string {
  const column = columnFor(weight, subject);
  if (column === undefined) return 'CAST(NULL AS BIGINT)';
  return valueType(column) === 'BIGINT' ? 'sum(w)' : 'fsum(w)';
}

/** Counts nodes from the edges, which are fewer than the rows that nodes are grouped from. */
const countSql = ({ oneMode }: NetworkQuestion): string =>
  oneMode
    ? 'SELECT count(*) FROM (SELECT s FROM edges UNION SELECT t FROM edges)'
    : 'SELECT count(DISTINCT s) + count(DISTINCT t) FROM edges';

/** Groups nodes, of the strongest edges if only these are wanted; each counts the rows whose edges it is in, once for both ends. */
function nodesSql({ oneMode, most }: NetworkQuestion, strongest: string): string {
  const ends = (of: string, more: string): string =>
    ['s', 't']
      .map((end) => `SELECT '${oneMode ? 's' : end}' AS side, ${end} AS k${more} FROM ${of}`)
      .join(' UNION ');
  const drawn = most === null ? '' : ` SEMI JOIN (${ends(`(${strongest})`, '')}) USING (side, k)`;
  return (
    'CREATE TEMP TABLE nodes AS SELECT side, k, count(*) AS n, min(d) AS a, max(d) AS b, ' +
    `min(seq) AS o FROM (${ends('pairs', ', seq, d')})${drawn} GROUP BY side, k`
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
  const own = 'nodes.side, nodes.k, nodes.n, nodes.a, nodes.b';
  if (wanted === null) return { sql: `${own} FROM nodes`, values: [] };
  const of = endOf(wanted.of, subject.layout);
  if (of.isList) return { sql: `${own} FROM nodes`, values: [] };
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
      `${own}${shown.join('')} FROM nodes LEFT JOIN (SELECT ${infoColumns} FROM (${latest}) latest ` +
      `JOIN ${subject.catalog}.t t ON t.seq = latest.seq) latest_info ` +
      'ON latest_info.side = nodes.side AND latest_info.k = nodes.k',
    values: [...of.values, ...rows.values],
  };
}

/** Writes lines of JSON; replaces what an earlier attempt left before its database failed. */
function copy(select: string, path: string, values: DuckDBValue[] = []): Statement {
  rmSync(path, { force: true });
  return { sql: `COPY (${select}) TO ${quoteText(path)} (FORMAT json)`, values };
}

const typeOf = (column: LaidColumn | undefined): ReturnType<typeof columnType> | null =>
  column === undefined ? null : hasExactIntegers(column) ? 'text' : columnType(column);
