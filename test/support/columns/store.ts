/** A column store of its own for each test, over a folder that is gone afterwards. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ColumnStoreOptions } from '#main/core/store/columns/column-store.ts';
import { ColumnStore } from '#main/core/store/columns/column-store.ts';
import { testFolder } from '#test/support/store/folder.ts';
import { columnsWorker } from './worker.ts';

export { testFolder };

export async function columnStore(
  dataFolder: string,
  options: Partial<ColumnStoreOptions> = {},
): Promise<ColumnStore> {
  const store = new ColumnStore({ worker: columnsWorker(), dataFolder, ...options });
  onTestFinished(() => store.close());
  return store;
}

export interface SharedStore {
  store: ColumnStore;
  folder: string;
  close: () => Promise<void>;
}

/** One for the tests of a file, which must close it: starting a worker takes longer than asking. */
export async function sharedStore(): Promise<SharedStore> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'columns-test-')));
  const store = new ColumnStore({ worker: columnsWorker(), dataFolder: folder });
  const close = async (): Promise<void> => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store, folder, close };
}
