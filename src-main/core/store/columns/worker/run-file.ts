/**
 * The file of a run, `derived/columns.duckdb`: attached, and accepted only if everything about it matches
 * (store, Recovery 3). Otherwise it is deleted and rebuilt; only a newer version's file is left alone.
 */
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ColumnsErrorCode, Command } from '../protocol.ts';
import { ColumnsError } from '../protocol.ts';
import { classify, quoteText, readRows } from './database.ts';
import type { LaidColumn } from './layout.ts';
import { keyType, Layout, momentType, valueType } from './layout.ts';

/**
 * Incremented whenever earlier files would be misread. 2: keys of texts without the second dot of a
 * lowercased İ. 3: numbers as they were spelled. 4: moments; keys in which composed letters and blanks are
 * alike.
 */
const format = 4;

/**
 * Rows of a row group, DuckDB's unit of packing, in vectors of its size. A transaction of this many is
 * written to the file directly and packed; fewer stay in memory, unpacked, until a checkpoint. The default
 * groups are four times as large: that is as much more memory, and as much more to repack when a
 * checkpoint occurs before one is full.
 */
export const rowGroupRows = 15 * 2048;
/** Not stored in the file, so specified whenever it is attached. */
const grouping = `ROW_GROUP_SIZE ${rowGroupRows}`;

export interface OpenedFile {
  /** The only connection that writes to the run. */
  writer: DuckDBConnection;
  /** Null when it is in memory. */
  path: string | null;
  layout: Layout;
  rows: number;
  /** The file belongs to a newer version: it was left alone, and this one is in memory. */
  newer: boolean;
}

type Attach = Extract<Command, { kind: 'attach' }>;

/**
 * Attaches the file, or an empty one, as `catalog`. If none can be written, it is in memory.
 * @throws ColumnsError `fatal`, `ended`, `memory`.
 */
export async function openFile(
  instance: DuckDBInstance,
  catalog: string,
  attach: Attach,
): Promise<OpenedFile> {
  const writer = await instance.connect();
  try {
    return await openWith(writer, catalog, attach);
  } catch (error) {
    writer.closeSync();
    throw classify(error);
  }
}

/** Files that DuckDB keeps beside a file, permanently or while packing it. */
const journals = ['.wal', '.wal.checkpoint', '.wal.recovery'];

/** Deletes the file. It must not be attached: Windows does not delete open files. */
function deleteFile(path: string): void {
  for (const end of ['', ...journals]) rmSync(path + end, { force: true, recursive: true });
}

/**
 * Detaches the file and attaches it again; nothing else may be running.
 * @throws ColumnsError `unknown_run` when it no longer exists: it must be attached again.
 */
export async function reopenFile(
  writer: DuckDBConnection,
  catalog: string,
  path: string,
): Promise<void> {
  try {
    await writer.run(`DETACH ${catalog}`);
    await writer.run(`ATTACH ${quoteText(path)} AS ${catalog} (${grouping})`);
    // If it was deleted, there is an empty one now, without this table.
    await writer.run(`FROM ${catalog}.meta`);
  } catch (error) {
    const known = classify(error);
    throw unrelatedErrors.has(known.code) ? known : new ColumnsError('unknown_run', known.detail);
  }
}

async function openWith(
  writer: DuckDBConnection,
  catalog: string,
  attach: Attach,
): Promise<OpenedFile> {
  const { path, mode } = attach;
  if (path === null || isBehindLink(path)) return createIn(writer, catalog, attach, null);
  const verdict =
    mode === 'fresh' ? 'wrong' : await tryFile(writer, catalog, attach, path).catch(wrongOrThrow);
  if (typeof verdict === 'object') return { writer, path, ...verdict, newer: false };
  await writer.run(`DETACH DATABASE IF EXISTS ${catalog}`);
  const newer = verdict === 'newer';
  if (newer || mode === 'readOnly') {
    return { ...(await createIn(writer, catalog, attach, null)), newer };
  }
  try {
    deleteFile(path);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return await createIn(writer, catalog, attach, path);
  } catch (error) {
    if (unrelatedErrors.has(classify(error).code)) throw error;
    await writer.run(`DETACH DATABASE IF EXISTS ${catalog}`);
    return createIn(writer, catalog, attach, null);
  }
}

/** Whether `derived`, the run's folder or the folder of all runs is a link: nothing is written behind one. */
function isBehindLink(path: string): boolean {
  const [derived, run] = [dirname(path), dirname(dirname(path))];
  try {
    return [derived, run, dirname(run)].some(
      (folder) => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true,
    );
  } catch {
    return true;
  }
}

const unrelatedErrors = new Set<ColumnsErrorCode>(['fatal', 'ended', 'memory']);

