/**
 * Rows that no run's columns have, as a log and columns that exist only as long as something is asked about
 * them: rows that were changed for a file, rows of several runs, the inputs of a list.
 */
import { mkdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Answer, Asked, AskedKind } from '../store/columns/column-store.ts';
import { PageLog } from '../store/page-log.ts';
import type { ExportWork } from './work.ts';

/** Our own rows as JSON in batches, without those that can't be read. */
export interface RowSource {
  /** For the time being. */
  folder: string;
  batches: () => AsyncIterable<readonly string[]>;
}

/**
 * Asks about all rows of a source, once; then they are deleted.
 * @param asked called when all rows have been read.
 */
export async function askOnce<K extends AskedKind>(
  { columnStore, signal }: Pick<ExportWork, 'columnStore' | 'signal'>,
  { folder, batches }: RowSource,
  asked: () => Asked<K>,
): Promise<Answer<K>> {
  const id = `export-${randomUUID()}`;
  try {
    await mkdir(folder, { mode: 0o700 });
    const log = await PageLog.write(folder, batches());
    const source = { id, folder, readOnly: false, ...log };
    return await columnStore.ask(source, asked(), { rows: log.rowCount, signal });
  } finally {
    await columnStore.detach(id);
    await rm(folder, { recursive: true, force: true });
  }
}
