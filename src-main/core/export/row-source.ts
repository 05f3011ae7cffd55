/**
 * Rows that no run's columns have, as columns that exist only as long as something is asked about them:
 * rows that were changed for a file, rows of several runs, the inputs of a list.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Answer, Asked, AskedKind, RunSource } from '../store/columns/column-store.ts';
import type { ExportWork } from './work.ts';

/**
 * Our own rows for the column store, as JSON in batches, which it may request again. Unreadable rows are
 * missing in the batches; undefined rows at the end make up for them.
 * @param folder where the columns may be stored.
 */
export function createRowSource(
  folder: string,
  rowCount: number,
  batches: () => AsyncIterable<readonly string[]>,
): RunSource {
  return {
    id: `export-${randomUUID()}`,
    logId: randomUUID(),
    folder,
    readOnly: false,
    rowCount,

    async *rowBytes(from, to) {
      // Only requested again after a failure, and then not from the beginning.
      let seq = 0;
      for await (const batch of batches()) {
        const rows = batch.map((json) => Buffer.from(json));
        yield rows.slice(Math.max(0, from - seq), Math.max(0, to - seq));
        seq += rows.length;
      }
      const missing = Math.max(0, to - Math.max(from, seq));
      yield Array.from({ length: missing }, () => undefined);
    },
  };
}

/**
 * Asks about all rows of a source, once; then its columns are deleted.
 * @param asked called when all rows have been read.
 */
export async function askOnce<K extends AskedKind>(
  { columnStore, signal }: Pick<ExportWork, 'columnStore' | 'signal'>,
  source: RunSource,
  asked: () => Asked<K>,
): Promise<Answer<K>> {
  try {
    await columnStore.filled(source);
    return await columnStore.ask(source, asked(), { rows: source.rowCount, signal });
  } finally {
    await columnStore.detach(source.id);
    await rm(source.folder, { recursive: true, force: true });
  }
}