/** Any error while checking a file makes it a wrong one, except errors that the file didn't cause. */
function wrongOrThrow(error: unknown): 'wrong' {
  const known = classify(error);
  if (unrelatedErrors.has(known.code)) throw known;
  return 'wrong';
}

async function createIn(
  writer: DuckDBConnection,
  catalog: string,
  { logId }: Attach,
  path: string | null,
): Promise<OpenedFile> {
  await writer.run(`ATTACH ${quoteText(path ?? ':memory:')} AS ${catalog} (${grouping})`);
  await writer.run('BEGIN');
  await writer.run(`CREATE TABLE ${catalog}.t(seq UINTEGER)`);
  await writer.run(
    `CREATE TABLE ${catalog}.cols(n INTEGER, path VARCHAR, type VARCHAR, kinds INTEGER)`,
  );
  await writer.run(`CREATE TABLE ${catalog}.meta(log_id VARCHAR, "rows" UINTEGER, format INTEGER)`);
  await writer.run(`INSERT INTO ${catalog}.meta VALUES (?, 0, ?)`, [logId, format]);
  await writer.run('COMMIT');
  return { writer, path, layout: new Layout(), rows: 0, newer: false };
}

async function tryFile(
  writer: DuckDBConnection,
  catalog: string,
  { logId, rowCount, mode }: Attach,
  path: string,
): Promise<{ layout: Layout; rows: number } | 'newer' | 'wrong'> {
  const isFile = (end: string): boolean | undefined =>
    lstatSync(path + end, { throwIfNoEntry: false })?.isFile();
  // DuckDB follows links, and pipes hold it up.
  if (isFile('') !== true || journals.some((end) => isFile(end) === false)) return 'wrong';
  const options = mode === 'readOnly' ? 'READ_ONLY' : grouping;
  await whenUnlocked(() => writer.run(`ATTACH ${quoteText(path)} AS ${catalog} (${options})`));
  const meta = await readRows(writer, `SELECT log_id, "rows", format FROM ${catalog}.meta`);
  const [id, rows, version] = meta[0] ?? [];
  if (typeof version === 'number' && version > format) return 'newer';
  if (meta.length !== 1 || id !== logId || version !== format) return 'wrong';
  if (typeof rows !== 'number' || rows > rowCount) return 'wrong';
  // A file that can only be read can't be completed either.
  if (mode === 'readOnly' && rows < rowCount) return 'wrong';
  const [count, first, last] =
    (await readRows(writer, `SELECT count(*), min(seq), max(seq) FROM ${catalog}.t`))[0] ?? [];
  if (count !== BigInt(rows)) return 'wrong';
  if (rows > 0 && (first !== 0 || last !== rows - 1)) return 'wrong';
  const layout = await readLayout(writer, catalog);
  return layout === undefined ? 'wrong' : { layout, rows };
}

/** Waits for the worker of a program that was killed a moment ago, which may still have the file open. */
async function whenUnlocked(attach: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + lockTimeoutMs; ;) {
    try {
      await attach();
      return;
    } catch (error) {
      if (!lockedByOther.test(String(error)) || performance.now() > end) throw error;
      await setTimeout(20);
    }
  }
}

const lockTimeoutMs = 5_000;
/** The second is Windows’s. */
const lockedByOther = /Conflicting lock is held|used by another process/;

async function readLayout(writer: DuckDBConnection, catalog: string): Promise<Layout | undefined> {
  const rows = await readRows(writer, `SELECT n, path, kinds FROM ${catalog}.cols ORDER BY n`);
  const columns: LaidColumn[] = [];
  for (const [n, field, kinds] of rows) {
    if (n !== columns.length || typeof field !== 'string' || typeof kinds !== 'number') {
      return undefined;
    }
    columns.push({ n, field, kinds });
  }
  const wanted = new Map([['seq', 'UINTEGER'], ...columns.flatMap(physicalColumns)]);
  const found = await readTable(writer, catalog);
  const fits =
    found.length === wanted.size && found.every(({ name, type }) => wanted.get(name) === type);
  return fits ? new Layout(columns) : undefined;
}

/** Names and types of the table's physical columns for `column`. */
function physicalColumns(column: LaidColumn): [string, string][] {
  const names: [string, string][] = [
    [`c${column.n}`, valueType(column)],
    [`c${column.n}k`, keyType(column)],
    [`c${column.n}m`, momentType(column)],
  ];
  return names.filter(([, type]) => type !== 'NONE');
}

/**
 * Returns the present columns of table `t` in their order, which changes when one is recreated. Doesn't
 * use the list of all columns: that holds every run's file, and one detached in the meantime would only be
 * closed afterwards.
 */
export async function readTable(
  connection: DuckDBConnection,
  catalog: string,
): Promise<{ name: string; type: string }[]> {
  const rows = await readRows(connection, `DESCRIBE ${catalog}.t`);
  return rows.map(([name, type]) => ({ name: String(name), type: String(type) }));
}
