/**
 * Writes rows of a view to a file with DuckDB's own writers, which is about four times as fast as processing each
 * cell here. They can't write distinctions that the columns don't preserve (whether `5` was a number or a
 * text in a column of both); then nothing is written, and the caller takes the slow way over the log.
 */
import { rmSync } from 'node:fs';
import { isOwnField } from '#shared/contract/list.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { assertNever } from '#shared/assert-never.ts';
import { formulaStarts, guardMark } from '#shared/formulas.ts';
import type { Answers, Copy, CopyColumn, CopyCsv, CopyDataset, CopyType } from '../protocol.ts';
import { rowsOf } from './query.ts';
import type { Subject } from './query.ts';
import { doubleKinds, kind, numberKinds, textKinds, wholePattern } from './cells.ts';
import { countRows, quoteText, readRows, readValue } from './database.ts';
import type { Connection, Statement } from './database.ts';
import { isNumeric, maxColumns, valueType } from './layout.ts';
import type { LaidColumn, Layout } from './layout.ts';
import { orderOf } from './order.ts';
import { typedColumns } from './typed.ts';

export async function copyRows(
  view: View,
  { path, columns, format }: Copy,
  subject: Subject,
): Promise<Answers['copy']> {
  const { connection, layout } = subject;
  if (layout.columns.length === maxColumns) return null;
  const laid = columns.map((column) => laidColumn(column, layout));
  const typed =
    format.kind === 'parquet' && format.isTyped
      ? await typedColumns(laid, await rowsOf(view, subject), subject)
      : null;
  const stored = laid.map((column) => (column && typed?.get(column)) ?? null);
  const found =
    format.kind === 'dataset'
      ? fixedCells(columns, layout)
      : { cells: plainCells(columns, format, layout), misfits: [] };
  if (found?.cells == null) return null;
  const { misfits } = found;
  const cells = found.cells.map((cell, at) => stored[at]?.cell ?? cell);
  // Removes what a previous attempt left before its database failed.
  rmSync(path, { force: true });
  const isDataset = format.kind === 'dataset';
  const { sql, values } = isDataset
    ? await arrivedRows(format.pages, subject)
    : await rowsOf(view, subject);
  const names = columns.map(({ name }, at) => (format.kind === 'csv' ? `x${at}` : quoteName(name)));
  const select = cells.map((cell, at) => `${cell} AS ${names[at]}`).join(', ');
  // Rows are in their original order without sorting, three times as fast as with it; but not when a list
  // of values or of rows is looked up, which DuckDB does as a join.
  const isSorted = !isDataset && looksUpLists(view, subject);
  const order = orderOf(view.sort, layout) ?? (isSorted ? 'seq' : null);
  const rows = order === null ? sql : `${sql} ORDER BY ${order}`;
  const written = await readValue(
    connection,
    `COPY (SELECT ${select} FROM ${rows}) TO ${quoteText(path)} (${optionsOf(format, columns, layout)})`,
    values,
  );
  const counts = misfits.map((misfit) => `count(${misfit})`).join(' + ');
  const count = counts === '' ? 0 : await readValue(connection, `SELECT ${counts} FROM ${sql}`);
  return {
    rows: format.kind === 'csv' ? Number(written) : await rowsInParquet(path, connection),
    misfits: Number(count),
    stored: stored.map((one) => one?.as ?? null),
  };
}

/** Counts the rows of a view in which each of these fields is present and not null. */
export async function countFilled(
  view: View,
  fields: readonly string[],
  subject: Subject,
): Promise<number[]> {
  const { sql, values } = await rowsOf(view, subject);
  const counts = fields.map((field) => {
    const column = subject.layout.find(field);
    return column === undefined ? '0' : `count(c${column.n})`;
  });
  const select = ['count(*)', ...counts].join(', ');
  const [filled = []] = await readRows(subject.connection, `SELECT ${select} FROM ${sql}`, values);
  return filled.slice(1).map(Number);
}

/** Counts the rows in the finished file, from its own metadata. */
export const rowsInParquet = (path: string, connection: Connection): Promise<number> =>
  countRows(connection, { sql: `read_parquet(${quoteText(path)})`, values: [] });

function looksUpLists(view: View, { without }: Subject): boolean {
  const { hideDuplicatesBy, filters, sample } = view;
  return (
    hideDuplicatesBy !== null ||
    sample !== undefined ||
    without.length > 0 ||
    filters.some((filter) => filter.kind === 'oneOf')
  );
}

const laidColumn = (column: CopyColumn, layout: Layout): LaidColumn | null =>
  column.kind === 'member' ? (layout.find(column.field) ?? null) : null;

type PlainFormat = Exclude<Copy['format'], { kind: 'dataset' }>;

