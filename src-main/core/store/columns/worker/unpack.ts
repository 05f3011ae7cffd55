/**
 * Files in which rows are packed, as lines of JSON: Parquet and workbooks. Here, since this process has limited
 * memory and can be ended: nobody knows what a file from elsewhere unpacks to.
 */
import { createWriteStream, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBInstance } from '@duckdb/node-api';
import readWorkbook from 'read-excel-file/node';
import type { Answers, Unpack, UnpackSheets } from '../protocol.ts';
import { quoteName, rowsInParquet } from './copy.ts';
import { quoteText, readRows, readValue } from './database.ts';

/** Types of the columns of a dataset. */
const ofDataset = new Set(['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'TIMESTAMP WITH TIME ZONE']);

/**
 * Parquet says in a few bytes that a million cells are the same. Ours have at most 983,040 rows, and texts
 * of a quarter or a tenth of their length; theirs may have a hundredth and a few megabytes more.
 */
const mostCells = 200_000_000;
const mostTextBytes = (fileBytes: number): number => 256 * 1024 ** 2 + 100 * fileBytes;

/** Writes the rows of a file as JSON, one per line. Its columns may have any names. */
export async function unpack(
  { from, to, rows, bytes }: Unpack,
  instance: DuckDBInstance,
  signal: AbortSignal,
): Promise<Answers['unpack']> {
  rmSync(to, { force: true });
  const connection = await instance.connect();
  const stop = (): void => connection.interrupt();
  signal.addEventListener('abort', stop);
  try {
    const file = `read_parquet(${quoteText(from)}, hive_partitioning = false)`;
    const described = await readRows(connection, `DESCRIBE SELECT * FROM ${file}`);
    const columns = described.map(([name, type]) => ({
      name: String(name),
      quoted: quoteName(String(name)),
      type: String(type),
    }));
    // All of this is known before a row is read.
    const count = await rowsInParquet(from, connection);
    const isAsSaved = count === rows && columns.every(({ type }) => ofDataset.has(type));
    if (rows !== null && !isAsSaved) return 'otherRows';
    if (count * columns.length > mostCells) return 'tooMuch';
    const lengths = columns.flatMap(({ quoted, type }) =>
      plainTypes.test(type) ? [] : [`coalesce(sum(strlen(CAST(${quoted} AS VARCHAR))), 0)`],
    );
    // Of texts nothing is unpacked for it: equal ones are counted, not copied.
    const length = await readValue(
      connection,
      `SELECT ${['0', ...lengths].join(' + ')} FROM ${file}`,
    );
    if (Number(length) > mostTextBytes(bytes)) return 'tooMuch';
    const decimals = columns.filter(({ type }) => type === 'DOUBLE' || type === 'FLOAT');
    const isOurs = rows !== null;
    const odd = decimals.map(({ quoted }) => `count(*) FILTER (NOT isfinite(${quoted}))`);
    const notNumbers =
      isOurs || odd.length === 0
        ? 0
        : Number(await readValue(connection, `SELECT ${odd.join(' + ')} FROM ${file}`));
    const cells = columns.map(
      ({ quoted, type }) => `${(isOurs ? savedCell : cellOf)(quoted, type)} AS ${quoted}`,
    );
    await connection.run(
      `COPY (SELECT ${cells.join(', ')} FROM ${file}) TO ${quoteText(to)} (FORMAT json)`,
    );
    const names = columns.map(({ name }) => name);
    return { names, decimals: decimals.map(({ name }) => name), notNumbers };
  } finally {
    signal.removeEventListener('abort', stop);
    connection.closeSync();
  }
}

/** Types whose values have a few characters. */
const plainTypes =
  /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|DOUBLE|FLOAT|BOOLEAN|DECIMAL\(.*\)|DATE|TIME.*|UUID)$/;

const savedCell = (cell: string, type: string): string =>
  type.startsWith('TIMESTAMP') ? `epoch_ms(${cell})` : cell;

/** Moments in ISO 8601; what JSON doesn't have as a text. Lists and objects are as DuckDB writes them. */
function cellOf(cell: string, type: string): string {
  if (type === 'DOUBLE' || type === 'FLOAT') return `CASE WHEN isfinite(${cell}) THEN ${cell} END`;
  const text = `CAST(${cell} AS VARCHAR)`;
  if (type === 'TIMESTAMP WITH TIME ZONE') {
    return `replace(CAST(${cell} AT TIME ZONE 'UTC' AS VARCHAR), ' ', 'T') || 'Z'`;
  }
  if (/^TIMESTAMP[^[\]]*$/.test(type)) return `replace(${text}, ' ', 'T')`;
  return /^(?:DATE|TIME.*|BLOB|BIT|INTERVAL|UUID)$/.test(type) ? text : cell;
}

/**
 * Writes the sheets of a workbook as JSON, one line a row: a list of cells, of which numbers and moments are
 * objects with their characters (`n`, `d`), so that texts of digits stay texts.
 */
export async function unpackSheets({
  from,
  to,
  empty,
}: UnpackSheets): Promise<Answers['unpackSheets']> {
  rmSync(to, { force: true });
  const sheets = await readWorkbook(from, { trim: false, parseNumber: (n) => ({ n }) });
  const cellIn = (cell: unknown): unknown =>
    typeof cell === 'string' ? cell.replaceAll(empty, '') : jsonCell(cell);
  const lineOf = (row: readonly unknown[]): string => JSON.stringify(row.map(cellIn));
  function* lines(): Generator<string> {
    for (const { data } of sheets) for (const row of data) yield `${lineOf(row)}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(to, { mode: 0o600 }));
  return {
    sheets: sheets.map(({ sheet, data }) => ({
      name: sheet,
      rows: data.length,
      first: lineOf(data[0] ?? []),
    })),
  };
}

/** A workbook's moments have no time zone; the library gives them as if in UTC. */
function jsonCell(cell: unknown): unknown {
  if (!(cell instanceof Date)) return cell;
  // A day's share has no exact second: 10:05:04.9999 is what the sheet shows as 10:05:05.
  const ms = cell.getTime();
  return {
    d: new Date(ms % 1000 === 999 ? ms + 1 : ms)
      .toISOString()
      .replace(/(?:T00:00:00)?\.000Z$|Z$/, ''),
  };
}
