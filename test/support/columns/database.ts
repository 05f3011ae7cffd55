/** The column store's worker in this thread: its database can be asked what tests want to know. */
import type { DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { openDatabase } from '#main/core/store/columns/worker/database.ts';

export async function lockedDatabase(dataFolder: string): Promise<DuckDBInstance> {
  return openDatabase({
    folders: [dataFolder],
    tempFolder: join(dataFolder, 'tmp', 'columns'),
    memoryMb: 256,
    threads: 2,
    exactDistinct: 1000,
  });
}