/** SQL for each column's cells, of whatever type its values have; null if the columns are ambiguous. */
function plainCells(
  columns: readonly CopyColumn[],
  format: PlainFormat,
  layout: Layout,
): string[] | null {
  const laid = columns.map((column) => laidColumn(column, layout));
  if (format.kind === 'csv' && laid.some((one) => one !== null && isAmbiguous(one, format)))
    return null;
  const isGuarded = format.kind === 'csv' && format.formulaGuard;
  return columns.map((column, at) => {
    if (column.kind !== 'text') return cellOf(laid[at] ?? null, format);
    const text = quoteText(column.text);
    return isGuarded ? guarded(text) : text;
  });
}

/** Returns whether the column stores cells alike that the file must write differently. */
function isAmbiguous(column: LaidColumn, format: CopyCsv): boolean {
  const { kinds } = column;
  if (valueType(column) !== 'VARCHAR' || isNumeric(column)) return false;
  const hasNumbers = (kinds & numberKinds) !== 0;
  return (
    (format.formulaGuard && hasNumbers && (kinds & kind.text) !== 0) ||
    (format.quoteTexts && (hasNumbers || (kinds & kind.boolean) !== 0)) ||
    (format.decimalComma && hasNumbers)
  );
}

function cellOf(column: LaidColumn | null, format: PlainFormat): string {
  if (column === null) return 'NULL::VARCHAR';
  const c = `c${column.n}`;
  if (valueType(column) !== 'VARCHAR') return c;
  if (format.kind === 'parquet') return isDouble(column) ? `CAST(${c} AS DOUBLE)` : c;
  if (isNumeric(column)) return format.decimalComma ? `replace(${c}, '.', ',')` : c;
  return format.formulaGuard && (column.kinds & kind.text) !== 0 ? guarded(c) : c;
}

/** Returns whether a DOUBLE holds all its numbers exactly. */
const isDouble = ({ kinds }: LaidColumn): boolean => (kinds & ~(doubleKinds | kind.cased)) === 0;

/**
 * The guard against formulas (`#shared/formulas.ts`) in SQL. A chain of comparisons: with an IN list DuckDB
 * loses the order of rows. Most texts begin with a letter, which two comparisons dismiss: all the others
 * together would take longer than the remaining work of COPY.
 */
function guarded(c: string): string {
  const literals = formulaStarts.map((start) => `chr(${start.codePointAt(0)})`);
  const isRisky = literals.map((start) => `starts_with(${c}, ${start})`).join(' OR ');
  const firstWide = formulaStarts.filter((start) => start > 'A').toSorted()[0] ?? '';
  const mayBeRisky = `${c} < 'A' OR ${c} >= ${quoteText(firstWide)}`;
  return `CASE WHEN (${mayBeRisky}) AND (${isRisky}) THEN '${guardMark.replaceAll("'", "''")}' || ${c} ELSE ${c} END`;
}

function optionsOf(format: Copy['format'], columns: readonly CopyColumn[], layout: Layout): string {
  if (format.kind === 'parquet') return 'FORMAT parquet';
  if (format.kind === 'dataset')
    return `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${format.groupRows}`;
  const texts = columns.flatMap((column, at) => {
    const laid = laidColumn(column, layout);
    const isText =
      laid === null ? column.kind === 'text' : valueType(laid) === 'VARCHAR' && !isNumeric(laid);
    return isText ? [`x${at}`] : [];
  });
  return [
    'FORMAT csv',
    'HEADER false',
    `DELIMITER ${quoteText(format.delimiter)}`,
    `NEW_LINE '${format.lineEnd === '\n' ? String.raw`\n` : String.raw`\r\n`}'`,
    ...(format.quoteTexts && texts.length > 0 ? [`FORCE_QUOTE (${texts.join(', ')})`] : []),
  ].join(', ');
}

/** Quotes a column name, which is from the service or from a file. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

// A file of a dataset: its columns are fixed. Values of another type, and members without a column, go into a
// JSON column. If the columns don't preserve the JSON of a cell (`5` or `"5"` in a column of both), nothing is
// written.

/** SQL for each column's cells, and for values that don't fit; null if the columns are ambiguous. */
function fixedCells(
  columns: readonly CopyColumn[],
  layout: Layout,
): { cells: string[]; misfits: string[] } | null {
  const misfits: string[] = [];
  const otherMembers: string[] = [];
  const taken = new Set<string>();
  const cells: (string | null)[] = columns.map((column) => {
    switch (column.kind) {
      case 'member': {
        const { field, type = 'VARCHAR' } = column;
        taken.add(field);
        const laid = layout.find(field);
        if (laid === undefined) return `NULL::${type}`;
        const fit = fitOf(laid, type);
        if (fit === null) return null;
        if (fit.misfit !== null) {
          misfits.push(fit.misfit);
          otherMembers.push(memberOf(laid, fit.misfit));
        }
        return fit.cell;
      }
      case 'text':
        return quoteText(column.text);
      case 'arrived':
        return `arrived`;
      case 'rest':
        return '';
      default:
        return assertNever(column);
    }
  });
  if (columns.some((column) => column.kind === 'rest')) {
    const isOther = ({ field }: LaidColumn): boolean => !taken.has(field) && !isOwnField(field);
    for (const laid of layout.columns.filter(isOther)) {
      const json = jsonOf(laid);
      if (json === null) return null;
      if (json !== '') otherMembers.push(memberOf(laid, json));
    }
  }
  const all =
    otherMembers.length === 0
      ? 'NULL::VARCHAR'
      : `nullif('{' || concat_ws(',', ${otherMembers.join(', ')}) || '}', '{}')`;
  const whole = cells.map((cell, at) => (columns[at]?.kind === 'rest' ? all : cell));
  return whole.every((cell) => cell !== null) ? { cells: whole, misfits } : null;
}

