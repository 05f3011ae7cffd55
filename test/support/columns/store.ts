/** A column store of its own for each test, over a folder that is gone afterwards. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ColumnStoreOptions } from '#main/core/store/columns/column-store.ts';
import { ColumnStore } from '#main/core/store/columns/column-store.ts';
import { testFolder } from '#test/support/store/folder.ts';
import type { Rows } from './reference.ts';
import { ListSource } from './source.ts';
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

export interface StoreInFolder {
  readonly store: ColumnStore;
  readonly folder: string;
}

/** One for all tests of a file: starting a worker takes longer than asking. */
export function sharedStore(): StoreInFolder {
  let store: ColumnStore;
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'columns-test-')));
    store = new ColumnStore({ worker: columnsWorker(), dataFolder: folder });
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get store() {
      return store;
    },
    get folder() {
      return folder;
    },
  };
}

let filledRuns = 0;

/** Attaches a run of its own with these rows; all of them are in. */
export async function attachFilled(
  { store, folder }: StoreInFolder,
  rows: Rows,
): Promise<ListSource> {
  filledRuns++;
  const source = new ListSource(folder, [...rows], `filled-${filledRuns}-0000`);
  await store.attach(source);
  await store.filled(source.id);
  return source;
}
