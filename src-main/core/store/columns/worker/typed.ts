/**
 * Columns of texts that a Parquet file can hold as what they are: moments, days, and lists of texts or of whole
 * numbers. Only if every value can be written again from that, character by character: DuckDB writes it again and
 * compares, so there is no second rule of what a moment or a list is.
 */
import type { StoredAs } from '../protocol.ts';
import { kind } from './cells.ts';
import { quoteText, readRows } from './database.ts';
import type { LaidColumn } from './layout.ts';
import type { Statement } from './database.ts';
import type { Subject } from './query.ts';

export interface TypedColumn {
  /** SQL of its cells. */
  cell: string;
  as: StoredAs;
}

/** A type that a column may have, and its cells written again as texts. */
interface Candidate {
  column: LaidColumn;
  as: Omit<StoredAs, 'misfits'>;
  cell: string;
  again: string;
}

/** Decides for columns of the rows; those that are nothing but text are left out. */
export async function typedColumns(
  laid: readonly (LaidColumn | null)[],
  rows: Statement,
  subject: Subject,
): Promise<Map<LaidColumn, TypedColumn>> {
  const columns = laid.filter((column) => column !== null);
  const candidates = [
    ...(await moments(columns.filter(mayBeMoments), rows, subject)),
    ...columns.filter(isOfLists).flatMap(lists),
  ];
  const typed = new Map<LaidColumn, TypedColumn>();
  if (candidates.length === 0) return typed;
  const counts = candidates.map(
    ({ column: { n }, again }) =>
      `count(*) FILTER (c${n} IS NOT NULL AND ${again} IS DISTINCT FROM c${n})`,
  );
  const [found = []] = await readRows(
    subject.connection,
    `SELECT ${counts.join(', ')} FROM ${rows.sql}`,
    rows.values,
  );
  for (const [at, { column, as, cell }] of candidates.entries()) {
    const misfits = Number(found[at]);
    // Of two types, the one that more values fit.
    if (misfits >= (typed.get(column)?.as.misfits ?? Infinity)) continue;
    typed.set(column, { cell: misfits === 0 ? cell : `c${column.n}`, as: { ...as, misfits } });
  }
  return typed;
}

const mayBeMoments = ({ kinds }: LaidColumn): boolean =>
  (kinds & kind.date) !== 0 && (kinds & (kind.list | kind.object)) === 0;

/** With other values beside them, a text can't be told from a list that is written alike. */
const isOfLists = ({ kinds }: LaidColumn): boolean => (kinds & ~kind.cased) === kind.list;

const lists = (column: LaidColumn): Candidate[] =>
  (['VARCHAR', 'BIGINT'] as const).map((of) => {
    // DuckDB refuses a broken surrogate, which JSON can hold.
    const cell = `CASE WHEN json_valid(c${column.n}) THEN from_json(c${column.n}, '["${of}"]') END`;
    const again = `CAST(to_json(${cell}) AS VARCHAR)`;
    return { column, as: { type: `${of}[]`, spelling: null }, cell, again };
  });

/** A spelling with digits replaced by zeros: a day, or a moment in UTC down to microseconds. */
const spellings = /^0000-00-00(?:T00:00:00(?<fraction>\.0{1,6})?(?<zone>Z|\+00:00))?$/;

/** Columns of which most values are moments, in the spelling that most of these have. */
async function moments(
  columns: readonly LaidColumn[],
  { sql, values }: Statement,
  { connection }: Subject,
): Promise<Candidate[]> {
  if (columns.length === 0) return [];
  const asked = columns.flatMap(({ n }) => [
    `mode(CASE WHEN c${n}m IS NOT NULL THEN translate(c${n}, '123456789', '000000000') END)`,
    `2 * count(c${n}m) > count(c${n})`,
  ]);
  const [found = []] = await readRows(connection, `SELECT ${asked.join(', ')} FROM ${sql}`, values);
  return columns.flatMap((column, at): Candidate[] => {
    const [spelling, isMost] = [String(found[2 * at]), found[2 * at + 1] === true];
    const parts = spellings.exec(spelling)?.groups;
    if (parts === undefined || !isMost) return [];
    const moment = `make_timestamp(c${column.n}m)`;
    const { zone, fraction = '' } = parts;
    if (zone === undefined) {
      const again = `strftime(${moment}, '%Y-%m-%d')`;
      return [{ column, as: { type: 'DATE', spelling }, cell: `CAST(${moment} AS DATE)`, again }];
    }
    const length = '0000-00-00T00:00:00'.length + fraction.length;
    const again = `left(strftime(${moment}, '%Y-%m-%dT%H:%M:%S.%f'), ${length}) || ${quoteText(zone)}`;
    return [
      { column, as: { type: 'TIMESTAMP', spelling }, cell: `${moment} AT TIME ZONE 'UTC'`, again },
    ];
  });
}