const memberOf = ({ field }: LaidColumn, json: string): string =>
  `${quoteText(`${JSON.stringify(field)}:`)} || ${json}`;

/** The original JSON of the cells, as SQL; empty if there are none; null if it is ambiguous. */
function jsonOf(column: LaidColumn): string | null {
  const values = column.kinds & ~kind.cased;
  const c = `c${column.n}`;
  if (values === 0) return '';
  if ((values & ~textKinds) === 0) return `CAST(to_json(${c}) AS VARCHAR)`;
  return (values & textKinds) === 0 ? `CAST(${c} AS VARCHAR)` : null;
}

/** A value of the type, and the JSON of a value of another type; null if it is ambiguous. */
function fitOf(column: LaidColumn, type: CopyType): { cell: string; misfit: string | null } | null {
  const c = `c${column.n}`;
  const stored = valueType(column);
  if (type === 'VARCHAR') return { cell: `CAST(${c} AS VARCHAR)`, misfit: null };
  if (stored === type) return { cell: c, misfit: null };
  if (type === 'DOUBLE' && isDouble(column)) return { cell: `CAST(${c} AS DOUBLE)`, misfit: null };
  if (type === 'BIGINT' && isNumeric(column)) {
    const whole = `TRY_CAST(CASE WHEN regexp_full_match(${c}, '${wholePattern}') THEN ${c} END AS BIGINT)`;
    return { cell: whole, misfit: `CASE WHEN ${whole} IS NULL THEN ${c} END` };
  }
  const wanted = type === 'BOOLEAN' ? kind.boolean : numberKinds;
  if ((column.kinds & wanted) !== 0) return null;
  const misfit = jsonOf(column);
  return misfit === null ? null : { cell: `NULL::${type}`, misfit };
}

/** All rows with the time when each arrived, except those that are left out. */
async function arrivedRows(pages: CopyDataset['pages'], subject: Subject): Promise<Statement> {
  await createTimes(pages, subject);
  const { sql, values } = await rowsOf(everyRow, { ...subject, without: [] });
  const arrived = `times[seq - ${subject.from} + 1]`;
  const all = `SELECT *, ${arrived} AS arrived FROM (SELECT * FROM ${sql}), arrivals`;
  return { sql: `(${all}) WHERE arrived IS NOT NULL`, values };
}

/**
 * Creates a table for this question, of one list: the arrival time of each row, null for rows to leave out. A
 * time is looked up in it by row number; a join with as many rows as these doesn't always keep their order.
 */
async function createTimes(
  pages: CopyDataset['pages'],
  { connection, from, rows, without }: Subject,
): Promise<void> {
  const edges = [
    ...pages.map(({ firstRow }) => firstRow),
    ...without.flatMap((range) => [range.from, range.to]),
  ].map((row) => Math.min(Math.max(row, from), rows));
  let page = 0;
  let range = 0;
  const times = edges
    .toSorted((a, b) => a - b)
    .map((first, at, all) => {
      while ((pages[page + 1]?.firstRow ?? Infinity) <= first) page++;
      while ((without[range]?.to ?? Infinity) <= first) range++;
      const isOut = (without[range]?.from ?? Infinity) <= first;
      return { count: (all[at + 1] ?? rows) - first, at: isOut ? '' : (pages[page]?.at ?? '') };
    });
  await connection.run(
    `CREATE TEMP TABLE arrivals AS SELECT flatten(list(list_resize([arrived], count, arrived))) AS times FROM (` +
      `SELECT unnest(string_split(?, ','))::BIGINT AS count, ` +
      `epoch_ms(nullif(unnest(string_split(?, ',')), '')::BIGINT) AT TIME ZONE 'UTC' AS arrived)`,
    [times.map(({ count }) => count).join(','), times.map(({ at }) => at).join(',')],
  );
}
