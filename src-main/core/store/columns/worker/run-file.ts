/**
 * The file of a run, `derived/columns.duckdb`: attached, and accepted only if everything about it matches.
 * Otherwise it is deleted, and made anew.
 */
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { now } from '../../../clock.ts';
import { isLink } from '../../data-folder.ts';
import { StoreError } from '../../store-error.ts';
import type { ColumnsErrorCode } from '../protocol.ts';
import { ColumnsError } from '../protocol.ts';
import { classify, quoteText, readRows } from './database.ts';
import type { LaidColumn } from './layout.ts';
import { keyType, Layout, momentType, valueType } from './layout.ts';

/** Changed whenever files so far would be misread. */
const format = 7;

/**
 * Rows of a row group, DuckDB's unit of packing, in vectors of its size. A transaction of this many is
 * written to the file directly and packed; fewer stay in memory, unpacked, until a checkpoint. The default
 * groups are four times as large: that is as much more memory, and as much more to repack when a
 * checkpoint occurs before one is full.
 */
export const rowGroupRows = 15 * 2048;
/** Not stored in the file, so specified whenever it is attached. */
const grouping = `ROW_GROUP_SIZE ${rowGroupRows}`;

/** What a file says of its rows. */
interface FileState {
  layout: Layout;
  rows: number;
  /** Changes when a column's type does; no other file of the run has this number. */
  epoch: number;
  /** How much of what people noted of its items it has (`OwnValues.mark`). */
  own: string;
}

export interface OpenedFile extends FileState {
  /** The only connection that writes to the run. */
  writer: DuckDBConnection;
  /** Null when it is in memory. */
  path: string | null;
}

/** How the file is opened, and what must be in it. */
interface Opening {
  path: string;
  /** Rows of the log. */
  rowCount: number;
  /** Nothing may be written: the file is used as it is, or not at all. */
  readOnly: boolean;
  /** Deletes an existing file. */
  isFresh: boolean;
  /** Identifies the log up to this row. */
  markOf: (rows: number) => Promise<string>;
  /** Whether a file is of use that has this much of what people noted. */
  fitsOwn: (mark: string) => boolean;
}

/**
 * Attaches the file, or an empty one, as `catalog`. If none can be written, it is in memory.
 * @throws ColumnsError `fatal`, `ended`, `memory`; `failed` when the log can't be read.
 */
export async function openFile(
  instance: DuckDBInstance,
  catalog: string,
  opening: Opening,
): Promise<OpenedFile> {
  const { path, readOnly, isFresh } = opening;
  const writer = await instance.connect();
  const letGo = (): Promise<unknown> => writer.run(`DETACH DATABASE IF EXISTS ${catalog}`);
  try {
    const isOurs = !isBehindLink(path);
    const state =
      isOurs && !isFresh
        ? await tryFile(writer, catalog, opening).catch(undefinedOrThrow)
        : undefined;
    if (state !== undefined) return { writer, path, ...state };
    await letGo();
    if (isOurs && !readOnly) {
      try {
        deleteFile(path);
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        return await createIn(writer, catalog, path);
      } catch (error) {
        if (unrelatedErrors.has(classify(error).code)) throw error;
        await letGo();
      }
    }
    return await createIn(writer, catalog, null);
  } catch (error) {
    // Attached, it could neither be opened nor deleted by the next attempt.
    await letGo().catch(() => undefined);
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
 * @throws ColumnsError `lost` when it no longer exists: it must be opened again.
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
    throw unrelatedErrors.has(known.code) ? known : new ColumnsError('lost', known.detail);
  }
}

/** Whether `derived`, the run's folder or the folder of all runs is a link: nothing is written behind one. */
function isBehindLink(path: string): boolean {
  const [derived, run] = [dirname(path), dirname(dirname(path))];
  return [derived, run, dirname(run)].some(isLink);
}

const unrelatedErrors = new Set<ColumnsErrorCode>(['fatal', 'ended', 'memory']);

/** Any error while checking a file makes it a wrong one, except errors that the file didn't cause. */
function undefinedOrThrow(error: unknown): undefined {
  if (error instanceof StoreError || unrelatedErrors.has(classify(error).code)) throw error;
}

async function createIn(
  writer: DuckDBConnection,
  catalog: string,
  path: string | null,
): Promise<OpenedFile> {
  const epoch = now().getTime();
  await writer.run(`
    ATTACH ${quoteText(path ?? ':memory:')} AS ${catalog} (${grouping});
    BEGIN;
    CREATE TABLE ${catalog}.t(seq UINTEGER);
    CREATE TABLE ${catalog}.cols(n INTEGER, path VARCHAR, kinds INTEGER);
    CREATE TABLE ${catalog}.meta(log VARCHAR, "rows" UINTEGER, epoch DOUBLE, own VARCHAR, format INTEGER);
    INSERT INTO ${catalog}.meta VALUES (NULL, 0, ${epoch}, '', ${format});
    COMMIT`);
  return { writer, path, layout: new Layout(), rows: 0, epoch, own: '' };
}

/** Returns undefined when it is another file than ours. */
async function tryFile(
  writer: DuckDBConnection,
  catalog: string,
  { path, rowCount, readOnly, markOf, fitsOwn }: Opening,
): Promise<FileState | undefined> {
  const isFile = (end: string): boolean | undefined =>
    lstatSync(path + end, { throwIfNoEntry: false })?.isFile();
  // DuckDB follows links, and pipes hold it up.
  if (isFile('') !== true || journals.some((end) => isFile(end) === false)) return undefined;
  const options = readOnly ? 'READ_ONLY' : grouping;
  await whenUnlocked(() => writer.run(`ATTACH ${quoteText(path)} AS ${catalog} (${options})`));
  const meta = await readRows(
    writer,
    `SELECT log, "rows", epoch, own, format FROM ${catalog}.meta`,
  );
  const [log, rows, epoch, own, version] = meta[0] ?? [];
  if (meta.length !== 1 || version !== format || typeof epoch !== 'number') return undefined;
  if (typeof rows !== 'number' || rows > rowCount) return undefined;
  // A file that can only be read can't be completed either.
  if (readOnly && rows < rowCount) return undefined;
  if (rows > 0 && log !== (await markOf(rows))) return undefined;
  if (typeof own !== 'string' || !fitsOwn(own)) return undefined;
  const [count, first, last] =
    (await readRows(writer, `SELECT count(*), min(seq), max(seq) FROM ${catalog}.t`))[0] ?? [];
  if (count !== BigInt(rows)) return undefined;
  if (rows > 0 && (first !== 0 || last !== rows - 1)) return undefined;
  const layout = await readLayout(writer, catalog);
  return layout && { layout, rows, epoch, own };
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
export function physicalColumns(column: LaidColumn): [string, string][] {
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
