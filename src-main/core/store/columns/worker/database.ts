/**
 * The one DuckDB instance of the worker: in memory, with little memory, and unable to reach
 * anything but the folders it is given. Each run's file is attached to it (`run-file.ts`).
 */
import { mkdirSync } from 'node:fs';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { DuckDBInstance } from '@duckdb/node-api';
import type { WorkerOptions, ColumnsErrorCode } from '../protocol.ts';
import { ColumnsError } from '../protocol.ts';

/** Opens the instance and locks it: no later statement can widen what it may do (checklist 42). */
export async function openDatabase(options: WorkerOptions): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${options.memoryMb}MB`,
    threads: String(options.threads),
    temp_directory: madeFolder(options.tempFolder),
    // Rows are packed when a row group is full (`attached-run.ts`). By size, the same ones would be
    // packed again and again before it is; this is for rows of many kilobytes.
    checkpoint_threshold: '256MB',
    // A checkpoint would put small row groups together, whole again in memory. Few are small: those
    // at the end of a session, and of long fills.
    max_vacuum_tasks: '0',
    // What was freed goes back to the system within a second or so, not when more is needed.
    allocator_background_threads: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  const folders = options.folders.map(quoteText).join(', ');
  await connection.run(`SET GLOBAL allowed_directories = [${folders}]`);
  // Texts without a zone are taken for UTC on every computer.
  await connection.run(`SET GLOBAL TimeZone = 'UTC'`);
  await connection.run('SET GLOBAL enable_external_access = false');
  await connection.run('SET GLOBAL lock_configuration = true');
  connection.closeSync();
  return instance;
}

/** Where nothing can be written, questions have to do with memory: no folder, by an empty name. */
function madeFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  } catch {
    return '';
  }
}

/** A text as a literal, where SQL takes no parameter: paths of ours. Values are always bound. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** SQL with `?` and the values for them. */
export interface Statement {
  sql: string;
  values: DuckDBValue[];
}

/** A number to be bound as `?::DOUBLE`: the library takes a large one for a BIGINT. */
export function double(value: number): string {
  return String(value);
}

/** All rows of a small result. */
export async function readRows(
  connection: DuckDBConnection,
  sql: string,
  values: DuckDBValue[] = [],
): Promise<DuckDBValue[][]> {
  const result = await connection.runAndReadAll(sql, values);
  return result.getRows();
}

/** The first value of the first row; null when there is none. */
export async function readValue(
  connection: DuckDBConnection,
  sql: string,
  values: DuckDBValue[] = [],
): Promise<DuckDBValue> {
  return (await readRows(connection, sql, values))[0]?.[0] ?? null;
}

const signs: readonly (readonly [ColumnsErrorCode, RegExp])[] = [
  ['cancelled', /^INTERRUPT/],
  ['ended', /has been invalidated because of a previous/],
  ['fatal', /^(?:FATAL|INTERNAL) Error/],
  ['storage_full', /no space left|disk (?:is )?full|not enough space|max_temp_directory_size/i],
  ['memory', /^Out of Memory|failed to allocate/i],
  [
    'damaged',
    /corrupt|checksum|could not read|not a valid DuckDB|Serialization Error|version number|has been invalidated/i,
  ],
];

export function classify(error: unknown): ColumnsError {
  if (error instanceof ColumnsError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = signs.find(([, sign]) => sign.test(message))?.[0] ?? 'failed';
  return new ColumnsError(code, message);
}
