/**
 * The worker's only DuckDB instance: in memory, with a low memory limit, and with access only to the
 * folders it is given. Each run's file is attached to it (`run-file.ts`).
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { BOOLEAN, DuckDBInstance, DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api';
import { isLink } from '../../data-folder.ts';
import type { WorkerOptions, ColumnsErrorCode } from '../protocol.ts';
import { ColumnsError } from '../protocol.ts';
import { wordFinder } from './tokens.ts';
import type { FindWord } from './tokens.ts';

/** Opens the instance and locks it: no later statement can extend its access (checklist 42). */
export async function openDatabase(options: WorkerOptions): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${options.memoryMb}MB`,
    threads: String(options.threads),
    temp_directory: emptyFolder(options.tempFolder),
    // Rows are packed when a row group is full (`attached-run.ts`). Checkpoints by size would pack the
    // same rows repeatedly before that; this threshold is for rows of many kilobytes.
    checkpoint_threshold: '256MB',
    // A checkpoint would merge small row groups, which have to be in memory as a whole for that. Few are
    // small: those at the end of a session, and of long fills.
    max_vacuum_tasks: '0',
    // Freed memory is returned to the system within about a second, not when more is needed.
    allocator_background_threads: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  const folders = options.folders.map(quoteText).join(', ');
  await connection.run(`SET GLOBAL allowed_directories = [${folders}]`);
  // Texts without a zone count as UTC on every computer.
  await connection.run(`SET GLOBAL TimeZone = 'UTC'`);
  await connection.run('SET GLOBAL enable_external_access = false');
  await connection.run('SET GLOBAL lock_configuration = true');
  connection.registerScalarFunction(hasWord());
  connection.closeSync();
  return instance;
}

export const hasWordName = 'has_word';

/** Whether a text has a word, as the second parameter, which is the same for all. */
function hasWord(): DuckDBScalarFunction {
  let of: { word: string; find: FindWord } | undefined;
  return DuckDBScalarFunction.create({
    name: hasWordName,
    returnType: BOOLEAN,
    parameterTypes: [VARCHAR, VARCHAR],
    mainFunction: (_info, input, output) => {
      const [texts, words] = [input.getColumnVector(0), input.getColumnVector(1)];
      for (let at = 0; at < input.rowCount; at++) {
        const [text, word] = [String(texts.getItem(at)), String(words.getItem(at))];
        if (of?.word !== word) of = { word, find: wordFinder(word) };
        output.setItem(
          at,
          of.find(text, () => true),
        );
      }
      output.flush();
    },
  });
}

/**
 * Empties the folder of what a killed program left. Returns '' if nothing can be written there: without
 * it, questions are limited to memory.
 */
function emptyFolder(path: string): string {
  try {
    if (isLink(dirname(path))) return '';
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  } catch {
    return '';
  }
}

/** A text as a literal, where SQL accepts no parameter: our own paths. Values are always bound. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** SQL with `?`, and the values for them. */
export interface Statement {
  sql: string;
  values: DuckDBValue[];
}

/** A number to be bound as `?::DOUBLE`: the library treats a large one as a BIGINT. */
export const double = (value: number): string => String(value);

/** What statements run on. */
export type Connection = Pick<DuckDBConnection, 'run' | 'runAndReadAll' | 'stream'>;

/** Returns all rows of a small result. */
export async function readRows(
  connection: Connection,
  sql: string,
  values: DuckDBValue[] = [],
): Promise<DuckDBValue[][]> {
  const result = await connection.runAndReadAll(sql, values);
  return result.getRows();
}

/** Returns the first value of the first row; null when there is none. */
export const readValue = async (
  connection: Connection,
  sql: string,
  values: DuckDBValue[] = [],
): Promise<DuckDBValue> => (await readRows(connection, sql, values))[0]?.[0] ?? null;

/** Counts the rows after FROM. */
export const countRows = async (
  connection: Connection,
  { sql, values }: Statement,
): Promise<number> => Number(await readValue(connection, `SELECT count(*) FROM ${sql}`, values));

const patterns: readonly (readonly [ColumnsErrorCode, RegExp])[] = [
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
  const code = patterns.find(([, pattern]) => pattern.test(message))?.[0] ?? 'failed';
  return new ColumnsError(code, message);
}
